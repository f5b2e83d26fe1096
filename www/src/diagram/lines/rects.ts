// Rectangles, and the sides where lines leave them.

import type { Card, Container, Point, Rect } from './types.ts';

export type Side = 'top' | 'bottom' | 'left' | 'right';

export const widthOf = ({ left, right }: Rect) => right - left;
export const heightOf = ({ top, bottom }: Rect) => bottom - top;
export const centerOf = ({ left, top, right, bottom }: Rect): Point => ({
  x: (left + right) / 2,
  y: (top + bottom) / 2,
});

export const grown = ({ left, top, right, bottom }: Rect, by: number): Rect => ({
  left: left - by,
  top: top - by,
  right: right + by,
  bottom: bottom + by,
});

export const moved = ({ left, top, right, bottom }: Rect, { x, y }: Point): Rect => ({
  left: left + x,
  top: top + y,
  right: right + x,
  bottom: bottom + y,
});

export const overlaps = (a: Rect, b: Rect) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

export const contains = (outer: Rect, inner: Rect) =>
  inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom;

export const hasPoint = (box: Rect, { x, y }: Point) =>
  x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;

/** Around all of them. @returns null for none */
export function around(rects: Rect[]): Rect | null {
  if (rects.length === 0) return null;
  return {
    left: Math.min(...rects.map(({ left }) => left)),
    top: Math.min(...rects.map(({ top }) => top)),
    right: Math.max(...rects.map(({ right }) => right)),
    bottom: Math.max(...rects.map(({ bottom }) => bottom)),
  };
}

/** Around a piece of a line. */
export const spanOf = (a: Point, b: Point): Rect => ({
  left: Math.min(a.x, b.x),
  top: Math.min(a.y, b.y),
  right: Math.max(a.x, b.x),
  bottom: Math.max(a.y, b.y),
});

/** The side of a box whose border is nearest to a point, and how far it is. */
export function nearestSide({ left, top, right, bottom }: Rect, { x, y }: Point): { side: Side; distance: number } {
  // Beside the box, the distance to the end of a side counts too.
  const [beyondX, beyondY] = [Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom)];
  const sides: [Side, number][] = [
    ['top', Math.hypot(y - top, beyondX)],
    ['bottom', Math.hypot(y - bottom, beyondX)],
    ['left', Math.hypot(x - left, beyondY)],
    ['right', Math.hypot(x - right, beyondY)],
  ];
  const [side, distance] = sides.reduce((least, one) => (one[1] < least[1] ? one : least));
  return { side, distance };
}

/** Where a line at `x` meets the upper or lower border of what it joins. */
export function borderAt(target: Card | Container, side: 'top' | 'bottom', x: number): number {
  const plain = target.box[side];
  const outline = 'outline' in target ? target.outline : null;
  if (!outline) return plain;
  const ys = outline.flatMap((to, i) => {
    const from = outline.at(i - 1) ?? to;
    if (from.x === to.x || (from.x - x) * (to.x - x) > 0) return [];
    return [from.y + ((to.y - from.y) * (x - from.x)) / (to.x - from.x)];
  });
  if (ys.length === 0) return plain;
  return side === 'top' ? Math.min(...ys) : Math.max(...ys);
}

/** Whether something that joins two boxes has an end in a container, not only at its border. */
export const isInside = (line: Record<'upper' | 'lower', { target: { box: Rect } }>, { box }: { box: Rect }) =>
  [line.upper, line.lower].some(({ target }) => target.box !== box && contains(box, target.box));
