// Highlights what the pointer is over: its border and edges get the accent color, and after a while everything
// unrelated is dimmed. Nothing moves.

import type { Drawing as DrawingDrawing } from './drawing.ts';

/** Before what is pointed at is shown, and before the rest steps back. */
const SHOW_MS = 150;
const APART_MS = 400;

/** `ends`: the elements that an edge joins. */
type Drawing = Pick<DrawingDrawing, 'elements' | 'toggle'> & { ends: ReadonlyMap<string, readonly [string, string]> };

export class Hover {
  #at: string | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #drawing: () => Drawing | null;
  #onShow: (id: string | null) => void;

  /** @param onShow what is pointed at now; null for nothing */
  constructor(drawing: () => Drawing | null, onShow: (id: string | null) => void = () => {}) {
    this.#drawing = drawing;
    this.#onShow = onShow;
  }

  /** The pointer is at another element, or at none. */
  move(id: string | null) {
    if (id === this.#at) return;
    this.#clear();
    this.#at = id;
    if (id !== null) this.#timer = setTimeout(() => this.#show(id), SHOW_MS);
  }

  #clear() {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const drawing = this.#drawing();
    if (this.#at !== null)
      for (const id of drawing?.elements ?? [])
        for (const name of ['hover', 'near', 'apart']) drawing?.toggle(id, name, false);
    this.#onShow(null);
  }

  #show(id: string) {
    const drawing = this.#drawing();
    if (!drawing) return;
    const { edges, nodes } = connected(drawing, id);
    this.#onShow(id);
    for (const node of nodes) if (node === id || id.startsWith('e')) drawing.toggle(node, 'hover', true);
    for (const edge of edges) drawing.toggle(edge, 'near', true);
    this.#timer = setTimeout(() => {
      for (const element of drawing.elements)
        drawing.toggle(element, 'apart', !nodes.has(element) && !edges.has(element) && !element.startsWith('c'));
    }, APART_MS - SHOW_MS);
  }
}

/** An element with what it is connected to: a node with its edges and their other ends, an edge with both ends. */
export function connected({ ends }: Pick<Drawing, 'ends'>, id: string) {
  const nodes = new Set([id].filter((node) => !node.startsWith('e')));
  const edges: Set<string> = new Set();
  for (const [edge, [from, to]] of ends) {
    if (edge !== id && from !== id && to !== id) continue;
    edges.add(edge);
    nodes.add(from).add(to);
  }
  return { nodes, edges };
}
