// Makes a drawing one tab stop with a roving focus, which stays where it is when the drawing changes.

import { moduleOf } from './chevron.ts';
import { isRow, kindOf, type Drawing } from './drawing.ts';
import { graphOf, walk, type Graph } from './walk.ts';

/** How far Shift and an arrow move the drawing, in pixels: the view goes the other way. */
const PANS: Record<string, [number, number]> = {
  ArrowLeft: [60, 0],
  ArrowRight: [-60, 0],
  ArrowUp: [0, 60],
  ArrowDown: [0, -60],
};

export class RovingFocus {
  #drawing: Drawing | null = null;
  #graph: Graph | null = null;
  /** The node that a walk left last. */
  #came = '';
  #root: () => ShadowRoot | null;

  /** @param root where the drawing stands */
  constructor(root: () => ShadowRoot | null) {
    this.#root = root;
  }

  /**
   * Another drawing took the place of the last one: what had the focus gets it again, by its name; where that is gone,
   * the tab stop does.
   * @param wanted where the tab stop should be, the first that is drawn
   * @param name of what had the focus
   */
  take(drawing: Drawing, wanted: (string | null)[], name: string | null) {
    this.#drawing = drawing;
    this.#graph = null;
    this.#came = '';
    this.place(wanted);
    if (name !== null) this.focus(drawing.stops.find((id) => drawing.names.get(id) === name));
  }

  /** The name of the element that has the focus. */
  get focusedName() {
    const id = this.#focused;
    return id ? (this.#drawing?.names.get(id) ?? null) : null;
  }

  get #focused() {
    const id = this.#root()?.activeElement?.id ?? '';
    return kindOf(id) || isRow(id) || moduleOf(id) ? id : null;
  }

  /**
   * Puts the one tab stop on the first of these that is drawn, else on the first element; never away from the focus.
   */
  place(wanted: (string | null)[]) {
    const drawing = this.#drawing;
    if (!drawing) return;
    // A node may be drawn as a container.
    const list = [this.#focused, ...wanted.flatMap((id) => [id, id?.replace(/^n/, 'c') ?? null])];
    const stop = list.find((id) => id && drawing.groups.has(id)) ?? drawing.elements[0];
    if (stop) this.#stopAt(drawing, stop);
  }

  /** Puts the focus on an element, by default on the tab stop. */
  focus(
    id: string | undefined = this.#drawing?.stops.find(
      (id) => this.#drawing?.groups.get(id)?.getAttribute('tabindex') === '0',
    ),
  ) {
    if (!id || !this.#drawing) return;
    this.#stopAt(this.#drawing, id);
    this.#drawing.groups.get(id)?.focus();
  }

  /** Writes only what differs: this runs with every step. */
  #stopAt(drawing: Drawing, stop: string) {
    for (const id of drawing.stops) {
      const group = drawing.groups.get(id);
      const index = id === stop ? '0' : '-1';
      if (group && group.getAttribute('tabindex') !== index) group.setAttribute('tabindex', index);
    }
  }

  /** Where a key leads; null when it leads nowhere. */
  walk(from: string, key: string, across: boolean) {
    if (!this.#drawing) return null;
    const { elements, names, rowEnds, chevrons } = this.#drawing;
    this.#graph ??= graphOf(elements, names, across, rowEnds, chevrons);
    const to = walk(this.#graph, from, key, this.#came);
    if (!from.startsWith('e') && !isRow(from)) this.#came = moduleOf(from) ?? from;
    return to;
  }
}

/** How far a key moves the view, in pixels; null for other keys. */
export const panOf = ({ key, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent) =>
  shiftKey && !altKey && !ctrlKey && !metaKey ? (PANS[key] ?? null) : null;
