// Tells whether a copy is of the position that is shown now.

import type { View } from '../../pkg/tracklight.js';

/** What differs whenever the rows of a run do. */
export function markOf({ machineHash, machineRev, branch, step, seq, elapsedMs, outcome, paths, contexts }: View) {
  return JSON.stringify([machineHash, machineRev, branch, step, seq, elapsedMs, outcome, paths, contexts]);
}
