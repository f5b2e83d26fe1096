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
  const bad: Set<Drawn> = new Set();
  const pieces = new Map(lines.map((line) => [line, piecesOf(line)]));
  for (const [line, list] of pieces)
    if (list.some((piece) => hitsBox(piece, boxes, labels)) || hitsLabel(line, boxes, labels)) bad.add(line);
  const placed: Grid<Piece> = new Grid();
  for (const piece of [...pieces.values()].flat()) placed.add(piece.span, piece);
  const rivals: Map<Drawn, Set<Drawn>> = new Map();
  for (const [line, list] of pieces)
    for (const piece of list)
      for (const { item } of placed.near(grown(piece.span, LEAST.line)))
        if (item.line !== line && isOnTop(piece, item))
          rivals.set(line, (rivals.get(line) ?? new Set()).add(item.line));
  // The line that is in the way of most others goes first.
  for (;;) {
    const open = [...rivals].map(([line, others]) => ({
      line,
      count: bad.has(line) ? 0 : [...others].filter((other) => !bad.has(other)).length,
    }));
    const worst = open.reduce((most, one) => (one.count > most.count ? one : most), {
      line: null as Drawn | null,
      count: 0,
    });
    if (!worst.line) return bad;
    bad.add(worst.line);
  }
}

function hitsBox({ line, span }: Piece, boxes: Grid<Card>, labels: Grid<Drawn>) {
  const inCard = boxes
    .near(grown(span, LEAST.card))
    .some(({ item }) => !line.targets.includes(item) || (!item.outline && overlaps(grown(item.box, -1), span)));
  return inCard || labels.near(grown(span, LEAST.label)).length > 0;
}

function hitsLabel({ label }: Drawn, boxes: Grid<Card>, labels: Grid<Drawn>) {
  return label !== null && (boxes.near(label).length > 0 || labels.near(label).length > 1);
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
