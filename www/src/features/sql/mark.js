// @ts-check
// Tells whether a copy is of the position that is shown now.

/** What differs whenever the rows of a run do. @param {import("../../../pkg/tracklight.js").View} view */
export function markOf({ machineHash, machineRev, branch, step, seq, elapsedMs, outcome, paths, contexts }) {
  return JSON.stringify([machineHash, machineRev, branch, step, seq, elapsedMs, outcome, paths, contexts]);
}
