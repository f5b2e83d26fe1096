// The machine that another one took the place of: how long it is offered to bring it back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { supervise } from '../../../src/core/calls.ts';
import { DocumentRun } from '../../../src/document/document-run.ts';
import { sparse } from '../../sparse.ts';
import { alone } from '../fake-storage.ts';
import { handWatch } from '../../clock.ts';
import { InThreadWorker } from '../../in-thread-worker.ts';
import { testStore } from '../store.ts';
import { DocumentOpener } from '../../../src/document/document-opener.ts';
import { pastedLinkError, problemNotice } from '../../../src/document/open-result.ts';
import type { State } from '../../../src/store/state.ts';

type Parts = ConstructorParameters<typeof DocumentOpener>[0];

function opener(runs: object = {}) {
  const store = testStore();
  const engine = supervise(() => new InThreadWorker(), handWatch());
  const opening = new DocumentOpener({
    store,
    documentRun: new DocumentRun({ store, engine }),
    address: sparse<Parts['address']>({ shownAt: () => ({}), write() {}, isOwn: () => false }),
    getRunRecord: () => engine.runRecord(),
    autosave: sparse<Parts['autosave']>({ flush: async () => {}, open: async () => null, ...runs }),
  });
  return { opening, store };
}

/** A machine that was opened over an edited one. @param kept how that one is stored */
async function opened(kept: State['saveStatus'], runs: object = {}) {
  const { opening, store } = opener(runs);
  await opening.openSources(alone('a -> b'), null);
  opening.editFile('machine.dygram', 'a -> c', true);
  store.set({ saveStatus: kept });
  await opening.openSources(alone('b -> a'), null);
  const isOffered = () => store.state.notices.some(({ action }) => action === 'bringBack');
  assert.ok(isOffered());
  return { opening, store, isOffered };
}

test('once one works with the machine that was opened, the one before is no longer offered: it is saved', async () => {
  for (const action of [{ type: 'step' }, { type: 'edit', file: 'machine.dygram', text: '', whole: true }] as const) {
    const { opening, isOffered } = await opened('saved');
    assert.ok(opening.onAction({ type: 'panel', panel: 'events' }));
    assert.ok(isOffered(), 'looking is not working');
    assert.ok(opening.onAction(action));
    assert.ok(!isOffered(), action.type);
  }
});

test('a machine that is saved nowhere is offered until the notice is closed', async () => {
  const { opening, isOffered } = await opened('none');
  opening.onAction({ type: 'step' });
  assert.ok(isOffered());
});

test('one of My machines is named when it opens, and so is the one to go back to', async () => {
  const { opening, store } = await opened('saved');
  store.set({
    keptDrafts: [{ id: 'd1', title: 'Two reviews' }],
    run: { ...store.state.run, analysis: { title: 'Kettle' } },
  });
  opening.editFile('machine.dygram', 'b -> c', true);
  await opening.openDraft({ sources: alone('c -> d'), slug: null, record: null, draft: 'd1' });
  const [notice] = store.state.notices.filter(({ action }) => action === 'bringBack');
  assert.deepEqual([notice?.text, notice?.acts?.[0]?.label], ['Opened “Two reviews”.', 'Back to “Kettle”']);
});

test('to open another machine ends the offer of an opening before it', async () => {
  const next: [string, (opening: Awaited<ReturnType<typeof opened>>['opening']) => Promise<unknown>][] = [
    ['one of My machines', (it) => it.openDraft({ sources: alone('a -> c'), slug: null, record: null, draft: 'd1' })],
    ['an example', (it) => it.openExample('refund-desk')],
    ['a text, as of a guide', (it) => it.openSources(alone('a -> d'), null)],
  ];
  for (const [what, open] of next) {
    const { opening, isOffered } = await opened('saved', { readExampleRun: async () => null });
    await open(opening);
    assert.ok(!isOffered(), what);
  }
});

