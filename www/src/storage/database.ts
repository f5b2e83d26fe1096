// Opens the browser's database of drafts.

import { openDB, type IDBPDatabase, type IDBPObjectStore, type IDBPTransaction, type StoreNames } from 'idb';
import { storageName } from '../protocol/storage-names.ts';
import type { DraftSchema } from './stored-types.ts';

export type DraftDatabase = IDBPDatabase<DraftSchema>;
type StoreName = StoreNames<DraftSchema>;

const VERSION = 1;
/** Something holds up a database that is not open by then, and the page does without it. */
export const OPEN_TIMEOUT_MS = 5_000;
/** A tab that closes its connection for an upgrade does so within this time. */
const BLOCKED_TIMEOUT_MS = 1_000;

/**
 * Why nothing can be saved. `none`: the browser has no database for this page; `newer`: a newer version of the page
 * made it; `blocked`: a tab with an older version keeps it open; `upgraded`: a newer version in another tab took it
 * over; `closed`: the browser closed it, as when the user deletes its data.
 */
export type StorageProblem = 'none' | 'newer' | 'blocked' | 'upgraded' | 'closed';

/** @param onClosed the connection is lost, and so is everything that is written from then on */
export async function openDatabase(
  onClosed: (problem: 'upgraded' | 'closed') => void,
): Promise<DraftDatabase | StorageProblem> {
  let problem: StorageProblem = 'none';
  try {
    return await openWithin(OPEN_TIMEOUT_MS, (restartTimeout) =>
      openDB<DraftSchema>(storageName('drafts'), VERSION, {
        upgrade(database, oldVersion, _, transaction) {
          // The opening rejects as well.
          transaction.done.catch(() => {});
          if (oldVersion > 0) return;
          database.createObjectStore('docs', { keyPath: 'id' });
          database.createObjectStore('versions', { keyPath: ['id', 'time'] });
          database.createObjectStore('meta');
        },
        blocked() {
          problem = 'blocked';
          restartTimeout(BLOCKED_TIMEOUT_MS);
        },
        blocking(_, nextVersion, event) {
          // Before the connection closes, so that the other tab finds what is backed up now.
          onClosed(nextVersion === null ? 'closed' : 'upgraded');
          (event.target as IDBDatabase).close();
        },
        terminated: () => onClosed('closed'),
      }),
    );
  } catch (error) {
    return error instanceof Error && error.name === 'VersionError' ? 'newer' : problem;
  }
}

/** Rejects when a database does not open in time. If it opens later, it is closed again. */
export function openWithin<Database extends { close(): void }>(
  timeoutMs: number,
  open: (restartTimeout: (timeoutMs: number) => void) => Promise<Database>,
): Promise<Database> {
  return new Promise((resolve, reject) => {
    let isTimedOut = false;
    const startTimeout = (ms: number) =>
      setTimeout(() => {
        isTimedOut = true;
        reject(new Error('the database does not open'));
      }, ms);
    let timer = startTimeout(timeoutMs);
    const restartTimeout = (ms: number) => {
      clearTimeout(timer);
      timer = startTimeout(ms);
    };
    // In a promise: some browsers throw at once where they refuse all storage.
    new Promise<Database>((opened) => opened(open(restartTimeout)))
      .then((database) => (isTimedOut ? database.close() : resolve(database)), reject)
      .finally(() => clearTimeout(timer));
  });
}

/** Reads from one object store, in a transaction of its own. */
export async function readFrom<Name extends StoreName, T>(
  database: DraftDatabase,
  name: Name,
  read: (store: IDBPObjectStore<DraftSchema, [Name], Name>) => Promise<T>,
): Promise<T> {
  const transaction = database.transaction(name);
  // Both reject when the browser closes the database, and a rejection that nobody handles is shown to the user.
  const [value] = await Promise.all([read(transaction.store), transaction.done]);
  return value;
}

/** Waits until a transaction has completed. Rejects with the error of the transaction rather than of a request. */
export async function complete<Names extends ArrayLike<StoreName>>(
  transaction: IDBPTransaction<DraftSchema, Names, 'readwrite'>,
  requests: Promise<unknown>[],
): Promise<void> {
  try {
    await Promise.all([...requests, transaction.done]);
  } catch (error) {
    // Requests of an aborted transaction do not know why it was aborted, as for want of room.
    throw transaction.error ?? error;
  }
}
