// @ts-check
// What is marked at elements of the drawing beside what the core draws: paths, open questions, breakpoints, watches and
// forced edges.

import { coloursOf } from '../run/colors.js';
import { elementAt } from '../run/breakpoints.js';
import { openQuestions } from '../run/waiting.js';
import { isLive } from './values.js';

/**
 * @typedef {{ id: string, kind: 'stop' | 'watch' | 'take' | 'skip', off?: boolean }} Sign `id` is that of an element of the drawing
 * @typedef {{ id: string, kind: 'paths', paths: { id: string, colour: number }[] }} Standing
 * @typedef {{ id: string, kind: 'asks', n: number }} Asking `n`: questions that are open
 * @typedef {Sign | Standing | Asking} Badge
 */

/** @type {{ stops: import('../run/types.ts').Breakpoint[], view: import('../protocol/types.ts').View | null, badges: Badge[] }} */
let last = { stops: [], view: null, badges: [] };

/** The same list for the same facts, so that nothing is painted twice. @param {import('./store.js').State} state @returns {Badge[]} */
export function badgesOf({ stops, run, shows, events, picture }) {
  // The drawing may still be of an earlier text.
  const view = shows === 'run' && run && picture?.machine === run.view.machineHash ? run.view : null;
  if (last.stops === stops && last.view === view) return last.badges;
  /** @type {Badge[]} */
  const badges = [];
  if (view) badges.push(...standingOf(view, events));
  /** @type {Map<string, Asking>} */
  const asking = new Map();
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
 * @param {import('../protocol/types.ts').View} view @param {import('../protocol/types.ts').Event[]} events of the branch @returns {Standing[]}
 */
export function standingOf({ nodes, paths }, events) {
  const colours = coloursOf(events);
  /** @type {Map<string, Standing>} */
  const standing = new Map();
  const stand = (/** @type {string} */ id, /** @type {string} */ path) => {
    const here = standing.get(id) ?? { id, kind: 'paths', paths: [] };
    here.paths.push({ id: path, colour: colours.get(path) ?? 1 });
    standing.set(id, here);
  };
  for (const { id, node, status } of paths) if (isLive(status) && nodes[node]) stand(nodes[node].diagramId, id);
  for (const { diagramId, completed, failed } of Object.values(nodes)) if (!standing.has(diagramId)) for (const path of [...failed, ...completed]) stand(diagramId, path);
  return [...standing.values()];
}
