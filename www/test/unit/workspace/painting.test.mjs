// What is known of a run is shown on a drawing of its own machine only.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Painting } from '../../../src/workspace/painting.ts';
import { badgesOf } from '../../../src/workspace/badges.ts';
import { Store } from '../../../src/workspace/store.ts';

/** @param {string} key @param {string | undefined} machine @param {string} at */
const drawing = (key, machine, at) => /** @type {any} */ ({ key, dot: `digraph { ${key} }`, overlay: { key, at }, machine });
/** A run at full speed. @param {any} runDrawing */
const running = (runDrawing) => /** @type {any} */ ({ shows: 'run', runDrawing, sourceDrawing: null, activity: 'running', speed: 'max', analysis: null, snapshot: null, source: '', stale: null });

/** What is shown after a picture, when a run at full speed has another drawing. @param {any} before @param {any} after */
function shownAfter(before, after) {
  const store = new Store();
  store.set({ picture: before });
  // Long after the drawing was shown last.
  new Painting(store, () => running(after), () => 10_000).show(running(after));
  return store.state.picture;
}

test('while positions fly by, a drawing of the same machine is patched and one of another machine gives way', () => {
  const next = drawing('k2', 'm1', 'later');
  assert.deepEqual(shownAfter(drawing('k1', 'm1', 'start'), next), { ...drawing('k1', 'm1', 'start'), overlay: next.overlay });
  assert.deepEqual(shownAfter(drawing('k1', 'm0', 'start'), next), next);
  assert.deepEqual(shownAfter(drawing('k1', undefined, 'start'), next), next);
});

test('chips of paths belong to the drawing of their machine', () => {
  const view = { machineHash: 'm1', paths: [{ id: '1', node: 'a', status: 'active' }], nodes: { a: { diagramId: 'n0' } }, forces: [], edges: [], contexts: {} };
  const state = (/** @type {any} */ picture) => /** @type {any} */ ({ stops: [], run: { view: { ...view }, pending: { requests: [] } }, shows: 'run', events: [], picture });
  assert.deepEqual(badgesOf(state(drawing('k1', 'm1', ''))).map(({ id }) => id), ['n0']);
  assert.deepEqual(badgesOf(state(drawing('k1', 'm0', ''))), []);
  assert.deepEqual(badgesOf(state(null)), []);
});
