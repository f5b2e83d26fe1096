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
