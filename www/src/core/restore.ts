// Restores a whole run from its session record: every branch from where it forked, names, checkpoints, deletions. A
// branch that cannot be replayed to its end stops where the replay failed; the others are still restored.

import { stepOf } from '../protocol/positions.ts';
import { branchesIn } from '../protocol/record.ts';
import { replay, replayFrom, type Replayed } from './replay.ts';
import { StoredReplies, storedNodesOf, nodesWithSameAgent } from './stored.ts';
import type { RunSession } from './run-session.ts';
import type { BranchRecord, Place, SessionRecord } from '../protocol/types.ts';
import type { ActionList } from '../protocol/record.ts';

export type CursorPlace = Place & { branch?: string; step?: number };
type Between = () => Promise<'on' | 'stop'>;

/**
 * @param session a run at its start, or as the saved run of the record has it
 * @returns the first refusal, and how much of the first branch was replayed. `partial`: something is missing, also
 * because a pause stopped it. `leftOut`: how many actions were skipped on all branches
 */
export async function replayRun(
  session: RunSession,
  record: SessionRecord,
  between: Between,
): Promise<Replayed & { partial: boolean; leftOut: number }> {
  const first =
    record.w === undefined ? await replay(session, record, between) : await replayTail(session, 'b1', record, between);
  let { error, stopped } = first;
  let leftOut = first.skipped.length;
  for (const [i, branch] of (record.b ?? []).entries()) {
    if (stopped) break;
    const own = { ...branch, v: record.v };
    const id = `b${i + 2}`;
    const done =
      own.from === null
        ? await replayTail(session, id, own, between)
        : await replayBranch(session, record, own, own.from, between);
    error ??= done.error;
    stopped = done.stopped;
    leftOut += done.skipped.length;
  }
  restoreTimeline(session, record);
  // Only the record of a single branch can be written without the skipped actions.
  const inBranches = leftOut > 0 && (record.b !== undefined || record.w !== undefined);
  return { ...first, error, stopped, leftOut, partial: stopped || error !== null || inBranches };
}

/** Replays the actions that follow on a branch of the saved run. */
async function replayTail(session: RunSession, id: string, own: ActionList, between: Between) {
  if (own.t.length === 0 && own.k === 0) return { error: null, played: 0, stopped: false, skipped: [] };
  const tip = session.run.branches().find((branch) => branch.id === id)?.tip;
  if (tip === undefined || !session.goTo(tip, id).ok) return missingBranch(id);
  session.changeSettings({ m: own.r.m, n: own.r.n });
  return replayFrom(session, own, session.run.view().tick, between);
}

async function replayBranch(
  session: RunSession,
  record: SessionRecord,
  own: BranchRecord,
  from: NonNullable<BranchRecord['from']>,
  between: Between,
) {
  const arrived = goToPlace(session, from);
  const forked = arrived ? session.moveCursor((run) => run.fork()) : null;
  if (forked === null || !forked.ok) return missingBranch(from.branch);
  session.changeSettings({ m: own.r.m, n: own.r.n });
  // Nodes with replies from a link wait on every branch until the user chooses other agents.
  return replayFrom(
    session,
    own,
    from.tick,
    between,
    new StoredReplies(own, nodesWithSameAgent(storedNodesOf(record.r), record.r, own.r)),
  );
}

/** Restores names, checkpoints and deletions of the branches that exist. */
function restoreTimeline(session: RunSession, record: SessionRecord) {
  const { c = [], w } = record;
  const all = branchesIn(record);
  const names = new Map(session.run.branches().map(({ id, name }) => [id, name]));
  for (const { name, branch, step } of c) {
    if (session.goTo(step, branch).ok) session.run.checkpoint(name);
  }
  const staying = all.find(({ gone }) => !gone)?.id;
  const tip = session.run.branches().find(({ id }) => id === staying)?.tip;
  // A saved run keeps its cursor, unless a branch is deleted: the cursor may be on it.
  if (tip !== undefined && (w === undefined || all.some(({ gone }) => gone))) session.goTo(tip, staying ?? null);
  for (const { id, name, gone } of all) {
    if (gone) session.run.deleteBranch(id);
    else if (name !== undefined && names.has(id) && names.get(id) !== name) session.run.renameBranch(id, name);
  }
}

/**
 * Moves the cursor to a place. The step is exact where a position has several; if the run took another course, the
 * position counts.
 */
export function goToPlace(session: RunSession, { branch, step, tick, action }: CursorPlace): boolean {
  const tip = branch === undefined ? undefined : session.run.branches().find(({ id }) => id === branch)?.tip;
  if (branch !== undefined && (tip === undefined || !session.goTo(tip, branch).ok)) return false;
  const entries = session.entries();
  const exact = entries.find((entry) => entry.step === step && entry.tick === tick && entry.action === action);
  const to = exact?.step ?? stepOf(entries, { tick, action });
  return to !== null && session.goTo(to, null).ok;
}

function missingBranch(branch: string): Replayed {
  const error = {
    code: 'replay',
    message: `branch ${branch} could not be rebuilt`,
    data: { code: 'unknown-branch' },
  };
  return { error, played: 0, stopped: false, skipped: [] };
}
