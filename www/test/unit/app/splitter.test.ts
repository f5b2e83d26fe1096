// How wide the boundaries let a region become: the run bar between editor and panels keeps its room.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limitsOf } from '../../../src/app/splitter.ts';
import type { ShellState } from '../../../src/store/shown.ts';

const room = (innerWidth: number) => ({ innerWidth, innerHeight: 800 });
const shell = (part: Partial<ShellState> = {}) => ({
  layout: 'split' as const,
  sizes: {},
  closed: [],
  panelOpen: true,
  ...part,
});

test('editor and panels leave the run bar its room, whichever was made wide first', () => {
  assert.equal(limitsOf('code', shell(), room(1280)).largest, 1280 - 360 - 56 - 340);
  assert.equal(limitsOf('side', shell(), room(1280)).largest, 1280 - 360 - 56 - 376);
  const wide = shell({ sizes: { split: { code: 600, side: 500 } } });
  assert.equal(limitsOf('code', wide, room(1440)).largest, 1440 - 360 - 56 - 424);
  assert.equal(limitsOf('side', wide, room(1440)).largest, 1440 - 360 - 56 - 600);
});

test('where no panel is open the strip alone takes room', () => {
  assert.equal(limitsOf('code', shell({ panelOpen: false }), room(1280)).largest, 1280 - 360 - 56);
});

test('closed panels take no room, and panels under the run bar are as wide as that', () => {
  assert.equal(limitsOf('code', shell({ closed: ['side'] }), room(1280)).largest, 1280 - 360);
  assert.equal(limitsOf('code', shell(), room(1100)).largest, 1100 - 560);
  assert.equal(limitsOf('side', shell({ layout: 'code' }), room(1280)).smallest, 360);
});
