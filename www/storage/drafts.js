// @ts-check
// Drafts: what the visitor writes, kept in this browser's IndexedDB. Works without it, keeping nothing.

/**
 * @typedef {import('../engine/types.d.ts').SessionRecord} SessionRecord
 * @typedef {import('../engine/types.d.ts').Place} Place
 * @typedef {{ id: string, title: string, document: SessionRecord, at: Place | null, created: number, changed: number, origin: string | null }} Draft
 *   `document` has the texts, and the run if it is of these texts; `at` is where its cursor stood; times in ms of the clock
 * @typedef {Omit<Draft, 'document' | 'at'>} DraftEntry
 */

const NAME = 'tracklight';
const LAST = 'last';
/** A database that does not open by then is held up by something; the page does without it. */
const OPEN_MS = 2_000;

export class Drafts {
  #database;

  /** @param {IDBDatabase} database */
  constructor(database) {
    this.#database = database;
  }

  /** @returns {Promise<Drafts | null>} null where the browser keeps nothing */
  static async open() {
    try {
      const request = indexedDB.open(NAME, 1);
      request.onupgradeneeded = () => {
        request.result.createObjectStore('docs', { keyPath: 'id' });
        request.result.createObjectStore('versions', { keyPath: ['id', 'time'] });
        request.result.createObjectStore('meta');
      };
      const late = new Promise((/** @type {(value: never) => void} */ _, reject) => { setTimeout(reject, OPEN_MS); });
      return new Drafts(await Promise.race([done(request), late]));
    } catch {
      return null;
    }
  }

  /** Keeps a draft, and as the one to open next. Rejects when the browser refuses, as for want of room. @param {Draft} draft */
  async put(draft) {
    const change = this.#database.transaction(['docs', 'meta'], 'readwrite');
    change.objectStore('docs').put(draft);
    change.objectStore('meta').put(draft.id, LAST);
    // Left to itself it would wait for the answers, which a page that is being left does not hear.
    change.commit();
    await finished(change);
  }

  /** @param {string} id @returns {Promise<Draft | null>} */
  async get(id) {
    return (await done(this.#database.transaction('docs').objectStore('docs').get(id))) ?? null;
  }

  /** The draft that was kept last. @returns {Promise<Draft | null>} */
  async last() {
    const id = await done(this.#database.transaction('meta').objectStore('meta').get(LAST));
    return typeof id === 'string' ? this.get(id) : null;
  }

  /** All of them, the newest first, without their texts. @returns {Promise<DraftEntry[]>} */
  async list() {
    /** @type {DraftEntry[]} */
    const list = [];
    const request = this.#database.transaction('docs').objectStore('docs').openCursor();
    await new Promise((/** @type {(value: void) => void} */ resolve, reject) => {
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        const cursor = request.result;
        if (!cursor) return resolve();
        const { id, title, created, changed, origin } = cursor.value;
        list.push({ id, title, created, changed, origin });
        cursor.continue();
      };
    });
    return list.sort((a, b) => b.changed - a.changed);
  }

  /** @param {string} id */
  async delete(id) {
    const change = this.#database.transaction('docs', 'readwrite');
    change.objectStore('docs').delete(id);
    await finished(change);
  }
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** @param {IDBTransaction} change @returns {Promise<void>} */
function finished(change) {
  return new Promise((resolve, reject) => {
    change.oncomplete = () => resolve();
    change.onerror = () => reject(change.error);
    change.onabort = () => reject(change.error);
  });
}
