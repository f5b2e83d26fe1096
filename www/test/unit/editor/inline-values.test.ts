// How much of an inline value fits.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitOf } from '../../../src/editor/inline-values.ts';

test('a value is shown whole, else what changed, else as a dot', () => {
  assert.equal(fitOf(108, 100, 40), 'all');
  assert.equal(fitOf(107, 100, 40), 'short');
  assert.equal(fitOf(47, 100, 40), 'dot');
  assert.equal(fitOf(47, 100, 0), 'dot', 'nothing changed');
});
