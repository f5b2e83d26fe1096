// Which chips are under way in a step, and along what.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DOMParser } from 'linkedom';
import { addTravels, travelsOf } from '../../../src/diagram/travels.ts';
import type { Event } from '../../../src/protocol/types.ts';

const events = (...list: object[]) => list as Event[];
const parked = (path: string, edge: string) => ({ kind: 'parked', path, node: 'a', edge, join: 'j' });
const fired = { kind: 'joinFired', join: 'j', paths: ['1.1', '1.2'], continuing: '1' };
const moved = (path: string, edge: string, type: string, reverse = false) => ({
  kind: 'moved',
  path,
  edge,
  reverse,
  from: 'a',
  to: 'b',
  cause: { type },
});

test('a path that waits at a join goes on when the join is complete, and the one that goes on arrives there', () => {
  const early = events(parked('1.1', 'e3'));
  assert.deepEqual(travelsOf(early, early), []);
  const step = events(parked('1.2', 'e4'), fired, moved('1', 'e3', 'join'));
  assert.deepEqual(travelsOf(step, [...early, ...step]), [
    { path: '1.1', edge: 'e3', isReverse: false, arriving: '1' },
    { path: '1.2', edge: 'e4', isReverse: false, arriving: '1' },
  ]);
});

test('a path that forks and moves on is under way with those that it started', () => {
  const step = events(
    { kind: 'spawned', path: '1', edge: 'e1', children: [{ path: '1.1', node: 'b' }] },
    moved('1', 'e2', 'auto'),
  );
  assert.deepEqual(
    travelsOf(step, step).map(({ path, edge }) => `${path} ${edge}`),
    ['1.1 e1', '1 e2'],
  );
});

const drawing = () =>
  new DOMParser().parseFromString(
    '<svg><g><g id="e0" class="edge"><path d="M0.04,0C0,10 20,30 20.06,40"/></g></g></svg>',
    'image/svg+xml',
  ).documentElement as unknown as SVGSVGElement;
const waysIn = (svg: Element) => [...svg.querySelectorAll('g[style]')].map((group) => group.getAttribute('style'));

test('a chip goes along the line of its edge, and back where the edge was taken the other way', () => {
  for (const [reverse, way] of [
    [false, 'M0,0C0,10 20,30 20.1,40'],
    [true, 'M20.1,40C20,30 0,10 0,0'],
  ] as const) {
    const svg = drawing();
    const step = events(moved('1', 'e0', 'auto', reverse));
    assert.deepEqual([...addTravels(svg, travelsOf(step, step), step)], ['1']);
    assert.deepEqual(waysIn(svg), [`offset-path:path('${way}')`]);
  }
});

test('chips on one line go side by side, many of them closer', () => {
  const middles = (count: number) => {
    const svg = drawing();
    const step = events(...Array.from({ length: count }, (_, i) => moved(String(i + 1), 'e0', 'auto')));
    addTravels(svg, travelsOf(step, step), step);
    return [...svg.querySelectorAll('g[style] text')].map((text) => Number(text.getAttribute('x')));
  };
  assert.deepEqual(middles(1), [0]);
  const two = middles(2);
  assert.ok(two[1] - two[0] > 15);
  assert.ok(Math.abs(two[0] + two[1]) < 0.1);
  const nine = middles(9);
  assert.equal(new Set(nine).size, 9);
  assert.ok(nine[8] - nine[0] < 2.1 * (two[1] - two[0]));
});

test('a chip whose edge is not drawn stands where it is at once', () => {
  const svg = drawing();
  const step = events(moved('1', 'e7', 'force'));
  assert.deepEqual([...addTravels(svg, travelsOf(step, step), step)], []);
  assert.deepEqual(waysIn(svg), []);
});
