// The element of the run that an element of the drawing stands for.

import { edgeKey } from '../protocol/edge-keys.ts';
import type { View } from '../protocol/types.ts';
import type { State } from './state.ts';

/**
 * The key of a breakpoint at an element of the drawing, as links write it: a node's id or an edge's key.
 * @param id diagram id
 */
export function keyAt(state: State, id: string | null): string | null {
  const view = state.run.snapshot?.view;
  if (!view || !id) return null;
  if (id.startsWith('e')) return edgeKey(view.edges, id);
  return nodeAt(view, id);
}

/** A node and the container it is drawn as have the same number. */
export function nodeAt(view: View, id: string) {
  return Object.entries(view.nodes).find(([, node]) => node.diagramId.slice(1) === id.slice(1))?.[0] ?? null;
}
