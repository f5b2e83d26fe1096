// The parts that lines are made with: places in a row, columns, paths with round corners, the flow of a drawing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chain, straighten, type Column, type Stop } from '../../../../src/diagram/lines/columns.ts';
import { flowOf } from '../../../../src/diagram/lines/frame.ts';
import { spread } from '../../../../src/diagram/lines/spread.ts';
import { pathOf } from '../../../../src/diagram/lines/write.ts';

test('things in a row are as near as possible to where they want to be, in order, with their gaps', () => {
  assert.deepEqual(spread([10, 50], [14, 14], 0, 100), [10, 50]);
  assert.deepEqual(spread([50, 50], [14, 14], 0, 100), [43, 57]);
  assert.deepEqual(spread([60, 40], [14, 14], 0, 100), [43, 57]);
  assert.deepEqual(spread([0, 0, 0], [10, 10, 10], 0, 100), [0, 10, 20]);
  assert.deepEqual(spread([99, 99], [10, 10], 0, 100), [90, 100]);
});

test('where there is no room for the gaps, all of them shrink alike', () => {
  assert.deepEqual(spread([0, 0, 0], [20, 20, 20], 0, 20), [0, 10, 20]);
  assert.deepEqual(spread([0, 0], [20, 20], 5, 5), [5, 5]);
});

const stop = (x: number, low = -100, high = 100): Stop => {
  const column: Column = { x, stops: [] };
  const walls = { left: -1000, right: 1000 };
  const one: Stop = {
    label: 0,
    labelSide: 'right',
    walls,
    y: 0,
    top: 0,
    bottom: 0,
    low,
    high,
    before: null,
    after: null,
    gap: 10,
    wish: x,
    column,
  };
  column.stops.push(one);
  return one;
};

test('stops of one line become one column and push their neighbours aside', () => {
  const [port, passing, end] = [stop(0), stop(3), stop(0)];
  const neighbour = stop(-8);
  chain([neighbour, passing]);
  straighten([[port, passing, end]]);
  assert.equal(new Set([port, passing, end].map(({ column }) => column.x)).size, 1);
  assert.ok(passing.column.x - neighbour.column.x >= 10 - 0.01);
});

test('a wall holds what is pushed, and then nothing has moved', () => {
  const [port, passing] = [stop(0, 0, 0), stop(30)];
  const neighbour = stop(12, 12, 100);
  chain([neighbour, passing]);
  straighten([[port, passing]]);
  assert.deepEqual([port.column.x, passing.column.x, neighbour.column.x], [0, 30, 12]);
});

test('corners are quarters of a circle of 9, smaller where a piece is short; a path has M and C alone', () => {
  const path = pathOf([
    { x: 0, y: 0 },
    { x: 0, y: 40 },
    { x: 60, y: 40 },
  ]);
  assert.equal(path, 'M0,0C0,0 0,31 0,31 0,35.97 4.03,40 9,40 9,40 60,40 60,40');
  assert.match(
    pathOf([
      { x: 0, y: 0 },
      { x: 0, y: 40 },
      { x: 8, y: 40 },
      { x: 8, y: 80 },
    ]),
    /^M0,0C0,0 0,36 0,36 .* 4,40 /,
  );
});

test('a drawing flows down or to the right, by how its nodes stand', () => {
  const at = (x: number, y: number) => ({ x, y, width: 100, height: 40 });
  const pair = (x: number, y: number, start: [number, number], end: [number, number]) => ({
    boxes: [at(0, 0), at(x, y)] as [ReturnType<typeof at>, ReturnType<typeof at>],
    ends: [start, end].map(([a, b]) => ({ x: a, y: b })) as [{ x: number; y: number }, { x: number; y: number }],
  });
  assert.equal(flowOf([]), 'down');
  assert.equal(flowOf([pair(10, 100, [50, 40], [60, 100])]), 'down');
  assert.equal(flowOf([pair(200, 10, [100, 20], [200, 30])]), 'right');
  // Beside and below at once: the sides where the line ends tell.
  assert.equal(flowOf([pair(200, 100, [100, 25], [200, 115])]), 'right');
  assert.equal(flowOf([pair(200, 100, [70, 40], [220, 100])]), 'down');
});
