// What the visitor writes is kept, with its run, and nothing else touches it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { present, type Loose } from '../../loose.ts';
import { sparse } from '../../sparse.ts';
import { alone, browser, full, settled, tab } from '../fake-storage.ts';
import type { Analysis, KeptRun, SessionRecord, Snapshot } from '../../../src/protocol/types.ts';
import type { Draft } from '../../../src/storage/drafts.ts';

test('a document is kept from its first edit on, under one id, with its files', async () => {
  const shared = browser();
  const { autosave, type, store } = tab(shared);
  await autosave.flush();
  assert.equal(shared.docs.size, 0);
  type('one', { lib: 'x' });
  await autosave.flush();
  type('two', { lib: 'y' });
  await autosave.flush();
  assert.equal(shared.docs.size, 1);
  const [draft] = shared.docs.values();
  assert.deepEqual(
    [draft.document.s, draft.document.f, store.state.saveStatus, store.state.document.draft],
    ['two', { lib: 'y' }, 'saved', draft.id],
  );
  assert.ok(draft.changed > draft.created);
});

test('what was kept last comes back in a new tab, with all branches of its run and the cursor', async () => {
  const shared = browser();
  const record: SessionRecord = {
    s: 'one',
    r: { l: [] },
    t: [[1, 'c', '1']],
    k: 3,
    b: [{ from: { branch: 'b1', tick: 1, action: 0 }, r: { l: [] }, t: [], k: 2 }],
  };
  const at = { branch: 'b2', tick: 2, action: 0, step: 9 };
  const first = tab(shared, { whole: () => ({ record, at }) });
  first.type('one');
  await first.autosave.flush();
  const again = await first.autosave.openLastDraft();
  assert.deepEqual([again.sources.source, again.record, again.cursor], ['one', record, at]);
  assert.equal(again.draft, first.store.state.document.draft);
});

test('a run of an earlier text is kept beside the new one', async () => {
  const shared = browser();
  const record: SessionRecord = { s: 'earlier', r: { l: [] }, t: [], k: 3 };
  const { autosave, type } = tab(shared, { whole: () => ({ record, at: { branch: 'b1', tick: 3, action: 0 } }) });
  type('later');
  await autosave.flush();
  const { sources, record: kept } = await autosave.openLastDraft();
  assert.deepEqual([sources.source, kept], ['later', record]);
});

test('the runs that were left are kept with their document, as many of the newest as have room', async () => {
  const shared = browser();
  const { autosave, type, store } = tab(shared);
  const run = (number: number, m: 'stub' | 'remote', noise = 0): KeptRun => ({
    number,
    place: { tick: number, action: 0 },
    outcome: 'completed',
    at: { branch: 'b1', tick: number, action: 0 },
    record: { s: 'x'.repeat(noise), r: { l: [] }, t: [], k: number, now: { m } },
  });
  type('one');
  store.set({
    run: { ...store.state.run, runs: [run(3, 'stub'), run(2, 'remote'), run(1, 'stub', 2 ** 20)], runNumber: 4 },
  });
  await autosave.flush();
  const { runHistory } = await autosave.openLastDraft();
  assert.deepEqual([runHistory.runNumber, runHistory.runs.map(({ number }) => number)], [4, [3, 2]]);
  // Who was connected then is not there when it comes back.
  assert.deepEqual(
    runHistory.runs.map(({ record }) => record.now.m),
    ['stub', 'manual'],
  );
});

test('the runs that were left of an example are kept under its name', async () => {
  const shared = browser();
  const { autosave, open, store } = tab(shared);
  const left: KeptRun = {
    number: 1,
    place: { tick: 1, action: 0 },
    outcome: 'completed',
    at: { branch: 'b1', tick: 1, action: 0 },
    record: { s: 'e', r: { l: [] }, t: [], k: 1 },
  };
  open({ sources: alone('e'), slug: 'kettle' });
  store.set({ run: { ...store.state.run, runs: [left], runNumber: 2 } });
  await autosave.flush();
  assert.deepEqual((await autosave.readExampleRun('kettle', 'e')).list, { runs: [left], runNumber: 2 });
});

test('a run that nobody did anything with is not kept', async () => {
  const shared = browser();
  const { autosave, type } = tab(shared, {
    whole: () => ({ record: { s: 'x', r: { l: [] }, t: [], k: 0, now: {} }, at: { branch: 'b1', tick: 0, action: 0 } }),
  });
  type('x');
  await autosave.flush();
  assert.deepEqual([(await autosave.openLastDraft()).record, (await autosave.openLastDraft()).cursor], [null, null]);
});

