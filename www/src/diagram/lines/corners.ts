// The corners of lines whose columns are known.

import { Grid } from './grid.ts';
import { borderAt, isInside, moved } from './rects.ts';
import { spread } from './spread.ts';
import { isLevel, push, shiftOf, yOf, type End, type Line } from './rows.ts';
import { assignTracks, findRoom, type Obstacle, type Turn } from './tracks.ts';
import type { Container, Point, Rect } from './types.ts';

/** Sides of cards and containers where lines leave sideways. */
const SIDE = { apart: 14, inset: 10 };

type Sideways = End & { side: 'left' | 'right' };
const isSideways = (end: End): end is Sideways => end.side === 'left' || end.side === 'right';

/** Lines that leave a side sideways do it apart from each other, so that they do not cross. */
export function placeSides(lines: Line[]) {
  const sides: Map<object, Map<string, { line: Line; end: Sideways; isUpper: boolean }[]>> = new Map();
  const pairs: Map<string, Line[]> = new Map();
  for (const line of lines) {
    const ends = [line.upper, line.lower];
    if (isLevel(line))
      push(
        pairs,
        ends
          .map(({ target: { box } }) => [box.left, box.top])
          .sort()
          .join(),
        line,
      );
    else
      for (const end of ends)
        if (isSideways(end)) {
          const of = sides.get(end.target) ?? new Map();
          sides.set(end.target, of);
          push(of, end.side, { line, end, isUpper: end === line.upper });
        }
  }
  for (const list of pairs.values()) placeLevel(list);
  for (const of of sides.values())
    for (const list of of.values()) {
      const far = ({ line, end, isUpper }: (typeof list)[number]) =>
        Math.abs(((isUpper ? line.stops[0] : line.stops.at(-1))?.column.x ?? end.tip.x) - end.tip.x);
      // Those that go up, then those that go down; the nearest of each are outermost.
      const sorted = [
        ...list.filter(({ isUpper }) => !isUpper).sort((a, b) => far(a) - far(b)),
        ...list.filter(({ isUpper }) => isUpper).sort((a, b) => far(b) - far(a)),
      ];
      const box = sorted[0]?.end.target.box;
      if (!box) continue;
      const places = spread(
        sorted.map(({ end }) => end.tip.y),
        sorted.map(() => SIDE.apart),
        box.top + SIDE.inset,
        box.bottom - SIDE.inset,
      );
      sorted.forEach(({ end }, i) => {
        end.tip = { x: box[end.side], y: places[i] ?? end.tip.y };
      });
    }
}

/** Lines between two sides that face each other. */
function placeLevel(lines: Line[]) {
  const boxes = lines.flatMap(({ upper, lower }) => [upper.target.box, lower.target.box]);
  const [top, bottom] = [Math.max(...boxes.map((box) => box.top)), Math.min(...boxes.map((box) => box.bottom))];
  const inset = Math.min(SIDE.inset, (bottom - top) / 2);
  const places = spread(
    lines.map(() => (top + bottom) / 2),
    lines.map(() => SIDE.apart),
    top + inset,
    bottom - inset,
  );
  lines.forEach(({ upper, lower }, i) => {
    const y = places[i] ?? (top + bottom) / 2;
    for (const end of [upper, lower]) end.tip = { x: end.target.box[end.side], y };
  });
}

/** The corners of all lines, from above to below. */
export function cornersOf(lines: Line[], fixed: Rect[], containers: Container[]): Map<Line, Point[]> {
  const obstacles: Grid<Obstacle> = new Grid();
  for (const box of fixed) obstacles.add(box, { kind: 'card' });
  for (const line of lines) if (line.label) obstacles.add(moved(line.label, shiftOf(line)), { kind: 'label' });
  const turns = new Map(lines.map((line) => [line, turnsOf(line)]));
  for (const [line, list] of turns) {
    const near = containers.map((container) => ({ container, isEntered: isInside(line, container) }));
    for (const turn of list) if (turn.low < turn.high) findRoom(turn, obstacles, near);
  }
  assignTracks([...turns.values()].flat());
  return new Map([...turns].map(([line, list]) => [line, join(line, list)]));
}

function turnsOf(line: Line): Turn[] {
  const { upper, lower, stops } = line;
  const turns: Turn[] = [];
  const [top, bottom] = [yOf(upper), yOf(lower)];
  const add = (from: number, to: number, above: number, below: number, low: number, high: number) => {
    if (Math.abs(from - to) > 0.01) turns.push({ line, from, to, above, below, low, high, y: (low + high) / 2 });
  };
  const [first, last] = [stops[0], stops.at(-1)];
  if (!first || !last) return turns;
  if (upper.side === 'left' || upper.side === 'right') add(upper.tip.x, first.column.x, top, top, top, top);
  stops.slice(1).forEach((stop, i) => {
    const before = stops[i] ?? stop;
    add(before.column.x, stop.column.x, before.y, stop.y, before.bottom, stop.top);
  });
  if (lower.side === 'left' || lower.side === 'right') add(last.column.x, lower.tip.x, bottom, bottom, bottom, bottom);
  return turns;
}

/** Where a line meets what it joins. */
function borderOf({ target, side, tip, gap }: End, x: number): Point {
  if (side === 'bottom' || side === 'top')
    return { x, y: borderAt(target, side, x) + (side === 'bottom' ? gap : -gap) };
  return { x: target.box[side] + (side === 'right' ? gap : -gap), y: tip.y };
}

function join({ upper, lower, stops }: Line, turns: Turn[]): Point[] {
  const start = stops[0]?.column.x ?? upper.tip.x;
  const end = stops.at(-1)?.column.x ?? lower.tip.x;
  const first = borderOf(upper, start);
  const last = borderOf(lower, end);
  const corners = [first];
  for (const { from, to, y } of turns) {
    if (corners.at(-1)?.x !== from || corners.at(-1)?.y !== y) corners.push({ x: from, y });
    corners.push({ x: to, y });
  }
  if (corners.at(-1)?.x !== last.x || corners.at(-1)?.y !== last.y) corners.push(last);
  return corners;
}
