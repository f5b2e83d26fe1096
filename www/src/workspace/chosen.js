// @ts-check
// The element of the run that an element of the drawing stands for.

import { edgeKey } from '../protocol/edge-keys.js';

/** @typedef {import('./store.js').State} State */
/** @typedef {import('../protocol/types.ts').View} View */

/**
 * The key of a breakpoint at an element of the drawing, as links write it: a node's id or an edge's key.
 * @param {State} state @param {string | null} id diagram id @returns {string | null}
 */
export function keyAt(state, id) {
  const view = state.run?.view;
  if (!view || !id) return null;
  if (id.startsWith('e')) return edgeKey(view.edges, id);
  return nodeAt(view, id);
}

/** A node and the container it is drawn as have the same number. @param {View} view @param {string} id */
export function nodeAt(view, id) {
  return Object.entries(view.nodes).find(([, node]) => node.diagramId.slice(1) === id.slice(1))?.[0] ?? null;
}
