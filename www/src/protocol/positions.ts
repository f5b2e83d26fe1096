// Positions count what people count: ticks and manual actions. The core's steps also count automatic replies, which
// belong to the action before them.

import type { Entry, Place } from './types.ts';

/** From the step `first`, of the kind of action, to `step`. */
export interface Position {
  label: string;
  tick: number;
  action: number;
  step: number;
  first: number;
  kind: string;
}

/** What was found last, for a list and its length: lists only grow at their end. */
const knownPositions: WeakMap<Entry[], { length: number; found: Position[] }> = new WeakMap();

/** The positions of a branch, in order. */
export function positions(entries: Entry[]): Position[] {
  const before = knownPositions.get(entries);
  if (before?.length === entries.length) return before.found;
  const found: Position[] = [];
  knownPositions.set(entries, { length: entries.length, found });
  for (const { tick, action, step, kind, auto } of entries) {
    const last = found.at(-1);
    if (last !== undefined && (auto === true || (last.tick === tick && last.action === action))) last.step = step;
    else found.push({ label: positionText({ tick, action }), tick, action, step, first: step, kind });
  }
  return found;
}

/** Index of the position that a step belongs to, found by bisection. */
export function indexOfStep(list: Position[], step: number) {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle]?.first ?? 0) <= step) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

/**
 * The step `n` positions before the cursor (after it if `n` is negative), as far as the branch goes. A cursor inside
 * a position counts as behind its earlier ones: one back is the end of the position before.
 * @param step the cursor
 * @returns null where there is nothing to move to
 */
export function stepAway(entries: Entry[], step: number, n: number): number | null {
  const list = positions(entries);
  const next = list.findIndex((position) => position.step >= step);
  const before = next < 0 ? list.length : next;
  const after = list[before]?.step === step ? before + 1 : before;
  if (n === 0 || (n > 0 ? before === 0 : after === list.length)) return null;
  return list[n > 0 ? Math.max(before - n, 0) : Math.min(after - n, list.length) - 1].step;
}

/** The last step of a position. */
export function stepOf(entries: Entry[], { tick, action }: Place): number | null {
  return positions(entries).find((position) => position.tick === tick && position.action === action)?.step ?? null;
}

/** `12`, or `12.1` for the first action given in tick 12. */
export function positionText({ tick, action }: Place) {
  return action === 0 ? String(tick) : `${tick}.${action}`;
}
