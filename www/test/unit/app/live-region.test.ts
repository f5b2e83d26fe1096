// What a screen reader is told, and how often.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LiveRegion } from '../../../src/app/live-region.ts';
import { FakeClock } from '../../clock.ts';
import { testStore } from '../store.ts';
import type { Sparse } from '../../sparse.ts';
import type { Event } from '../../../src/protocol/types.ts';
import type { RunState } from '../../../src/run/types.ts';
import type { State } from '../../../src/store/state.ts';

function setUp() {
  const said: string[] = [];
  const clock = new FakeClock();
  const store = testStore();
  new LiveRegion(store, (text) => said.push(text), clock);
  const pass = (ms: number) => clock.pass(ms);
  return { said, store, pass };
}

const state = (step: number, run: Sparse<RunState> = {}, more: Sparse<State> = {}): Sparse<State> => ({
  document: { id: 1 },
  live: '',
  run: {
    activity: 'idle',
    isRunning: false,
    status: { text: `Step ${step}. Path 1 is ready at heat.` },
    branchEvents: [],
    snapshot: {
      position: { step, tick: step, action: 0, branch: 'main' },
      view: { paths: [{ id: '1', status: 'active' }] },
    },
    ...run,
  },
  ...more,
});
const moves = (step: number): Sparse<Event>[] => [
  { kind: 'moved', step, path: '1', from: 'heat', to: 'done' },
  { kind: 'contextWritten', step, path: '1', context: 'Water', changes: [{ field: 'celsius', after: 95 }] },
];

test('a step is told with what moved and which values changed', () => {
  const { said, store } = setUp();
  store.set(state(2));
  store.set(state(3, { branchEvents: moves(3) }));
  assert.deepEqual(said, ['Step 3: path 1 moved from heat to done. Water.celsius is now 95.']);
});

test('a step that waited for its script is told as a step, not as a run', () => {
  const { said, store, pass } = setUp();
  store.set(state(2));
  store.set(state(2, { activity: 'pausable', isRunning: true }));
  pass(20_000);
  store.set(state(2, { activity: 'pausable', isRunning: true }));
  store.set(state(3, { branchEvents: moves(3) }));
  assert.deepEqual(said, ['Step 3: path 1 moved from heat to done. Water.celsius is now 95.']);
});

test('where nothing moves on, the reason is told as well', () => {
  const { said, store } = setUp();
  const waits: Sparse<RunState['snapshot']> = { view: { paths: [{ id: '1', status: 'awaitingAnswers' }] } };
  store.set(state(2));
  store.set(
    state(3, {
      branchEvents: [{ kind: 'requestOpened', step: 3, path: '1', query: 'Which ship?' }],
      status: { text: 'Path 1 is waiting for an answer at heat.' },
      snapshot: { ...state(3).run?.snapshot, ...waits },
    }),
  );
  assert.deepEqual(said, ['Step 3: path 1 asks: Which ship? Path 1 is waiting for an answer at heat.']);
});

test('what is told has no ticks around names, and each of its sentences begins with a capital letter', () => {
  const { said, store, pass } = setUp();
  store.set(state(2));
  store.set(
    state(3, {
      branchEvents: [
        { kind: 'moved', step: 3, path: '1', from: 'heat', to: 'done' },
        { kind: 'moved', step: 3, path: '2', from: 'cool', to: 'done' },
      ],
    }),
  );
  pass(1_000);
  store.set(state(3, {}, { live: 'Fixed: move it before the `;`.' }));
  assert.deepEqual(said, [
    'Step 3: path 1 moved from heat to done. Path 2 moved from cool to done.',
    'Fixed: move it before the ;.',
  ]);
});

test('at most one message a second is said, the last one', () => {
  const { said, store, pass } = setUp();
  store.set(state(0));
  for (const step of [1, 2, 3]) store.set(state(step, { branchEvents: moves(step) }));
  assert.equal(said.length, 1);
  pass(999);
  assert.equal(said.length, 1);
  pass(1);
  assert.deepEqual(
    said.map((text) => text.slice(0, 6)),
    ['Step 1', 'Step 3'],
  );
  pass(5_000);
  assert.equal(said.length, 2);
});

test('during Run only its start, its end, and where it is every ten seconds', () => {
  const { said, store, pass } = setUp();
  store.set(state(0));
  store.set(state(0, { activity: 'running', isRunning: true }));
  for (let step = 1; step <= 21; step += 1) {
    pass(1_000);
    store.set(state(step, { activity: 'running', isRunning: true, branchEvents: moves(step) }));
  }
  pass(1_000);
  store.set(state(22, { status: { text: 'Completed in 22 steps.' } }));
  assert.deepEqual(said, ['Running.', 'Step 10.', 'Step 20.', 'Completed in 22 steps.']);
});

test('going back and opening another machine bring no tale of steps', () => {
  const { said, store, pass } = setUp();
  store.set(state(3, { branchEvents: moves(3) }));
  store.set(state(1, { branchEvents: moves(3) }));
  assert.deepEqual(said, ['Step 1. Path 1 is ready at heat.']);
  pass(2_000);
  store.set(state(5, { branchEvents: moves(5) }, { document: { id: 2 } }));
  assert.deepEqual(said.slice(1), ['']);
});

test('another machine, and another text of it, take back what was said and what waits to be said', () => {
  const { said, store, pass } = setUp();
  const of = (source: string, more: Sparse<State> = {}) =>
    state(0, { snapshot: { ...state(0).run?.snapshot, source } }, more);
  store.set(state(2));
  store.set(state(3, { branchEvents: moves(3) }));
  store.set(state(4, { branchEvents: moves(4) }));
  store.set(of('a', { document: { id: 2 } }));
  pass(2_000);
  assert.deepEqual(said.slice(1), ['']);
  store.set(of('a', { document: { id: 2 }, live: 'Link copied.' }));
  store.set(of('b', { document: { id: 2 }, live: 'Link copied.' }));
  assert.deepEqual(said.slice(2), ['Link copied.', '']);
});

test('what the page reports is told: copied, formatted', () => {
  const { said, store } = setUp();
  store.set(state(1));
  store.set(state(1, {}, { live: 'Link copied.' }));
  assert.deepEqual(said, ['Link copied.']);
});
