// What a link has no room for: of its run, and the other runs of the machine, which a document leaves out as well.

import { positions } from '../../protocol/positions.ts';
import { shownBranches } from '../../store/shown-branches.ts';
import type { State } from '../../store/state.ts';

/** Checkpoints that the machine sets are set again as the link is replayed. */
export function leftOut(state: State) {
  const branches = shownBranches(state);
  const found = {
    later: Math.max(0, (positions(state.run.entries).at(-1)?.tick ?? 0) - (state.run.snapshot?.position.tick ?? 0)),
    others: branches.filter(({ current }) => !current).length,
    checkpoints: (state.run.snapshot?.checkpoints ?? []).filter(({ auto }) => !auto).length,
  };
  const ofRun = found.later > 0 || found.others > 0 || found.checkpoints > 0;
  return { ...found, ofRun, runs: state.run.runs.length };
}
