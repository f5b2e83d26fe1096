// @ts-check
// The browser's database `tracklight`: documents, their versions, and which document comes next.

const NAME = 'tracklight';
/** A database that does not open by then is held up by something; the page does without it. */
const OPEN_MS = 5_000;

/** @returns {Promise<IDBDatabase | null>} null where the browser keeps nothing */
export async function openDatabase() {
  try {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('docs', { keyPath: 'id' });
      request.result.createObjectStore('versions', { keyPath: ['id', 'time'] });
      request.result.createObjectStore('meta');
    };
    const late = new Promise((/** @type {(value: never) => void} */ _, reject) => { setTimeout(reject, OPEN_MS); });
    return await Promise.race([done(request), late]);
  } catch {
    return null;
  }
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
export function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** @param {IDBTransaction} change @returns {Promise<void>} */
export function finished(change) {
  return new Promise((resolve, reject) => {
    change.oncomplete = () => resolve();
    change.onerror = () => reject(change.error);
    change.onabort = () => reject(change.error);
  });
}

/**
 * What `pick` makes of each value of a request, in its order.
 * @template T @param {IDBRequest<IDBCursorWithValue | null>} request @param {(value: any) => T} pick @returns {Promise<T[]>}
 */
export function collect(request, pick) {
  /** @type {T[]} */
  const list = [];
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
