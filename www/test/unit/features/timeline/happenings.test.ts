// What the timeline shows of a branch.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { happenings as tellAll } from '../../../../src/features/timeline/happenings.ts';
import { indexOfStep, positions } from '../../../../src/protocol/positions.ts';
import { changesOf as changesIn } from '../../../../src/workspace/values.ts';
import { sparsely, type Sparse } from '../../../sparse.ts';
import type { Entry, Event } from '../../../../src/protocol/types.ts';
import type { State } from '../../../../src/workspace/state.ts';

const happenings = sparsely(tellAll);
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

test('a position tells what happened between its first and last step', () => {
  const events: Sparse<Event>[] = [
    {
      seq: 1,
      step: 1,
      tick: 1,
      kind: 'moved',
      path: '1',
      from: 'a',
      to: 'b',
      left: [],
      entered: [],
      cause: { type: 'condition', text: 'C.n > 1' },
    },
    {
      seq: 2,
      step: 3,
      tick: 2,
      kind: 'contextWritten',
      path: '1',
      context: 'C',
      changes: [{ field: 'n', before: 1, after: 2 }],
    },
    { seq: 3, step: 3, tick: 2, kind: 'visitFailed', path: '1', node: 'b', failure: { message: 'no' } },
    {
      seq: 4,
      step: 5,
      tick: 3,
      kind: 'moved',
      path: '1',
      from: 'b',
      to: 'c',
      left: [],
      entered: ['box'],
      cause: { type: 'default' },
    },
  ];
  const list = positions(branch);
  assert.deepEqual(happenings(events, list[1]), [{ path: '1', text: 'a → b (C.n > 1)', bad: false }]);
  assert.deepEqual(
    happenings(events, list[2]).map((line) => [line.text, line.bad]),
    [
      ['C.n = 2', false],
      ['b failed: no', true],
    ],
  );
});

test('forks and joins are told in words', () => {
  const told: Sparse<Event>[] = [
    {
      kind: 'spawned',
      path: '1',
      children: [
        { path: '1.1', node: 'a' },
        { path: '1.2', node: 'b' },
      ],
    },
    { kind: 'pathForked', path: '1', node: 's' },
    { kind: 'parked', path: '1.1', join: 'x', have: 1, need: 2 },
    { kind: 'joinFired', join: 'x', paths: ['1.1', '1.2'] },
    { kind: 'mergeConflict', context: 'C', field: 'n', taken: 2 },
    { kind: 'merged', path: '1', changes: [{ context: 'C', field: 'n', before: 0, after: 2 }] },
    { kind: 'pathMerged', path: '1.1', into: '1' },
    { kind: 'joinFailed', join: 'x', code: 'short' },
    { kind: 'compensating', path: '1', node: 'undo', for: 'a' },
  ];
  const events = told.map((event, at): Sparse<Event> => ({ seq: at + 1, step: 1, tick: 1, ...event }));
  assert.deepEqual(happenings(events, positions(branch)[1]), [
    { path: '1', text: 'starts 1.1 at a, 1.2 at b', bad: false },
    { path: '1', text: 'goes on in its branches from s', bad: false },
    { path: '1.1', text: 'waits at join x, 1 of 2 here', bad: false },
    { path: '', text: 'join x goes on with 1.1, 1.2', bad: false },
    { path: '', text: 'C.n was changed differently, 2 is kept', bad: false },
    { path: '1', text: 'C.n = 2', bad: false },
    { path: '1.1', text: 'becomes one with 1', bad: false },
    { path: '', text: 'join x failed: short', bad: true },
    { path: '1', text: 'undo undoes a', bad: false },
  ]);
});

test('a visit that fails and its path with it are told once, two failures of different kinds are two', () => {
  const failure = { message: 'no water' };
  const failed = (kind: 'visitFailed' | 'pathFailed', path: string, message?: string): Sparse<Event> => ({
    kind,
    path,
    node: 'heat',
    failure: { ...failure, ...(message ? { message } : {}) },
  });
  const tell = (...events: Sparse<Event>[]) =>
    happenings(
      events.map((event, at): Sparse<Event> => ({ seq: at + 1, step: 1, tick: 1, ...event })),
      positions(branch)[1],
    ).map((line) => `${line.path} ${line.text}`);
  assert.deepEqual(tell(failed('visitFailed', '1'), failed('pathFailed', '1')), ['1 heat failed: no water']);
  assert.deepEqual(
    tell(failed('visitFailed', '1'), failed('visitFailed', '1')),
    ['1 heat failed: no water', '1 heat failed: no water'],
    'two attempts',
  );
  assert.deepEqual(tell(failed('visitFailed', '1'), failed('pathFailed', '2'), failed('pathFailed', '1', 'too many')), [
    '1 heat failed: no water',
    '2 heat failed: no water',
    '1 heat failed: too many',
  ]);
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
  const state: Sparse<State> = { entries: branch, run: { position: { step: 3 } }, events };
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
