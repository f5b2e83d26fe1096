// @ts-check
// Positions are what people count: ticks and actions. The core's steps also count automatic replies, which belong to
// the host action before them.

/**
 * @typedef {import("./types.js").Entry} Entry
 * @typedef {{ label: string, tick: number, action: number, step: number, first: number, kind: string }} Position from the step `first`, of the kind of action, to `step`
 */

/** What was found last, for a list and its length: lists only grow at their end. @type {WeakMap<Entry[], { length: number, found: Position[] }>} */
const known = new WeakMap();

/**
 * The positions of a branch, in order.
 * @param {Entry[]} entries
 * @returns {Position[]}
 */
export function positions(entries) {
  const before = known.get(entries);
  if (before?.length === entries.length) return before.found;
  /** @type {Position[]} */
  const found = [];
  known.set(entries, { length: entries.length, found });
  for (const { tick, action, step, kind, auto } of entries) {
    const last = found.at(-1);
    if (last !== undefined && (auto === true || (last.tick === tick && last.action === action))) last.step = step;
    else found.push({ label: positionText({ tick, action }), tick, action, step, first: step, kind });
  }
  return found;
}

/** Index of the position that a step belongs to, found by bisection. @param {Position[]} list @param {number} step */
export function indexOfStep(list, step) {
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
 * @param {Entry[]} entries
 * @param {number} step the cursor
 * @param {number} n
 * @returns {number | null} null where there is nothing to move to
 */
export function stepAway(entries, step, n) {
  const list = positions(entries);
  const next = list.findIndex((position) => position.step >= step);
  const before = next < 0 ? list.length : next;
  const after = list[before]?.step === step ? before + 1 : before;
  if (n === 0 || (n > 0 ? before === 0 : after === list.length)) return null;
  return list[n > 0 ? Math.max(before - n, 0) : Math.min(after - n, list.length) - 1].step;
}

/**
 * The last step of a position.
 * @param {Entry[]} entries
 * @param {import("./types.js").Place} place
 * @returns {number | null}
 */
export function stepOf(entries, { tick, action }) {
  return positions(entries).find((position) => position.tick === tick && position.action === action)?.step ?? null;
}

/**
 * `12`, or `12.1` for the first action given in tick 12.
 * @param {import("./types.js").Place} place
 */
export function positionText({ tick, action }) {
  return action === 0 ? String(tick) : `${tick}.${action}`;
}
