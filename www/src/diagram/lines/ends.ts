// Where the line of an edge begins and ends: at a side of a card, or of the container at whose border it is cut.

import { grown, hasPoint, nearestSide, spanOf } from './rects.ts';
import { yOf, type End, type Line } from './rows.ts';
import type { Card, Container, Edge, Point, Rect } from './types.ts';

/** So far from a border its line may end; Graphviz stops before thick arrowheads, and inside of shapes. */
const TOUCH = { container: 5, card: 8, shape: 16 };
/** What arrowheads keep from a border at most. */
const MOST_GAP = 6;
/** What is near a corner of a container. */
const CORNER = 24;

/** What an edge joins and at which sides; null where that cannot be told. */
export function lineOf(edge: Edge, cards: ReadonlyMap<string, Card>, containers: Container[]): Line | null {
  const [tail, head] = [targetOf(edge, 0, cards, containers), targetOf(edge, 1, cards, containers)];
  if (!tail || !head || tail === head || edge.guide.length < 2) return null;
  const ends = [
    endOf(tail, edge.tips[0], edge.heads[0], 'name' in head ? head.box : spanOf(edge.tips[1], edge.tips[1])),
    endOf(head, edge.tips[1], edge.heads[1], 'name' in tail ? tail.box : spanOf(edge.tips[0], edge.tips[0])),
  ] as const;
  const isFlipped = yOf(ends[0]) > yOf(ends[1]);
  const [upper, lower] = isFlipped ? [ends[1], ends[0]] : ends;
  if (upper.side === 'top' || lower.side === 'bottom') return null;
  return {
    upper,
    lower,
    isFlipped,
    guide: edge.guide,
    label: edge.label,
    stops: [],
    labelStop: null,
    along: 0,
    loose: null,
  };
}

/** The card of an end, else the container at whose border the line is cut. */
function targetOf(edge: Edge, end: 0 | 1, cards: ReadonlyMap<string, Card>, containers: Container[]) {
  const tip = edge.tips[end];
  const card = cards.get(end === 0 ? edge.tail : edge.head);
  if (card && hasPoint(grown(card.box, card.outline ? TOUCH.shape : TOUCH.card), tip)) return card;
  const near = containers
    .map((container) => ({ container, distance: nearestSide(container.box, tip).distance }))
    .reduce((least, one) => (one.distance < least.distance ? one : least), {
      container: null as Container | null,
      distance: TOUCH.container,
    });
  return near.container;
}

/** @param other what the line goes to */
function endOf(target: Card | Container, tip: Point, head: number, other: Rect): End {
  const { box } = target;
  const { side, distance } = nearestSide(box, tip);
  const gap =
    head > 0 ? Math.min(MOST_GAP, 'outline' in target && target.outline ? farFrom(target.outline, tip) : distance) : 0;
  if (!('name' in target)) {
    // A line that leaves near a corner, or sideways before it goes on, leaves the side that it goes to.
    if (other.top > box.bottom + CORNER && tip.y > box.bottom - CORNER)
      return { target, side: 'bottom', tip, head, gap };
    if (other.bottom < box.top - CORNER && tip.y < box.top + CORNER) return { target, side: 'top', tip, head, gap };
    return { target, side, tip, head, gap };
  }
  return { target, side: other.top > box.bottom ? 'bottom' : other.bottom < box.top ? 'top' : side, tip, head, gap };
}

const farFrom = (outline: Point[], { x, y }: Point) =>
  Math.min(...outline.map((one) => Math.hypot(one.x - x, one.y - y)));
