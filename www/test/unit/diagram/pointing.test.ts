// What is shown at a pointer, and along which edges chips go.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connected } from '../../../src/diagram/hover.ts';
import { journeys } from '../../../src/diagram/glide.ts';
import { walkOf } from '../../../src/diagram/geometry.ts';

const ends = new Map([
  ['e0', ['n0', 'n1']],
  ['e1', ['n1', 'n2']],
  ['e2', ['n1', 'n1']],
  ['e3', ['c3', 'n2']],
] as [string, [string, string]][]);
const standing = (where: Record<string, string>) => new Map(Object.entries(where));

test('a node is connected to its edges and their other ends, an edge to both its ends', () => {
  assert.deepEqual(connected({ ends }, 'n1'), {
    nodes: new Set(['n1', 'n0', 'n2']),
    edges: new Set(['e0', 'e1', 'e2']),
  });
  assert.deepEqual(connected({ ends }, 'e1'), { nodes: new Set(['n1', 'n2']), edges: new Set(['e1']) });
});

test('a chip goes along the edge that its path took', () => {
  assert.deepEqual(journeys(standing({ 1: 'n0' }), standing({ 1: 'n1' }), ends), [{ path: '1', edge: 'e0' }]);
});

test('a path that returns to its node goes along the loop', () => {
  assert.deepEqual(journeys(standing({ 1: 'n1' }), standing({ 1: 'n1' }), [['e2', ['n1', 'n1']]]), [
    { path: '1', edge: 'e2' },
  ]);
});

test('each path of a fork comes from where its parent stood, and a container has the number of its node', () => {
  assert.deepEqual(journeys(standing({ 1: 'n1' }), standing({ 1.1: 'n2', 1.2: 'n1' }), ends), [
    { path: '1.1', edge: 'e1' },
    { path: '1.2', edge: 'e2' },
  ]);
  assert.deepEqual(journeys(standing({ 2: 'n3' }), standing({ 2: 'n2' }), ends), [{ path: '2', edge: 'e3' }]);
});

test('a jump has no edge, and no chip goes along it', () => {
  assert.deepEqual(journeys(standing({ 1: 'n2' }), standing({ 1: 'n0' }), ends), []);
  assert.deepEqual(journeys(standing({}), standing({ 1: 'n0' }), ends), []);
});

test('a line is walked by its length', () => {
  const line = {
    tagName: 'path',
    getAttribute: (name: string) => (name === 'd' ? 'M0,0C10,0 20,0 30,0 30,10 30,20 30,30' : null),
  } as any;
  const way = walkOf(line);
  assert.ok(Math.abs(way.length - 60) < 0.01);
  const near = (at: { x: number; y: number }) => [Math.round(at.x * 10) / 10, Math.round(at.y * 10) / 10];
  assert.deepEqual(
    [0, 15, 30, 45, 60, 99].map((far) => near(way.at(far))),
    [
      [0, 0],
      [15, 0],
      [30, 0],
      [30, 15],
      [30, 30],
      [30, 30],
    ],
  );
});
