// Whether new lines hold what they promise: none goes through a card or a label, none lies on another.

import { Grid } from './grid.ts';
import { grown, overlaps, spanOf } from './rects.ts';
import type { Card, Container, Point, Rect } from './types.ts';

/** A line as it would be drawn. `targets` are what it joins. */
export interface Drawn {
  corners: Point[];
  label: Rect | null;
  targets: (Card | Container)[];
}

/** What a line keeps at least from cards, labels, and lines beside it. */
const LEAST = { card: 2, label: 0.5, line: 3 };
/** So much of two lines may lie beside each other that near. */
const TOUCH = 4;

interface Piece {
  line: Drawn;
  span: Rect;
  isUpright: boolean;
}

const piecesOf = (line: Drawn): Piece[] =>
  line.corners.slice(1).map((to, i) => {
    const from = line.corners[i] ?? to;
    return { line, span: spanOf(from, to), isUpright: from.x === to.x };
  });

/** @returns the lines that have to go so that no fault remains */
export function faulty(lines: Drawn[], cards: Card[]): Set<Drawn> {
  const boxes: Grid<Card> = new Grid();
  for (const card of cards) boxes.add(card.box, card);
  const labels: Grid<Drawn> = new Grid();
  for (const line of lines) if (line.label) labels.add(line.label, line);
  const placed: Grid<Piece> = new Grid();
  const pieces = lines.flatMap(piecesOf);
  for (const piece of pieces) placed.add(piece.span, piece);
  const bad: Set<Drawn> = new Set();
  const rivals: Map<Drawn, Set<Drawn>> = new Map();
  const oppose = (a: Drawn, b: Drawn) => {
    for (const [one, other] of [
      [a, b],
      [b, a],
    ] as const)
      rivals.set(one, (rivals.get(one) ?? new Set()).add(other));
  };
  for (const line of lines) {
    if (!line.label) continue;
    if (boxes.near(line.label).length > 0) bad.add(line);
    for (const { item } of labels.near(line.label)) if (item !== line) oppose(line, item);
  }
  for (const piece of pieces) {
    const { line, span } = piece;
    if (hitsCard(piece, boxes)) bad.add(line);
    for (const { item } of labels.near(grown(span, LEAST.label)))
      if (item === line) bad.add(line);
      else oppose(line, item);
    for (const { item } of placed.near(grown(span, LEAST.line)))
      if (item.line !== line && isOnTop(piece, item)) oppose(line, item.line);
  }
  // The line that is in the way of most others goes first. One that keeps its spline anyway cannot go.
  for (;;) {
    let [worst, most]: [Drawn | null, number] = [null, 0];
    for (const [line, others] of rivals) {
      if (bad.has(line) || line.corners.length === 0) continue;
      const count = [...others].filter((other) => !bad.has(other)).length;
      if (count > most) [worst, most] = [line, count];
    }
    if (!worst) return bad;
    bad.add(worst);
  }
}

function hitsCard({ line, span }: Piece, boxes: Grid<Card>) {
  return boxes
    .near(grown(span, LEAST.card))
    .some(({ item }) => !line.targets.includes(item) || (!item.outline && overlaps(grown(item.box, -1), span)));
}

function isOnTop(a: Piece, b: Piece) {
  if (a.isUpright !== b.isUpright) return false;
  const [near, along] = a.isUpright
    ? ([
        ['left', 'right'],
        ['top', 'bottom'],
      ] as const)
    : ([
        ['top', 'bottom'],
        ['left', 'right'],
      ] as const);
  const length = Math.min(a.span[along[1]], b.span[along[1]]) - Math.max(a.span[along[0]], b.span[along[0]]);
  return Math.abs(a.span[near[0]] - b.span[near[0]]) < LEAST.line && length > TOUCH;
}
