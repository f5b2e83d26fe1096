// Where an open menu stands.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endingInRow, menuPosition } from '../../../src/ui/menu-place.ts';

const rect = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});
const bounds = rect(0, 0, 1000, 800);
const button = rect(600, 100, 40, 32);
/** Below the button, its right edges in line. */
const list = rect(440, 136, 200, 300);

test('a menu that covers nothing stays', () => {
  assert.deepEqual(menuPosition({ list, button, bounds, clear: null }), { shift: 0, height: null });
  assert.deepEqual(menuPosition({ list, button, bounds, clear: rect(100, 200, 100, 40) }), { shift: 0, height: null });
});

test('a menu moves to the side that is nearer, as long as it stays at its button', () => {
  assert.deepEqual(menuPosition({ list, button, bounds, clear: rect(420, 200, 80, 40) }), { shift: 68, height: null });
  assert.deepEqual(menuPosition({ list, button, bounds, clear: rect(636, 200, 80, 40) }), { shift: -12, height: null });
});

test('a menu that cannot move ends before the node, and scrolls', () => {
  assert.deepEqual(menuPosition({ list, button, bounds, clear: rect(400, 360, 300, 40) }), { shift: 0, height: 216 });
  const up = { list: rect(440, 300, 200, 300), button: rect(600, 604, 40, 32) };
  assert.deepEqual(menuPosition({ ...up, bounds, clear: rect(400, 310, 300, 40) }), { shift: 0, height: 242 });
});

test('where no other place is free it stays', () => {
  assert.deepEqual(menuPosition({ list, button, bounds, clear: rect(400, 150, 300, 40) }), { shift: 0, height: null });
});

test('a menu stays inside what clips it', () => {
  assert.deepEqual(menuPosition({ list, button, bounds: rect(0, 0, 1000, 400), clear: null }), {
    shift: 0,
    height: 256,
  });
  assert.deepEqual(menuPosition({ list, button, bounds: rect(0, 0, 620, 800), clear: null }), {
    shift: -28,
    height: null,
  });
  const up = { list: rect(440, 300, 200, 300), button: rect(600, 604, 40, 32) };
  assert.deepEqual(menuPosition({ ...up, bounds: rect(0, 350, 1000, 450), clear: null }), { shift: 0, height: 242 });
});

test('a menu that scrolls ends in the middle of a row', () => {
  const rows = [0, 1, 2, 3].map((i) => rect(0, 6 + 44 * i, 200, 44));
  assert.equal(endingInRow(138, rows), 116);
  assert.equal(endingInRow(115, rows), 72);
  assert.equal(endingInRow(20, rows), 20);
});
