// Starts the layout worker of this build.

import address from './layout.worker.ts?worker&url';
import { workerAt } from '../core/worker-policy.ts';

export const openLayoutWorker = workerAt('layout', address);
