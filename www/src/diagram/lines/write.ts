// Writes new lines into a drawing: paths with round corners, heads at their ends, labels beside them. Paths have M and
// C with absolute points alone, as Graphviz writes them, so everything that reads lines reads these too.

import { boxAround, pointsOf } from '../geometry.ts';
import type { EdgeParts } from './read.ts';
import type { Point } from './types.ts';

/** Of corners. */
const RADIUS = 9;
/** How far the handles of a curve are away for a quarter of a circle of radius 1. */
const HANDLE = 0.5523;

const rounded = (n: number) => String(Math.round(n * 100) / 100);
const written = ({ x, y }: Point) => `${rounded(x)},${rounded(y)}`;
const towards = (from: Point, to: Point, far: number): Point => {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return { x: from.x + ((to.x - from.x) * far) / length, y: from.y + ((to.y - from.y) * far) / length };
};
const lengthOf = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

/** The path through corners. */
export function pathOf(corners: Point[]): string {
  const [first = { x: 0, y: 0 }] = corners;
  let text = `M${written(first)}C`;
  const parts: string[] = [];
  let at = first;
  const straight = (to: Point) => {
    if (lengthOf(at, to) > 0.01) parts.push(`${written(at)} ${written(to)} ${written(to)}`);
    at = to;
  };
  corners.slice(1).forEach((corner, i) => {
    const [before, next] = [corners[i] ?? corner, corners[i + 2]];
    if (!next) return straight(corner);
    const radius = Math.min(RADIUS, lengthOf(before, corner) / 2, lengthOf(corner, next) / 2);
    const [from, to] = [towards(corner, before, radius), towards(corner, next, radius)];
    straight(from);
    const bend = (end: Point) => towards(end, corner, radius * HANDLE);
    parts.push(`${written(bend(from))} ${written(bend(to))} ${written(to)}`);
    at = to;
  });
  text += parts.join(' ');
  return text;
}

/** @param corners in the positions of the drawing @param by how far the label moves, likewise */
export function write({ path, heads, label }: EdgeParts, corners: Point[], by: Point) {
  const points = pointsOf(path);
  const old = { start: pointOf(points[0]), end: pointOf(points.at(-1)) };
  const line = [...corners];
  for (const end of [0, 1] as const) {
    const mine = heads.filter((head) => head.end === end).map(({ element }) => element);
    if (mine.length === 0) continue;
    const [tip, before] = end === 0 ? [line[0], line[1]] : [line.at(-1), line.at(-2)];
    if (!tip || !before) continue;
    const cut = turnHeads(mine, end === 0 ? old.start : old.end, tip, before);
    line[end === 0 ? 0 : line.length - 1] = towards(tip, before, Math.min(cut, lengthOf(tip, before) - 0.5));
  }
  path.setAttribute('d', pathOf(line));
  if (label && (by.x !== 0 || by.y !== 0)) shift(label, by);
}

const pointOf = (point: [number, number] | undefined): Point => ({ x: point?.[0] ?? 0, y: point?.[1] ?? 0 });

/**
 * Moves heads as they are to another end.
 * @param from where the old line met them
 * @param tip where they point to
 * @param before where the new line comes from
 * @returns their length
 */
function turnHeads(heads: Element[], from: Point, tip: Point, before: Point): number {
  const all = heads.flatMap((head) => {
    if (head.tagName !== 'ellipse') return pointsOf(head).map(pointOf);
    const box = boxAround(head);
    if (!box) return [];
    const center = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    return [towards(center, from, -box.width / 2)];
  });
  const oldTip = all.reduce((most, one) => (lengthOf(one, from) > lengthOf(most, from) ? one : most), from);
  const length = lengthOf(oldTip, from);
  if (length === 0) return 0;
  const [old, now] = [
    { x: (oldTip.x - from.x) / length, y: (oldTip.y - from.y) / length },
    towards({ x: 0, y: 0 }, { x: tip.x - before.x, y: tip.y - before.y }, 1),
  ];
  const [cos, sin] = [old.x * now.x + old.y * now.y, old.x * now.y - old.y * now.x];
  const turned = ({ x, y }: Point): Point => {
    const [dx, dy] = [x - oldTip.x, y - oldTip.y];
    return { x: tip.x + dx * cos - dy * sin, y: tip.y + dx * sin + dy * cos };
  };
  for (const head of heads) {
    if (head.tagName === 'ellipse') {
      const center = turned({ x: Number(head.getAttribute('cx')), y: Number(head.getAttribute('cy')) });
      head.setAttribute('cx', rounded(center.x));
      head.setAttribute('cy', rounded(center.y));
    } else
      head.setAttribute(
        'points',
        pointsOf(head)
          .map((point) => written(turned(pointOf(point))))
          .join(' '),
      );
  }
  return length;
}

/** Moves a label by its own numbers, which later passes read. Multiplicities at the ends of the line stay. */
function shift(label: Element, { x, y }: Point) {
  for (const part of label.querySelectorAll('text, polygon')) {
    if (part.tagName === 'polygon')
      part.setAttribute(
        'points',
        pointsOf(part)
          .map(([px, py]) => written({ x: px + x, y: py + y }))
          .join(' '),
      );
    else if (part.getAttribute('text-anchor') !== 'middle') {
      part.setAttribute('x', rounded(Number(part.getAttribute('x')) + x));
      part.setAttribute('y', rounded(Number(part.getAttribute('y')) + y));
    }
  }
}
