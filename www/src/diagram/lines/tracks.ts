// Where lines go across: between two rows each has a track of its own, in the order that crosses the fewest others.

import { grown } from './rects.ts';
import type { Grid } from './grid.ts';
import type { Container, Rect } from './types.ts';

/** A level piece of a line. */
export interface Turn {
  /** The line that it is of. */
  line: object;
  /** Where it comes from above, and where it goes on below. */
  from: number;
  to: number;
  /** Rows or borders above and below. */
  above: number;
  below: number;
  /** Where it may lie; one place where it leaves a side. */
  low: number;
  high: number;
  y: number;
}

/** What a track keeps from cards, labels and borders. */
const ROOM = { card: 7, label: 5, border: 6 };
/** Between two tracks: as they should be, and as near as they may come. */
const APART = [9, 7, 5.5, 4];
/** Upright pieces that are nearer lie on each other. */
const SAME_COLUMN = 6;
/** What it costs when lines lie on each other, against one crossing. */
const ON_TOP = 40;
/** Turns that are ordered one by one; where there are more, those that come keep their order. */
const MOST_ORDERED = 60;

const leftOf = ({ from, to }: Turn) => Math.min(from, to);
const rightOf = ({ from, to }: Turn) => Math.max(from, to);

export interface Obstacle {
  kind: 'card' | 'label';
}

/** Where a turn has room between what is above and what is below it. */
export function findRoom(
  turn: Turn,
  obstacles: Grid<Obstacle>,
  containers: { container: Container; isEntered: boolean }[],
) {
  const span: Rect = { left: leftOf(turn), right: rightOf(turn), top: turn.above - 1, bottom: turn.below + 1 };
  for (const { box, item } of obstacles.near(grown(span, ROOM.card))) {
    const room = ROOM[item.kind];
    if (box.right + room - 0.1 <= span.left || box.left - room + 0.1 >= span.right) continue;
    const center = (box.top + box.bottom) / 2;
    if (Math.abs(center - turn.above) < Math.abs(center - turn.below)) turn.low = Math.max(turn.low, box.bottom + room);
    else turn.high = Math.min(turn.high, box.top - room);
  }
  for (const range of containers.flatMap((one) => forbidden(one, span))) cutOut(turn, range);
  // Without room it lies in the middle, and is looked at when all lines are drawn.
  if (turn.low > turn.high) turn.low = turn.high = (turn.low + turn.high) / 2;
}

/** Heights at which a turn would lie on a border or head of a container, or in a container that it does not enter. */
function forbidden({ container: { box, head }, isEntered }: { container: Container; isEntered: boolean }, span: Rect) {
  if (box.right + ROOM.border <= span.left || box.left - ROOM.border >= span.right) return [];
  const ranges = isEntered
    ? [
        { low: box.top, high: box.top },
        { low: box.bottom, high: box.bottom },
        ...head
          .filter((text) => text.right > span.left && text.left < span.right)
          .map((text) => ({ low: text.top, high: text.bottom })),
      ]
    : [{ low: box.top, high: box.bottom }];
  return ranges.map(({ low, high }) => ({ low: low - ROOM.border, high: high + ROOM.border }));
}

/** Takes a range from the room of a turn; the larger rest remains. */
function cutOut(turn: Turn, { low, high }: { low: number; high: number }) {
  if (high <= turn.low || low >= turn.high) return;
  if (low - turn.low >= turn.high - high) turn.high = low;
  else turn.low = high;
}

/** Gives every turn its height. */
export function assignTracks(turns: Turn[]) {
  for (const group of groupsOf(turns)) {
    const order = group.length > MOST_ORDERED ? byHeight(group) : ordered(group);
    APART.some((apart, i) => place(order, apart, i === APART.length - 1));
  }
}

const middle = ({ low, high }: Turn) => (low + high) / 2;
const byHeight = (group: Turn[]) => [...group].sort((a, b) => middle(a) - middle(b));

/** Whether two turns have something to do with each other. */
const meet = (a: Turn, b: Turn) =>
  leftOf(a) < rightOf(b) + SAME_COLUMN &&
  leftOf(b) < rightOf(a) + SAME_COLUMN &&
  Math.max(a.low, b.low) < Math.min(a.high, b.high) + (APART[0] ?? 0);

/** Those that have to do with each other, directly or through others. */
function groupsOf(turns: Turn[]): Turn[][] {
  const sorted = [...turns].sort((a, b) => a.low - b.low);
  const groups: Turn[][] = [];
  let open: Turn[][] = [];
  for (const turn of sorted) {
    const [mine, rest]: [Turn[][], Turn[][]] = [[], []];
    for (const group of open) {
      if (group.some((other) => meet(other, turn))) mine.push(group);
      else rest.push(group);
    }
    const merged = [...mine.flat(), turn];
    open = [...rest, merged];
    // What ends above this turn meets no later one.
    const isOver = (group: Turn[]) => group.every((other) => other.high + (APART[0] ?? 0) < turn.low);
    groups.push(...open.filter(isOver));
    open = open.filter((group) => !isOver(group));
  }
  return [...groups, ...open];
}

/** What it costs when `upper` is above `lower`. */
function cost(upper: Turn, lower: Turn): number {
  if (!meet(upper, lower)) return 0;
  if (upper.low >= lower.high) return ON_TOP * 4;
  const inside = (x: number, turn: Turn) => x > leftOf(turn) - 1 && x < rightOf(turn) + 1;
  let sum = 0;
  // What comes down to the lower one passes the upper one, what goes down from the upper one passes the lower one.
  if (lower.above <= upper.low && inside(lower.from, upper)) sum += 1;
  if (upper.below >= lower.high && inside(upper.to, lower)) sum += 1;
  if (Math.abs(upper.to - lower.from) < SAME_COLUMN) sum += ON_TOP;
  return sum;
}

/** Each is put where it costs the least among those that are placed. */
function ordered(group: Turn[]): Turn[] {
  const order: Turn[] = [];
  for (const turn of byHeight(group)) {
    // From the bottom up: what it costs to move it above one more.
    let sum = order.reduce((all, other) => all + cost(other, turn), 0);
    let [best, least] = [order.length, sum];
    for (let at = order.length - 1; at >= 0; at -= 1) {
      const other = order[at];
      if (!other) continue;
      sum += cost(turn, other) - cost(other, turn);
      if (sum < least) [best, least] = [at, sum];
    }
    order.splice(best, 0, turn);
  }
  return order;
}

/** @param anyhow also where there is no room @returns whether there was room */
function place(order: Turn[], apart: number, anyhow: boolean): boolean {
  const highest: Map<Turn, number> = new Map();
  const lowest: Map<Turn, number> = new Map();
  for (const turn of order) {
    let y = turn.low;
    for (const [other, its] of highest) if (meet(other, turn)) y = Math.max(y, its + apart);
    highest.set(turn, y);
  }
  for (const turn of [...order].reverse()) {
    let y = turn.high;
    for (const [other, its] of lowest) if (meet(turn, other)) y = Math.min(y, its - apart);
    lowest.set(turn, y);
  }
  const fits = order.every((turn) => (highest.get(turn) ?? 0) <= (lowest.get(turn) ?? 0) + 0.01);
  if (!fits && !anyhow) return false;
  for (const turn of order) turn.y = ((highest.get(turn) ?? turn.y) + (lowest.get(turn) ?? turn.y)) / 2;
  return true;
}
