// What a link has no room for: of its run, and the other runs of the machine, which a document leaves out as well.

import { shownBranches } from '../../workspace/shown-branches.ts';
import type { Branch } from '../../protocol/types.ts';
import type { State } from '../../workspace/state.ts';

/** Checkpoints that the machine sets are set again as the link is replayed. */
export function leftOut(state: State) {
  const branches = shownBranches(state);
  const found = {
    others: branches.filter(({ current }) => !current).length,
    checkpoints: (state.run?.checkpoints ?? []).filter(({ auto }) => !auto).length,
    renamed: branches.some((branch) => branch.current && isRenamed(branch)),
  };
  return { ...found, ofRun: found.others > 0 || found.checkpoints > 0 || found.renamed, runs: state.runs.length };
}

/** Whether a branch got its name by hand. */
const isRenamed = ({ id, name }: Branch) => name !== (id === 'b1' ? 'main' : `branch ${id.slice(1)}`);
