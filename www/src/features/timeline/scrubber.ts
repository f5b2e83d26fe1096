// The scrubber of the timeline: what its view is given of branches, checkpoints and the step that is shown.

import { laneOf, lanesOf, type MarkKind } from '../../run/trace.ts';
import { scrubber, type Lane } from '../../views/scrubber.ts';
import { isOnBranch, shownBranches } from '../../store/shown-branches.ts';
import type { Position } from '../../protocol/positions.ts';
import type { Tone } from '../../run/path-status.ts';
import type { Dispatch, State } from '../../store/state.ts';
import type { RunState } from '../../run/types.ts';

/** Branches that are drawn; the list of branches has them all. */
const LANES = 5;

/** @param at index of the cursor @param value the position in words */
export function bar(state: State, dispatch: Dispatch, list: Position[], at: number, value: string) {
  const {
    run: { snapshot, isRunning },
    trace,
    deleted,
  } = state;
  if (!snapshot) return '';
  const present = snapshot.position.branch;
  const branches = pick(shownBranches(state), present);
  const own = ownLane(state);
  const found = lanesOf(branches, (id) => (id === present ? own : (trace.lanes[id] ?? null)));
  const lanes: Lane[] = found.map((lane) => ({
    ...lane,
    flags: snapshot.checkpoints
      .filter((one) => isOnBranch(snapshot.branches, lane.id, one))
      .map((one) => lane.list.findIndex((p) => p.first <= one.step && one.step <= p.step))
      .filter((index) => index >= 0),
  }));
  return scrubber({
    lanes,
    present,
    at,
    last: list.length - 1,
    value,
    tone: toneOf(state, own.marks[at]),
    disabled: isRunning,
    memo: [own, trace.lanes, deleted, isRunning || snapshot.branches, isRunning || snapshot.checkpoints],
    seek: (index) => dispatch({ type: 'scrub', step: list[index]?.step ?? 0 }),
    jump: (id, index) => {
      const to = found.find((lane) => lane.id === id)?.list[index];
      if (to && !isRunning) dispatch({ type: 'goTo', step: to.step, branch: id });
    },
  });
}

/** How the step that is shown looks: a failure in it outweighs what waits, and a question any lesser trouble. */
function toneOf({ run: { snapshot, isRunning } }: State, mark: MarkKind | undefined): Tone {
  const { outcome, paths } = snapshot?.view ?? { outcome: { kind: 'running' }, paths: [] };
  if (isRunning) return 'plain';
  if (outcome.kind === 'failed' || mark === 'error') return 'bad';
  if (outcome.kind === 'completed') return 'ok';
  const active = paths.some(({ status }) => status === 'active');
  if (!active && paths.some(({ status }) => status === 'awaitingAnswers')) return 'ask';
  if (mark === 'warn') return 'warn';
  if (active) return 'plain';
  return paths.some(({ status }) => status === 'blocked') ? 'warn' : 'plain';
}

let last: { entries: RunState['entries']; events: RunState['branchEvents']; lane: ReturnType<typeof laneOf> } = {
  entries: [],
  events: [],
  lane: laneOf([], []),
};

/** The lane of the present branch; while a run flies by, the marks rest. */
function ownLane({ run: { entries, branchEvents, isRunning }, trace }: State) {
  const same = entries === last.entries && branchEvents === last.events;
  if (!same && !(isRunning && trace.flying && last.lane.list.length > 0))
    last = { entries, events: branchEvents, lane: laneOf(entries, branchEvents) };
  return last.lane;
}

/** The first branches and the present one. */
function pick<T extends { id: string }>(branches: T[], present: string): T[] {
  const first = branches.slice(0, LANES);
  const own = branches.find((one) => one.id === present);
  return own && !first.includes(own) ? [...first.slice(0, -1), own] : first;
}
