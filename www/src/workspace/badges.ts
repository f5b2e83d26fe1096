// What is marked at elements of the drawing beside what the core draws: paths, open questions, breakpoints, watches and
// forced edges.

import { coloursOf } from '../run/colors.ts';
import { elementAt } from '../run/breakpoints.ts';
import { openQuestions } from '../run/waiting.ts';
import { isLive } from './values.ts';
import type { Asking, Badge, Standing } from '../diagram/types.ts';
import type { Breakpoint, Event, View } from '../protocol/types.ts';
import type { State } from './state.ts';

let last: { stops: Breakpoint[]; view: View | null; badges: Badge[] } = { stops: [], view: null, badges: [] };

/** The same list for the same facts, so that nothing is painted twice. */
export function badgesOf({ stops, run, shows, events, picture }: State): Badge[] {
  // The drawing may still be of an earlier text.
  const view = shows === 'run' && run && picture?.machine === run.view.machineHash ? run.view : null;
  if (last.stops === stops && last.view === view) return last.badges;
  const badges: Badge[] = [];
  if (view) badges.push(...standingOf(view, events));
  const asking: Map<string, Asking> = new Map();
  for (const { node } of view ? openQuestions(run) : []) {
    const id = view?.nodes[node]?.diagramId ?? '';
    asking.set(id, { id, kind: 'asks', n: (asking.get(id)?.n ?? 0) + 1 });
  }
  badges.push(...asking.values());
  for (const { edge, mode } of view?.forces ?? []) badges.push({ id: edge, kind: mode });
  for (const { at, off = false } of stops) {
    const found = elementAt(at, view);
    if (found) badges.push({ id: found.diagramId, kind: found.kind === 'field' ? 'watch' : 'stop', off });
  }
  last = { stops, view, badges };
  return badges;
}

/**
 * Which paths stand where, in their colors; where none is live, those that ended there.
 * @param events of the branch
 */
export function standingOf({ nodes, paths }: View, events: Event[]): Standing[] {
  const colours = coloursOf(events);
  const standing: Map<string, Standing> = new Map();
  const stand = (id: string, path: string) => {
    const here = standing.get(id) ?? { id, kind: 'paths', paths: [] };
    here.paths.push({ id: path, colour: colours.get(path) ?? 1 });
    standing.set(id, here);
  };
  for (const { id, node, status } of paths) if (isLive(status) && nodes[node]) stand(nodes[node].diagramId, id);
  for (const { diagramId, completed, failed } of Object.values(nodes))
    if (!standing.has(diagramId)) for (const path of [...failed, ...completed]) stand(diagramId, path);
  return [...standing.values()];
}