test('drafts of earlier versions of the page, with a run of one branch, are read', async () => {
  const shared = browser();
  const { autosave } = tab(shared);
  shared.docs.set(
    'old',
    sparse<Loose<Draft>>({
      id: 'old',
      title: '',
      document: { s: 'a', r: { l: [] }, t: [], k: 2 },
      at: { tick: 1, action: 0 },
      created: 1,
      changed: 1,
      origin: undefined,
    }),
  );
  const { record, cursor } = await autosave.open('old');
  assert.deepEqual(
    [record, cursor],
    [
      { s: 'a', r: { l: [] }, t: [], k: 2 },
      { tick: 1, action: 0 },
    ],
  );
});

test('until its run stands again, what was kept of it stays, whatever is typed', async () => {
  const shared = browser();
  const record: SessionRecord = { s: 'one', r: { l: [] }, t: [], k: 3 };
  const first = tab(shared, { whole: () => ({ record, at: { branch: 'b1', tick: 3, action: 0 } }) });
  first.type('one');
  await first.autosave.flush();
  const second = tab(
    { ...shared, locks: undefined },
    { whole: () => ({ record: { s: 'half', r: { l: [] }, t: [], k: 1 }, at: { branch: 'b1', tick: 1, action: 0 } }) },
  );
  second.open(await second.autosave.openLastDraft());
  second.store.set({ document: { ...second.store.state.document, ready: false } });
  second.type('one!');
  await second.autosave.flush();
  const { sources, record: kept } = await second.autosave.openLastDraft();
  assert.deepEqual([sources.source, kept], ['one!', record]);
});

test('looking at a kept machine does not make it the newest; stepping it is kept', async () => {
  const shared = browser();
  let k = 0;
  const { autosave, open, type, store } = tab(shared, {
    whole: () => ({ record: { s: 'one', r: { l: [] }, t: [], k }, at: { branch: 'b1', tick: k, action: 0 } }),
  });
  type('one');
  await autosave.flush();
  const { draft } = store.state.document;
  const { changed } = present(shared.docs.get(draft));
  open(await autosave.open(draft));
  k = 2;
  store.set({
    run: {
      ...store.state.run,
      snapshot: { position: { tick: 2, action: 0, step: 4, branch: 'b1' }, branches: [], checkpoints: [] },
    },
  });
  await autosave.flush();
  assert.deepEqual(
    [shared.docs.get(draft)?.run.k, shared.docs.get(draft)?.changed, store.state.document.edited],
    [2, changed, false],
  );
});

test('another document is another draft, and the one before stays', async () => {
  const shared = browser();
  const { autosave, open, type, store } = tab(shared);
  type('one');
  await autosave.flush();
  const { draft } = store.state.document;
  open({ sources: alone('from a link') });
  await autosave.flush();
  assert.deepEqual(
    [...shared.docs.values()].map((one) => one.document.s),
    ['one'],
  );
  type('from a link, changed');
  await autosave.flush();
  assert.deepEqual(
    [...shared.docs.values()].map((one) => one.document.s),
    ['one', 'from a link, changed'],
  );
  const back = await autosave.open(draft);
  assert.deepEqual([back.sources.source, back.draft], ['one', draft]);
});

test('a title that the core tells after its text was written is kept with it', async () => {
  const shared = browser();
  const { autosave, type, store } = tab(shared);
  type('one');
  await autosave.flush();
  store.set({ run: { ...store.state.run, analysis: sparse<Analysis>({ title: 'Told later' }) } });
  await autosave.flush();
  assert.deepEqual(
    [...shared.docs.values()].map(({ title }) => title),
    ['Told later'],
  );
});

test('what is typed while a write is going on is written before the document may be left', async () => {
  const shared = browser();
  const { put } = shared.drafts;
  const { autosave, type, store } = tab(shared);
  shared.drafts.put = async (draft) => {
    await put(draft);
    if (draft.document.s === 'one') type('two');
  };
  type('one');
  await autosave.flush();
  assert.deepEqual(
    [[...shared.docs.values()].map((draft) => draft.document.s), store.state.saveStatus],
    [['two'], 'saved'],
  );
});

