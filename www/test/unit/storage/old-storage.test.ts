// What earlier versions stored under names that all folders shared: each folder gets a copy, once.

import 'fake-indexeddb/auto';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { Drafts, type Draft } from '../../../src/storage/drafts.ts';
import { noteHasDraft, readSettings, writeSettings } from '../../../src/storage/settings.ts';
import { present } from '../../loose.ts';

const draft = (id: string, text: string, changed: number): Draft => ({
  id,
  title: id,
  document: { s: text },
  run: null,
  at: null,
  created: 1,
  changed,
  origin: null,
});

const version = (id: string, time: number, name: string | null, text: string) => ({
  id,
  time,
  name,
  why: null,
  document: { s: text },
  size: 1,
});

/** Opens the page in a folder. */
const standIn = (folder: string) =>
  Object.assign(globalThis, { location: { href: `http://localhost${folder}`, hash: '' } });

beforeEach(() => {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => Object.assign(storage, { [name]: value }) && stored.set(name, value),
    removeItem: (name: string) => Reflect.deleteProperty(storage, name) && stored.delete(name),
  };
  for (const name of Object.keys(storage)) Object.defineProperty(storage, name, { enumerable: false });
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: storage });
  Object.assign(globalThis, { indexedDB: new IDBFactory() });
  standIn('/');
});

/** What an earlier version does when it saves. */
async function saveByOldVersion({ drafts = [] as Draft[], versions = [] as object[], meta = {} }) {
  const database = await openDB('tracklight', 1, {
    upgrade(database) {
      database.createObjectStore('docs', { keyPath: 'id' });
      database.createObjectStore('versions', { keyPath: ['id', 'time'] });
      database.createObjectStore('meta');
    },
  });
  const change = database.transaction(['docs', 'versions', 'meta'], 'readwrite');
  for (const one of drafts) await change.objectStore('docs').put(one);
  for (const one of versions) await change.objectStore('versions').put(one);
  for (const [key, value] of Object.entries(meta)) await change.objectStore('meta').put(value, key);
  await change.done;
  database.close();
  localStorage.setItem('tracklight:draft', '1');
}

async function open(): Promise<Drafts> {
  const problems: string[] = [];
  const drafts = present(await Drafts.open((problem) => problems.push(problem)));
  assert.deepEqual(problems, []);
  return drafts;
}

const textOf = async (drafts: Drafts, id: string) => (await drafts.get(id))?.document.s;

test('drafts, versions, runs of examples and settings are there in every folder', async () => {
  const run = { source: 'x', run: null, at: null, stops: [], typed: { answers: {}, drafts: {} } };
  await saveByOldVersion({
    drafts: [draft('a', 'one', 1), draft('b', 'two', 2)],
    versions: [version('a', 5, 'first', 'zero')],
    meta: { last: 'b', 'example:kettle': run },
  });
  localStorage.setItem('tracklight:settings', '{"theme":"dark","own":1}');
  for (const folder of ['/', '/next/', '/next/index.html']) {
    standIn(folder);
    const drafts = await open();
    assert.deepEqual([await textOf(drafts, 'a'), (await drafts.getLast())?.id], ['one', 'b'], folder);
    assert.equal((await drafts.versions.get('a', 5))?.document.s, 'zero', folder);
    assert.deepEqual(await drafts.getExampleRun('kettle'), run, folder);
    assert.deepEqual(readSettings(), { theme: 'dark', own: 1 }, folder);
  }
});

test('two folders share nothing', async () => {
  const [root, next] = ['/', '/next/'] as const;
  standIn(root);
  await (await open()).put(draft('a', 'of the root', 1));
  writeSettings({ theme: 'dark' });
  standIn(next);
  const there = await open();
  assert.deepEqual([await there.list(), await there.getLast(), readSettings()], [[], null, {}]);
  await there.put(draft('a', 'of next', 2));
  writeSettings({ theme: 'light' });
  await there.clear();
  standIn(root);
  assert.equal(await textOf(await open(), 'a'), 'of the root');
  assert.deepEqual(readSettings(), { theme: 'dark' });
});

