// What a link has no room for: of its run, and the other runs of the machine, which a document leaves out as well.

import { shownBranches } from '../../workspace/shown-branches.ts';
import type { State } from '../../workspace/state.ts';

/** Checkpoints that the machine sets are set again as the link is replayed. */
export function leftOut(state: State) {
  const branches = shownBranches(state);
  // A link opens as a run of one branch, which is called `main`.
  const name = branches.find(({ current }) => current)?.name ?? 'main';
  const found = {
    others: branches.filter(({ current }) => !current).length,
    checkpoints: (state.run?.checkpoints ?? []).filter(({ auto }) => !auto).length,
    named: name === 'main' ? '' : name,
  };
  return { ...found, ofRun: found.others > 0 || found.checkpoints > 0 || found.named !== '', runs: state.runs.length };
}
