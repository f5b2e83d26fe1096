// @ts-check
// What is marked at elements of the drawing beside what the core draws: breakpoints and forced edges.

import { edgeId } from '../run/edges.js';

/** @typedef {{ id: string, kind: 'stop' | 'take' | 'skip' }} Badge `id` is that of an element of the drawing */

/** @type {{ stops: string[], view: import('../engine/types.d.ts').View | null, badges: Badge[] }} */
let last = { stops: [], view: null, badges: [] };

/** The same list for the same facts, so that nothing is painted twice. @param {import('../store.js').State} state @returns {Badge[]} */
export function badgesOf({ stops, run, shows }) {
  const view = shows === 'run' ? run?.view ?? null : null;
  if (last.stops === stops && last.view === view) return last.badges;
  /** @type {Badge[]} */
  const badges = [];
  for (const key of view ? stops : []) {
    const id = view?.nodes[key]?.diagramId ?? edgeId(view?.edges ?? [], key);
    if (id) badges.push({ id, kind: 'stop' });
  }
  for (const { edge, mode } of view?.forces ?? []) badges.push({ id: edge, kind: mode });
  last = { stops, view, badges };
  return badges;
}
