// What the timeline knows of the branches beside the present one.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TimelineController } from '../../../../src/features/timeline/controller.ts';
import { sparse } from '../../../sparse.ts';
import { testStore } from '../../store.ts';
import type { Engine, Entry } from '../../../../src/protocol/types.ts';
import type { RunActions } from '../../../../src/workspace/run-actions.ts';

type Outcome = Entry['outcome'];

const entries = (tip: number, outcome: Outcome): Entry[] =>
  Array.from({ length: tip + 1 }, (_, step) => ({
    step,
    tick: step,
    action: 0,
    kind: 'step',
    outcome: step === tip ? outcome : 'running',
  }));

/** A run of two branches that stands at the end of the second. */
const run = (tip: number) => ({
  position: { branch: 'b2', step: tip },
  branches: [
    { id: 'b1', name: 'main', from: null, tip },
    { id: 'b2', name: 'branch 2', from: { branch: 'b1', step: 1 }, tip },
  ],
});

/** `asked`: answers what was asked of `main` by how it ends; `main`: how it is known to end. */
function timeline() {
  const store = testStore();
  const asked: ((outcome: Outcome) => Promise<void>)[] = [];
  const engine = {
    branchPast: () =>
      new Promise<{ entries: Entry[]; events: [] }>((resolve) => {
        asked.push(async (outcome) => {
          resolve({ entries: entries(2, outcome), events: [] });
          await new Promise(setImmediate);
        });
      }),
  };
  new TimelineController({ store, engine: sparse<Engine>(engine), running: {} as RunActions });
  return { store, asked, main: () => store.state.trace.lanes.b1?.outcome };
}

test('what is known of a branch is forgotten when another run is shown, and asked of that run', async () => {
  const { store, asked, main } = timeline();
  store.set({ runNumber: 2, run: run(2), entries: entries(2, 'failed') });
  await asked[0]('completed');
  assert.equal(main(), 'completed');
  // The number of the run is known before the run is.
  store.set({ runNumber: 1 });
  store.set({ run: run(2), entries: entries(2, 'completed') });
  assert.equal(main(), undefined);
  await asked[1]('failed');
  assert.equal(main(), 'failed');
});

test('the branch at the cursor of the run before is no branch of the run that is shown', () => {
  const { store, main } = timeline();
  store.set({
    runNumber: 2,
    run: { ...run(2), position: { branch: 'b1', step: 2 } },
    entries: entries(2, 'completed'),
  });
  store.set({ runNumber: 1 });
  store.set({ run: run(2), entries: entries(2, 'failed') });
  assert.equal(main(), undefined);
});

test('what was asked of the run before is not told of the run that is shown', async () => {
  const { store, asked, main } = timeline();
  store.set({ runNumber: 2, run: run(2), entries: entries(2, 'failed') });
  store.set({ runNumber: 1 });
  store.set({ run: run(2), entries: entries(2, 'failed') });
  await asked[0]('completed');
  assert.equal(main(), undefined);
});
