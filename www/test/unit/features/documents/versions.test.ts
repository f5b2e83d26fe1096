// Earlier texts of a machine: when they are kept, how they are compared and brought back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedFiles, changedLines } from '../../../../src/protocol/lines-changed.ts';
import { retitle } from '../../../../src/features/documents/machine-title.ts';
import { sparse, type Sparse } from '../../../sparse.ts';
import { alone, browser, settled, tab, type Browser } from '../../fake-storage.ts';
import type { OutlineItem } from '../../../../src/protocol/types.ts';

const MINUTE = 60_000;

/** What is kept, the oldest first: the text, and its name or why. */
const kept = (shared: Browser) =>
  [...shared.versions.values()]
    .sort((a, b) => a.time - b.time)
    .map(({ document, name, why }) => [document.s, name ?? why]);

async function edited(shared: Browser) {
  const visit = tab(shared);
  visit.type('one');
  await visit.autosave.flush();
  return visit;
}

test('the text as opened is the first version', async () => {
  const shared = browser();
  await edited(shared);
  assert.deepEqual(kept(shared), [['start', 'opened']]);
});

test('five minutes of edits make a version, however they are spread', async () => {
  const shared = browser();
  const { type, autosave } = await edited(shared);
  for (let i = 0; i < 11; i += 1) {
    shared.clock.now += MINUTE;
    type(`text ${i}`);
    await autosave.flush();
  }
  assert.deepEqual(kept(shared), [
    ['start', 'opened'],
    ['text 4', 'edits'],
    ['text 10', 'edits'],
  ]);
});

test('what changes the text as a whole keeps it first', async () => {
  const shared = browser();
  const { documents, type, autosave } = await edited(shared);
  for (const [action, text] of [
    [{ type: 'format' }, 'two'],
    [{ type: 'removeFile', path: 'x' }, 'three'],
  ] as const) {
    documents.onAction(action);
    type(text);
    await autosave.flush();
  }
  assert.deepEqual(kept(shared).slice(1), [
    ['one', 'format'],
    ['two', 'removeFile'],
  ]);
});

test('a version that gets its name while the text is being formatted is of the formatted text', async () => {
  const shared = browser();
  const formatted = new EventTarget();
  const format = () => new Promise<void>((done) => formatted.addEventListener('done', () => done()));
  const { documents, type, autosave, store } = tab(shared, { format });
  type('one');
  await autosave.flush();
  store.set({ settings: { ...store.state.settings, formatOnSave: true } });
  documents.act({ type: 'keepVersion' });
  documents.act({ type: 'typeTitle', text: 'mine' });
  documents.act({ type: 'takeTitle' });
  await settled();
  type('one, formatted');
  formatted.dispatchEvent(new Event('done'));
  await settled();
  assert.deepEqual(kept(shared).slice(1), [
    ['one', 'format'],
    ['one, formatted', 'mine'],
  ]);
});

test('a text that is the newest version already is not kept twice', async () => {
  const shared = browser();
  const { history } = await edited(shared);
  history.keep('format');
  history.keep('reset');
  await settled();
  assert.equal(kept(shared).length, 2);
});

test('a text that is changed as a whole before it is a draft is kept as soon as it is one', async () => {
  const shared = browser();
  const { documents, type, autosave } = tab(shared);
  documents.onAction({ type: 'format' });
  await autosave.flush();
  assert.equal(shared.versions.size, 0);
  type('formatted');
  await autosave.flush();
  assert.deepEqual(kept(shared), [['start', 'opened']]);
});

test('a named version is kept as it is named, also of a machine nobody edited yet', async () => {
  const shared = browser();
  const { documents, store } = tab(shared);
  documents.act({ type: 'keepVersion' });
  documents.act({ type: 'typeTitle', text: ' before the fair ' });
  documents.act({ type: 'takeTitle' });
  await settled();
  assert.deepEqual(kept(shared), [['start', 'before the fair']]);
  assert.equal(store.state.saveStatus, 'saved');
  assert.match(store.state.live, /before the fair/);
});

