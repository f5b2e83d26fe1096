// @ts-check
// Where the shapes of a drawing stand, read from their own numbers: to ask the browser would make it lay out the page.

import { outline } from './patch.js';

/** @typedef {{ x: number, y: number, width: number, height: number }} Box */

/**
 * The box around the points of a shape; of a curve, around its control points.
 * @param {Element} shape as Graphviz writes it: polygon, polyline, ellipse, or a path of M and C with absolute points
 * @returns {Box | null} null for a shape without points
 */
export function boxAround(shape) {
  const number = (/** @type {string} */ name) => Number(shape.getAttribute(name));
  if (shape.tagName === 'ellipse') {
    const [rx, ry] = [number('rx'), number('ry')];
    return { x: number('cx') - rx, y: number('cy') - ry, width: 2 * rx, height: 2 * ry };
  }
  const points = (shape.getAttribute('points') ?? shape.getAttribute('d') ?? '').match(/-?[\d.]+(?:e[-+]?\d+)?/gi)?.map(Number) ?? [];
  const xs = points.filter((_, i) => i % 2 === 0);
  const ys = points.filter((_, i) => i % 2 === 1);
  if (ys.length === 0) return null;
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** The box of a node, cluster, edge or cell: that of its first shape. @param {SVGGElement} group @returns {Box} */
export function boxOfGroup(group) {
  const [shape] = outline(group);
  const { x, y, width, height } = (shape && boxAround(shape)) ?? group.getBBox();
  return { x, y, width, height };
}