test('what a page is left with is backed up at once, until the database has it', async () => {
  const shared = browser();
  let write = () => {};
  const put = shared.drafts.put;
  shared.drafts.put = async (draft) => {
    await new Promise<void>((go) => (write = go));
    return put(draft);
  };
  const { autosave, type } = tab(shared);
  await settled();
  type('last words');
  autosave.saveBeforeUnload();
  assert.deepEqual(
    [...shared.backups.values()].map(({ document }) => document.s),
    ['last words'],
  );
  await settled();
  assert.equal(shared.docs.size, 0);
  write();
  await settled();
  assert.deepEqual([shared.docs.size, shared.backups.size], [1, 0]);
  // Everything is written.
  autosave.saveBeforeUnload();
  assert.equal(shared.backups.size, 0);
});

test('a page that is left does not wait for a write that is going on, and both write the same draft', async () => {
  const shared = browser();
  const { put } = shared.drafts;
  let release = () => {};
  const gate = new Promise<void>((open) => {
    release = open;
  });
  const begun: string[] = [];
  shared.drafts.put = async (draft) => {
    begun.push(`${draft.id} ${draft.document.s}`);
    await gate;
    await put(draft);
  };
  const { autosave, type, store } = tab(shared);
  type('one');
  void autosave.flush();
  await settled();
  type('two');
  autosave.saveBeforeUnload();
  await settled();
  release();
  // The page stays after all: nothing is written twice, and what comes next goes on.
  type('three');
  await autosave.flush();
  const { draft } = store.state.document;
  assert.deepEqual(begun, [`${draft} one`, `${draft} two`, `${draft} three`]);
  assert.deepEqual([shared.docs.size, present(shared.docs.get(draft ?? '')).document.s], [1, 'three']);
  await settled();
  assert.equal(store.state.saveStatus, 'saved');
});

test('a browser that refuses is told of once, and the page asks before it is left', async () => {
  let refuse: Error | null = new Error('broken');
  const shared = browser({ refuse: () => refuse });
  const { autosave, type, store } = tab(shared);
  type('one');
  await autosave.flush();
  type('two');
  await autosave.flush();
  assert.deepEqual([store.state.saveStatus, store.state.notices.length, autosave.hasUnsavedWork], ['failed', 1, true]);
  refuse = full();
  type('two and a half');
  await autosave.flush();
  assert.deepEqual([store.state.saveStatus, autosave.hasUnsavedWork], ['full', true]);
  refuse = null;
  type('three');
  await autosave.flush();
  assert.deepEqual([store.state.saveStatus, autosave.hasUnsavedWork], ['saved', false]);
});

test('a document of more than a mebibyte is not kept by itself, and that is said', async () => {
  const shared = browser();
  const { autosave, type, store } = tab(shared);
  type('x'.repeat(2 ** 20), { lib: 'y' });
  await autosave.flush();
  assert.deepEqual([shared.docs.size, store.state.saveStatus], [0, 'failed']);
  assert.match(store.state.notices[0].text, /1 MB/);
  assert.deepEqual(
    store.state.notices[0].acts.map(({ action }) => action.type),
    ['downloadAll'],
  );
});

test('without storage the page works, says so once, and asks before an edited text is left', async () => {
  const { autosave, type, store } = tab(browser(), { works: false });
  assert.equal(await autosave.openLastDraft(), null);
  assert.equal(autosave.hasUnsavedWork, false);
  type('one');
  await autosave.flush();
  assert.deepEqual([store.state.saveStatus, autosave.hasUnsavedWork, store.state.notices.length], ['none', true, 1]);
});

test('a deleted draft can be put back', async () => {
  const shared = browser();
  const { autosave, type, open, store } = tab(shared);
  type('one');
  await autosave.flush();
  const { draft } = store.state.document;
  open({ sources: alone('x') });
  await autosave.removeDraft(draft);
  assert.equal(store.state.keptDrafts.length, 0);
  await autosave.restoreRemovedDraft(store.state.notices[0].draft);
  assert.deepEqual(
    store.state.keptDrafts.map((one) => one.id),
    [draft],
  );
});

test('a deleted machine gives way to the next one, and is not written again', async () => {
  const shared = browser();
  const { autosave, documents, type, open, store } = tab(shared);
  type('one');
  await autosave.flush();
  open({ sources: alone('x') });
  type('two');
  await autosave.flush();
  documents.act({ type: 'deleteDocument' });
  await settled();
  assert.deepEqual(
    [[...shared.docs.values()].map((one) => one.document.s), store.state.document.source],
    [['one'], 'one'],
  );
});

