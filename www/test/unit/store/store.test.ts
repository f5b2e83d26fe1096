// What is watched of the state.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testStore } from '../store.ts';

test('an effect runs when a member of its selection changed, with the state before', () => {
  const store = testStore();
  const seen: unknown[] = [];
  store.watch(
    ({ panel, path }) => [panel, path],
    (selected, state, before) => seen.push([...selected, state.path, before.path]),
  );
  store.set({ filter: 'x' });
  store.set({ path: null });
  assert.deepEqual(seen, []);
  store.set({ path: '1' });
  store.set({ path: '1.1', filter: 'y' });
  const { panel } = store.state;
  assert.deepEqual(seen, [
    [panel, '1', '1', null],
    [panel, '1.1', '1.1', '1'],
  ]);
});

test('the state before is the one just before the change, not the one of the last effect', () => {
  const store = testStore();
  const seen: string[] = [];
  store.watch(
    ({ path }) => path,
    (_, __, before) => seen.push(before.filter),
  );
  store.set({ filter: 'a' });
  store.set({ filter: 'b' });
  store.set({ path: '1', filter: 'c' });
  assert.deepEqual(seen, ['b']);
});

test('an effect that changes what it watches runs again, with the newest state', () => {
  const store = testStore();
  const seen: (string | null)[] = [];
  store.watch(
    ({ path }) => path,
    (path) => {
      seen.push(path);
      if (path === '1') store.set({ path: '2' });
    },
  );
  store.set({ path: '1' });
  assert.deepEqual(seen, ['1', '2']);
});

test('an immediate effect runs for the present state too, and none runs once it is not watched', () => {
  const store = testStore();
  const seen: unknown[] = [];
  const stop = store.watch(
    ({ path }) => path,
    (path) => seen.push(path),
    { immediate: true },
  );
  assert.deepEqual(seen, [null]);
  store.set({ path: '1' });
  stop();
  store.set({ path: '2' });
  assert.deepEqual(seen, [null, '1']);
});
