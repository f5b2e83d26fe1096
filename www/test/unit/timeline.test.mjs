// @ts-nocheck The shapes here are made up, and smaller than the real ones.
// What the timeline shows of a branch.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { happenings, indexOfStep, positions } from '../../panels/positions.js';
import { changesOf } from '../../panels/values.js';

const entry = (step, tick, action, auto = false) => ({ step, tick, action, kind: auto ? 'reply' : 'step', ...(auto ? { auto } : {}), outcome: 'running' });
const branch = [entry(0, 0, 0), entry(1, 1, 0), entry(2, 2, 0), entry(3, 2, 0, true), entry(4, 2, 1), entry(5, 3, 0), entry(6, 3, 0, true)];

test('automatic replies belong to the action before them', () => {
  assert.deepEqual(positions(branch).map((p) => [p.label, p.first, p.step]), [['0', 0, 0], ['1', 1, 1], ['2', 2, 3], ['2.1', 4, 4], ['3', 5, 6]]);
});

test('every step has its position', () => {
  const list = positions(branch);
  assert.deepEqual([0, 1, 2, 3, 4, 5, 6].map((step) => list[indexOfStep(list, step)].label), ['0', '1', '2', '2', '2.1', '3', '3']);
});

test('a position tells what happened between its first and last step', () => {
  const events = [
    { seq: 1, step: 1, tick: 1, kind: 'moved', path: '1', from: 'a', to: 'b', cause: { type: 'condition', text: 'C.n > 1' } },
    { seq: 2, step: 3, tick: 2, kind: 'contextWritten', path: '1', context: 'C', changes: [{ field: 'n', before: 1, after: 2 }] },
    { seq: 3, step: 3, tick: 2, kind: 'visitFailed', path: '1', node: 'b', failure: { message: 'no' } },
    { seq: 4, step: 5, tick: 3, kind: 'moved', path: '1', from: 'b', to: 'c', cause: { type: 'default' } },
  ];
  const list = positions(branch);
  assert.deepEqual(happenings(events, list[1]), [{ path: '1', text: 'a → b (C.n > 1)', bad: false }]);
  assert.deepEqual(happenings(events, list[2]).map((line) => [line.text, line.bad]), [['C.n = 2', false], ['b failed: no', true]]);
});

test('what changed is told by path, with the value before the position', () => {
  const write = (seq, step, path, before, after) => ({ seq, step, tick: 2, kind: 'contextWritten', path, context: 'C', changes: [{ field: 'n', before, after }] });
  const state = { entries: branch, run: { position: { step: 3 } }, events: [write(1, 1, '1', 0, 1), write(2, 2, '1', 1, 2), write(3, 3, '1', 2, 3), write(4, 3, '2', 7, 8), write(5, 4, '1', 3, 4)] };
  assert.deepEqual([...changesOf(state, { id: '1' })], [['C.n', 1]]);
  assert.deepEqual([...changesOf(state, { id: '2' })], [['C.n', 7]]);
});
