// @ts-check
// Long lists are cut before they are drawn: a page with thousands of rows answers nobody. What is left out is counted.

import { html, nothing } from 'lit';
import { words } from '../strings.js';

/** Rows of a list that are drawn. */
export const MOST_ROWS = 200;
/** Choices of a menu or a box, and lines of one row. */
export const MOST_CHOICES = 50;

/**
 * The first items of a list. One that must be among them is added.
 * @template T @param {T[]} list @param {number} [most] @param {T | null} [wanted] @returns {T[]}
 */
export function firsts(list, most = MOST_ROWS, wanted = null) {
  if (list.length <= most) return list;
  const shown = list.slice(0, most);
  return wanted === null || shown.includes(wanted) || !list.includes(wanted) ? shown : [...shown, wanted];
}

/** Says how many are left out. @param {unknown[]} list @param {number} [most] @param {(n: number) => string} [say] */
export function left(list, most = MOST_ROWS, say = words.left) {
  return list.length <= most ? nothing : html`<span class="quiet left-out">${say(list.length - most)}</span>`;
}

/** Says how many agent calls or questions wait behind those of the snapshot. @param {import('../workspace/store.js').State['run']} run @param {'agents' | 'requests'} kind */
export function pendingLeft(run, kind) {
  const more = run ? run.pending.counts[kind] - run.pending[kind].length : 0;
  return more > 0 ? html`<p class="quiet">${words.pendingLeft(more)}</p>` : nothing;
}