test('delete all local data leaves nothing, and what is open is not written again', async () => {
  const shared = browser();
  const { autosave, documents, type, saved } = tab(shared);
  type('one');
  await autosave.flush();
  documents.act({ type: 'wipe', sure: true });
  await settled();
  type('two');
  await autosave.flush();
  assert.deepEqual([shared.docs.size, shared.versions.size, saved], [0, 0, ['reloaded']]);
});

const place = (step: number) =>
  sparse<Snapshot>({
    position: { branch: 'b1', step, tick: step, action: 0 },
    branches: [{ id: 'b1' }],
    checkpoints: [],
    graphRevision: 0,
  });

test('the run of an example is backed up at once when the page is left, until the database has it', async () => {
  const shared = browser();
  let write = () => {};
  const put = shared.drafts.putExampleRun;
  shared.drafts.putExampleRun = async (slug, run) => {
    await new Promise<void>((go) => (write = go));
    return put(slug, run);
  };
  const whole = () => ({
    record: { s: 'kettle', r: { l: [] }, t: [], k: 2 },
    at: { branch: 'b1', tick: 2, action: 0 },
  });
  const { store, autosave, open } = tab(shared, { whole });
  await settled();
  open({ sources: alone('kettle'), slug: 'kettle' });
  store.set({ run: { ...store.state.run, snapshot: place(2) } });
  // A write that has begun is no write yet.
  void autosave.flush();
  await settled();
  autosave.saveBeforeUnload();
  assert.deepEqual([shared.examples.size, shared.backups.get('example:kettle').run.k], [0, 2]);
  write();
  await settled();
  assert.deepEqual([shared.examples.get('kettle')?.run?.k, shared.backups.size], [2, 0]);
  // Everything is written.
  autosave.saveBeforeUnload();
  assert.equal(shared.backups.size, 0);
});

test('a backup stays while an earlier write ends, and goes with its own or a later one', async () => {
  const shared = browser();
  const ends: (() => void)[] = [];
  const wait = () => new Promise<void>((go) => ends.push(go));
  const { put, putExampleRun } = shared.drafts;
  shared.drafts.put = async (draft) => {
    await wait();
    return put(draft);
  };
  shared.drafts.putExampleRun = async (slug, run) => {
    await wait();
    return putExampleRun(slug, run);
  };
  let k = 1;
  const whole = () => ({ record: { s: 'x', r: { l: [] }, t: [], k }, at: { branch: 'b1', tick: k, action: 0 } });
  for (const slug of ['kettle', null]) {
    const { store, autosave, open, type } = tab(shared, { whole });
    const step = (to: number) => {
      k = to;
      store.set({ run: { ...store.state.run, snapshot: place(to) } });
    };
    const end = async () => {
      present(ends.shift())();
      await settled();
    };
    const backedUp = () => [...shared.backups.values()].map(({ run }) => run.k);
    await settled();
    open({ sources: alone('x'), slug });
    if (slug === null) type('edited');
    step(2);
    void autosave.flush();
    await settled();
    step(3);
    autosave.saveBeforeUnload();
    await settled();
    assert.deepEqual([ends.length, backedUp()], [2, [3]]);
    await end();
    assert.deepEqual(backedUp(), [3], `the write before it has ended: ${slug}`);
    await end();
    assert.deepEqual(backedUp(), []);
    // What was written last is known, so that going back is written too.
    step(2);
    void autosave.flush();
    await settled();
    await end();
    const kept = slug ? shared.examples.get(slug) : [...shared.docs.values()][0];
    assert.equal(kept?.run?.k, 2);
  }
});

test('a backup whose write was refused goes with the next one, so that it does not come back later', async () => {
  let refuse: Error | null = null;
  const shared = browser({ refuse: () => refuse });
  const { putExampleRun } = shared.drafts;
  shared.drafts.putExampleRun = async (slug, run) => {
    if (refuse) throw refuse;
    return putExampleRun(slug, run);
  };
  let k = 1;
  const whole = () => ({ record: { s: 'x', r: { l: [] }, t: [], k }, at: { branch: 'b1', tick: k, action: 0 } });
  for (const slug of ['kettle', null]) {
    const { store, autosave, open, type } = tab(shared, { whole });
    await settled();
    open({ sources: alone('x'), slug });
    if (slug === null) type('edited');
    store.set({ run: { ...store.state.run, snapshot: place((k = 2)) } });
    refuse = new Error('broken');
    autosave.saveBeforeUnload();
    await settled();
    assert.equal(shared.backups.size, 1);
    refuse = null;
    store.set({ run: { ...store.state.run, snapshot: place((k = 3)) } });
    await autosave.flush();
    assert.equal(shared.backups.size, 0);
  }
});

