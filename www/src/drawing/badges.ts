// What is marked at elements of the drawing beside what the core draws: paths, open questions, breakpoints, watches and
// forced edges.

import { elementAt } from '../run/breakpoints.ts';
import { openQuestions } from '../run/waiting.ts';
import { standingOf } from '../diagram/standing.ts';
import type { Asking, Badge } from '../diagram/types.ts';
import type { Breakpoint, View } from '../protocol/types.ts';
import type { State } from '../store/state.ts';

let last: { stops: Breakpoint[]; view: View | null; badges: Badge[] } = { stops: [], view: null, badges: [] };

/** The same list for the same facts, so that nothing is painted twice. */
export function badgesOf({ breakpoints, run: { snapshot, shows, branchEvents }, picture }: State): Badge[] {
  // The drawing may still be of an earlier text.
  const view = shows === 'run' && snapshot && picture?.machine === snapshot.view.machineHash ? snapshot.view : null;
  if (last.stops === breakpoints && last.view === view) return last.badges;
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
  last = { stops: breakpoints, view, badges };
  return badges;
}
