// Stubs of single nodes: what is asked when, what a form begins with, and where what is saved goes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StubsController } from '../../../../src/features/agent/stubs-controller.ts';
import type { Action } from '../../../../src/features/agent/index.ts';
import { isUnsaved, listed } from '../../../../src/features/agent/stubs-listed.ts';
import { initialState } from '../../../../src/app/state.ts';
import { Store } from '../../../../src/store/store.ts';
import type { AgentSettings } from '../../../../src/protocol/types.ts';

const NODES = [
  { id: 'heat', title: 'Heat', kind: 'work', stub: { say: 'hot' } },
  { id: 'cool', title: '', kind: 'work' },
];
const settled = () => new Promise((resolve) => void setTimeout(resolve));

async function opened(settings: AgentSettings = {}, agents: () => Promise<any> = async () => NODES) {
  const store = new Store(initialState());
  const asked = { times: 0 };
  const running = {
    settings,
    number: 1,
    async setAgents(next: AgentSettings) {
      this.settings = next;
      store.set({});
      return null;
    },
  };
  const stubbing = new StubsController({
    store,
    engine: {
      agents: () => {
        asked.times += 1;
        return agents();
      },
      describe: async () => null,
    },
    running: running as any,
  });
  store.set({ document: { ...store.state.document, id: 1 } });
  const run = { view: { machineHash: 'h1', nodes: {} } };
  store.set({ run: { ...store.state.run, snapshot: run as any }, panel: 'agent' });
  await settled();
  const act = (action: Action) => stubbing.act(action);
  return {
    store,
    asked,
    running,
    act,
    stubs: () => store.state.stubs,
    edit: (node: string) => store.state.stubs.edits[node],
  };
}

test('the nodes are asked for while Agent is shown, and again for another machine or other settings only', async () => {
  const { store, asked, running, stubs } = await opened();
  assert.equal(asked.times, 1);
  assert.deepEqual(stubs().nodes, NODES);
  store.set({ hint: false });
  assert.equal(asked.times, 1);
  store.set({ run: { ...store.state.run, snapshot: { view: { machineHash: 'h2', nodes: {} } } as any } });
  assert.equal(asked.times, 2);
  store.set({ panel: 'graph' });
  await running.setAgents({ m: 'auto' });
  assert.equal(asked.times, 2);
  store.set({ panel: 'agent' });
  await settled();
  assert.equal(asked.times, 3);
});

test('an engine that did not answer is asked again with the next change', async () => {
  let fails = true;
  const { store, stubs } = await opened({}, async () => {
    if (fails) throw new Error('gone');
    return NODES;
  });
  assert.equal(stubs().nodes, null);
  fails = false;
  store.set({ hint: false });
  await settled();
  assert.deepEqual(stubs().nodes, NODES);
});

test("a form begins with what the visitor set, else with the machine's stub, else empty", async () => {
  const { act, edit } = await opened({ n: { cool: { say: 'mine' }, other: 'manual' } });
  act({ type: 'stubEdit', node: 'heat' });
  assert.deepEqual([edit('heat')?.how, JSON.parse(edit('heat')?.text ?? '')], ['script', { say: 'hot' }]);
  act({ type: 'stubEdit', node: 'cool' });
  assert.deepEqual(JSON.parse(edit('cool')?.text ?? ''), { say: 'mine' });
  act({ type: 'stubEdit', node: 'other' });
  assert.deepEqual([edit('other')?.how, edit('other')?.text], ['manual', '']);
});

test("a form that opens before the nodes are known gets the machine's stub when they are", async () => {
  let resolve = (_: typeof NODES) => {};
  const nodes = new Promise<typeof NODES>((done) => {
    resolve = done;
  });
  const { act, edit } = await opened({}, () => nodes);
  act({ type: 'stubEdit', node: 'heat' });
  assert.equal(edit('heat')?.text, '');
  resolve(NODES);
  await settled();
  assert.deepEqual(JSON.parse(edit('heat')?.text ?? ''), { say: 'hot' });
});

