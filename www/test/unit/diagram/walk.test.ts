// The keyboard walk over a drawing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { graphOf, walk } from '../../../src/diagram/walk.ts';

const names = new Map(
  Object.entries({
    n0: 'begin',
    n1: 'heat',
    n2: 'done',
    c3: 'shop',
    n4: 'shop.add',
    n5: 'shop.pay',
    e0: 'begin->heat',
    e1: 'heat->done',
    e2: 'heat->heat',
    e3: 'anchor:shop->done',
    e4: 'heat:v_x->shop.add',
  }),
);
const down = graphOf([...names.keys()], names, false);
const across = graphOf([...names.keys()], names, true);
const go = (from: string, key: string, came = '', graph = down) => walk(graph, from, `Arrow${key}`, came);

test('along the drawing: from a node over its first edge to the next node, and back', () => {
  assert.equal(go('n0', 'Down'), 'e0');
  assert.equal(go('e0', 'Down', 'n0'), 'n1');
  assert.equal(go('n1', 'Up'), 'e0');
  assert.equal(go('e0', 'Up'), 'n0');
});

test('a drawing from left to right is walked with the other arrows', () => {
  assert.equal(go('n0', 'Right', '', across), 'e0');
  assert.equal(go('n1', 'Left', '', across), 'e0');
  assert.equal(go('n0', 'Down', '', across), 'n1');
  assert.equal(go('e1', 'Down', 'n1', across), 'e2');
});

test('beside: edges of the node that was left, out of it or into it', () => {
  assert.equal(go('e1', 'Right', 'n1'), 'e2');
  assert.equal(go('e2', 'Right', 'n1'), 'e4');
  assert.equal(go('e4', 'Right', 'n1'), 'e4');
  assert.equal(go('e1', 'Left', 'n1'), 'e1');
  assert.equal(go('e1', 'Right', 'n2'), 'e3');
});

test('beside: nodes of the same container, in source order', () => {
  assert.equal(go('n0', 'Right'), 'n1');
  assert.equal(go('n2', 'Right'), 'c3');
  assert.equal(go('c3', 'Right'), 'c3');
  assert.equal(go('n4', 'Right'), 'n5');
  assert.equal(go('n4', 'Left'), 'n4');
});

test('a chevron is a stop right after its module, with the same edges', () => {
  const chevrons = new Map([['c3', 'fold-c3']]);
  const order = [...names.keys(), 'n6'];
  const graph = graphOf(order, new Map([...names, ['n6', 'last']]), false, [], chevrons);
  assert.equal(go('c3', 'Right', '', graph), 'fold-c3');
  assert.equal(go('fold-c3', 'Right', '', graph), 'n6');
  assert.equal(go('n6', 'Left', '', graph), 'fold-c3');
  assert.equal(go('fold-c3', 'Left', '', graph), 'c3');
  assert.equal(go('fold-c3', 'Down', '', graph), 'e3');
});

test('a container has the edges of its anchor, and a row of a node leads to its node', () => {
  assert.equal(go('c3', 'Down'), 'e3');
  assert.equal(go('e3', 'Up'), 'c3');
  assert.equal(go('e4', 'Up'), 'n1');
  assert.equal(go('e4', 'Down'), 'n4');
});

test('Home and End are the first and last node; where nothing leads on the focus stays; other keys do not walk', () => {
  assert.equal(walk(down, 'e2', 'Home'), 'n0');
  assert.equal(walk(down, 'e2', 'End'), 'n5');
  assert.equal(go('n2', 'Down'), 'n2');
  assert.equal(walk(down, 'n0', 'a'), null);
});
