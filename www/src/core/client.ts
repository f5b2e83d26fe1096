// The page's way to the core: one supervised worker behind typed calls.

import address from './core.worker.ts?worker&url';
import { workerAt } from './worker-policy.ts';
import { supervise } from './calls.ts';
import type { Say } from './supervisor.ts';
import type { Engine } from '../protocol/types.ts';

const openWorker = workerAt('core', address);

/** @param say what the page says when the worker is slow, restarted or lost */
export function connect(say: Say): Engine {
  return supervise(openWorker, undefined, say);
}
