// The core for a page with several machines: one instance, and a session for every port that is handed over.

import { serveSessions } from './shared-host.ts';
import { serveOrOffer } from './worker-scope.ts';

serveOrOffer('core', serveSessions);
