// @ts-nocheck The shapes here are made up, and smaller than the real ones.
// The keys that work anywhere on the page.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { walk } from '../../diagram/walk.js';
import { idAt, spanOf } from '../../outline.js';
import { commandOf } from '../../ui/keymap.js';

const press = (key, modifiers = '') => commandOf({
  key, altKey: modifiers.includes('A'), ctrlKey: modifiers.includes('C'), metaKey: modifiers.includes('M'), shiftKey: modifiers.includes('S'),
});

test('each command has its keys', () => {
  assert.equal(press('F10'), 'step');
  assert.equal(press('PageDown', 'A'), 'step');
  assert.equal(press('F8'), 'run');
  assert.equal(press('Enter', 'C'), 'run');
  assert.equal(press('Enter', 'M'), 'run');
  assert.equal(press('PageUp', 'A'), 'back');
  assert.equal(press('PageUp', 'AS'), 'forward');
  assert.equal(press('S', 'CS'), 'share');
  assert.equal(press('s', 'C'), 'keepVersion');
  assert.equal(press('F', 'CS'), 'format');
  assert.equal(press('F', 'AS'), 'format');
  assert.equal(commandOf({ key: 'Ï', code: 'KeyF', altKey: true, ctrlKey: false, metaKey: false, shiftKey: true }), 'format');
});

test('typing and the browser keep their keys', () => {
  for (const [key, modifiers] of [['s', ''], ['s', 'CA'], ['Enter', ''], ['PageUp', ''], ['PageDown', ''], ['F10', 'S'], ['F8', 'C'], ['f', ''], ['F', 'S'], ['f', 'C'], ['F', 'CAS']]) {
    assert.equal(press(key, modifiers), null, `${modifiers}+${key}`);
  }
});

test('arrows walk the drawing in source order and stop at its ends', () => {
  const elements = ['n0', 'n1', 'e0'];
  assert.equal(walk(elements, 'n0', 'ArrowRight'), 'n1');
  assert.equal(walk(elements, 'e0', 'ArrowDown'), 'e0');
  assert.equal(walk(elements, 'n0', 'ArrowUp'), 'n0');
  assert.equal(walk(elements, 'n0', 'End'), 'e0');
  assert.equal(walk(elements, 'n0', 'x'), null);
});

test('an element of the drawing leads to its place in the source, a cluster to that of its node', () => {
  const outline = [{ diagramId: 'n0', from: 0, to: 9, children: [{ diagramId: 'e1', from: 4, to: 8, children: [] }] }];
  assert.deepEqual(spanOf(outline, 'e1'), { from: 4, to: 8 });
  assert.deepEqual(spanOf(outline, 'c0'), { from: 0, to: 9 });
  assert.equal(spanOf(outline, 'n7'), null);
});

test('the caret is in the innermost element around it', () => {
  const outline = [{ diagramId: 'n0', from: 0, to: 20, children: [{ diagramId: null, from: 2, to: 6, children: [] }, { diagramId: 'n1', from: 8, to: 12, children: [] }] }];
  assert.deepEqual([1, 3, 9, 30].map((offset) => idAt(outline, offset)), ['n0', 'n0', 'n1', null]);
});
