// Where lines go up and down. Each line has a stop in every row that it passes and at each side where it ends, in the
// order in which Graphviz has them. Stops that follow each other on a line become one column where there is room: then
// the line is straight there.

/** A place where a line is upright. */
export interface Stop {
  /** Width of the label that it carries, 0 for none, and its side. */
  label: number;
  labelSide: 'left' | 'right';
  /** What stands beside it, and does not move. */
  walls: { left: number; right: number };
  /** Of its row or border. */
  y: number;
  /** Between these the line must be upright: beside its label, and at its arrowheads. */
  top: number;
  bottom: number;
  /** Between walls. */
  low: number;
  high: number;
  /** The next ones in the same row or side. */
  before: Stop | null;
  after: Stop | null;
  /** What it keeps from the one before it. */
  gap: number;
  /** Where it should be best. */
  wish: number;
  column: Column;
}

/** Stops of one line that have one `x`. */
export interface Column {
  x: number;
  stops: Stop[];
}

/** What a line keeps from what it passes, and from the next line. */
export const ROOM = { card: 9, line: 12 };
/** A label stands so far beside its line, and keeps so much from others. Its line is upright so far beyond its ends. */
export const LABEL = { beside: 5, apart: 7, upright: 2 };
/** A line that bends less is not worth a label at its other side. */
const DETOUR = 8;
/** Places of one line's stops that may become the place of all of them. */
const MOST_PLACES = 6;
/** Columns that one move pushes aside. More are another drawing. */
const MOST_PUSHED = 150;
/** A turn takes so much of the way down. */
const TURN = 4;
/** Comes before every distance. */
const FIRST = 1e6;
/** Nearer than this is the same. */
const SAME = 0.01;

/** What a stop takes at its sides for its label. */
const leftOf = ({ label, labelSide }: Stop) => (label > 0 && labelSide === 'left' ? label + LABEL.beside : 0);
const rightOf = ({ label, labelSide }: Stop) => (label > 0 && labelSide === 'right' ? label + LABEL.beside : 0);

/** What a stop in a row should keep from the one before it. */
export function gapBefore(stop: Stop): number {
  const labels = leftOf(stop) + (stop.before ? rightOf(stop.before) : 0);
  return labels > 0 ? labels + LABEL.apart : ROOM.line;
}

/** Keeps a stop between what stands beside it. */
export function keepBetween(stop: Stop, left: number, right: number) {
  stop.walls = { left, right };
  stop.low = left + Math.max(ROOM.card, leftOf(stop));
  stop.high = right - Math.max(ROOM.card, rightOf(stop) + LABEL.apart - 2);
}

/** Joins neighbours in one row or side: from now on each keeps its gap. */
export function chain(stops: Stop[]) {
  stops.forEach((stop, i) => {
    stop.before = stops[i - 1] ?? null;
    stop.after = stops[i + 1] ?? null;
    // Where there was no room for it, the gap is what there was.
    const away = stop.before ? stop.column.x - stop.before.column.x : Infinity;
    stop.gap = Math.min(stop.gap, away);
  });
}

/** Makes lines as straight as there is room, those first that are nearly so. @param lines stops from above to below */
export function straighten(lines: Stop[][]) {
  const wideness = new Map(lines.map((stops) => [stops, spreadOf(stops)]));
  const sorted = [...lines].sort((a, b) => (wideness.get(a) ?? 0) - (wideness.get(b) ?? 0));
  for (const stops of sorted) joinStops(stops);
  for (const stops of sorted) mirrorLabel(stops);
}

function joinStops(stops: Stop[]) {
  if (stops.length > 1 && !joinAll(stops)) joinRuns(stops);
}

/**
 * A line that goes to the left only to get around its own label passes it at the other side. It keeps that side where
 * it has fewer turns so.
 */
