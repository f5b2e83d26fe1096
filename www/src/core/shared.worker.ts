// The core for a page with several machines: one instance, and a session for every port that is handed over.

import { host } from './shared-host.ts';

host(self as unknown as Parameters<typeof host>[0]);
