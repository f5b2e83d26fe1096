// What the timeline shows of a branch.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { indexOfStep, positions } from '../../../../src/protocol/positions.ts';
import { changesOf as changesIn } from '../../../../src/store/values.ts';
import { sparsely, type Sparse } from '../../../sparse.ts';
import type { Entry, Event } from '../../../../src/protocol/types.ts';
import type { State } from '../../../../src/store/state.ts';

const changesOf = sparsely(changesIn);

const entry = (step: number, tick: number, action: number, auto = false): Entry => ({
  step,
  tick,
  action,
  kind: auto ? 'reply' : 'step',
  ...(auto ? { auto } : {}),
  outcome: 'running',
});
const branch = [
  entry(0, 0, 0),
  entry(1, 1, 0),
  entry(2, 2, 0),
  entry(3, 2, 0, true),
  entry(4, 2, 1),
  entry(5, 3, 0),
  entry(6, 3, 0, true),
];

test('automatic replies belong to the action before them', () => {
  assert.deepEqual(
    positions(branch).map((p) => [p.label, p.first, p.step]),
    [
      ['0', 0, 0],
      ['1', 1, 1],
      ['2', 2, 3],
      ['2.1', 4, 4],
      ['3', 5, 6],
    ],
  );
});

test('every step has its position', () => {
  const list = positions(branch);
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5, 6].map((step) => list[indexOfStep(list, step)].label),
    ['0', '1', '2', '2', '2.1', '3', '3'],
  );
});

test('what changed is told by path, with the value before the position', () => {
  const write = (seq: number, step: number, path: string, before: number, after: number): Sparse<Event> => ({
    seq,
    step,
    tick: 2,
    kind: 'contextWritten',
    path,
    context: 'C',
    changes: [{ field: 'n', before, after }],
  });
  const events = [
    write(1, 1, '1', 0, 1),
    write(2, 2, '1', 1, 2),
    write(3, 3, '1', 2, 3),
    write(4, 3, '2', 7, 8),
    write(5, 4, '1', 3, 4),
  ];
  const state: Sparse<State> = { run: { entries: branch, snapshot: { position: { step: 3 } }, branchEvents: events } };
  assert.deepEqual([...changesOf(state, { id: '1' })], [['C.n', 1]]);
  assert.deepEqual([...changesOf(state, { id: '2' })], [['C.n', 7]]);
  events.splice(4, 0, {
    seq: 5,
    step: 3,
    tick: 2,
    kind: 'merged',
    path: '2',
    changes: [{ context: 'D', field: 'm', before: 4, after: 5 }],
  });
  assert.deepEqual(
    [...changesOf(state, { id: '2' })],
    [
      ['C.n', 7],
      ['D.m', 4],
    ],
  );
});
