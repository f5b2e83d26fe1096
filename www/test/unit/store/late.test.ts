// Code that comes when it is wanted: once, again after a failure, and what was wished meanwhile in its order.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { late, lateHandlers } from '../../../src/store/late.ts';
import { RemoteConnection } from '../../../src/features/remote/connection.ts';
import { initialState } from '../../../src/app/state.ts';
import { Store } from '../../../src/store/store.ts';

/** What is told, and a load that fails so many times. */
function failing(times: number) {
  const store = new Store(initialState());
  const loads = { count: 0 };
  const part: any = {
    done: [],
    begun: 0,
    begin() {
      this.begun += 1;
    },
    onAction() {},
    act(action: any) {
      this.done.push(action.type);
    },
  };
  const load = async () => {
    loads.count += 1;
    if (loads.count <= times) throw new Error(`offline ${loads.count}`);
    return part;
  };
  return { store, loads, part, load, reported: () => store.state.notices.map(({ text }) => text) };
}
const settled = () => new Promise((resolve) => void setTimeout(resolve));

test('code is fetched once, however often it is wanted', async () => {
  const { store, loads, part, load } = failing(0);
  const one = late(store, load);
  assert.equal(one.now, null);
  assert.deepEqual(await Promise.all([one.want(), one.want()]), [part, part]);
  assert.equal(one.now, part);
  await one.want();
  assert.equal(loads.count, 1);
});

test('a failure is told once, though several waited for the code; the next wish fetches it again', async () => {
  const { store, loads, part, load, reported } = failing(1);
  const one = late(store, load);
  let notices = 0;
  store.listen(() => {
    notices += 1;
  });
  assert.deepEqual(await Promise.all([one.want(), one.want(), one.want()]), [null, null, null]);
  assert.equal(notices, 1);
  assert.deepEqual(reported(), ['offline 1']);
  assert.equal(await one.want(), part);
  assert.equal(loads.count, 2);
  assert.equal(notices, 1);
});

test('actions that come before the code are done in their order; those of other parts are left alone', async () => {
  const { store, part, load } = failing(0);
  const handlers = lateHandlers({
    store,
    panels: ['graph'],
    actions: ['graphMore', 'graphGroup', 'graphRemove'],
    load,
  });
  assert.deepEqual(Object.keys(handlers), ['graphMore', 'graphGroup', 'graphRemove']);
  handlers.graphMore({ type: 'graphMore' });
  handlers.graphGroup({ type: 'graphGroup' });
  await settled();
  handlers.graphRemove({ type: 'graphRemove' });
  await settled();
  assert.deepEqual(part.done, ['graphMore', 'graphGroup', 'graphRemove']);
});

test('a panel that is shown fetches its code once: a failure is not tried again with every page change', async () => {
  const { store, loads, load, reported } = failing(9);
  lateHandlers({ store, panels: ['graph'], actions: ['graphMore'], load });
  store.set({ panel: 'graph' });
  await settled();
  store.set({ hint: false });
  store.set({ theme: 'dark' });
  await settled();
  assert.equal(loads.count, 1);
  assert.deepEqual(reported(), ['offline 1']);
  store.set({ panel: 'sql' });
  store.set({ panel: 'graph' });
  await settled();
  assert.equal(loads.count, 2);
});

test('what is outside the page begins once; a mode whose code did not come is tried again when wanted', async () => {
  const { store, loads, part, load, reported } = failing(1);
  const remote = new RemoteConnection(store, load as any);
  store.set({ run: { ...store.state.run, mode: 'remote' } });
  await settled();
  assert.deepEqual([loads.count, part.begun, reported()], [1, 0, ['offline 1']]);
  store.set({ hint: false });
  await settled();
  assert.equal(loads.count, 1);
  remote.act({ type: 'outsideShow' });
  remote.act({ type: 'outsideHide' });
  await settled();
  assert.deepEqual([loads.count, part.begun, part.done], [2, 1, ['outsideShow', 'outsideHide']]);
  remote.onAction({ type: 'mode', mode: 'remote' });
  await settled();
  assert.equal(part.begun, 1);
});
