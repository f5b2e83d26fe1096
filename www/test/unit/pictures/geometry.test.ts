import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  crossings,
  distance,
  linesThroughCards,
  placeOf,
  pointsOf,
  type Box,
  type Line,
  type Point,
} from '../../pictures/geometry.ts';

/** A line through corners, with a point every 3 px as drawings are read. */
function line(id: string, ...corners: Point[]): Line {
  const points = corners.slice(1).flatMap(([x, y], i): Point[] => {
    const [fromX, fromY] = corners[i] ?? [x, y];
    const pieces = Math.max(1, Math.ceil(Math.hypot(x - fromX, y - fromY) / 3));
    return Array.from({ length: pieces }, (_, piece) => [
      fromX + ((x - fromX) * piece) / pieces,
      fromY + ((y - fromY) * piece) / pieces,
    ]);
  });
  return { id, points: [...points, corners.at(-1) ?? [0, 0]] };
}
const box = (left: number, top: number, right: number, bottom: number): Box => ({ left, top, right, bottom });

test('the points of a path lie on it, from its start to its end, close together', () => {
  const points = pointsOf('M0,0C0,-40 60,-40 60,0L60,30 90,30 H120V.5');
  assert.deepEqual(
    [points[0], points.at(-1)],
    [
      [0, 0],
      [120, 0.5],
    ],
  );
  const gaps = points.slice(1).map(([x, y], i) => Math.hypot(x - (points[i]?.[0] ?? 0), y - (points[i]?.[1] ?? 0)));
  assert.ok(Math.max(...gaps) < 5, `${Math.max(...gaps)}`);
  assert.ok(points.some(([x, y]) => Math.abs(x - 30) < 1 && Math.abs(y + 30) < 0.1));
  assert.ok(points.some(([x, y]) => Math.abs(x - 75) < 1.6 && y === 30));
});

test('a path with a command that is not read is refused', () => {
  assert.throws(() => pointsOf('M0,0A5,5 0 0 1 5,5'), /not read: A5,5 0 0 1 5,5/);
  assert.throws(() => pointsOf('M0,0C5,5 6,6'), /not read: C5,5 6,6/);
});

test('two lines cross where they meet', () => {
  const found = crossings([line('e0', [0, 50], [100, 50]), line('e1', [50, 0], [50, 100])]);
  assert.equal(found.length, 1);
  assert.deepEqual(found[0]?.lines, ['e0', 'e1']);
  assert.ok(Math.hypot((found[0]?.at[0] ?? 0) - 50, (found[0]?.at[1] ?? 0) - 50) < 0.01);
});

test('lines that meet at a common end do not cross', () => {
  assert.deepEqual(crossings([line('e0', [0, 0], [100, 100]), line('e1', [0, 100], [97, 95], [104, 104])]), []);
});

test('two lines cross as often as they do, wherever the squares of the grid end', () => {
  const wave = line('e0', [0, 0], [79.9, 80], [160.1, 0], [240, 80], [320, 0]);
  assert.equal(crossings([wave, line('e1', [0, 40.1], [320, 40.1])]).length, 4);
});

test('a line does not cross itself, and parallel lines do not cross', () => {
  const loop = line('e0', [0, 0], [60, 60], [60, 0], [0, 60]);
  assert.deepEqual(crossings([loop, line('e1', [0, 90], [60, 90]), line('e2', [0, 92], [60, 92])]), []);
});

test('the distance of a label is that of its nearest side', () => {
  const vertical = line('e0', [10, 0], [10, 100]);
  assert.equal(distance(box(15, 40, 60, 60), vertical), 5);
  assert.equal(distance(box(5, 40, 60, 60), vertical), 0);
  assert.ok(Math.abs(distance(box(13, 104, 60, 120), vertical) - 5) < 0.01);
});

test('a label belongs to the line that is nearest', () => {
  const lines = [line('e0', [0, 0], [0, 100]), line('e1', [50, 0], [50, 100])];
  const label = { edge: 'e0', text: 'again' };
  const [near] = placeOf([{ ...label, box: box(5, 40, 30, 60) }], lines);
  assert.deepEqual([near?.distance, near?.nearer], [5, null]);
  const [far] = placeOf([{ ...label, box: box(20, 40, 45, 60) }], lines);
  assert.deepEqual([far?.distance, far?.nearer], [20, 'e1']);
});

test('a label by turns as far from two lines belongs to its own, one without a line to none', () => {
  const lines = [line('e0', [0, 0], [0, 100]), line('e1', [50, 0], [50, 100])];
  const [between] = placeOf([{ edge: 'e0', text: 'again', box: box(10.5, 40, 40, 60) }], lines);
  assert.equal(between?.nearer, null);
  assert.deepEqual(placeOf([{ edge: 'e7', text: 'lost', box: box(10, 40, 40, 60) }], lines), []);
});

test('a line goes through a card in its way, not through those that it joins or touches', () => {
  const cards = [
    { id: 'n0', box: box(0, 0, 40, 20) },
    { id: 'n1', box: box(0, 100, 40, 120) },
    { id: 'n2', box: box(0, 200, 40, 220) },
    { id: 'n3', box: box(38.5, 100, 80, 120) },
  ];
  const straight = line('e0', [20, 20], [20, 200]);
  assert.deepEqual(linesThroughCards([straight], cards), [{ line: 'e0', card: 'n1' }]);
  const aside = line('e1', [40, 20], [40, 200]);
  assert.deepEqual(linesThroughCards([aside], cards), []);
});
