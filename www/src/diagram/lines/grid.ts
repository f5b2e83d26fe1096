// Finds rectangles that are near, without looking at all of them.

import { overlaps } from './rects.ts';
import type { Rect } from './types.ts';

const CELL = 120;

export class Grid<Item> {
  #cells: Map<number, Map<number, { box: Rect; item: Item }[]>> = new Map();

  add(box: Rect, item: Item) {
    const one = { box, item };
    this.#each(box, (column, y) => {
      const cell = column.get(y);
      if (cell) cell.push(one);
      else column.set(y, [one]);
    });
  }

  /** What overlaps a rectangle. An item that was added several times may come several times. */
  near(box: Rect): { box: Rect; item: Item }[] {
    const found: Set<{ box: Rect; item: Item }> = new Set();
    this.#each(box, (column, y) => {
      for (const one of column.get(y) ?? []) if (overlaps(one.box, box)) found.add(one);
    });
    return [...found];
  }

  #each(
    { left, top, right, bottom }: Rect,
    act: (column: Map<number, { box: Rect; item: Item }[]>, y: number) => void,
  ) {
    for (let x = Math.floor(left / CELL); x <= Math.floor(right / CELL); x += 1) {
      let column = this.#cells.get(x);
      if (!column) this.#cells.set(x, (column = new Map()));
      for (let y = Math.floor(top / CELL); y <= Math.floor(bottom / CELL); y += 1) act(column, y);
    }
  }
}
