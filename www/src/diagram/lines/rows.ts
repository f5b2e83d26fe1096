// The rows of a drawing: what stands beside each other, and how a line gets through between.

import { centerOf, isInside, type Side } from './rects.ts';
import { spread } from './spread.ts';
import { LABEL, ROOM, chain, gapBefore, keepBetween, type Column, type Stop } from './columns.ts';
import type { Card, Container, Point, Rect } from './types.ts';

/** Centers that are so near are in one row. */
const SAME_ROW = 2;
/** Labels go so far along their lines to give others room. */
const ALONG = 5;
/** Ports of a side: how far they are apart, and how near they may come where lines are straight so. */
const PORTS = { apart: 14, least: 10 };
const OPEN = { left: -Infinity, right: Infinity };
/** So high a line that goes straight sideways needs both sides to face each other. */
const LEVEL = 8;
/** A spline that rises more than this goes around something. */
const SLANT = 24;
/** What a line keeps upright where it leaves and enters. */
const STUB = { plain: 6, head: 2 };

export interface Row {
  y: number;
  walls: { left: number; right: number }[];
}

export interface End {
  target: Card | Container;
  side: Side;
  tip: Point;
  /** Length of the arrowheads. */
  head: number;
  /** What thick arrowheads keep from the border. */
  gap: number;
}

/** A line from its upper to its lower end. */
export interface Line {
  upper: End;
  lower: End;
  /** Whether the edge goes up. */
  isFlipped: boolean;
  guide: Point[];
  label: Rect | null;
  /** Stops at its ends and in the rows between, from above to below. */
  stops: Stop[];
  /** The one that carries the label. */
  labelStop: Stop | null;
  /** How far the label goes along the line, where others need its room. */
  along: number;
  /** Where a label goes that Graphviz did not put beside the line that is seen. */
  loose: Point | null;
}

/**
 * The rows of cards and labels, from above to below.
 * @param whole around the whole drawing, which no line leaves
 */
export function rowsOf(cards: Rect[], labels: Rect[], containers: Container[], whole: Rect): Row[] {
  const rows: Row[] = [];
  const ys = [...cards, ...labels].map((box) => centerOf(box).y).sort((a, b) => a - b);
  for (const y of ys)
    if (y - (rows.at(-1)?.y ?? -Infinity) > SAME_ROW)
      rows.push({ y, walls: [outer(whole.left, -1), outer(whole.right, 1)] });
  for (const box of cards) rowAt(rows, centerOf(box).y)?.walls.push(box);
  for (const { box } of containers)
    for (const row of rows.slice(firstAfter(rows, box.top), firstAfter(rows, box.bottom)))
      row.walls.push({ left: box.left, right: box.left }, { left: box.right, right: box.right });
  for (const row of rows) row.walls.sort((a, b) => a.left + a.right - b.left - b.right);
  return rows;
}

const outer = (x: number, side: -1 | 1) => ({ left: x + side * (ROOM.card - 2), right: x + side * (ROOM.card - 2) });

/** The first row below a position. */
function firstAfter(rows: Row[], y: number) {
  let [from, to] = [0, rows.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((rows[middle]?.y ?? Infinity) > y) to = middle;
    else from = middle + 1;
  }
  return from;
}

const rowAt = (rows: Row[], y: number) => {
  const at = firstAfter(rows, y - SAME_ROW - 0.01);
  const row = rows[at];
  return row && row.y - y <= SAME_ROW ? row : undefined;
};

const isUpright = (side: Side) => side === 'top' || side === 'bottom';

/** Where an end lies along the flow. */
export const yOf = ({ target, side, tip }: End) => (isUpright(side) ? target.box[side as 'top' | 'bottom'] : tip.y);

/** Where a spline crosses rows, the last time. */
function crossings(guide: Point[], rows: Row[]): Map<Row, number> {
  const found: Map<Row, number> = new Map();
  guide.slice(1).forEach((b, i) => {
    const a = guide[i] ?? b;
    const [top, bottom] = [Math.min(a.y, b.y), Math.max(a.y, b.y)];
    for (let at = firstAfter(rows, top - 0.01); at < rows.length; at += 1) {
      const row = rows[at];
      if (!row || row.y > bottom) break;
      if (row.y >= top && a.y !== b.y) found.set(row, a.x + ((b.x - a.x) * (row.y - a.y)) / (b.y - a.y));
    }
  });
  return found;
}

const nearest = (guide: Point[], y: number) =>
  guide.reduce((least, one) => (Math.abs(one.y - y) < Math.abs(least.y - y) ? one : least), { x: 0, y: Infinity }).x;

function crossing(guide: Point[], y: number): number {
  const [x] = crossings(guide, [{ y, walls: [] }]).values();
  return x ?? nearest(guide, y);
}