test('an example that is forgotten leaves no backup', async () => {
  const shared = browser();
  const whole = () => ({ record: { s: 'x', r: { l: [] }, t: [], k: 2 }, at: { branch: 'b1', tick: 2, action: 0 } });
  const { store, autosave, open } = tab(shared, { whole });
  shared.drafts.putExampleRun = async () => {
    throw new Error('broken');
  };
  await settled();
  open({ sources: alone('x'), slug: 'kettle' });
  store.set({ run: { ...store.state.run, snapshot: place(2) } });
  autosave.saveBeforeUnload();
  await settled();
  assert.equal(shared.backups.size, 1);
  await autosave.deleteExampleRun('kettle');
  assert.equal(shared.backups.size, 0);
});

test('the run of an unedited example is kept by its name, not as a machine, until it is left or edited', async () => {
  const shared = browser();
  let k = 2;
  const whole = () => ({ record: { s: 'kettle', r: { l: [] }, t: [], k }, at: { branch: 'b1', tick: k, action: 0 } });
  const { store, autosave, open, type } = tab(shared, { whole });
  open({ sources: alone('kettle'), slug: 'kettle' });
  store.set({ run: { ...store.state.run, snapshot: place(2) }, answers: { 'req-1-1': { text: 'half a', error: '' } } });
  await autosave.flush();
  assert.deepEqual([shared.docs.size, store.state.document.draft], [0, null]);
  const kept = await tab(shared).autosave.readExampleRun('kettle', 'kettle');
  assert.deepEqual(
    [kept.run.k, kept.at.tick, kept.typed.answers],
    [2, 2, { 'req-1-1': { text: 'half a', error: '' } }],
  );
  assert.equal(await autosave.readExampleRun('kettle', 'another text'), null, 'it is of that text alone');
  assert.equal(await autosave.readExampleRun('counter', 'kettle'), null);
  k = 0;
  store.set({ run: { ...store.state.run, snapshot: place(0) }, answers: {} });
  await autosave.flush();
  assert.equal(shared.examples.size, 0, 'a run at its start is none');
  k = 3;
  store.set({ run: { ...store.state.run, snapshot: place(3) } });
  await autosave.flush();
  type('kettle, edited');
  await autosave.flush();
  assert.deepEqual([shared.examples.size, shared.docs.size, [...shared.docs.values()][0].run.k], [0, 1, 3]);
});

test('answers and replies that are half written come back with the draft, and the step that is compared', async () => {
  const shared = browser();
  const { store, autosave, type } = tab(shared);
  const pinned = { run: 1, from: { branch: 'b1', step: 1 }, at: '1', label: 'main, step 1' };
  type('one');
  store.set({
    run: { ...store.state.run, snapshot: place(1) },
    answers: { 'req-1-1': { text: 'half a', error: 'too long' }, 'req-1-2': { text: '', error: '' } },
    drafts: { 'agent-1-1': { text: 'so', error: 'no' } },
    compare: { ...pinned, diff: null, error: 'no such step' },
  });
  await autosave.flush();
  const { unsentInput } = await autosave.openLastDraft();
  assert.deepEqual(unsentInput, {
    answers: { 'req-1-1': { text: 'half a', error: '' } },
    drafts: { 'agent-1-1': { text: 'so', error: '' } },
    compare: pinned,
  });
  store.set({ answers: { 'req-1-1': { text: 'half an answer', error: '' } } });
  await autosave.flush();
  assert.equal(
    (await autosave.openLastDraft()).unsentInput.answers['req-1-1'].text,
    'half an answer',
    'typing alone is written',
  );
});

test('a deleted draft that cannot be put back is offered again', async () => {
  let refuse = false;
  const shared = browser({ refuse: () => (refuse ? full() : null) });
  const { autosave, type, store } = tab(shared);
  type('one');
  await autosave.flush();
  const { draft } = store.state.document;
  store.set({ document: { ...store.state.document, edited: false, draft: null } });
  await autosave.removeDraft(draft);
  const removed = present(store.state.notices[0].draft);
  store.set({ notices: [] });
  refuse = true;
  await autosave.restoreRemovedDraft(removed);
  assert.deepEqual(
    store.state.notices.map(({ action }) => action),
    ['keepAgain', undefined],
  );
  refuse = false;
  await autosave.restoreRemovedDraft(present(store.state.notices[0].draft));
  assert.equal(shared.docs.get(draft)?.document.s, 'one');
});

