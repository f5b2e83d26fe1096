// Starts the layout worker of Tracklight's own page.

import address from './layout.worker.ts?worker&url';
import { openWorker } from '../core/any-worker.ts';
import { startLayoutsBy } from './layout.spawn.ts';

startLayoutsBy(() => openWorker('layout', address));