test('an example is named when it opens; one whose run comes back has only the notice that says so', async () => {
  const kept = { run: null, at: null, stops: [], typed: undefined, list: { runs: [], runNumber: 1 } };
  for (const again of [false, true]) {
    const { opening, store } = await opened('saved', { readExampleRun: async () => (again ? kept : null) });
    store.set({
      examples: [{ slug: 'refund-desk', title: 'Refund desk' }],
      run: { ...store.state.run, analysis: { title: 'Mine' } },
      notices: [],
    });
    opening.editFile('machine.dygram', 'b -> c', true);
    store.set({ saveStatus: 'saved' });
    await opening.openExample('refund-desk');
    const reported = store.state.notices.map(({ text, acts }) => [text, acts?.[0]?.label]);
    assert.deepEqual(
      reported,
      again
        ? [['Restored your last run of this example.', 'Start fresh']]
        : [['Opened “Refund desk”.', 'Back to “Mine”']],
    );
  }
});

test('what is opened while the last machine is still looked for stays', async () => {
  const { opening, store } = opener();
  const found = new EventTarget();
  const last = { sources: alone('old -> b'), slug: null, record: null, draft: 'd1' };
  const began = opening.openFirst('', () => new Promise((done) => found.addEventListener('done', () => done(last))));
  await opening.openSources(alone('mine -> b'), null);
  found.dispatchEvent(new Event('done'));
  await began;
  assert.equal(store.state.document.source, 'mine -> b');
});

test('every way of opening says what was opened, or why not', async () => {
  const { opening, store } = opener({ readExampleRun: async () => null });
  const opened = await opening.openSources(alone('a -> b'), null);
  assert.deepEqual(opened, { kind: 'opened', documentId: store.state.document.id });
  assert.deepEqual(await opening.openDraft(null), { kind: 'nothing' });
  assert.deepEqual(await opening.bringBack(), { kind: 'nothing' });
  assert.deepEqual(await opening.onAddressChange(''), { kind: 'nothing' });
  assert.deepEqual(await opening.openLink(''), { kind: 'nothing' });
  const failures = [
    await opening.openExample('nowhere'),
    await opening.openLink('#example=nowhere'),
    await opening.openLink('no link'),
    await opening.openFile('{"format":"tracklight-document","content":7}'),
    await opening.openSavedRun('{}', false),
    await opening.openSources(alone('a -> b'), { s: '', r: { l: [] }, t: [], k: 0, w: 'no run' }),
  ];
  assert.deepEqual(
    failures.map((result) => result.kind === 'failed' && result.problem.kind),
    ['unavailableExample', 'unknownExample', 'link', 'file', 'run', 'run'],
  );
  assert.equal(store.state.document.source, 'a -> b', 'what was open stays');
});

test('a document that another one overtakes is superseded', async () => {
  const { opening, store } = opener();
  const results = await Promise.all([
    opening.openSources(alone('a -> b'), { s: 'a -> b', r: { l: [] }, t: [], k: 1 }),
    opening.openSources(alone('b -> a'), null),
  ]);
  assert.deepEqual(
    [results.map(({ kind }) => kind), store.state.document.source],
    [['superseded', 'opened'], 'b -> a'],
  );
});

test('what cannot be opened is told in a notice, with the link where there is one', () => {
  const run = { kind: 'run', refusal: { code: 'failed', message: 'it broke' } } as const;
  const withoutLink = problemNotice(run);
  assert.deepEqual([withoutLink.detail, withoutLink.link], [undefined, undefined]);
  const long = `#${'x'.repeat(300)}`;
  const withLink = problemNotice(run, long);
  assert.deepEqual([withLink.detail, withLink.link], [`link-replay ${long.slice(0, 200)}…`, long]);
  for (const { text } of [withoutLink, withLink]) assert.match(text, /it broke.*Your machine is unchanged\./);
  assert.match(pastedLinkError({ kind: 'failed', problem: run }), /it broke.*\(link-replay\)$/);
  assert.equal(pastedLinkError({ kind: 'opened', documentId: 1 }), '');
});
