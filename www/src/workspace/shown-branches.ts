// The branches of the run as the page shows them.
import type { State } from './state.ts';

/** The branches that are shown: deleted ones are gone at once, and come back when that is undone. */
export function shownBranches(state: State) {
  return (state.run?.branches ?? []).filter((branch) => !state.deleted.includes(branch.id));
}

export function branchName(state: State, id: string) {
  return state.run?.branches.find((branch) => branch.id === id)?.name ?? id;
}
