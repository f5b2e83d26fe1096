// Tells whether a copy of the run is of the current position.

import type { View } from '../../pkg/tracklight.js';

/** What differs whenever the rows of a run do. */
export function markOf({ machineHash, machineRev, branch, step, seq, elapsedMs, outcome, paths, contexts }: View) {
  return JSON.stringify([machineHash, machineRev, branch, step, seq, elapsedMs, outcome, paths, contexts]);
}
