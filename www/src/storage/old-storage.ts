// What earlier versions of the page stored under names that all folders of an origin shared. Each folder gets a copy,
// once. The original stays: another folder may not have its copy yet, or may still be served by an earlier version.

import { sharedName } from '../protocol/storage-names.ts';
import { sourcesOf, textsOf } from '../protocol/record.ts';
import { backups, exampleOf } from './backup.ts';
import { OPEN_TIMEOUT_MS, done, finished } from './database.ts';
import { isFull } from './quota.ts';
import type { SessionRecord } from '../protocol/types.ts';
import type { Texts, Version } from './versions.ts';

const OLD_DATABASE = 'tracklight';
const STORES = ['docs', 'versions', 'meta'];
/** In `meta`: when each draft that was copied had changed, by its id. */
const COPIED = 'copied';

/** What is asked of a draft. */
interface OldDraft {
  id: string;
  changed: number;
  document: Texts & Partial<SessionRecord>;
}
interface OldStorage {
  drafts: OldDraft[];
  versions: Version[];
  /** Which draft comes next, and runs of examples, by key. */
  meta: Map<string, unknown>;
}

/**
 * Copies what is there and was not copied yet. That is more than nothing a second time, when a tab with an earlier
 * version was still open.
 */
export async function copyOldStorage(database: IDBDatabase) {
  const wasCopied = (await done(database.transaction('meta').objectStore('meta').get(COPIED))) !== undefined;
  if (wasCopied && !hasOldDraft()) return;
  const old = await readOldStorage();
  await copy(database, old).catch((error) => {
    if (!isFull(error)) throw error;
    return copy(database, { ...old, versions: old.versions.filter(({ name }) => name !== null) });
  });
  forgetOldDraft();
}

/** Deletes what is there, with its copies of the settings. */
export async function deleteOldStorage() {
  const database = await openOldDatabase();
  if (database) {
    const change = database.transaction(STORES, 'readwrite');
    for (const store of STORES) change.objectStore(store).clear();
    await finished(change).finally(() => database.close());
  }
  forgetOldDraft();
  for (const [id] of backups(sharedName('backup:'))) localStorage.removeItem(sharedName(`backup:${id}`));
}

async function readOldStorage(): Promise<OldStorage> {
  const database = await openOldDatabase();
  const old: OldStorage = { drafts: [], versions: [], meta: new Map() };
  if (database) {
    try {
      const read = database.transaction(STORES);
      const meta = read.objectStore('meta');
      const [drafts, versions, keys, values] = await Promise.all([
        done(read.objectStore('docs').getAll()),
        done(read.objectStore('versions').getAll()),
        done(meta.getAllKeys()),
        done(meta.getAll()),
      ]);
      Object.assign(old, { drafts, versions, meta: new Map(keys.map((key, i) => [String(key), values[i]])) });
    } finally {
      database.close();
    }
  }
  // What a page wrote while it was being left.
  for (const [id, value] of backups(sharedName('backup:'))) {
    const later = value as OldDraft;
    const before = old.drafts.find((draft) => draft.id === id);
    if (exampleOf(id) !== null) old.meta.set(id, value);
    else if (!before || before.changed <= later.changed)
      old.drafts = [...old.drafts.filter((draft) => draft !== before), later];
  }
  return old;
}

/** In one transaction, so that a second tab that starts at the same time finds all of it done or nothing. */
async function copy(database: IDBDatabase, old: OldStorage) {
  const change = database.transaction(STORES, 'readwrite');
  const end = finished(change);
  try {
    await fill(change, old);
  } catch (error) {
    end.catch(() => {});
    // Requests that were still to come only know that the transaction was aborted.
    if (change.error !== null) throw change.error;
    change.abort();
    throw error;
  }
  await end;
}

async function fill(change: IDBTransaction, { drafts, versions, meta }: OldStorage) {
  const store = Object.fromEntries(STORES.map((name) => [name, change.objectStore(name)])) as {
    [name in 'docs' | 'versions' | 'meta']: IDBObjectStore;
  };
  const copied: Record<string, number> | undefined = await done(store.meta.get(COPIED));
  for (const draft of drafts) {
    const { id, changed } = draft;
    if (copied?.[id] === changed) continue;
    const here: OldDraft | undefined = await done(store.docs.get(id));
    const isOlder = here !== undefined && here.changed > changed;
    if (!isOlder) store.docs.put(draft);
    // Both were edited since: the later text is the draft, the other one a version of it.
    if (here && here.changed !== copied?.[id]) store.versions.put(versionOf(isOlder ? draft : here));
    const since = copied?.[id] ?? 0;
    for (const version of versions) if (version.id === id && version.time > since) store.versions.put(version);
  }
  if (!copied) for (const [key, value] of meta) if (value !== null) store.meta.put(value, key);
  const times = Object.fromEntries(drafts.map(({ id, changed }) => [id, changed]));
  store.meta.put({ ...copied, ...times }, COPIED);
}

function versionOf({ id, changed, document }: OldDraft): Version {
  const texts = textsOf(sourcesOf(document));
  return { id, time: changed, name: null, why: 'tabs', document: texts, size: JSON.stringify(texts).length };
}

/** @returns null where there is none */
function openOldDatabase(): Promise<IDBDatabase | null> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(OLD_DATABASE);
    let isGivenUp = false;
    const timeout = setTimeout(() => {
      isGivenUp = true;
      reject(new Error('the database does not open'));
    }, OPEN_TIMEOUT_MS);
    // It is not made only to be read.
    request.onupgradeneeded = () => request.transaction?.abort();
    request.onerror = () => {
      clearTimeout(timeout);
      if (request.error?.name === 'AbortError') resolve(null);
      else reject(request.error);
    };
    request.onsuccess = () => {
      clearTimeout(timeout);
      const database = request.result;
      const isUsed = !isGivenUp && STORES.every((name) => database.objectStoreNames.contains(name));
      if (!isUsed) database.close();
      resolve(isUsed ? database : null);
    };
  });
}

/** An earlier version notes each draft that it writes. */
function hasOldDraft() {
  try {
    return localStorage.getItem(sharedName('draft')) !== null;
  } catch {
    return false;
  }
}

function forgetOldDraft() {
  try {
    localStorage.removeItem(sharedName('draft'));
  } catch {
    // Without storage there is none.
  }
}
