// Starts the layout worker of this build.

import { createWorker } from '../core/worker-policy.ts';

export const openLayoutWorker = (): Worker => createWorker('layout');
