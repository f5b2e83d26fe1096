// Long lists are cut before they are drawn: a page with thousands of rows answers nobody. What is left out is counted.

import { html, nothing } from 'lit';
import { cutStrings } from './strings.ts';
import type { Snapshot } from '../protocol/types.ts';

/** Rows of a list that are drawn. */
export const MOST_ROWS = 200;
/** Choices of a menu or a box, and lines of one row. */
export const MOST_CHOICES = 50;

/** The first items of a list. One that must be among them is added. */
export function firsts<T>(list: T[], most: number = MOST_ROWS, wanted: T | null = null): T[] {
  if (list.length <= most) return list;
  const shown = list.slice(0, most);
  return wanted === null || shown.includes(wanted) || !list.includes(wanted) ? shown : [...shown, wanted];
}

/** Says how many are left out. */
export function left(list: unknown[], most: number = MOST_ROWS, say: (n: number) => string = cutStrings.left) {
  return list.length <= most ? nothing : html`<span class="quiet left-out">${say(list.length - most)}</span>`;
}

/** Says how many agent calls or questions wait behind those of the snapshot. */
export function pendingLeft(run: Snapshot | null, kind: 'agents' | 'requests') {
  const more = run ? run.pending.counts[kind] - run.pending[kind].length : 0;
  return more > 0 ? html`<p class="quiet">${cutStrings.pendingLeft(more)}</p>` : nothing;
}
