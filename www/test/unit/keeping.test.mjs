// @ts-nocheck The browser's storage is a map here, its locks are a set.
// What the visitor writes is kept, and nothing else touches it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Keeping } from '../../actions/keeping.js';
import { Hold } from '../../storage/holds.js';
import { Store } from '../../store.js';

/** Drafts of one browser, which several tabs may share. */
function browser({ refuse = false } = {}) {
  const docs = new Map();
  const held = new Set();
  let last = null;
  const drafts = {
    put: async (draft) => {
      if (drafts.refuse) throw new Error('QuotaExceededError');
      docs.set(draft.id, structuredClone(draft));
      last = draft.id;
    },
    get: async (id) => docs.get(id) ?? null,
    last: async () => docs.get(last) ?? null,
    list: async () => [...docs.values()].sort((a, b) => b.changed - a.changed),
    delete: async (id) => docs.delete(id),
    refuse,
  };
  const locks = {
    request: async (name, _options, run) => {
      if (held.has(name)) return run(null);
      held.add(name);
      await run({ name });
      held.delete(name);
    },
  };
  return { docs, drafts, locks };
}

let clock = 0;

function tab({ drafts, locks }, { record = () => null, works = true } = {}) {
  const store = new Store();
  const keeping = new Keeping({ store, record, drafts: Promise.resolve(works ? drafts : null), hold: new Hold(locks), now: () => (clock += 1) });
  let id = 0;
  const open = ({ sources, draft = null }) => store.set({ document: { ...sources, id: (id += 1), slug: null, edited: false, draft } });
  const type = (source, files = {}) => store.set({ document: { ...store.state.document, source, files, edited: true } });
  open({ sources: { source: 'start', files: {}, entry: 'machine.dygram' } });
  return { store, keeping, open, type };
}

test('a document is kept from its first edit on, under one id, with its files', async () => {
  const shared = browser();
  const { keeping, type, store } = tab(shared);
  await keeping.flush();
  assert.equal(shared.docs.size, 0);
  type('one', { lib: 'x' });
  await keeping.flush();
  type('two', { lib: 'y' });
  await keeping.flush();
  assert.equal(shared.docs.size, 1);
  const [draft] = shared.docs.values();
  assert.deepEqual([draft.document.s, draft.document.f, store.state.kept, store.state.document.draft], ['two', { lib: 'y' }, 'saved', draft.id]);
  assert.ok(draft.changed > draft.created);
});

test('what was kept last comes back in a new tab, with the run of its text and the place of the cursor', async () => {
  const shared = browser();
  const run = { s: 'one', r: { l: [] }, t: [[1, 'c', '1']], k: 3 };
  const first = tab(shared, { record: () => run });
  first.type('one');
  first.store.set({ run: { position: { tick: 2, action: 1, step: 9, branch: 'b1' } } });
  await first.keeping.flush();
  const again = await first.keeping.last();
  assert.deepEqual([again.sources.source, again.record, again.at], ['one', run, { tick: 2, action: 1 }]);
  assert.equal(again.draft, first.store.state.document.draft);
});

test('a run of an earlier text is not kept with the new one', async () => {
  const shared = browser();
  const { keeping, type } = tab(shared, { record: () => ({ s: 'earlier', r: { l: [] }, t: [], k: 3 }) });
  type('later');
  await keeping.flush();
  assert.deepEqual((await keeping.last()).record, null);
});

test('a second tab gets a copy, and never writes over the first', async () => {
  const shared = browser();
  const first = tab(shared);
  first.type('mine');
  await first.keeping.flush();
  const second = tab(shared);
  const opened = await second.keeping.last();
  assert.equal(opened.draft, null);
  assert.match(second.store.state.notices[0].text, /another tab/);
  second.open(opened);
  second.type('other');
  await second.keeping.flush();
  assert.deepEqual([...shared.docs.values()].map((draft) => draft.document.s), ['mine', 'other']);
});

test('another document is another draft, and the one before stays', async () => {
  const shared = browser();
  const { keeping, open, type, store } = tab(shared);
  type('one');
  await keeping.flush();
  const { draft } = store.state.document;
  open({ sources: { source: 'from a link', files: {}, entry: 'machine.dygram' } });
  await keeping.flush();
  assert.deepEqual([...shared.docs.values()].map((one) => one.document.s), ['one']);
  type('from a link, changed');
  await keeping.flush();
  assert.deepEqual([...shared.docs.values()].map((one) => one.document.s), ['one', 'from a link, changed']);
  const back = await keeping.open(draft);
  assert.deepEqual([back.sources.source, back.draft], ['one', draft]);
});

test('what is typed while a write is going on is written next', async () => {
  const shared = browser();
  const { put } = shared.drafts;
  const { keeping, type, store } = tab(shared);
  shared.drafts.put = async (draft) => {
    await put(draft);
    if (draft.document.s === 'one') type('two');
  };
  type('one');
  await keeping.flush();
  assert.equal(store.state.kept, 'saving');
  await keeping.flush();
  assert.deepEqual([[...shared.docs.values()].map((draft) => draft.document.s), store.state.kept], [['two'], 'saved']);
});

test('a browser that refuses is told of once, and the page asks before it is left', async () => {
  const shared = browser({ refuse: true });
  const { keeping, type, store } = tab(shared);
  type('one');
  await keeping.flush();
  type('two');
  await keeping.flush();
  assert.deepEqual([store.state.kept, store.state.notices.length, keeping.unsafe], ['failed', 1, true]);
  shared.drafts.refuse = false;
  type('three');
  await keeping.flush();
  assert.deepEqual([store.state.kept, keeping.unsafe], ['saved', false]);
});

test('a document of more than a mebibyte is not kept by itself, and that is said', async () => {
  const shared = browser();
  const { keeping, type, store } = tab(shared);
  type('x'.repeat(2 ** 20), { lib: 'y' });
  await keeping.flush();
  assert.deepEqual([shared.docs.size, store.state.kept], [0, 'failed']);
  assert.match(store.state.notices[0].text, /too large/);
});

test('without storage the page works, and asks before an edited text is left', async () => {
  const { keeping, type, store } = tab(browser(), { works: false });
  assert.equal(await keeping.last(), null);
  assert.equal(keeping.unsafe, false);
  type('one');
  await keeping.flush();
  assert.deepEqual([store.state.kept, keeping.unsafe], ['none', true]);
});

test('a deleted draft can be put back', async () => {
  const shared = browser();
  const { keeping, type, open, store } = tab(shared);
  type('one');
  await keeping.flush();
  const { draft } = store.state.document;
  open({ sources: { source: 'x', files: {}, entry: 'machine.dygram' } });
  await keeping.remove(draft);
  assert.deepEqual(store.state.keptDrafts, []);
  await keeping.putBack(store.state.notices[0].draft);
  assert.deepEqual(store.state.keptDrafts.map((one) => one.id), [draft]);
});
