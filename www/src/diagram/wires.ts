// The lines between a card and the contexts that it reads and writes: their ways, and the elements that show them.

import { make } from './make.ts';
import type { Box } from './geometry.ts';
import type { Wire } from '../protocol/types.ts';

/** What a wire joins, in the numbers of whatever it is drawn into. */
export interface WireEnds {
  kind: 'reads' | 'writes' | 'uses';
  /** The card, and what of it says so: its row, else its head. */
  card: Box;
  row: Box;
  /** The card in the rail, and what of it is meant: a field, else its head. */
  store: Box;
  field: Box;
}

/** A way on horizontals and verticals, from the card to the store. */
export type Way = [x: number, y: number][];

/** Of the quarter circles at the corners, in drawing units. */
const RADIUS = 9;
/** Between the verticals of two wires, and between a vertical and the cards beside it. */
const LANE = 7;
/** Between the ends of wires at one row. */
const STEP = 5;
const HEAD = { length: 7, half: 3.5 };
/** So many wires are drawn without being asked for. */
export const FEW_WIRES = 4;
/** The part of a card that stands for it, in drawing units. */
const CARD_HEAD = 26;

/**
 * What a wire joins; null where a part of it is not drawn.
 * @param ids of all groups
 * @param place the box of a group
 */
export function endsOf(
  { kind, node, row, store, fields }: Wire,
  ids: Iterable<string>,
  place: (id: string) => Box | null,
): WireEnds | null {
  const [card, to] = [place(node), place(store)];
  if (!card || !to) return null;
  const [only] = fields.length === 1 ? fields : [];
  // Where paths differ a field has a cell for each.
  const cell = only && (place(`a_${only}`) ?? placeOfFirst(`a_${only}-`, ids, place));
  return {
    kind,
    card,
    row: (row && place(`a_${row}`)) || headOfCard(card),
    store: to,
    field: cell || headOfCard(to),
  };
}

function placeOfFirst(prefix: string, ids: Iterable<string>, place: (id: string) => Box | null) {
  const first = [...ids].find((id) => id.startsWith(prefix));
  return first === undefined ? null : place(first);
}

const headOfCard = (card: Box): Box => ({ ...card, height: Math.min(CARD_HEAD, card.height) });

/** Whether one of these wires passes a card other than its own. */
export const passACard = (wires: readonly WireEnds[], cards: readonly Box[]) =>
  waysOf(wires).some((way, i) => {
    const own = wires[i]?.card;
    return passes(
      way,
      cards.filter((card) => card.x !== own?.x || card.y !== own.y),
    );
  });

const right = ({ x, width }: Box) => x + width;
const middle = ({ y, height }: Box) => y + height / 2;

/**
 * The ways of wires that are shown together. The verticals to a rail right of the flow stand just left of it, those to
 * a rail below beside their cards.
 */
export function waysOf(wires: readonly WireEnds[]): Way[] {
  const ways: Way[] = wires.map(() => []);
  const order = wires
    .map((wire, index) => ({ wire, index, rise: middle(wire.field) - middle(wire.row) }))
    .sort((a, b) => a.rise - b.rise);
  const atRow: Map<string, number> = new Map();
  const counts: Map<string, number> = new Map();
  const rowOf = ({ row }: WireEnds) => `${Math.round(row.x)} ${Math.round(row.y)}`;
  for (const { wire } of order) counts.set(rowOf(wire), (counts.get(rowOf(wire)) ?? 0) + 1);
  const ups = order.filter(({ rise }) => rise < 0).length;
  order.forEach(({ wire, index, rise }, position) => {
    const key = rowOf(wire);
    const place = atRow.get(key) ?? 0;
    atRow.set(key, place + 1);
    const off = (place - ((counts.get(key) ?? 1) - 1) / 2) * STEP;
    const y = middle(wire.row) + Math.max(-wire.row.height / 2 + 2, Math.min(wire.row.height / 2 - 2, off));
    // The farthest turns first: so none crosses another of its row.
    const lane = rise < 0 ? position : ups + order.length - 1 - position;
    ways[index] =
      wire.store.x >= right(wire.card) + 2 * LANE ? beside(wire, y, lane, order.length) : below(wire, y, lane);
  });
  return ways;
}