function stopAt(wish: number, y: number, gap: number): Stop {
  const column: Column = { x: wish, stops: [] };
  const stop: Stop = {
    label: 0,
    labelSide: 'right',
    walls: OPEN,
    y,
    top: y,
    bottom: y,
    low: -Infinity,
    high: Infinity,
    before: null,
    after: null,
    gap,
    wish,
    column,
  };
  column.stops.push(stop);
  return stop;
}

/** Gives each line its stops. */
export function placeStops(lines: Line[], rows: Row[]) {
  const inRows: Map<Row, { line: Line; stop: Stop }[]> = new Map();
  for (const line of lines) {
    if (isLevel(line)) continue;
    const [from, to] = [yOf(line.upper), yOf(line.lower)];
    const labelRow = line.label && rowAt(rows, centerOf(line.label).y);
    const passed = rows.slice(firstAfter(rows, from), firstAfter(rows, to - 0.01));
    const crossed = crossings(line.guide, passed);
    for (const row of passed) {
      const carries = row === labelRow && line.label !== null;
      const x =
        carries && line.label ? line.label.left - LABEL.beside : (crossed.get(row) ?? nearest(line.guide, row.y));
      const stop = stopAt(x, row.y, ROOM.line);
      line.stops.push(stop);
      if (carries && line.label) {
        line.labelStop = stop;
        stop.label = line.label.right - line.label.left;
        [stop.top, stop.bottom] = [line.label.top - LABEL.upright, line.label.bottom + LABEL.upright];
      }
      push(inRows, row, { line, stop });
    }
    if (line.stops.length === 0 && !isUpright(line.upper.side) && !isUpright(line.lower.side) && !isLevel(line))
      line.stops.push(stopBetween(line));
  }
  for (const [row, list] of inRows) placeInRow(row, list);
  placePorts(lines);
}

/** Adds to a list in a map. */
export function push<Key, Item>(map: Map<Key, Item[]>, key: Key, item: Item) {
  const list = map.get(key);
  if (list) list.push(item);
  else map.set(key, [item]);
}

/** Whether a line goes straight from one side to another that faces it. */
export function isLevel({ upper, lower }: Line): boolean {
  const [left, right] = upper.side === 'right' ? [upper, lower] : [lower, upper];
  const [a, b] = [left.target.box, right.target.box];
  return (
    left.side === 'right' &&
    right.side === 'left' &&
    a.right < b.left &&
    Math.abs(left.tip.y - right.tip.y) < SLANT &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) >= LEVEL
  );
}

/** Where a line goes up or down that leaves and enters sideways. */
function stopBetween({ upper, lower, guide }: Line): Stop {
  const y = (upper.tip.y + lower.tip.y) / 2;
  const sides = [upper, lower].map(({ side, target: { box } }) => ({ side, x: box[side as 'left' | 'right'] }));
  const low = Math.max(...sides.map(({ side, x }) => (side === 'right' ? x + ROOM.line : -Infinity)));
  const high = Math.min(...sides.map(({ side, x }) => (side === 'left' ? x - ROOM.line : Infinity)));
  const stop = stopAt(Math.max(low, Math.min(high, crossing(guide, y))), y, ROOM.line);
  [stop.low, stop.high] = [low, high];
  return stop;
}

/** Between walls, in the order of the splines. */
function placeInRow({ walls }: Row, list: { line: Line; stop: Stop }[]) {
  const sorted = list.sort((a, b) => a.stop.wish - b.stop.wish);
  let at = 0;
  for (let wall = 0; wall <= walls.length; wall += 1) {
    const [left, right] = [walls[wall - 1]?.right ?? -Infinity, walls[wall]?.left ?? Infinity];
    const end = walls[wall] ? (right + (walls[wall]?.right ?? right)) / 2 : Infinity;
    const from = at;
    while (at < sorted.length && (sorted[at]?.stop.wish ?? 0) <= end) at += 1;
    const group = sorted.slice(from, at);
    if (group.length === 0) continue;
    group.forEach(({ stop }, i) => {
      stop.before = group[i - 1]?.stop ?? null;
      stop.gap = gapBefore(stop);
      keepBetween(stop, left, right);
    });
    const last = group.at(-1);
    const places = spread(
      group.map(({ stop }) => stop.wish),
      group.map(({ stop }) => stop.gap),
      group[0]?.stop.low ?? left,
      last?.stop.high ?? right,
    );
    group.forEach(({ stop }, i) => {
      stop.column.x = places[i] ?? stop.wish;
    });
    chain(group.map(({ stop }) => stop));
  }
}

