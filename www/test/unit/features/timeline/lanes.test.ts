// What the timeline knows of the branches beside the present one.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TimelineController } from '../../../../src/features/timeline/controller.ts';
import { sparse, type Sparse } from '../../../sparse.ts';
import { testStore } from '../../store.ts';
import type { Engine, Entry, BranchEnd, Snapshot } from '../../../../src/protocol/types.ts';
import type { DocumentRun } from '../../../../src/document/document-run.ts';

const entries = (tip: number, outcome: Entry['outcome']): Entry[] =>
  Array.from({ length: tip + 1 }, (_, step) => ({
    step,
    tick: step,
    action: 0,
    kind: 'step',
    outcome: step === tip ? outcome : 'running',
  }));

/** A run of two branches that stands at the end of the second. */
const run = (part: Sparse<Snapshot> = {}) =>
  sparse<Snapshot>({
    position: { branch: 'b2', step: 2, atTip: true },
    view: { outcome: { kind: 'running' }, paths: [] },
    branches: [
      { id: 'b1', name: 'main', from: null, tip: 2 },
      { id: 'b2', name: 'branch 2', from: { branch: 'b1', step: 1 }, tip: 2 },
    ],
    ...part,
  });

/** `asked`: answers what was asked of `main` by how it ends; `main`: how it is known to end. */
function timeline() {
  const store = testStore();
  const asked: ((end: BranchEnd) => Promise<void>)[] = [];
  const engine = {
    branchPast: () =>
      new Promise<Awaited<ReturnType<Engine['branchPast']>>>((resolve) => {
        asked.push(async (end) => {
          resolve({ entries: entries(2, 'running'), events: [], end });
          await new Promise(setImmediate);
        });
      }),
  };
  new TimelineController({ store, engine: sparse<Engine>(engine), running: {} as DocumentRun });
  return { store, asked, main: () => store.state.trace.lanes.b1?.outcome };
}

test('what is known of a branch is forgotten when another run is shown, and asked of that run', async () => {
  const { store, asked, main } = timeline();
  store.set({ run: { ...store.state.run, runNumber: 2, snapshot: run(), entries: entries(2, 'failed') } });
  await asked[0]('completed');
  assert.equal(main(), 'completed');
  // The number of the run is known before the run is.
  store.set({ run: { ...store.state.run, runNumber: 1 } });
  store.set({ run: { ...store.state.run, snapshot: run(), entries: entries(2, 'completed') } });
  assert.equal(main(), undefined);
  await asked[1]('failed');
  assert.equal(main(), 'failed');
});

test('the branch at the cursor of the run before is no branch of the run that is shown', () => {
  const { store, main } = timeline();
  store.set({
    run: {
      ...store.state.run,
      runNumber: 2,
      snapshot: run({ position: { branch: 'b1', step: 2, atTip: true } }),
      entries: entries(2, 'completed'),
    },
  });
  store.set({ run: { ...store.state.run, runNumber: 1 } });
  store.set({ run: { ...store.state.run, snapshot: run(), entries: entries(2, 'failed') } });
  assert.equal(main(), undefined);
});

test('what was asked of the run before is not told of the run that is shown', async () => {
  const { store, asked, main } = timeline();
  store.set({ run: { ...store.state.run, runNumber: 2, snapshot: run(), entries: entries(2, 'failed') } });
  store.set({ run: { ...store.state.run, runNumber: 1 } });
  store.set({ run: { ...store.state.run, snapshot: run(), entries: entries(2, 'failed') } });
  await asked[0]('completed');
  assert.equal(main(), undefined);
});

const waiting: Sparse<Snapshot['view']> = { outcome: { kind: 'running' }, paths: [{ status: 'awaitingAnswers' }] };

test('what a branch waits for at its end is known once another branch or an earlier step is shown', () => {
  const earlier = { branch: 'b2', step: 1, atTip: false };
  for (const position of [earlier, { branch: 'b1', step: 2, atTip: true }]) {
    const { store, asked } = timeline();
    store.set({
      run: { ...store.state.run, runNumber: 1, snapshot: run({ view: waiting }), entries: entries(2, 'running') },
    });
    store.set({ run: { ...store.state.run, snapshot: run({ position }) } });
    assert.equal(store.state.trace.lanes.b2?.outcome, 'awaitingAnswers');
    assert.equal(asked.length, 1, 'only the other branch was asked for');
  }
});

test('how the present branch stands at its end is asked for where an earlier step is shown first', async () => {
  const { store, asked } = timeline();
  store.set({
    run: { ...store.state.run, runNumber: 1, snapshot: run({ position: { branch: 'b2', step: 1, atTip: false } }) },
  });
  await asked[1]('awaitingAgent');
  assert.equal(store.state.trace.lanes.b2?.outcome, 'awaitingAgent');
});
