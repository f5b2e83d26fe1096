// @ts-check
// Positions are what people count: ticks and actions. The core's steps also count automatic replies, which belong to
// the host action before them.

/**
 * @typedef {import("../engine/types.js").Entry} Entry
 * @typedef {{ tick: number, action: number, step: number }} Position `step` is the last one that belongs to it
 */

/**
 * The positions of a branch, in order.
 * @param {Entry[]} entries
 * @returns {Position[]}
 */
export function positions(entries) {
  /** @type {Position[]} */
  const found = [];
  for (const { tick, action, step, auto } of entries) {
    const last = found.at(-1);
    if (last !== undefined && (auto === true || (last.tick === tick && last.action === action))) last.step = step;
    else found.push({ tick, action, step });
  }
  return found;
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
  const ends = positions(entries).map((position) => position.step);
  const before = ends.filter((end) => end < step);
  const after = ends.filter((end) => end > step);
  const target = n >= 0 ? before[Math.max(before.length - n, 0)] : after[Math.min(-n, after.length) - 1];
  return n === 0 ? null : (target ?? null);
}

/**
 * The last step of a position.
 * @param {Entry[]} entries
 * @param {import("../engine/types.js").Place} place
 * @returns {number | null}
 */
export function stepOf(entries, { tick, action }) {
  return positions(entries).find((position) => position.tick === tick && position.action === action)?.step ?? null;
}

/**
 * `12`, or `12.1` for the first action given in tick 12.
 * @param {import("../engine/types.js").Place} place
 */
export function positionText({ tick, action }) {
  return action === 0 ? String(tick) : `${tick}.${action}`;
}
