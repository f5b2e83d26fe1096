// What of a run a link has no room for.

import { shownBranches } from '../../workspace/shown-branches.ts';
import type { Branch } from '../../protocol/types.ts';
import type { State } from '../../workspace/state.ts';

/** Checkpoints that the machine sets are set again as the link is replayed. */
export function leftOut(state: State) {
  const branches = shownBranches(state);
  return {
    others: branches.filter(({ current }) => !current).length,
    checkpoints: (state.run?.checkpoints ?? []).filter(({ auto }) => !auto).length,
    renamed: branches.some((branch) => branch.current && isRenamed(branch)),
  };
}

/** Whether a branch got its name by hand. */
export const isRenamed = ({ id, name }: Branch) => name !== (id === 'b1' ? 'main' : `branch ${id.slice(1)}`);
