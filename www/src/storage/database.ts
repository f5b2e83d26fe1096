// The browser's database: documents, their versions, and which document comes next.

import { storageName } from '../protocol/storage-names.ts';

const VERSION = 1;
/** A database that does not open by then is held up by something; the page does without it. */
export const OPEN_TIMEOUT_MS = 5_000;
/** A tab that closes its connection for an upgrade has done so by then. */
const BLOCKED_TIMEOUT_MS = 1_000;

/**
 * Why nothing can be saved. `none`: the browser has no database for this page; `newer`: it was made by a newer version
 * of the page; `blocked`: a tab with an older version keeps it open; `upgraded`: a newer version in another tab took it
 * over; `closed`: the browser closed it, as when its data is deleted.
 */
export type StorageProblem = 'none' | 'newer' | 'blocked' | 'upgraded' | 'closed';

/** @param onClosed the connection is gone, and what is written from then on is lost */
export function openDatabase(
  onClosed: (problem: 'upgraded' | 'closed') => void,
): Promise<IDBDatabase | StorageProblem> {
  return new Promise((resolve) => {
    const request = indexedDB.open(storageName('drafts'), VERSION);
    let isGivenUp = false;
    const giveUp = (problem: StorageProblem) => {
      isGivenUp = true;
      clearTimeout(timeout);
      resolve(problem);
    };
    let timeout = setTimeout(() => giveUp('none'), OPEN_TIMEOUT_MS);
    request.onupgradeneeded = ({ oldVersion }) => {
      if (oldVersion > 0) return;
      request.result.createObjectStore('docs', { keyPath: 'id' });
      request.result.createObjectStore('versions', { keyPath: ['id', 'time'] });
      request.result.createObjectStore('meta');
    };
    request.onblocked = () => {
      clearTimeout(timeout);
      timeout = setTimeout(() => giveUp('blocked'), BLOCKED_TIMEOUT_MS);
    };
    request.onerror = () => giveUp(request.error?.name === 'VersionError' ? 'newer' : 'none');
    request.onsuccess = () => {
      clearTimeout(timeout);
      const database = request.result;
      if (isGivenUp) return database.close();
      database.onversionchange = ({ newVersion }) => {
        // First: what is backed up now is there when the other tab has the database.
        onClosed(newVersion === null ? 'closed' : 'upgraded');
        database.close();
      };
      database.onclose = () => onClosed('closed');
      resolve(database);
    };
  }).catch(() => 'none' as const) as Promise<IDBDatabase | StorageProblem>;
}

export function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

export function finished(change: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    change.oncomplete = () => resolve();
    change.onerror = () => reject(change.error);
    change.onabort = () => reject(change.error);
  });
}

/** What `pick` makes of each value of a request, in its order. */
export function collect<Stored, T>(
  request: IDBRequest<IDBCursorWithValue | null>,
  pick: (value: Stored) => T,
): Promise<T[]> {
  const list: T[] = [];
  return new Promise((resolve, reject) => {
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const cursor = request.result;
      if (!cursor) return resolve(list);
      list.push(pick(cursor.value));
      cursor.continue();
    };
  });
}
