// @ts-check
// Starts the layout worker of this build.

import { createWorker } from '../core/worker-policy.js';

/** @returns {Worker} */
export const openLayoutWorker = () => createWorker('layout');
