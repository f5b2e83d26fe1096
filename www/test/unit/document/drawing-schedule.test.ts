// What is known of a run is shown on a drawing of its own machine only.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DrawingSchedule } from '../../../src/document/drawing-schedule.ts';
import { badgesOf } from '../../../src/drawing/badges.ts';
import { initialState } from '../../../src/app/state.ts';
import { Store } from '../../../src/store/store.ts';

const drawing = (key: string, machine: string | undefined, at: string) =>
  ({ key, dot: `digraph { ${key} }`, overlay: { key, at }, machine }) as any;
/** A run at full speed. */
const running = (runDrawing: any) =>
  ({
    shows: 'run',
    runDrawing,
    sourceDrawing: null,
    activity: 'running',
    speed: 'max',
    analysis: null,
    snapshot: null,
    source: '',
    isDrawingOutdated: false,
  }) as any;

/** What is shown after a picture, when a run at full speed has another drawing. */
function shownAfter(before: any, after: any) {
  const store = new Store(initialState());
  store.set({ picture: before });
  // Long after the drawing was shown last.
  new DrawingSchedule(
    store,
    () => running(after),
    () => 10_000,
  ).show(running(after));
  return store.state.picture;
}

test('while positions fly by, a drawing of the same machine is patched and one of another machine gives way', () => {
  const next = drawing('k2', 'm1', 'later');
  assert.deepEqual(shownAfter(drawing('k1', 'm1', 'start'), next), {
    ...drawing('k1', 'm1', 'start'),
    overlay: next.overlay,
  });
  assert.deepEqual(shownAfter(drawing('k1', 'm0', 'start'), next), next);
  assert.deepEqual(shownAfter(drawing('k1', undefined, 'start'), next), next);
});

test('a text of another notation is not drawn before it is converted, kept or run', () => {
  const store = new Store(initialState());
  const foreign = (part: object) =>
    ({
      ...running(drawing('k1', 'm1', 'start')),
      activity: 'idle',
      source: 'graph TD',
      analysis: { source: 'graph TD', errors: 0, diagnostics: [{ code: 'foreign-format' }] },
      ...part,
    }) as any;
  const schedule = new DrawingSchedule(
    store,
    () => foreign({}),
    () => 10_000,
  );
  const shown = (run: any) => {
    store.set({ picture: null });
    schedule.show(run);
    return store.state.picture?.key ?? null;
  };
  const ofText = { source: 'graph TD', files: {}, entry: undefined };
  assert.equal(shown(foreign({})), null);
  assert.equal(shown(foreign({ snapshot: { ...ofText, view: { step: 0 } } })), null);
  assert.equal(shown(foreign({ ...ofText, snapshot: { ...ofText, view: { step: 1 } } })), 'k1');
  assert.equal(shown(foreign({ source: 'state a' })), 'k1');
  store.set({ import: { ...store.state.import, keptText: 'graph TD' } });
  assert.equal(shown(foreign({})), 'k1');
});

test('chips of paths belong to the drawing of their machine', () => {
  const view = {
    machineHash: 'm1',
    paths: [{ id: '1', node: 'a', status: 'active' }],
    nodes: { a: { diagramId: 'n0' } },
    forces: [],
    edges: [],
    contexts: {},
  };
  const state = (picture: any) =>
    ({
      breakpoints: [],
      run: { snapshot: { view: { ...view }, pending: { requests: [] } }, shows: 'run', branchEvents: [] },
      picture,
    }) as any;
  assert.deepEqual(
    badgesOf(state(drawing('k1', 'm1', ''))).map(({ id }) => id),
    ['n0'],
  );
  assert.deepEqual(badgesOf(state(drawing('k1', 'm0', ''))), []);
  assert.deepEqual(badgesOf(state(null)), []);
});
