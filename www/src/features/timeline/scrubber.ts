// The scrubber of the timeline: what its view is given of branches, checkpoints and the step that is shown.

import { laneOf, lanesOf, type MarkKind } from '../../run/timeline-marks.ts';
import { scrubber, type ScrubberOptions } from '../../views/scrubber.ts';
import { isOnBranch, shownBranches } from '../../store/shown-branches.ts';
import { computed } from '../../protocol/computed.ts';
import type { Position } from '../../protocol/positions.ts';
import type { Tone } from '../../run/path-status.ts';
import type { Dispatch, State } from '../../store/state.ts';

/** Branches that are drawn; the list of branches has them all. */
const LANES = 5;

/** @param at index of the cursor @param value the position in words */
export function bar(state: State, dispatch: Dispatch, list: Position[], at: number, value: string) {
  const { snapshot, isRunning } = state.run;
  if (!snapshot) return '';
  return scrubber({
    ...drawnLanes({ state, dispatch }),
    present: snapshot.position.branch,
    at,
    last: list.length - 1,
    value,
    tone: toneOf(state, ownLane(state).marks[at]),
    disabled: isRunning,
    seek: (index) => dispatch({ type: 'scrub', step: list[index]?.step ?? 0 }),
  });
}

interface LaneSource {
  state: State;
  dispatch: Dispatch;
}

/** The lanes, and what a press on one does: the same as long as nothing of them changed. */
const drawnLanes = computed(
  ({ state, dispatch }: LaneSource) => {
    const { snapshot, isRunning } = state.run;
    const { branches, checkpoints, position } = snapshot ?? {};
    return [
      ownLane(state),
      position?.branch,
      state.trace.lanes,
      state.deleted,
      isRunning || branches,
      isRunning || checkpoints,
      dispatch,
    ];
  },
  ({ state, dispatch }): Pick<ScrubberOptions, 'lanes' | 'jump'> => {
    const { trace, run } = state;
    const { branches = [], checkpoints = [], position } = run.snapshot ?? {};
    const present = position?.branch ?? '';
    const own = ownLane(state);
    const found = lanesOf(pick(shownBranches(state), present), (id) =>
      id === present ? own : (trace.lanes[id] ?? null),
    );
    const lanes = found.map((lane) => ({
      ...lane,
      flags: checkpoints
        .filter((checkpoint) => isOnBranch(branches, lane.id, checkpoint))
        .map(({ step }) => lane.list.findIndex((p) => p.first <= step && step <= p.step))
        .filter((index) => index >= 0),
    }));
    const jump = (id: string, index: number) => {
      const to = found.find((lane) => lane.id === id)?.list[index];
      if (to && !run.isRunning) dispatch({ type: 'goTo', step: to.step, branch: id });
    };
    return { lanes, jump };
  },
);

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

/** The lane of the present branch; while a run flies by, the marks rest. */
const ownLane = computed(
  ({ run: { entries, branchEvents, isRunning }, trace }: State) =>
    isRunning && trace.flying ? [entries.length > 0] : [entries, branchEvents],
  ({ run: { entries, branchEvents } }) => laneOf(entries, branchEvents),
);

/** The first branches and the present one. */
function pick<T extends { id: string }>(branches: T[], present: string): T[] {
  const first = branches.slice(0, LANES);
  const own = branches.find((branch) => branch.id === present);
  return own && !first.includes(own) ? [...first.slice(0, -1), own] : first;
}
