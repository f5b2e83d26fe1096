// Restores a whole run from its session record: each branch from where it started, names, checkpoints, deletions. If
// a branch cannot be replayed to its end, it stops there; the others are still restored.

import { stepOf } from '../protocol/positions.ts';
import { branchesIn } from '../protocol/record.ts';
import { replay, replayFrom, type Replayed } from './replay.ts';
import { Stored, nodesOf, unchosen } from './stored.ts';
import type { RunSession } from './run-session.ts';
import type { BranchRecord, Place, SessionRecord } from '../protocol/types.ts';
import type { ActionList } from '../protocol/record.ts';

export type At = Place & { branch?: string; step?: number };
type Between = () => Promise<'on' | 'stop'>;

/**
 * @param live a run at its start, or as the saved run of the record has it
 * @returns the first refusal, and how much
 * of the first branch was played; `partial` also when it was stopped; `leftOut`: actions skipped on all branches
 */
export async function replayWhole(
  live: RunSession,
  record: SessionRecord,
  between: Between,
): Promise<Replayed & { partial: boolean; leftOut: number }> {
  const first =
    record.w === undefined ? await replay(live, record, between) : await replayTail(live, 'b1', record, between);
  let { error, stopped } = first;
  let leftOut = first.skipped.length;
  for (const [i, branch] of (record.b ?? []).entries()) {
    if (stopped) break;
    const own = { ...branch, v: record.v };
    const id = `b${i + 2}`;
    const done =
      own.from === null
        ? await replayTail(live, id, own, between)
        : await replayBranch(live, record, own, own.from, between);
    error ??= done.error;
    stopped = done.stopped;
    leftOut += done.skipped.length;
  }
  finish(live, record);
  // Only the record of a single branch can be told without what was skipped.
  const inBranches = leftOut > 0 && (record.b !== undefined || record.w !== undefined);
  return { ...first, error, stopped, leftOut, partial: stopped || error !== null || inBranches };
}

/** On a branch that the saved run has. */
async function replayTail(live: RunSession, id: string, own: ActionList, between: Between) {
  if (own.t.length === 0 && own.k === 0) return { error: null, played: 0, stopped: false, skipped: [] };
  const tip = live.run.branches().find((branch) => branch.id === id)?.tip;
  if (tip === undefined || !live.goTo(tip, id).ok) return gone(id);
  live.changeSettings({ m: own.r.m, n: own.r.n });
  return replayFrom(live, own, live.run.view().tick, between);
}

async function replayBranch(
  live: RunSession,
  record: SessionRecord,
  own: BranchRecord,
  from: NonNullable<BranchRecord['from']>,
  between: Between,
) {
  const there = arrive(live, from);
  const forked = there ? live.move((run) => run.fork()) : null;
  if (forked === null || !forked.ok) return gone(from.branch);
  live.changeSettings({ m: own.r.m, n: own.r.n });
  // Nodes with replies from a link wait on every branch until other agents are chosen.
  return replayFrom(live, own, from.tick, between, new Stored(own, unchosen(nodesOf(record.r), record.r, own.r)));
}

/** Names, checkpoints and deletions, as far as what they are of is there. */
function finish(live: RunSession, record: SessionRecord) {
  const { c = [], w } = record;
  const all = branchesIn(record);
  const names = new Map(live.run.branches().map(({ id, name }) => [id, name]));
  for (const { name, branch, step } of c) {
    if (live.goTo(step, branch).ok) live.run.checkpoint(name);
  }
  const staying = all.find(({ gone }) => !gone)?.id;
  const tip = live.run.branches().find(({ id }) => id === staying)?.tip;
  // A saved run keeps its cursor, unless that may stand on a branch that is deleted.
  if (tip !== undefined && (w === undefined || all.some(({ gone }) => gone))) live.goTo(tip, staying ?? null);
  for (const { id, name, gone } of all) {
    if (gone) live.run.deleteBranch(id);
    else if (name !== undefined && names.has(id) && names.get(id) !== name) live.run.renameBranch(id, name);
  }
}

/**
 * Moves the cursor to a place. The core's step is exact where a position has several; where the run went another way,
 * the position counts.
 */
export function arrive(live: RunSession, { branch, step, tick, action }: At): boolean {
  const tip = branch === undefined ? undefined : live.run.branches().find(({ id }) => id === branch)?.tip;
  if (branch !== undefined && (tip === undefined || !live.goTo(tip, branch).ok)) return false;
  const entries = live.entries();
  const exact = entries.find((entry) => entry.step === step && entry.tick === tick && entry.action === action);
  const to = exact?.step ?? stepOf(entries, { tick, action });
  return to !== null && live.goTo(to, null).ok;
}

function gone(branch: string): Replayed {
  const error = {
    code: 'replay',
    message: `branch ${branch} could not be rebuilt`,
    data: { code: 'unknown-branch' },
  };
  return { error, played: 0, stopped: false, skipped: [] };
}
