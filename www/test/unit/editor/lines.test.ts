// Lines for lists of places.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineAround, lineNumbers } from '../../../src/editor/lines.ts';

test('a place is shown with its line, without the space before it', () => {
  assert.deepEqual(lineAround('a\n  bb -> c\nd', 4, 6), { text: 'bb -> c', from: 0, to: 2 });
  assert.deepEqual(lineAround('a\nb', 0, 1), { text: 'a', from: 0, to: 1 });
  assert.deepEqual(lineAround('a\nb', 2, 3), { text: 'b', from: 0, to: 1 });
  assert.deepEqual(lineAround('', 0, 0), { text: '', from: 0, to: 0 });
});

test('a place at a line end, and one that spans lines, stay on their first line', () => {
  assert.deepEqual(lineAround('ab\ncd', 2, 2), { text: 'ab', from: 2, to: 2 });
  assert.deepEqual(lineAround('ab\ncd', 1, 4), { text: 'ab', from: 1, to: 2 });
});

test('a long line is cut around the place', () => {
  const { text, from, to } = lineAround(`${'x'.repeat(500)}here${'y'.repeat(500)}`, 500, 504);
  assert.equal(text.slice(from, to), 'here');
  assert.ok(text.length <= 160);
});

test('line numbers come in the order of the places', () => {
  assert.deepEqual(lineNumbers('a\nb\nc', [4, 0, 2, 1, 3]), [3, 1, 2, 1, 2]);
  assert.deepEqual(lineNumbers('', [0]), [1]);
});