test('what is saved joins the settings of the other nodes, and makes the document one to keep', async () => {
  const { act, edit, running, store } = await opened({ m: 'manual', n: { cool: 'auto' } });
  act({ type: 'stubEdit', node: 'heat' });
  act({ type: 'stubType', node: 'heat', part: { text: '{"say":"new"}' } });
  act({ type: 'stubSave', node: 'heat' });
  await settled();
  assert.deepEqual(running.settings, { m: 'manual', n: { cool: 'auto', heat: { say: 'new' } } });
  assert.equal(edit('heat'), undefined);
  assert.equal(store.state.document.edited, true);
  assert.equal(store.state.stubs.settings, running.settings);
  act({ type: 'stubRemove', node: 'heat' });
  act({ type: 'stubRemove', node: 'cool' });
  await settled();
  assert.deepEqual(running.settings, { m: 'manual' });
});

test('what cannot be used stays in its form with the reason, which goes when it is typed over', async () => {
  const { act, edit, running } = await opened();
  act({ type: 'stubEdit', node: 'cool' });
  act({ type: 'stubSave', node: 'cool' });
  assert.match(edit('cool')?.errors.join() ?? '', /not JSON/);
  act({ type: 'stubType', node: 'cool', part: { text: '{"speak":1}' } });
  assert.deepEqual(edit('cool')?.errors, []);
  act({ type: 'stubSave', node: 'cool' });
  assert.match(edit('cool')?.errors.join() ?? '', /Unknown key `speak`/);
  assert.deepEqual(running.settings, {});
});

test('manual and automatic count at once, and what was typed stays in the form', async () => {
  const { act, edit, running, stubs, store } = await opened();
  act({ type: 'stubEdit', node: 'cool' });
  act({ type: 'stubType', node: 'cool', part: { text: '{"say":' } });
  act({ type: 'stubChoose', node: 'cool', how: 'manual' });
  await settled();
  assert.deepEqual(running.settings, { n: { cool: 'manual' } });
  assert.equal(store.state.live, 'cool is set to manual. Its next call uses it.');
  assert.deepEqual(edit('cool'), { how: 'manual', text: '{"say":', errors: [] });
  assert.equal(isUnsaved('cool', edit('cool')!, stubs()), true);
  // There is no script yet that could count.
  act({ type: 'stubChoose', node: 'cool', how: 'script' });
  await settled();
  assert.deepEqual(running.settings, { n: { cool: 'manual' } });
  act({ type: 'stubChoose', node: 'cool', how: 'auto' });
  act({ type: 'stubType', node: 'cool', part: { text: '{"say":"hi"}' } });
  act({ type: 'stubChoose', node: 'cool', how: 'script' });
  await settled();
  assert.deepEqual(running.settings, { n: { cool: { say: 'hi' } } });
  assert.equal(isUnsaved('cool', edit('cool')!, stubs()), false);
});

test('a form that is closed by its button is gone, or comes back with the script that is not saved', async () => {
  const { act, edit } = await opened();
  act({ type: 'stubEdit', node: 'heat' });
  act({ type: 'stubFold', node: 'heat' });
  assert.equal(edit('heat'), undefined);
  act({ type: 'stubEdit', node: 'cool' });
  act({ type: 'stubType', node: 'cool', part: { text: '{"say":' } });
  act({ type: 'stubFold', node: 'cool' });
  assert.equal(edit('cool')?.folded, true);
  act({ type: 'stubEdit', node: 'cool' });
  assert.deepEqual([edit('cool')?.folded, edit('cool')?.text], [false, '{"say":']);
});