test('when the database is taken away, the rest is backed up, and leaving asks only where that fails', async () => {
  for (const hasRoom of [true, false]) {
    const shared = browser();
    const { write } = shared.backupStorage;
    shared.backupStorage.write = (id, content) => hasRoom && write(id, content);
    const { autosave, type, store } = tab(shared);
    type('one');
    await autosave.flush();
    type('one, and more');
    autosave.onStorageProblem('upgraded');
    assert.deepEqual(
      [store.state.saveStatus, store.state.storageProblem, autosave.hasUnsavedWork],
      ['none', 'upgraded', !hasRoom],
    );
    assert.deepEqual(
      [...shared.backups.values()].map((draft) => draft.document.s),
      hasRoom ? ['one, and more'] : [],
    );
    await autosave.flush();
    assert.deepEqual([store.state.saveStatus, store.state.notices.length], ['none', 1]);
    assert.equal([...shared.docs.values()][0].document.s, 'one');
  }
});

test('a change is shown as unsaved at once, and as saved only once nothing is left to save', async () => {
  const shared = browser();
  const { put } = shared.drafts;
  let whilePutting = () => {};
  shared.drafts.put = async (draft) => {
    whilePutting();
    whilePutting = () => {};
    await put(draft);
  };
  let k = 1;
  const whole = () => ({ record: { s: 'one', r: { l: [] }, t: [], k }, at: { branch: 'b1', tick: k, action: 0 } });
  const { autosave, type, store } = tab(shared, { whole });
  const step = () => store.set({ run: { ...store.state.run, snapshot: place((k += 1)) } });
  type('one');
  await autosave.flush();
  assert.equal(store.state.saveStatus, 'saved');
  step();
  assert.equal(store.state.saveStatus, 'saving');
  whilePutting = step;
  await autosave.flush();
  assert.deepEqual([store.state.saveStatus, [...shared.docs.values()][0].run?.k], ['saving', 2]);
  await autosave.flush();
  assert.deepEqual([store.state.saveStatus, [...shared.docs.values()][0].run?.k], ['saved', 3]);
});

test('a change that is taken back leaves the document saved', async () => {
  const { autosave, type, store } = tab(browser());
  type('one');
  store.set({ run: { ...store.state.run, snapshot: place(1) } });
  await autosave.flush();
  store.set({ answers: { 'req-1-1': { text: 'a', error: '' } } });
  assert.equal(store.state.saveStatus, 'saving');
  store.set({ answers: {} });
  assert.equal(store.state.saveStatus, 'saved');
});

test('a save that ends when another document is open says nothing about that one', async () => {
  const shared = browser();
  const { put } = shared.drafts;
  let finish = () => {};
  shared.drafts.put = async (draft) => {
    await new Promise<void>((done) => (finish = done));
    await put(draft);
  };
  const { autosave, type, open, store } = tab(shared);
  type('one');
  const saving = autosave.flush();
  await settled();
  open({ sources: alone('another') });
  store.set({ saveStatus: 'untouched' });
  finish();
  await saving;
  assert.deepEqual([store.state.saveStatus, store.state.document.draft, shared.docs.size], ['untouched', null, 1]);
});

test('documents are still saved after the versions of one could not be', async () => {
  const shared = browser();
  const { autosave, type, store } = tab(shared);
  const { drop } = shared.drafts.versions;
  shared.drafts.versions.drop = async () => {
    throw new Error('closed');
  };
  type('one');
  await assert.rejects(autosave.flush(), /closed/);
  shared.drafts.versions.drop = drop;
  type('two');
  await autosave.flush();
  assert.deepEqual([[...shared.docs.values()][0].document.s, store.state.saveStatus], ['two', 'saved']);
});

test('a backup that there was no room to replace goes with the next save', async () => {
  let refuse: Error | null = new Error('broken');
  const shared = browser({ refuse: () => refuse });
  const { write } = shared.backupStorage;
  const { autosave, type } = tab(shared);
  await settled();
  type('one');
  autosave.saveBeforeUnload();
  await settled();
  assert.equal(shared.backups.size, 1);
  shared.backupStorage.write = () => false;
  type('two');
  autosave.saveBeforeUnload();
  await settled();
  shared.backupStorage.write = write;
  refuse = null;
  type('three');
  await autosave.flush();
  assert.deepEqual([shared.docs.size, shared.backups.size], [1, 0]);
});
