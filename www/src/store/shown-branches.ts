// The branches of the run as the page shows them.
import type { Branch, Checkpoint } from '../protocol/types.ts';
import type { State } from './state.ts';

/** The branches that are shown: deleted ones are gone at once, and come back when that is undone. */
export function shownBranches(state: State) {
  return (state.run.snapshot?.branches ?? []).filter((branch) => !state.deleted.includes(branch.id));
}

export function branchName(state: State, id: string) {
  return state.run.snapshot?.branches.find((branch) => branch.id === id)?.name ?? id;
}

/** Whether a step is one of a branch: its own, or one from before it left its parent. */
export function isOnBranch(branches: readonly Branch[], id: string, at: { branch: string; step: number }): boolean {
  if (at.branch === id) return true;
  const from = branches.find((branch) => branch.id === id)?.from;
  return from !== undefined && from !== null && at.step <= from.step && isOnBranch(branches, from.branch, at);
}

/** A checkpoint that the machine set is called after its node, path and visit: `decide#1.2.1`. */
export function madeAt({ name, auto }: Checkpoint): { node: string; path: string; visit: string } | null {
  const [, node, path = '', visit = ''] = (auto && /^(.*)#([\d.]+)\.(\d+)$/s.exec(name)) || [];
  return node === undefined ? null : { node, path, visit };
}