/**
 * Each line has its own port at the side of a card or container, in the order of where it goes. Where lines end at the
 * border of a container, those that go through it there keep away from them.
 */
function placePorts(lines: Line[]) {
  const sides: Map<string, { line: Line; end: End; aim: number; tie: number }[]> = new Map();
  const ids: Map<object, number> = new Map();
  const idOf = (target: object) => {
    if (!ids.has(target)) ids.set(target, ids.size);
    return ids.get(target);
  };
  for (const line of lines) {
    const inner = [...line.stops];
    for (const [end, other, next] of [
      [line.upper, line.lower, inner[0]],
      [line.lower, line.upper, inner.at(-1)],
    ] as const) {
      if (!isUpright(end.side)) continue;
      const across = isUpright(other.side) && 'name' in other.target ? centerOf(other.target.box).x : other.tip.x;
      const key = `${idOf(end.target)} ${end.side}`;
      const aim = next?.column.x ?? across;
      const tie = crossing(line.guide, (yOf(line.upper) + yOf(line.lower)) / 2);
      push(sides, key, { line, end, aim, tie });
    }
  }
  for (const list of sides.values()) {
    const [first] = list;
    if (!first) continue;
    const { target } = first.end;
    if (!('name' in target)) {
      const y = yOf(first.end);
      for (const line of lines) {
        if (!isInside(line, target) || y <= yOf(line.upper) || y >= yOf(line.lower)) continue;
        const x = crossing(line.guide, y);
        list.push({ line, end: { ...first.end, tip: { x, y }, head: 0 }, aim: x, tie: x });
      }
    }
    list.sort((a, b) => a.aim - b.aim || a.tie - b.tie);
    const inset = 'inset' in target ? target.inset : PORTS.apart;
    const [low, high] = [target.box.left + inset, target.box.right - inset];
    const clamp = (x: number) => Math.min(high, Math.max(low, x));
    const isCard = 'name' in target;
    const wishes = list.map(({ aim, end }) =>
      list.length > 1 ? clamp(aim) : isCard ? (low + high) / 2 : clamp(end.tip.x),
    );
    const places = spread(
      wishes,
      list.map(() => PORTS.apart),
      low,
      high,
    );
    const stops = list.map(({ line, end }, i) => {
      const stop = stopAt(places[i] ?? low, yOf(end), PORTS.least);
      stop.low = low;
      stop.high = high;
      if (end !== line.upper && end !== line.lower) {
        line.stops.splice(line.stops.filter(({ y }) => y < stop.y).length, 0, stop);
        return stop;
      }
      const stub = end.head > 0 ? STUB.head + end.head : STUB.plain;
      if (end.side === 'bottom') stop.bottom += stub;
      else stop.top -= stub;
      if (end === line.upper) line.stops.unshift(stop);
      else line.stops.push(stop);
      return stop;
    });
    chain(stops);
  }
}

/** How far the label goes with its line. */
export const shiftOf = ({ label, labelStop, along, loose }: Line): Point =>
  label && labelStop ? { x: besideOf(labelStop) - label.left, y: along } : (loose ?? { x: 0, y: 0 });

/** Where the label of a stop begins. */
const besideOf = ({ column: { x }, label, labelSide }: Stop) =>
  labelSide === 'left' ? x - LABEL.beside - label : x + LABEL.beside;

/**
 * Where lines turn on one side of a row of labels only, the labels go to the other side: between a label and a card is
 * room for one line at most.
 */
export function giveRoom(lines: Line[]) {
  const turns = lines.flatMap(({ stops }) =>
    stops.slice(1).flatMap((stop, i) => {
      const before = stops[i] ?? stop;
      const [from, to] = [before.column.x, stop.column.x];
      const span = { left: Math.min(from, to), right: Math.max(from, to) };
      return Math.abs(from - to) > 0.01 ? [{ ...span, above: before.y, below: stop.y }] : [];
    }),
  );
  const rows: Map<number, Line[]> = new Map();
  for (const line of lines) {
    const y = line.labelStop && Math.round(line.labelStop.y);
    if (y !== null) push(rows, y, line);
  }
  for (const [y, row] of rows) {
    const touching = (side: 'above' | 'below') =>
      turns.some(
        (turn) =>
          Math.abs(turn[side] - y) < 1 &&
          row.some(({ label, labelStop }) => {
            if (!label || !labelStop) return false;
            const left = besideOf(labelStop);
            return turn.left < left + labelStop.label + LABEL.beside && turn.right > left - 2 * LABEL.beside;
          }),
      );
    // A turn has the row below it, or above it.
    const [over, under] = [touching('below'), touching('above')];
    if (over !== under) for (const line of row) line.along = over ? ALONG : -ALONG;
  }
}