test('restoring keeps the text before it and is a version of its own', async () => {
  const shared = browser();
  const { history, store } = await edited(shared);
  const [first] = [...shared.versions.values()];
  await history.restore(first.time);
  assert.equal(store.state.document.source, 'start');
  assert.deepEqual(kept(shared), [
    ['start', 'opened'],
    ['one', 'restore'],
    ['start', 'restored'],
  ]);
});

test('reset goes back to the text as opened, and can be undone from the history', async () => {
  const shared = browser();
  const { documents, store } = await edited(shared);
  documents.act({ type: 'resetDocument' });
  await settled();
  assert.equal(store.state.document.source, 'start');
  assert.deepEqual(kept(shared).at(-1), ['one', 'reset']);
});

test('a version is compared with the text, file by file and line by line', async () => {
  const shared = browser();
  const { history, type, store } = await edited(shared);
  type('start\nmore', { 'lib.dygram': 'x' });
  const [first] = [...shared.versions.values()];
  await history.compare(first.time);
  assert.deepEqual(store.state.docs.shown.files, [
    {
      path: 'machine.dygram',
      lines: [
        { op: 'same', text: 'start' },
        { op: 'add', text: 'more' },
      ],
    },
    { path: 'lib.dygram', lines: [{ op: 'add', text: 'x' }] },
  ]);
  await history.compare(null);
  assert.equal(store.state.docs.shown, null);
});

test('lines: the differences are the shortest, and a text of many differences is still shown whole', () => {
  const op = ({ op, text }: ReturnType<typeof changedLines>[number]) =>
    `${{ same: ' ', add: '+', remove: '-' }[op]}${text}`;
  assert.deepEqual(changedLines('a\nb\nc\nd\n', 'a\nx\nc\nd\ne\n').map(op), [' a', '-b', '+x', ' c', ' d', '+e']);
  assert.deepEqual(changedLines('', 'a').map(op), ['+a']);
  assert.deepEqual(changedLines('a\n', '').map(op), ['-a']);
  const numbers = (word: string) => Array.from({ length: 40_000 }, (_, i) => `${word}${i}`).join('\n');
  const changed = changedLines(numbers('a'), numbers('b'));
  assert.deepEqual([changed.length, changed.filter((line) => line.op === 'add').length], [80_000, 40_000]);
  assert.deepEqual(changedFiles(alone('a'), alone('a')), []);
});

test('a title is changed where it stands, and a text without one gets a line for it below its imports', () => {
  const apply = (source: string, outline: Sparse<OutlineItem>[], title: string) => {
    const { from, to, insert } = retitle(source, sparse<OutlineItem[]>(outline), title);
    return source.slice(0, from) + insert + source.slice(to);
  };
  const header = (from: number, to: number) => [{ class: 'machine', select: { from, to }, children: [] }];
  assert.equal(apply('machine "Old" { a: 1 }', header(8, 13), 'The "new"'), 'machine "The \\"new\\"" { a: 1 }');
  assert.equal(apply('machine\na -> b', header(0, 7), 'T'), 'machine "T"\na -> b');
  assert.equal(apply('a -> b', [], 'T'), 'machine "T"\na -> b');
  assert.equal(
    apply('import { x } from "./y.dygram"\nx -> b', [], 'T'),
    'import { x } from "./y.dygram"\nmachine "T"\nx -> b',
  );
});

test('versions of a machine that was deleted a day ago go when the page is opened', async () => {
  const shared = browser();
  const { store, autosave } = await edited(shared);
  await autosave.removeDraft(store.state.document.draft);
  tab(shared);
  await settled();
  assert.equal(shared.versions.size, 1, 'the deletion can still be undone');
  shared.clock.now += 2 * 24 * 60 * MINUTE;
  tab(shared);
  await settled();
  assert.equal(shared.versions.size, 0);
});
