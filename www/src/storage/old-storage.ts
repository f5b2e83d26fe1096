// What earlier versions of the page stored under names that all folders of an origin shared. Each folder gets a copy,
// once. The original stays: another folder may not have its copy yet, or may still be served by an earlier version.

import { openDB, type IDBPDatabase, type IDBPTransaction } from 'idb';
import { sharedName } from '../protocol/storage-names.ts';
import { sourcesOf, textsOf } from '../protocol/record.ts';
import { readBackups, slugOfExampleRun } from './backup.ts';
import { OPEN_TIMEOUT_MS, complete, openWithin, readFrom, type DraftDatabase } from './database.ts';
import { isFull } from './quota.ts';
import type { Draft, DraftSchema, Version } from './stored-types.ts';

const OLD_DATABASE = 'tracklight';
const STORES = ['docs', 'versions', 'meta'] as const;
/** The key, in `meta`, of the times of the drafts that were copied, by id. */
const COPIED = 'copied';

interface OldStorage {
  drafts: Draft[];
  versions: Version[];
  /** The id of the last draft and the runs of examples, by key. */
  meta: Map<string, unknown>;
}

/**
 * Copies what was not copied yet. A second time there is something again where a tab with an earlier version was still
 * open.
 */
export async function copyOldStorage(database: DraftDatabase) {
  const wasCopied = (await readFrom(database, 'meta', (meta) => meta.get(COPIED))) !== undefined;
  if (wasCopied && !hasOldDraft()) return;
  const old = await readOldStorage();
  await copy(database, old).catch((error) => {
    if (!isFull(error)) throw error;
    return copy(database, { ...old, versions: old.versions.filter(({ name }) => name !== null) });
  });
  forgetOldDraft();
}

/** Deletes everything that earlier versions stored. */
export async function deleteOldStorage() {
  const database = await openOldDatabase();
  if (database) {
    const change = database.transaction(STORES, 'readwrite');
    await complete(
      change,
      STORES.map((name) => change.objectStore(name).clear()),
    ).finally(() => database.close());
  }
  forgetOldDraft();
  for (const [id] of readBackups(sharedName('backup:'))) localStorage.removeItem(sharedName(`backup:${id}`));
}

async function readOldStorage(): Promise<OldStorage> {
  const database = await openOldDatabase();
  const old: OldStorage = { drafts: [], versions: [], meta: new Map() };
  if (database) {
    try {
      const transaction = database.transaction(STORES);
      const meta = transaction.objectStore('meta');
      const [drafts, versions, keys, values] = await Promise.all([
        transaction.objectStore('docs').getAll(),
        transaction.objectStore('versions').getAll(),
        meta.getAllKeys(),
        meta.getAll(),
        transaction.done,
      ]);
      Object.assign(old, { drafts, versions, meta: new Map(keys.map((key, i) => [key, values[i]])) });
    } finally {
      database.close();
    }
  }
  // What a page wrote while the user left it.
  for (const [id, content] of readBackups(sharedName('backup:'))) {
    const backup = content as Draft;
    const stored = old.drafts.find((draft) => draft.id === id);
    if (slugOfExampleRun(id) !== null) old.meta.set(id, content);
    else if (!stored || stored.changed <= backup.changed)
      old.drafts = [...old.drafts.filter((draft) => draft !== stored), backup];
  }
  return old;
}

/** Copies in one transaction, so that a second tab that starts at the same time finds all of it or nothing. */
async function copy(database: DraftDatabase, old: OldStorage) {
  const change = database.transaction(STORES, 'readwrite');
  // Where a request fails, its own error is the one that is thrown.
  change.done.catch(() => {});
  try {
    await fill(change, old);
  } catch (error) {
    // Requests of an aborted transaction do not know why it was aborted.
    if (change.error !== null) throw change.error;
    change.abort();
    throw error;
  }
  await change.done;
}

async function fill(
  change: IDBPTransaction<DraftSchema, typeof STORES, 'readwrite'>,
  { drafts, versions, meta }: OldStorage,
) {
  const [newDrafts, newVersions, newMeta] = [
    change.objectStore('docs'),
    change.objectStore('versions'),
    change.objectStore('meta'),
  ];
  const copied = (await newMeta.get(COPIED)) as Record<string, number> | undefined;
  for (const draft of drafts) {
    const { id, changed } = draft;
    const copiedAt = copied?.[id];
    if (copiedAt === changed) continue;
    const present = await newDrafts.get(id);
    const isOutdated = present !== undefined && present.changed > changed;
    if (!isOutdated) await newDrafts.put(draft);
    // Both were edited since: the later text is the draft, the other one a version of it.
    if (present && present.changed !== copiedAt) await newVersions.put(versionOf(isOutdated ? draft : present));
    for (const version of versions)
      if (version.id === id && version.time > (copiedAt ?? 0)) await newVersions.put(version);
  }
  if (!copied) for (const [key, value] of meta) if (value !== null) await newMeta.put(value, key);
  const times = Object.fromEntries(drafts.map(({ id, changed }) => [id, changed]));
  await newMeta.put({ ...copied, ...times }, COPIED);
}

function versionOf({ id, changed, document }: Draft): Version {
  const texts = textsOf(sourcesOf(document));
  return { id, time: changed, name: null, why: 'tabs', document: texts, size: JSON.stringify(texts).length };
}

/** The database of earlier versions, or null where there is none. */
async function openOldDatabase(): Promise<IDBPDatabase<DraftSchema> | null> {
  try {
    const database = await openWithin(OPEN_TIMEOUT_MS, () =>
      openDB<DraftSchema>(OLD_DATABASE, undefined, {
        upgrade(_, __, ___, transaction) {
          // There is none, and opening would create it. The opening rejects as well.
          transaction.done.catch(() => {});
          transaction.abort();
        },
      }),
    );
    if (STORES.every((name) => database.objectStoreNames.contains(name))) return database;
    database.close();
    return null;
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') return null;
    throw error;
  }
}

/** Whether an earlier version saved a draft since it was last copied: it notes each draft that it writes. */
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
