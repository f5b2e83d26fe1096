// Turns a drawing so that its flow goes down, and back. Graphviz puts the label of an edge at the right of its line;
// where the flow goes to the right that is above it, so the drawing is turned, not mirrored.

import type { Box } from '../geometry.ts';
import type { Point, Rect } from './types.ts';

export type Flow = 'down' | 'right';

export interface Frame {
  into: (x: number, y: number) => Point;
  back: (point: Point) => Point;
}

export const FRAMES: Record<Flow, Frame> = {
  down: { into: (x, y) => ({ x, y }), back: (point) => point },
  right: { into: (x, y) => ({ x: -y, y: x }), back: ({ x, y }) => ({ x: y, y: -x }) },
};

export function rectOf({ into }: Frame, { x, y, width, height }: Box): Rect {
  const [a, b] = [into(x, y), into(x + width, y + height)];
  return { left: Math.min(a.x, b.x), top: Math.min(a.y, b.y), right: Math.max(a.x, b.x), bottom: Math.max(a.y, b.y) };
}

/**
 * Which way a drawing flows: nodes that an edge joins stand in two ranks, and ranks never share a height, or a width
 * where the flow goes to the right. Where both is so, it counts how far apart they are against their size.
 * @param pairs boxes of nodes that edges join, and the ends of their line
 */
export function flowOf(pairs: { boxes: [Box, Box]; ends: [Point, Point] }[]): Flow {
  let [down, right] = [0, 0];
  for (const {
    boxes: [a, b],
    ends,
  } of pairs) {
    const isBelow = a.y + a.height <= b.y || b.y + b.height <= a.y;
    const isBeside = a.x + a.width <= b.x || b.x + b.width <= a.x;
    if (isBelow && !isBeside) down += 1;
    else if (isBeside && !isBelow) right += 1;
    else if (isBelow && isBeside)
      for (const [box, end] of [[a, ends[0]] as const, [b, ends[1]] as const]) {
        const [level, upright] = [box.x + box.width / 2 - end.x, box.y + box.height / 2 - end.y];
        // The border where the line ends: that of the side, or that above or below.
        if (Math.abs(level) * box.height > Math.abs(upright) * box.width) right += 0.5;
        else down += 0.5;
      }
  }
  return right > down ? 'right' : 'down';
}
