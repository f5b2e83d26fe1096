// How lines, cards and labels of a drawing lie to each other. Pure: points and boxes in, figures out. The unit is the
// drawing's own, a pixel at 100 %.

export type Point = readonly [x: number, y: number];
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
/** A line as points that lie close together, from its start to its end. */
export interface Line {
  id: string;
  points: Point[];
}
export interface Label {
  /** Of the edge that it belongs to. */
  edge: string;
  text: string;
  box: Box;
}

/** Lines that meet at a card do not cross there. */
const COMMON_END = 9;
/** Meetings of two lines that lie nearer than this are one crossing. */
const SAME_CROSSING = 5;
/** Side of the squares by which near pieces of lines are found. */
const GRID = 40;
/** A line that starts or ends so near a card belongs to it. */
const AT_CARD = 14;
/** A line is in a card when it is so far inside. */
const INSIDE = 2;
/** Of two lines that are nearer than this to a label by turns, neither is nearer. */
const NEARER = 1;

/** How far points of a line are from each other at most. */
const SAMPLE = 3;

/** How many numbers follow each command of a path that is read here. */
const NUMBERS: Record<string, number> = { M: 2, L: 2, H: 1, V: 1, C: 6 };

/**
 * The points of a path, close together. The browser can tell them too, but takes seconds for a long line.
 * @param data of the path, with absolute positions
 */
export function pointsOf(data: string): Point[] {
  const points: Point[] = [];
  for (const [, command = '', written = ''] of data.matchAll(/([a-z])([^a-z]*)/gi)) {
    const numbers = (written.match(/-?(?:\d*\.\d+|\d+\.?)(?:e[-+]?\d+)?/gi) ?? []).map(Number);
    const length = NUMBERS[command];
    if (length === undefined || numbers.length === 0 || numbers.length % length !== 0)
      throw new Error(`the path has a part that is not read: ${command}${written}`);
    for (let i = 0; i < numbers.length; i += length) add(command, numbers.slice(i, i + length));
  }
  return points;

  function add(command: string, numbers: number[]) {
    const [x, y] = points.at(-1) ?? [0, 0];
    const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0, sixth = 0] = numbers;
    if (command === 'M' && points.length === 0) points.push([first, second]);
    else if (command === 'C') curve([x, y], [first, second], [third, fourth], [fifth, sixth]);
    else if (command === 'H') straight([x, y], [first, y]);
    else if (command === 'V') straight([x, y], [x, first]);
    else straight([x, y], [first, second]);
  }
  function straight(from: Point, to: Point) {
    const count = Math.max(1, Math.ceil(gap(from, to) / SAMPLE));
    for (let i = 1; i <= count; i += 1)
      points.push([from[0] + ((to[0] - from[0]) * i) / count, from[1] + ((to[1] - from[1]) * i) / count]);
  }
  function curve(from: Point, handle: Point, otherHandle: Point, to: Point) {
    // No curve is longer than the way along its handles.
    const count = Math.max(
      1,
      Math.ceil((gap(from, handle) + gap(handle, otherHandle) + gap(otherHandle, to)) / SAMPLE),
    );
    for (let i = 1; i <= count; i += 1) {
      const t = i / count;
      const along = (axis: 0 | 1) =>
        (1 - t) ** 3 * from[axis] +
        3 * (1 - t) ** 2 * t * handle[axis] +
        3 * (1 - t) * t ** 2 * otherHandle[axis] +
        t ** 3 * to[axis];
      points.push([along(0), along(1)]);
    }
  }
}

function gap([x, y]: Point, [toX, toY]: Point) {
  return Math.hypot(toX - x, toY - y);
}

/** Where two straight pieces meet; the end of a piece is the start of the next one and counts there. */
function meeting([a, b]: [Point, Point], [c, d]: [Point, Point]): Point | null {
  const across = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0]);
  if (Math.abs(across) < 1e-9) return null;
  const alongFirst = ((c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0])) / across;
  const alongSecond = ((c[0] - a[0]) * (b[1] - a[1]) - (c[1] - a[1]) * (b[0] - a[0])) / across;
  if (alongFirst < 0 || alongFirst >= 1 || alongSecond < 0 || alongSecond >= 1) return null;
  return [a[0] + alongFirst * (b[0] - a[0]), a[1] + alongFirst * (b[1] - a[1])];
}

