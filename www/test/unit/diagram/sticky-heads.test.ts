// Which heads of modules stand at the top of the stage.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stickyHeads } from '../../../src/diagram/sticky-heads.ts';

const free = { x: 0, y: 0, width: 800, height: 600 };
const at = (x: number, y: number, scale = 1) => ({ x, y, scale });
const outer = { id: 'c0', box: { x: 0, y: 0, width: 1000, height: 1000 } };
const middle = { id: 'c1', box: { x: 20, y: 40, width: 900, height: 900 } };
const inner = { id: 'c2', box: { x: 40, y: 80, width: 300, height: 400 } };
const ids = (heads: { id: string }[]) => heads.map(({ id }) => id);

test('the head of a module stands at the top while its own is out of sight and the module is not', () => {
  assert.deepEqual(stickyHeads([outer], at(0, 10), free), []);
  assert.deepEqual(stickyHeads([outer], at(-100, -50), free), [{ id: 'c0', x: 0, y: 0, width: 800, height: 26 }]);
  assert.deepEqual(stickyHeads([outer], at(0, -1000), free), []);
  assert.deepEqual(stickyHeads([outer], at(-960, -50), free), [], 'a strip of 40 pixels has no room for one');
});

test('the end of a module takes its head along', () => {
  assert.equal(stickyHeads([outer], at(0, -990), free)[0]?.y, -16);
});

test('of modules in modules the two innermost have their heads, below each other', () => {
  assert.deepEqual(ids(stickyHeads([outer, middle, inner], at(0, -60), free)), ['c0', 'c1']);
  const heads = stickyHeads([outer, middle, inner], at(0, -100), free);
  assert.deepEqual(ids(heads), ['c1', 'c2']);
  assert.deepEqual(
    heads.map(({ y }) => y),
    [0, 26],
  );
  assert.deepEqual(ids(stickyHeads([outer, middle, inner], at(0, -490), free)), ['c0', 'c1']);
});

test('heads keep to the free part of the stage', () => {
  const [head] = stickyHeads([outer], at(-100, -50), { x: 40, y: 30, width: 500, height: 500 });
  assert.deepEqual(head, { id: 'c0', x: 40, y: 30, width: 500, height: 26 });
});
