// @ts-nocheck
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { panel } from '../../../src/app/starters.ts';

const holding = (source) => ({ document: { source, entry: 'machine.dygram', locked: false } });

test('a starter is added to the newest text, not to that of the last drawing', () => {
  const done = [];
  const drawn = panel(holding(''), (action) => done.push(action), () => holding('// a remark alone\n'));
  const [press] = drawn.values[0][0].values;
  press();
  assert.match(done[0].text, /^\/\/ a remark alone\nstate a/);
});

test('a document that another tab holds has no starters', () => {
  const locked = { document: { source: '', entry: 'machine.dygram', locked: true } };
  assert.equal(panel(locked, () => {}, () => locked).values, undefined);
});
