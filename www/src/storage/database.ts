// The browser's database `tracklight`: documents, their versions, and which document comes next.

const NAME = 'tracklight';
/** A database that does not open by then is held up by something; the page does without it. */
const OPEN_MS = 5_000;

/** @returns null where the browser keeps nothing */
export async function openDatabase(): Promise<IDBDatabase | null> {
  try {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('docs', { keyPath: 'id' });
      request.result.createObjectStore('versions', { keyPath: ['id', 'time'] });
      request.result.createObjectStore('meta');
    };
    const late = new Promise((_: (value: never) => void, reject) => {
      setTimeout(reject, OPEN_MS);
    });
    return await Promise.race([done(request), late]);
  } catch {
    return null;
  }
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
