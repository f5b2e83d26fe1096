// @ts-check
// Where things of the drawing stand in the source, by the core's outline. Pure.

/** @typedef {import('./engine/types.d.ts').OutlineItem} OutlineItem */

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
