// @ts-check
// What is marked at elements of the drawing beside what the core draws: breakpoints, watches and forced edges.

import { elementAt } from '../run/stops.js';

/** @typedef {{ id: string, kind: 'stop' | 'watch' | 'take' | 'skip', off?: boolean }} Badge `id` is that of an element of the drawing */

/** @type {{ stops: import('../run/types.d.ts').Breakpoint[], view: import('../engine/types.d.ts').View | null, badges: Badge[] }} */
let last = { stops: [], view: null, badges: [] };

/** The same list for the same facts, so that nothing is painted twice. @param {import('../store.js').State} state @returns {Badge[]} */
export function badgesOf({ stops, run, shows }) {
  const view = shows === 'run' ? run?.view ?? null : null;
  if (last.stops === stops && last.view === view) return last.badges;
  /** @type {Badge[]} */
  const badges = [];
  for (const { at, off = false } of stops) {
    const found = elementAt(at, view);
    if (found) badges.push({ id: found.diagramId, kind: found.kind === 'field' ? 'watch' : 'stop', off });
  }
  for (const { edge, mode } of view?.forces ?? []) badges.push({ id: edge, kind: mode });
  last = { stops, view, badges };
  return badges;
}