/** To a store at the right of its card. */
function beside({ card, store, field }: WireEnds, y: number, lane: number, count: number): Way {
  const first = Math.max(right(card) + LANE, store.x - LANE * (count + 1));
  const x = Math.min(store.x - LANE - 3, first + lane * LANE);
  return [
    [right(card), y],
    [x, y],
    [x, middle(field)],
    [store.x, middle(field)],
  ];
}

/** To a store below its card: down beside the card, then along above the store. */
function below({ card, store }: WireEnds, y: number, lane: number): Way {
  const x = right(card) + LANE * (lane + 1);
  const to = store.x + store.width / 2 + lane * LANE;
  const above = store.y - LANE - 4;
  return [
    [right(card), y],
    [x, y],
    [x, above],
    [to, above],
    [to, store.y],
  ];
}

/** Whether a way passes one of these boxes. */
const passes = (way: Way, boxes: readonly Box[]) =>
  way.some(([x, y], i) => {
    const [fromX, fromY] = way[i - 1] ?? [x, y];
    const [left, top] = [Math.min(x, fromX), Math.min(y, fromY)];
    const [end, bottom] = [Math.max(x, fromX), Math.max(y, fromY)];
    return boxes.some(
      (box) => left < right(box) - 1 && end > box.x + 1 && top < box.y + box.height - 1 && bottom > box.y + 1,
    );
  });

/** A way as the data of a path, with round corners. */
export function pathOf(way: Way): string {
  const points = way.filter(([x, y], i) => i === 0 || x !== way[i - 1]?.[0] || y !== way[i - 1]?.[1]);
  const text = ([x, y]: [number, number]) => `${round(x)},${round(y)}`;
  let data = '';
  points.forEach((at, i) => {
    const [before, after] = [points[i - 1], points[i + 1]];
    if (!before) data += `M${text(at)}`;
    else if (!after) data += `L${text(at)}`;
    else {
      const radius = Math.min(RADIUS, distance(before, at) / 2, distance(at, after) / 2);
      data += `L${text(toward(at, before, radius))}Q${text(at)} ${text(toward(at, after, radius))}`;
    }
  });
  return data;
}

const round = (n: number) => Math.round(n * 100) / 100;
const distance = (a: [number, number], b: [number, number]) => Math.hypot(a[0] - b[0], a[1] - b[1]);

function toward(from: [number, number], to: [number, number], by: number): [number, number] {
  const length = distance(from, to) || 1;
  return [from[0] + ((to[0] - from[0]) * by) / length, from[1] + ((to[1] - from[1]) * by) / length];
}

/** The head: at the store of what is written, at the card of what is read. */
export function headOf(way: Way, kind: WireEnds['kind']): string {
  const ends = kind === 'writes' ? [way.at(-1), way.at(-2)] : [way[0], way[1]];
  const [tip, from] = ends;
  if (!tip || !from) return '';
  const length = distance(tip, from) || 1;
  const [dx, dy] = [(tip[0] - from[0]) / length, (tip[1] - from[1]) / length];
  const [x, y] = [tip[0] - dx * HEAD.length, tip[1] - dy * HEAD.length];
  const [nx, ny] = [-dy * HEAD.half, dx * HEAD.half];
  return `M${round(tip[0])},${round(tip[1])}L${round(x + nx)},${round(y + ny)}L${round(x - nx)},${round(y - ny)}Z`;
}

/**
 * The elements of wires.
 * @param near an element of the document they will stand in
 * @param looks classes of each, beside its kind
 */
export function wireElements(near: Element, wires: readonly WireEnds[], looks: readonly string[]): Element[] {
  return waysOf(wires).flatMap((way, i) => {
    const kind = wires[i]?.kind ?? 'uses';
    const look = ['wire', kind, looks[i]].filter(Boolean).join(' ');
    const line = make(near, 'path', { d: pathOf(way), class: look, fill: 'none' });
    return kind === 'uses' ? [line] : [line, make(near, 'path', { d: headOf(way, kind), class: `wire-head ${look}` })];
  });
}