test('a saved script that gives way to manual is told as unsaved, the stub in the source is not', async () => {
  const { act, edit, stubs } = await opened({ n: { cool: { say: 'mine' } } });
  for (const [node, unsaved] of [
    ['cool', true],
    ['heat', false],
  ] as const) {
    act({ type: 'stubEdit', node });
    assert.equal(isUnsaved(node, edit(node)!, stubs()), false);
    act({ type: 'stubChoose', node, how: 'manual' });
    await settled();
    assert.equal(isUnsaved(node, edit(node)!, stubs()), unsaved);
  }
});

test('nothing is set in a document that another tab edits', async () => {
  const { act, edit, running, store } = await opened({ n: { cool: 'auto' } });
  store.set({ document: { ...store.state.document, locked: true } });
  act({ type: 'stubEdit', node: 'cool' });
  act({ type: 'stubSave', node: 'cool' });
  act({ type: 'stubRemove', node: 'cool' });
  act({ type: 'stubChoose', node: 'cool', how: 'manual' });
  await settled();
  assert.equal(edit('cool')?.how, 'auto');
  assert.match(edit('cool')?.errors.join() ?? '', /another tab/);
  act({ type: 'stubCancel', node: 'cool' });
  act({ type: 'stubRemove', node: 'cool' });
  assert.match(store.state.notices[0]?.text ?? '', /another tab/);
  assert.deepEqual(running.settings, { n: { cool: 'auto' } });
});

test('another document begins without forms and without the nodes of the one before', async () => {
  const { act, stubs, store } = await opened();
  act({ type: 'stubEdit', node: 'heat' });
  store.set({ document: { ...store.state.document, id: 2 }, run: { ...store.state.run, snapshot: null } });
  assert.deepEqual([stubs().nodes, stubs().edits], [null, {}]);
});

test('of many nodes the filter lists those it asks for, of few all; what is set for others is told apart', () => {
  const nodes = Array.from({ length: 30 }, (_, i) => ({
    id: `t${i}`,
    title: i === 7 ? 'Seven' : '',
    kind: 'work',
    ...(i % 2 ? { stub: {} } : {}),
  })) as any[];
  const stubs = (part: object) => ({ nodes, settings: { n: { t0: 'auto' } }, filter: '', bare: false, ...part }) as any;
  assert.equal(listed(stubs({})).left.length, 30);
  assert.equal(listed(stubs({})).bare.size, 14);
  assert.deepEqual(listed(stubs({ settings: { n: { t3: 'auto', away: { say: 'x' } } } })).gone, ['away']);
  assert.deepEqual(
    listed(stubs({ filter: 'SEVEN' })).left.map(({ id }) => id),
    ['t7'],
  );
  assert.equal(listed(stubs({ bare: true })).left.length, 14);
  assert.equal(listed(stubs({ nodes: nodes.slice(0, 4), bare: true, filter: 'x' })).left.length, 4);
});

test('a form in which nothing was typed follows the stub in the text, and closes when that is gone', async () => {
  let nodes: object[] = NODES;
  const { store, act, edit } = await opened({}, async () => nodes);
  let hash = 1;
  const changed = async (...next: object[]) => {
    nodes = next;
    hash += 1;
    store.set({ run: { ...store.state.run, snapshot: { view: { machineHash: `h${hash}`, nodes: {} } } as any } });
    await settled();
  };
  const [heat, cool] = NODES;
  act({ type: 'stubEdit', node: 'heat' });
  act({ type: 'stubEdit', node: 'cool' });
  await changed({ ...heat, stub: { say: 'warm' } }, cool);
  assert.equal(edit('heat')?.text, JSON.stringify({ say: 'warm' }, null, 2));
  assert.equal(edit('cool')?.text, '');
  act({ type: 'stubType', node: 'cool', part: { text: '{ "say": "cold" }' } });
  await changed({ ...heat, stub: undefined }, { ...cool, stub: { say: 'ice' } });
  assert.equal(edit('heat'), undefined);
  assert.equal(edit('cool')?.text, '{ "say": "cold" }');
});
