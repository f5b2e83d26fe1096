// What an edit did is said once the graph that it made is shown.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { ContextGraphController } from '../../../../src/features/context-graph/controller.ts';
import { sparse } from '../../../sparse.ts';
import { testStore } from '../../store.ts';
import type { Graph } from '../../../../src/protocol/types.ts';

/** Other below its parents. */
const graphOf = (parents: string[]) =>
  sparse<Graph>({
    roots: ['Site', 'Mine', 'Other'],
    nodes: ['Site', 'Mine', 'Other'].map((id) => ({
      id,
      title: id,
      parents: id === 'Other' ? parents : [],
      children: parents.includes(id) ? ['Other'] : [],
    })),
  });

/** A controller whose graphs come when the test lets them. */
function setUp() {
  const store = testStore();
  const late: ((graph: object) => void)[] = [];
  let graphRevision = 0;
  const run = () => ({
    view: { machineHash: 'h', branch: 'main', step: 0, seq: 0, paths: [] },
    graphRevision,
    input: null,
  });
  store.set({ panel: 'graph', run: { ...store.state.run, snapshot: run() as never } });
  const controller = new ContextGraphController({
    store,
    engine: { graph: () => new Promise((resolve) => late.push(resolve as never)) },
    running: {
      editGraph: async () => {
        graphRevision += 1;
        store.set({ run: { ...store.state.run, snapshot: run() as never } });
        return { ok: true, result: { changed: true } } as never;
      },
    },
  });
  const come = async (parents: string[]) => {
    late.shift()?.({ graph: graphOf(parents), views: [] });
    await setImmediate();
  };
  return { store, controller, come, asked: () => late.length };
}

test('what an edit did is said when its graph is shown, not before', async () => {
  const { store, controller, come, asked } = setUp();
  await come(['Mine']);
  controller.act({ type: 'graphNode', node: 'Other' });
  controller.act({ type: 'graphUnlink', parent: 'Mine' });
  await setImmediate();
  assert.equal(asked(), 1);
  assert.equal(store.state.graph.announcement, '');
  await come([]);
  assert.deepEqual(store.state.graph.graph, graphOf([]));
  assert.equal(store.state.graph.announcement, 'Unlinked Other from Mine.');
  assert.equal(store.state.live, 'Unlinked Other from Mine.');
});

test('a graph that was asked for before the edit does not count as its own', async () => {
  const { store, controller, come } = setUp();
  await come(['Mine']);
  controller.act({ type: 'graphNode', node: 'Other' });
  store.set({ run: { ...store.state.run, snapshot: { ...store.state.run.snapshot, input: {} } as never } });
  controller.act({ type: 'graphUnlink', parent: 'Mine' });
  await setImmediate();
  await come(['Mine']);
  assert.equal(store.state.graph.announcement, '');
  await come([]);
  assert.equal(store.state.graph.announcement, 'Unlinked Other from Mine.');
});

test('an edit of a document that is no longer open is not spoken of', async () => {
  const { store, controller, come } = setUp();
  await come(['Mine']);
  controller.act({ type: 'graphNode', node: 'Other' });
  controller.act({ type: 'graphUnlink', parent: 'Mine' });
  await setImmediate();
  store.set({ document: { ...store.state.document, id: 'another' } as never });
  await come([]);
  assert.equal(store.state.graph.announcement, '');
  assert.equal(store.state.live, '');
});