test('it is copied once: what was deleted or edited since stays so', async () => {
  await saveByOldVersion({ drafts: [draft('a', 'one', 1), draft('b', 'two', 2)] });
  const first = await open();
  await first.delete('a');
  await first.put(draft('b', 'two, edited', 3));
  const second = await open();
  assert.deepEqual([await second.get('a'), await textOf(second, 'b')], [null, 'two, edited']);
});

test('two tabs that start at the same time copy once, and both have all of it', async () => {
  await saveByOldVersion({ drafts: [draft('a', 'one', 1)], versions: [version('a', 1, null, 'zero')] });
  const tabs = await Promise.all([open(), open()]);
  for (const tab of tabs) assert.deepEqual([await textOf(tab, 'a'), (await tab.versions.list()).length], ['one', 1]);
});

test('what a tab with the earlier version writes later is brought over, beside what was written here', async () => {
  await saveByOldVersion({ drafts: [draft('a', 'one', 1), draft('b', 'two', 2), draft('c', 'three', 3)] });
  const first = await open();
  await first.put(draft('b', 'two, edited here', 10));
  await first.delete('c');
  await saveByOldVersion({ drafts: [draft('a', 'one, later', 20), draft('b', 'two, later', 21)] });
  const second = await open();
  assert.deepEqual(
    [await textOf(second, 'a'), await textOf(second, 'b'), await second.get('c')],
    ['one, later', 'two, later', null],
  );
  const versions = await second.versions.list();
  assert.deepEqual(
    await Promise.all(
      versions.map(async ({ id, time, why }) => [id, why, present(await second.versions.get(id, time)).document.s]),
    ),
    [['b', 'tabs', 'two, edited here']],
  );
});

test('what an earlier version wrote while its page was being left is brought over', async () => {
  await saveByOldVersion({ drafts: [draft('a', 'one', 1)] });
  localStorage.setItem('tracklight:backup:a', JSON.stringify(draft('a', 'one, last words', 2)));
  localStorage.setItem('tracklight:backup:b', JSON.stringify(draft('b', 'never written', 3)));
  const drafts = await open();
  assert.deepEqual([await textOf(drafts, 'a'), await textOf(drafts, 'b')], ['one, last words', 'never written']);
});

test('without room for everything, drafts and named versions are copied', async () => {
  const { put } = IDBObjectStore.prototype;
  await saveByOldVersion({
    drafts: [draft('a', 'one', 1)],
    versions: [version('a', 1, null, 'autosaved'), version('a', 2, 'mine', 'named')],
  });
  IDBObjectStore.prototype.put = function (value, key) {
    if (this.name === 'versions' && value.name === null) throw new DOMException('no room', 'QuotaExceededError');
    return key === undefined ? put.call(this, value) : put.call(this, value, key);
  };
  try {
    const drafts = await open();
    assert.equal(await textOf(drafts, 'a'), 'one');
    assert.deepEqual(
      (await drafts.versions.list()).map(({ name }) => name),
      ['mine'],
    );
  } finally {
    IDBObjectStore.prototype.put = put;
  }
});

test('a copy that fails is told, and tried again', async () => {
  await saveByOldVersion({ drafts: [draft('a', 'one', 1)] });
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = () => {
    throw new DOMException('no room', 'QuotaExceededError');
  };
  const problems: string[] = [];
  const without = await Drafts.open((problem) => problems.push(problem));
  IDBObjectStore.prototype.put = put;
  assert.deepEqual([problems, await without?.list()], [['notCopied'], []]);
  assert.equal(await textOf(await open(), 'a'), 'one');
});

test('deleting all local data deletes it under the earlier names too', async () => {
  await saveByOldVersion({ drafts: [draft('a', 'one', 1)], versions: [version('a', 1, 'mine', 'named')] });
  await (await open()).clear();
  const again = await open();
  assert.deepEqual([await again.list(), await again.versions.list()], [[], []]);
  standIn('/next/');
  assert.deepEqual(await (await open()).list(), []);
});

test('a browser that has nothing from earlier versions does not get their database', async () => {
  const drafts = await open();
  noteHasDraft(false);
  assert.deepEqual(
    [await drafts.list(), (await indexedDB.databases()).map(({ name }) => name)],
    [[], ['tracklight:/:drafts']],
  );
});