interface Crossing {
  lines: [string, string];
  at: Point;
}

/** Where lines cross, without the meetings near an end of one of them. */
export function crossings(lines: Line[]): Crossing[] {
  interface Piece {
    line: number;
    ends: [Point, Point];
  }
  const squares: Map<string, Piece[]> = new Map();
  const found: Map<string, Crossing[]> = new Map();
  lines.forEach(({ points }, line) => {
    points.slice(1).forEach((end, i) => {
      const start = points[i] ?? end;
      const [column, row] = [start, end]
        .reduce(([x, y], [toX, toY]) => [x + toX / 2, y + toY / 2], [0, 0])
        .map((middle) => Math.floor(middle / GRID)) as [number, number];
      const piece: Piece = { line, ends: [start, end] };
      // Pieces that came before, in this square and those around it.
      for (const x of [column - 1, column, column + 1])
        for (const y of [row - 1, row, row + 1])
          for (const earlier of squares.get(`${x} ${y}`) ?? []) if (earlier.line !== line) note(earlier, piece);
      const key = `${column} ${row}`;
      const square = squares.get(key);
      if (square) square.push(piece);
      else squares.set(key, [piece]);
    });
  });
  return [...found.values()].flat();

  function note(earlier: Piece, piece: Piece) {
    const at = meeting(earlier.ends, piece.ends);
    const [first, second] = [lines[earlier.line], lines[piece.line]];
    if (!at || !first || !second) return;
    const ends = [first, second].flatMap(({ points }) => [points[0] ?? at, points.at(-1) ?? at]);
    if (ends.some((end) => gap(end, at) < COMMON_END)) return;
    const key = `${earlier.line} ${piece.line}`;
    const list = found.get(key) ?? [];
    if (list.some((known) => gap(known.at, at) < SAME_CROSSING)) return;
    found.set(key, [...list, { lines: [first.id, second.id], at }]);
  }
}

/** From a box to the nearest point of a line; 0 where the line goes through it. */
export const distance = ({ left, top, right, bottom }: Box, { points }: Line) =>
  Math.min(...points.map(([x, y]) => Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom))));

interface Placed extends Label {
  /** To its own line. */
  distance: number;
  /** The line that is nearer than its own. */
  nearer: string | null;
}

/** How labels stand to their own lines and to others. Labels whose line is not drawn are left out. */
export function placeOf(labels: Label[], lines: Line[]): Placed[] {
  return labels.flatMap((label) => {
    const own = lines.filter(({ id }) => id === label.edge);
    if (own.length === 0) return [];
    const toOwn = Math.min(...own.map((line) => distance(label.box, line)));
    const nearer = lines.find((line) => line.id !== label.edge && distance(label.box, line) < toOwn - NEARER);
    return [{ ...label, distance: toOwn, nearer: nearer?.id ?? null }];
  });
}

const holds = ({ left, top, right, bottom }: Box, [x, y]: Point, margin: number) =>
  x > left - margin && x < right + margin && y > top - margin && y < bottom + margin;

/** Which lines go through cards that they neither start nor end at. */
export function linesThroughCards(lines: Line[], cards: { id: string; box: Box }[]): { line: string; card: string }[] {
  return lines.flatMap(({ id, points }) => {
    const ends = [points[0], points.at(-1)];
    return cards
      .filter(({ box }) => !ends.some((end) => end && holds(box, end, AT_CARD)))
      .filter(({ box }) => points.some((point) => holds(box, point, -INSIDE)))
      .map((card) => ({ line: id, card: card.id }));
  });
}

/** Smallest box around boxes; null for none. */
export function around(boxes: Box[]): Box | null {
  if (boxes.length === 0) return null;
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    top: Math.min(...boxes.map(({ top }) => top)),
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  };
}
