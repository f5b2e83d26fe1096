// @ts-check
// Member `u` of a link: what the page shows, in names that survive edits, and back.

import { edgeId, edgeKey } from '../protocol/edge-keys.js';

/**
 * @typedef {NonNullable<import('./types.ts').LinkDocument['u']>} LinkView
 * @typedef {import('./types.ts').Breakpoint} Breakpoint
 * @typedef {import('../protocol/types.ts').View} View
 * @typedef {{ layout?: string, panel: string, direction?: string, path: string | null, selected: string | null, stops: Breakpoint[] }} Shown `selected` is a diagram id
 */

const LAYOUTS = /** @type {const} */ (['split', 'code', 'diagram', 'run']);
const DEFAULTS = { w: 'split', p: 'contexts' };

/**
 * Only what is not as the page begins.
 * @param {Shown} shown
 * @param {View | null} view
 * @returns {LinkView}
 */
export function viewOf({ layout, panel, direction, path, selected, stops }, view) {
  const b = stops.map(({ at, if: when, off }) => ({ at, ...(when ? { if: when } : {}), ...(off === true ? { off } : {}) }));
  const members = {
    w: LAYOUTS.find((one) => one === layout), p: panel, d: /** @type {const} */ (['TB', 'LR']).find((one) => one === direction), h: path ?? undefined, n: keyOf(selected, view) ?? undefined, b,
  };
  const kept = Object.entries(members).filter(([key, value]) => value !== undefined && value !== /** @type {any} */ (DEFAULTS)[key] && !(Array.isArray(value) && value.length === 0));
  return Object.fromEntries(kept);
}

/**
 * What of it can be shown; elements that are not there are left out, breakpoints of them are kept.
 * @param {LinkView} u
 * @param {View | null} view
 * @param {(panel: string) => boolean} isPanel
 * @returns {Partial<Shown>}
 */
export function shownOf({ w, p, d, h, n, b }, view, isPanel) {
  const selected = n === undefined ? null : idOf(n, view);
  return {
    ...(w === undefined ? {} : { layout: w }),
    ...(p !== undefined && isPanel(p) ? { panel: p } : {}),
    ...(d === undefined ? {} : { direction: d }),
    ...(h !== undefined && view?.paths.some((path) => path.id === h) ? { path: h } : {}),
    ...(selected === null ? {} : { selected }),
    ...(b === undefined ? {} : { stops: b }),
  };
}

/** @param {string | null} id diagram id @param {View | null} view @returns {string | null} node id or edge key */
function keyOf(id, view) {
  if (id === null || view === null) return null;
  if (id.startsWith('e')) return edgeKey(view.edges, id);
  // A node and the container it is drawn as have the same number.
  return Object.entries(view.nodes).find(([, node]) => node.diagramId.slice(1) === id.slice(1))?.[0] ?? null;
}

/** @param {string} key @param {View | null} view */
function idOf(key, view) {
  if (view === null) return null;
  return Object.hasOwn(view.nodes, key) ? view.nodes[key].diagramId : edgeId(view.edges, key);
}
