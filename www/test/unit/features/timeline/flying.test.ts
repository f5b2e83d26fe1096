import assert from 'node:assert/strict';
import { mock, test, type TestContext } from 'node:test';
import { TimelineController } from '../../../../src/features/timeline/controller.ts';
import { mergeSnapshot, emptyRunData } from '../../../../src/run/snapshot-merge.ts';
import { sparse, type Sparse } from '../../../sparse.ts';
import { testStore } from '../../store.ts';
import type { Engine, Snapshot } from '../../../../src/protocol/types.ts';
import type { DocumentRun } from '../../../../src/document/document-run.ts';

/** A timeline whose positions are asked for; `rest` lets so many milliseconds pass. */
function timeline(context: TestContext) {
  mock.timers.enable({ apis: ['setTimeout'] });
  context.after(() => mock.timers.reset());
  const store = testStore();
  const asked: number[] = [];
  const traceController = new TimelineController({
    store,
    engine: {} as Engine,
    running: {
      scrub: async (step: number) => {
        asked.push(step);
      },
    } as Partial<DocumentRun> as DocumentRun,
  });
  return {
    store,
    act: (action: Parameters<TimelineController['act']>[0]) => traceController.act(action),
    asked,
    rest: (ms: number) => mock.timers.tick(ms),
  };
}

test('positions fly by while the cursor is dragged, until it rests', (context) => {
  const { store, act, asked, rest } = timeline(context);
  act({ type: 'scrub', step: 4 });
  rest(100);
  act({ type: 'scrub', step: 9 });
  rest(100);
  assert.equal(store.state.trace.flying, true);
  rest(30);
  assert.equal(store.state.trace.flying, false);
  assert.deepEqual(asked, [4, 9]);
});

test('positions fly by while a run goes at full speed, and no longer than it', (context) => {
  const { store, rest } = timeline(context);
  store.set({ run: { ...store.state.run, isRunning: true, speed: 'max' } });
  assert.equal(store.state.trace.flying, true);
  rest(1000);
  assert.equal(store.state.trace.flying, true);
  store.set({ run: { ...store.state.run, isRunning: false } });
  rest(120);
  assert.equal(store.state.trace.flying, false);
});

test('a run whose ticks can be read does not fly', (context) => {
  const { store } = timeline(context);
  store.set({ run: { ...store.state.run, isRunning: true, speed: 10 } });
  assert.equal(store.state.trace.flying, false);
});

const snapshot = (part: Sparse<Snapshot>) =>
  sparse<Snapshot>({
    view: { machineHash: 'h' },
    position: { branch: 'b0' },
    since: 0,
    events: [],
    entries: [],
    entriesFrom: 0,
    replies: [],
    picture: { key: 'k', overlay: {}, parts: { dot: 'digraph {}', rail: null, wires: [] } },
    branches: [{ id: 'b0', tip: 2 }],
    checkpoints: [],
    ...part,
  });

test('what a snapshot does not change stays the same object', () => {
  const first = mergeSnapshot(
    emptyRunData(),
    snapshot({ events: [{ seq: 1 }, { seq: 2 }], entries: [{ step: 0 }, { step: 1 }] }),
  );
  const next = mergeSnapshot(first, snapshot({ since: 2, entriesFrom: 2 }));
  assert.equal(next.events, first.events);
  assert.equal(next.entries, first.entries);
  assert.equal(next.snapshot?.branches, first.snapshot?.branches);
});

test('what a snapshot changes is another object', () => {
  const first = mergeSnapshot(
    emptyRunData(),
    snapshot({ events: [{ seq: 1 }, { seq: 2 }], entries: [{ step: 0 }, { step: 1 }] }),
  );
  const next = mergeSnapshot(
    first,
    snapshot({ since: 1, entriesFrom: 2, entries: [{ step: 2 }], branches: [{ id: 'b0', tip: 3 }] }),
  );
  assert.deepEqual(next.events, [{ seq: 1 }]);
  assert.deepEqual(
    next.entries.map(({ step }) => step),
    [0, 1, 2],
  );
  assert.deepEqual([next.snapshot?.branches[0].tip, first.snapshot?.branches[0].tip], [3, 2]);
});
