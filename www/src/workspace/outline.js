// @ts-check
// Where things of the drawing stand in the source, by the core's outline. Pure.

import { textOf } from '../protocol/sources.js';

/** @typedef {import('../protocol/types.ts').OutlineItem} OutlineItem */
/** @typedef {import('./store.js').State} State */

/** A place of one text in another one that differs in one stretch, as by typing. @param {string} from @param {string} to @param {number} at */
const placeIn = (from, to, at) => (from !== to && to.endsWith(from.slice(at)) ? Math.max(0, at + to.length - from.length) : at);

/** A file's text as it is now, and as the core read it last: its places are of that one. @param {State} state @param {string} file @returns {[now: string, read: string]} */
function texts({ analysis, aside, document }, file) {
  const now = textOf(document, file) ?? '';
  return [now, (file === document.entry ? analysis : aside?.file === file ? aside : null)?.source ?? now];
}

/** A place that the core told, in the newest text. @template {{ from: number, to: number, file?: string }} T @param {State} state @param {T} span @returns {T} */
export function placeNow(state, span) {
  const [now, read] = texts(state, span.file ?? state.document.entry);
  const from = placeIn(read, now, span.from);
  return { ...span, from, to: span.to + from - span.from };
}

/** A place of the newest text of the entry, in the one that the core read last. @param {State} state @param {number} at */
export function placeRead(state, at) {
  const [now, read] = texts(state, state.document.entry);
  return placeIn(now, read, at);
}

/**
 * The range of the element with a diagram id; null when the source does not declare it.
 * @param {OutlineItem[]} items
 * @param {string} id
 * @returns {{ from: number, to: number, file?: string } | null}
 */
export function spanOf(items, id) {
  for (const item of items) {
    if (item.diagramId && sameElement(item.diagramId, id)) return { from: item.from, to: item.to, ...(item.file === undefined ? {} : { file: item.file }) };
    const inside = spanOf(item.children, id);
    if (inside) return inside;
  }
  return null;
}

/**
 * The diagram id of the innermost element around an offset of the source; null outside of all.
 * @param {OutlineItem[]} items
 * @param {number} offset
 * @returns {string | null}
 */
export function idAt(items, offset) {
  for (const item of items) {
    if (offset < item.from || offset > item.to) continue;
    const found = idAt(item.children, offset) ?? item.diagramId;
    if (found) return found;
  }
  return null;
}

/** A node and the cluster it may be drawn as have the same number. @param {string} a @param {string} b */
function sameElement(a, b) {
  return a === b || (/^[ncf]\d+$/.test(a) && /^[ncf]\d+$/.test(b) && a.slice(1) === b.slice(1));
}
