// Several tabs on one machine: one edits, the others read; none writes over another.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Action } from '../../../src/store/state.ts';
import { present } from '../../loose.ts';
import { browser, settled, tab, type Browser } from '../fake-storage.ts';

/** Two tabs on one draft, which the first one made. */
async function two(shared: Browser, lockTimeoutMs?: number) {
  const first = tab(shared);
  first.type('mine');
  await first.autosave.flush();
  const second = tab(shared, { lockTimeoutMs });
  second.open(present(await second.autosave.openLastDraft()));
  return { first, second };
}

test('a second tab reads, and is offered to edit', async () => {
  const shared = browser();
  const { first, second } = await two(shared);
  const { document, notices } = second.store.state;
  assert.deepEqual([document.locked, document.draft], [true, first.store.state.document.draft]);
  assert.deepEqual(
    notices[0].acts.map(({ action }) => action.type),
    ['editHere'],
  );
  second.store.set({ document: { ...document, source: 'sneaked', edited: true } });
  await second.autosave.flush();
  assert.deepEqual(
    [...shared.docs.values()].map((draft) => draft.document.s),
    ['mine'],
  );
});

test('a reading tab refuses what changes the text, and steps all the same', async () => {
  const { second } = await two(browser());
  const refused = [
    'format',
    'beginTitle',
    'removeFile',
    'restoreVersion',
    'resetDocument',
    'deleteDocument',
    'makeEntry',
  ];
  assert.deepEqual(
    refused.map((type) => second.documents.onAction({ type } as Action)),
    refused.map(() => false),
  );
  assert.equal(second.documents.onAction({ type: 'step' }), true);
});

test('a reading tab follows what the other writes', async () => {
  const { first, second } = await two(browser());
  first.type('mine, longer');
  await first.autosave.flush();
  await settled();
  assert.deepEqual(second.mirrored, ['mine, longer']);
});

test('Edit here: the first tab writes what it has, turns to reading, and the second goes on', async () => {
  const shared = browser();
  const { first, second } = await two(shared);
  first.type('mine, the very last');
  second.documents.act({ type: 'editHere' });
  await settled();
  const { document } = second.store.state;
  assert.deepEqual([document.locked, document.source], [false, 'mine, the very last']);
  assert.deepEqual([first.store.state.document.locked, first.store.state.saveStatus], [true, 'locked']);
  second.type('from the second');
  await second.autosave.flush();
  await settled();
  assert.deepEqual(
    [...shared.docs.values()].map((draft) => draft.document.s),
    ['from the second'],
  );
  first.documents.act({ type: 'editHere' });
  await settled();
  assert.deepEqual(
    [first.store.state.document.locked, first.store.state.document.source, second.store.state.document.locked],
    [false, 'from the second', true],
  );
});

test('a tab that does not answer loses the machine, and reads when it wakes up', async () => {
  const shared = browser();
  const { first, second } = await two({ ...shared, channel: () => ({ post() {}, onMessage() {} }) }, 5);
  assert.equal((await second.autosave.claimDraft())?.isLocked, false);
  await settled();
  assert.equal(first.store.state.document.locked, true);
});

test('opening another machine lets go of the one before', async () => {
  const shared = browser();
  const { first, second } = await two(shared);
  first.open({ sources: { source: 'an example', files: {}, entry: 'machine.dygram' } });
  await settled();
  assert.equal((await second.autosave.open(second.store.state.document.draft))?.isLocked, false);
});

test('lists are the same in all tabs', async () => {
  const { first, second } = await two(browser());
  first.open({ sources: { source: 'other', files: {}, entry: 'machine.dygram' } });
  first.type('other!');
  await first.autosave.flush();
  await settled();
  assert.equal(second.store.state.keptDrafts.length, 2);
  await first.autosave.removeDraft(first.store.state.document.draft);
  await settled();
  assert.equal(second.store.state.keptDrafts.length, 1);
});

test('without locks the last write wins, and both texts are versions', async () => {
  const shared = browser({ locking: false });
  const { first, second } = await two(shared);
  assert.equal(second.store.state.document.locked, false);
  first.type('mine, one way');
  await first.autosave.flush();
  second.type('mine, another way');
  await second.autosave.flush();
  assert.deepEqual(
    [...shared.docs.values()].map((draft) => draft.document.s),
    ['mine, another way'],
  );
  const texts = [...shared.versions.values()].map((version) => version.document.s);
  assert.ok(texts.includes('mine, one way') && texts.includes('mine, another way'), texts.join());
});

test('when all data is deleted in one tab, another keeps its text and stores it anew only when edited', async () => {
  const shared = browser();
  const { first, second } = await two(shared);
  await first.autosave.removeAll();
  await settled();
  assert.deepEqual(
    [
      second.store.state.document.source,
      second.store.state.document.draft,
      second.store.state.document.locked,
      shared.docs.size,
    ],
    ['mine', null, false, 0],
  );
});

test('a text that could not be written is not given up to another tab: it becomes a machine of its own', async () => {
  let refuse = false;
  const shared = browser({ refuse: () => (refuse ? new Error('broken') : null) });
  const { first, second } = await two(shared);
  refuse = true;
  first.type('mine, unwritten');
  await first.autosave.flush();
  const { draft } = second.store.state.document;
  second.documents.act({ type: 'editHere' });
  await settled();
  assert.deepEqual(
    [first.store.state.document.source, first.store.state.document.draft, first.store.state.document.locked],
    ['mine, unwritten', null, false],
  );
  assert.deepEqual(
    [second.store.state.document.draft, second.store.state.document.locked, second.store.state.document.source],
    [draft, false, 'mine'],
  );
  assert.equal(first.autosave.hasUnsavedWork, true);
});
