// Positions of the shapes of a drawing, read from their attributes and written there: asking the browser would force it
// to lay out the page.

import { outline } from './overlay-patch.ts';
import { classesOf } from './palette.ts';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The numbers in the points of a shape. */
const NUMBERS = /-?[\d.]+(?:e[-+]?\d+)?/gi;

/** What stands by turns in the points of a shape as Graphviz writes it: x and y, in absolute numbers. */
const numbersOf = (shape: Element) =>
  (shape.getAttribute('points') ?? shape.getAttribute('d') ?? '').match(NUMBERS)?.map(Number) ?? [];

/** The points of a shape. */
export function pointsOf(shape: Element): [x: number, y: number][] {
  const all = numbersOf(shape);
  return Array.from({ length: all.length >> 1 }, (_, i) => [all[2 * i] ?? 0, all[2 * i + 1] ?? 0]);
}

/**
 * The box around the points of a shape; of a curve, around its control points.
 * @param shape polygon, polyline, ellipse, or a path of M and C with absolute points as Graphviz writes them; a rect of
 * the page
 * @returns null for a shape without points
 */
export function boxAround(shape: Element): Box | null {
  const number = (name: string) => Number(shape.getAttribute(name));
  if (shape.tagName === 'rect')
    return { x: number('x'), y: number('y'), width: number('width'), height: number('height') };
  if (shape.tagName === 'ellipse') {
    const [rx, ry] = [number('rx'), number('ry')];
    return { x: number('cx') - rx, y: number('cy') - ry, width: 2 * rx, height: 2 * ry };
  }
  // Read at each layout for some thousand shapes: no array for each point.
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  const numbers = numbersOf(shape);
  for (let i = 0; i + 1 < numbers.length; i += 2) {
    const [x = 0, y = 0] = [numbers[i], numbers[i + 1]];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return left === Infinity ? null : { x: left, y: top, width: right - left, height: bottom - top };
}

/** The box of a node, cluster, edge or cell: that of its card, else of its first shape. */
export function boxOfGroup(group: SVGGElement): Box {
  const [shape] = outline(group);
  const { x, y, width, height } = (shape && boxAround(shape)) ?? group.getBBox();
  return { x, y, width, height };
}

/** Moves what is drawn by its own numbers, which later passes read. */
export function moveBy(element: Element, { x, y }: { x: number; y: number }) {
  const rounded = (n: number) => String(Math.round(n * 100) / 100);
  const by: Record<string, number> = { x, y, cx: x, cy: y };
  for (const [name, far] of Object.entries(by))
    if (element.hasAttribute(name)) element.setAttribute(name, rounded(Number(element.getAttribute(name)) + far));
  for (const name of ['d', 'points']) {
    let count = 0;
    const moved = element.getAttribute(name)?.replace(NUMBERS, (n) => rounded(Number(n) + (count++ % 2 === 0 ? x : y)));
    if (moved !== undefined) element.setAttribute(name, moved);
  }
  for (const child of element.children) moveBy(child, { x, y });
}

/** How far a group is moved by its own transform. */
export function translationOf(group: Element): { x: number; y: number } {
  const found = /translate\(([-\d.]+)[\s,]+([-\d.]+)\)/.exec(group.getAttribute('transform') ?? '');
  return { x: Number(found?.[1] ?? 0), y: Number(found?.[2] ?? 0) };
}

/** The cards that stand in a group, from top to bottom. */
export const cardsOf = (root: Element): { group: Element; box: Box }[] =>
  [...root.children]
    .filter((group) => classesOf(group).includes('node'))
    .flatMap((group) => {
      const shape = [...group.children].find((one) => /^(card|shape)/.test(one.getAttribute('class') ?? ''));
      const box = shape && boxAround(shape);
      return box ? [{ group, box }] : [];
    })
    .sort((a, b) => a.box.y - b.box.y);

/** Whether two boxes have a common point inside. */
export const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Straight pieces that stand for a curve. */
const PIECES = 16;

/** A line as Graphviz writes it, M and C with absolute points, as something to walk along. */
export function walkOf(path: Element): { length: number; at: (far: number) => { x: number; y: number } } {
  const way = piecesOf(path);
  const length = way.at(-1)?.far ?? 0;
  const at = (far: number) => {
    const next = way.findIndex((point) => point.far >= far);
    const to = way[next < 0 ? way.length - 1 : next] ?? { x: 0, y: 0, far: 0 };
    const from = way[Math.max(0, (next < 0 ? way.length : next) - 1)] ?? to;
    const part = to.far > from.far ? (Math.min(far, length) - from.far) / (to.far - from.far) : 0;
    return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
  };
  return { length, at };
}

/** The ends of the straight pieces that stand for a line, with how far along it each is. */
export function piecesOf(path: Element) {
  const points = pointsOf(path);
  const [first = [0, 0]] = points;
  const way: { x: number; y: number; far: number }[] = [{ x: first[0], y: first[1], far: 0 }];
  for (let i = 0; i + 3 < points.length; i += 3) {
    const [a = first, b = first, c = first, d = first] = points.slice(i, i + 4);
    for (let piece = 1; piece <= PIECES; piece += 1) {
      const t = piece / PIECES;
      const along = (n: 0 | 1) =>
        (1 - t) ** 3 * a[n] + 3 * (1 - t) ** 2 * t * b[n] + 3 * (1 - t) * t ** 2 * c[n] + t ** 3 * d[n];
      const last = way.at(-1) ?? { x: 0, y: 0, far: 0 };
      const [x, y] = [along(0), along(1)];
      way.push({ x, y, far: last.far + Math.hypot(x - last.x, y - last.y) });
    }
  }
  return way;
}

/** Whether a straight piece goes through a box. */
export function cuts(a: { x: number; y: number }, b: { x: number; y: number }, box: Box) {
  let [from, to] = [0, 1];
  for (const [start, by, low, high] of [
    [a.x, b.x - a.x, box.x, box.x + box.width],
    [a.y, b.y - a.y, box.y, box.y + box.height],
  ]) {
    if (start === undefined || by === undefined || low === undefined || high === undefined) return false;
    if (by === 0) {
      if (start <= low || start >= high) return false;
      continue;
    }
    const [one, two] = [(low - start) / by, (high - start) / by];
    from = Math.max(from, Math.min(one, two));
    to = Math.min(to, Math.max(one, two));
  }
  return from < to;
}
