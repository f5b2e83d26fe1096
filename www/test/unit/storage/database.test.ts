// How the database opens, why it does not, and how the page loses it.

import 'fake-indexeddb/auto';
import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { IDBFactory, forceCloseDatabase } from 'fake-indexeddb';
import { deleteDB, openDB, unwrap } from 'idb';
import { complete, openDatabase, openWithin, readFrom, type DraftDatabase } from '../../../src/storage/database.ts';
import { storageName } from '../../../src/protocol/storage-names.ts';

const NAME = storageName('drafts');

const settle = async () => {
  for (let i = 0; i < 20; i += 1) await new Promise<void>((done) => void setImmediate(done));
};

beforeEach(() => {
  Object.assign(globalThis, { indexedDB: new IDBFactory() });
});

async function open(): Promise<{ database: DraftDatabase; problems: string[] }> {
  const problems: string[] = [];
  const database = await openDatabase((problem) => problems.push(problem));
  assert.ok(typeof database === 'object');
  return { database, problems };
}

test('a database that a newer version of the page made is not opened', async () => {
  (await openDB(NAME, 7)).close();
  assert.equal(await openDatabase(() => {}), 'newer');
});

test('without a database, or where the browser refuses it, nothing can be saved', async () => {
  Object.defineProperty(globalThis, 'indexedDB', {
    configurable: true,
    get() {
      throw new DOMException('blocked', 'SecurityError');
    },
  });
  try {
    assert.equal(await openDatabase(() => {}), 'none');
  } finally {
    Object.defineProperty(globalThis, 'indexedDB', { configurable: true, writable: true, value: new IDBFactory() });
  }
});

test('a tab gives way to a newer version in another tab, and to a deletion', async () => {
  const first = await open();
  (await openDB(NAME, 2)).close();
  assert.deepEqual(first.problems, ['upgraded']);
  Object.assign(globalThis, { indexedDB: new IDBFactory() });
  const second = await open();
  await deleteDB(NAME);
  assert.deepEqual(second.problems, ['closed']);
});

test('a tab that does not give way to an upgrade keeps the database from opening', async () => {
  const { open: openOriginal } = IDBFactory.prototype;
  const older = await openDB(NAME, 1);
  indexedDB.open = (name) => openOriginal.call(indexedDB, name, 2);
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    const opening = openDatabase(() => {});
    await settle();
    mock.timers.tick(1_000);
    assert.equal(await opening, 'blocked');
    // It opens in the end, and is closed again: a third tab can upgrade it.
    older.close();
    await settle();
    indexedDB.open = (name) => openOriginal.call(indexedDB, name, 3);
    (await openDB(NAME)).close();
  } finally {
    mock.timers.reset();
  }
});

test('a database that opens too late is closed again', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    let isClosed = false;
    let arrive = (_: { close(): void }) => {};
    const opening = openWithin(5_000, () => new Promise<{ close(): void }>((resolve) => (arrive = resolve)));
    mock.timers.tick(5_000);
    await assert.rejects(opening);
    arrive({ close: () => (isClosed = true) });
    await settle();
    assert.ok(isClosed);
  } finally {
    mock.timers.reset();
  }
});

test('the page hears when the browser closes the database', async () => {
  const { database, problems } = await open();
  forceCloseDatabase(unwrap(database) as never);
  await settle();
  assert.deepEqual(problems, ['closed']);
});

test('a read that is broken off rejects, and leaves no rejection that nobody handles', async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', note);
  try {
    const { database } = await open();
    const reading = readFrom(database, 'docs', (docs) => {
      const request = docs.getAll();
      // As a browser does with the transactions of a database that it closes.
      docs.transaction.abort();
      return request;
    });
    await assert.rejects(reading, { name: 'AbortError' });
    await settle();
    assert.deepEqual(unhandled, []);
  } finally {
    process.off('unhandledRejection', note);
  }
});

test('a save that is refused for want of room says so, though its requests do not know why', async () => {
  const { database } = await open();
  const change = database.transaction('meta', 'readwrite');
  const request = change.store.put(1, 'key');
  Object.defineProperty(unwrap(change), 'error', { value: new DOMException('no room', 'QuotaExceededError') });
  unwrap(change).abort();
  await assert.rejects(complete(change, [request]), { name: 'QuotaExceededError' });
});
