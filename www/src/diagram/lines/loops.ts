// Lines from a card to itself: beside it, one below the other where it is high enough, else around each other.

import { centerOf, heightOf, widthOf } from './rects.ts';
import type { Card, Edge, Point, Rect, Route } from './types.ts';

/** How far a loop goes out; half its height; what loops keep from each other and from the corners of the card. */
const LOOP = { out: 24, half: 8, apart: 8, corner: 8 };
const LABEL = { beside: 5, apart: 5 };

/** @param loops of one card */
export function routeLoops({ box }: Card, loops: Edge[]): Route[] {
  const isLeft = (edge: Edge) => sum(edge.guide) / edge.guide.length < centerOf(box).x;
  const routes: Map<Edge, Route> = new Map();
  for (const left of [true, false]) {
    const mine = loops.filter((edge) => isLeft(edge) === left).sort((a, b) => reach(a, box) - reach(b, box));
    const slot = Math.max(2 * LOOP.half, ...mine.map(({ label }) => (label ? heightOf(label) : 0))) + LABEL.apart;
    const room = heightOf(box) - 2 * LOOP.corner;
    const count = mine.length;
    const middle = centerOf(box).y;
    let out = LOOP.out;
    if (slot * count <= room)
      // One below the other.
      mine.forEach((edge, i) => {
        const at = middle + (i - (count - 1) / 2) * slot;
        routes.set(edge, loopAt(edge, box, { left, middle: at, half: LOOP.half, out, label: at }));
      });
    else if (slot <= room)
      // Around each other, with the labels between.
      mine.forEach((edge, i) => {
        const half = Math.min(LOOP.half + i * LOOP.apart, ((room / 2) * (i + 1)) / count);
        routes.set(edge, loopAt(edge, box, { left, middle, half, out, label: middle }));
        out += edge.label ? LABEL.beside + widthOf(edge.label) + LABEL.apart : LOOP.apart;
      });
    // Labels that are longer than the card is high begin at their loops, and pass above those that follow.
    else
      [...mine].reverse().forEach((edge, i) => {
        const at = middle + room * ((count - i - 0.5) / count - 0.5);
        const half = Math.min(LOOP.half, (room / count) * 0.35);
        const length = edge.label ? heightOf(edge.label) : 0;
        const label = count === 1 ? middle : at - half + length / 2;
        routes.set(edge, loopAt(edge, box, { left, middle: at, half, out, label }));
        out += edge.label ? LABEL.beside + widthOf(edge.label) + LABEL.apart : LOOP.apart;
      });
  }
  return loops.map((edge) => routes.get(edge) ?? { corners: [], label: { x: 0, y: 0 } });
}

const sum = (guide: Point[]) => guide.reduce((all, { x }) => all + x, 0);

/** How far a loop of Graphviz goes out. */
const reach = ({ guide }: Edge, box: Rect) => Math.max(...guide.map(({ x }) => Math.max(x - box.right, box.left - x)));

function loopAt(
  { guide, label }: Edge,
  box: Rect,
  at: { left: boolean; middle: number; half: number; out: number; label: number },
): Route {
  const { left, middle, half, out } = at;
  const border = left ? box.left : box.right;
  const x = left ? border - out : border + out;
  const isUp = (guide[0]?.y ?? 0) > (guide.at(-1)?.y ?? 0);
  const [first, last] = isUp ? [middle + half, middle - half] : [middle - half, middle + half];
  const to = label && {
    x: (left ? x - LABEL.beside - widthOf(label) : x + LABEL.beside) - label.left,
    y: at.label - heightOf(label) / 2 - label.top,
  };
  return {
    corners: [
      { x: border, y: first },
      { x, y: first },
      { x, y: last },
      { x: border, y: last },
    ],
    label: to ?? { x: 0, y: 0 },
  };
}