function mirrorLabel(stops: Stop[]) {
  const at = stops.findIndex(({ label }) => label > 0);
  const [above, stop, below] = [stops[at - 1], stops[at], stops[at + 1]];
  if (!above || !stop || !below || stop.column.stops.length > 1) return;
  const { x } = stop.column;
  if (above.column.x - x < DETOUR || below.column.x - x < DETOUR) return;
  const { low, high, gap, after } = stop;
  const afterGap = after?.gap ?? 0;
  const most = after ? after.column.x - ROOM.line : stop.walls.right - ROOM.card;
  const to = Math.min(x + 2 * LABEL.beside + stop.label, most);
  stop.labelSide = 'left';
  stop.low = stop.walls.left + Math.max(ROOM.card, leftOf(stop));
  stop.high = stop.walls.right - ROOM.card;
  stop.gap = gapBefore(stop);
  if (after) after.gap = Math.min(gapBefore(after), after.column.x - to);
  const isFree = to >= Math.max(stop.low, stop.before ? stop.before.column.x + stop.gap : -Infinity) && to <= stop.high;
  if (isFree) {
    stop.column.x = to;
    joinRuns(stops);
    if (stop.column.stops.length > 1) return;
  }
  stop.column.x = x;
  Object.assign(stop, { labelSide: 'right', low, high, gap });
  if (after) after.gap = afterGap;
}

function spreadOf(stops: Stop[]) {
  const xs = stops.map(({ wish }) => wish);
  return Math.max(...xs) - Math.min(...xs);
}

/** One column for all stops. */
function joinAll(stops: Stop[]): boolean {
  const low = Math.max(...stops.map((stop) => stop.low));
  const high = Math.min(...stops.map((stop) => stop.high));
  if (low > high) return false;
  const xs = stops.map((stop) => Math.min(high, Math.max(low, stop.column.x)));
  const middle = [...xs].sort((a, b) => a - b)[xs.length >> 1];
  const wanted = new Set([xs.at(-1), xs[0], middle, (low + high) / 2, ...xs.slice(1, MOST_PLACES), low, high]);
  return [...wanted].some((x) => x !== undefined && join(stops, x));
}

/** Columns as long as there is room: first where a line has no room to turn, then the nearest neighbours. */
function joinRuns(stops: Stop[]) {
  const pairs = stops.slice(1).map((stop, i) => ({ stop, above: stops[i] ?? stop }));
  const apart = ({ stop, above }: (typeof pairs)[number]) =>
    Math.abs(stop.column.x - above.column.x) + (stop.top - above.bottom < TURN ? -FIRST : 0);
  const sorted = pairs.map((pair) => ({ pair, by: apart(pair) })).sort((a, b) => a.by - b.by);
  for (const { pair } of sorted) {
    const [above, below] = [pair.above.column, pair.stop.column];
    if (above === below) continue;
    const both = [...above.stops, ...below.stops];
    const low = Math.max(...both.map((stop) => stop.low));
    const high = Math.min(...both.map((stop) => stop.high));
    if (low > high) continue;
    const [more, less] = above.stops.length > below.stops.length ? [above, below] : [below, above];
    for (const x of [more.x, less.x, (above.x + below.x) / 2]) if (join(both, Math.min(high, Math.max(low, x)))) break;
  }
}

/** Moves stops to one place and makes them one column. @returns whether there was room */
function join(stops: Stop[], x: number): boolean {
  const before: Map<Column, number> = new Map();
  const columns = [...new Set(stops.map(({ column }) => column))];
  const done =
    columns.every((column) => move(column, x, before)) && columns.every((column) => Math.abs(column.x - x) < SAME);
  if (!done) {
    for (const [column, was] of before) column.x = was;
    return false;
  }
  const column: Column = { x, stops: columns.flatMap((one) => one.stops) };
  for (const stop of column.stops) stop.column = column;
  return true;
}

/** Moves a column and pushes its neighbours on. @param before where the moved ones were */
function move(column: Column, x: number, before: Map<Column, number>): boolean {
  const by = x - column.x;
  if (Math.abs(by) < SAME) return true;
  if (before.size > MOST_PUSHED || column.stops.some(({ low, high }) => x < low - SAME || x > high + SAME))
    return false;
  if (!before.has(column)) before.set(column, column.x);
  column.x = x;
  return column.stops.every((stop) => {
    const next = by > 0 ? stop.after : stop.before;
    if (!next) return true;
    const least = by > 0 ? x + next.gap : x - stop.gap;
    const pushed = by > 0 ? next.column.x < least - SAME : next.column.x > least + SAME;
    return !pushed || move(next.column, least, before);
  });
}
