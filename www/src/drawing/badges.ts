// What is marked at elements of the drawing beside what the core draws: paths, open questions, breakpoints, watches and
// forced edges.

import { computed } from '../protocol/computed.ts';
import { elementAt } from '../run/breakpoints.ts';
import { openQuestions } from '../run/waiting.ts';
import { standingOf } from '../diagram/standing.ts';
import type { Asking, Badge } from '../diagram/types.ts';
import type { State } from '../store/state.ts';

/** What the drawing shows of the run: it may still be of an earlier text. */
const drawnView = ({ run: { snapshot, shows }, picture }: State) =>
  shows === 'run' && snapshot && picture?.machine === snapshot.view.machineHash ? snapshot.view : null;

/** The same list for the same facts, so that nothing is painted twice. */
export const badgesOf = computed((state: State) => [state.breakpoints, drawnView(state)], findBadges);

function findBadges(state: State): Badge[] {
  const {
    breakpoints,
    run: { snapshot, branchEvents },
  } = state;
  const view = drawnView(state);
  const badges: Badge[] = [];
  if (view) badges.push(...standingOf(view, branchEvents));
  const asking: Map<string, Asking> = new Map();
  for (const { node } of view ? openQuestions(snapshot) : []) {
    const id = view?.nodes[node]?.diagramId ?? '';
    asking.set(id, { id, kind: 'asks', n: (asking.get(id)?.n ?? 0) + 1 });
  }
  badges.push(...asking.values());
  for (const { edge, mode } of view?.forces ?? []) badges.push({ id: edge, kind: mode });
  for (const { at, off = false } of breakpoints) {
    const found = elementAt(at, view);
    if (found) badges.push({ id: found.diagramId, kind: found.kind === 'field' ? 'watch' : 'stop', off });
  }
  return badges;
}
