// @ts-check
// Drafts: what the visitor writes, kept in this browser's IndexedDB. Works without it, keeping nothing.

import { collect, done, finished, openDatabase } from './database.js';
import { noteDraft } from './settings.js';
import { Versions } from './versions.js';

/**
 * @typedef {import('../engine/types.d.ts').SessionRecord} SessionRecord
 * @typedef {import('../engine/types.d.ts').Place & { branch?: string, step?: number }} At
 * @typedef {Pick<SessionRecord, 's' | 'f' | 'e'>} Texts
 * @typedef {{ id: string, title: string, document: Texts & Partial<SessionRecord>, run?: SessionRecord | null, at: At | null, stops?: import('../run/types.d.ts').Breakpoint[], typed?: Typed, list?: import('../run/types.d.ts').RunList, created: number, changed: number, origin: string | null, size?: number }} Draft
 *   `run` has its own texts, which may be earlier ones; `list`: the runs before it; `at` is where its cursor stood; times in ms of the clock; `size` in characters.
 *   Older drafts have the run of one branch in `document`.
 * @typedef {Pick<Draft, 'id' | 'title' | 'created' | 'changed' | 'origin'> & { size: number }} DraftEntry
 * @typedef {Pick<import('../store.js').State, 'answers' | 'drafts'>} Typed what was written and not sent: answers and replies, by request
 * @typedef {{ source: string, run: SessionRecord | null, at: At | null, stops: import('../run/types.d.ts').Breakpoint[], typed: Typed, list?: import('../run/types.d.ts').RunList }} ExampleRun the run of an example whose text was not edited
 */

const LAST = 'last';
/** Before the name of an example. */
const EXAMPLE = 'example:';

export class Drafts {
  #database;

  /** @param {IDBDatabase} database */
  constructor(database) {
    this.#database = database;
    this.versions = new Versions(database);
  }

  /** @returns {Promise<Drafts | null>} null where the browser keeps nothing */
  static async open() {
    const database = await openDatabase();
    return database && new Drafts(database);
  }

  /** Keeps a draft, and as the one to open next. Rejects when the browser refuses, as for want of room. @param {Draft} draft */
  async put(draft) {
    const change = this.#database.transaction(['docs', 'meta'], 'readwrite');
    change.objectStore('docs').put(draft);
    change.objectStore('meta').put(draft.id, LAST);
    // Left to itself it would wait for the answers, which a page that is being left does not hear.
    change.commit();
    await finished(change);
    noteDraft(true);
  }

  /** @param {string} id @returns {Promise<Draft | null>} */
  async get(id) {
    return (await done(this.#database.transaction('docs').objectStore('docs').get(id))) ?? null;
  }

  /** The draft that was kept last. @returns {Promise<Draft | null>} */
  async last() {
    const id = await done(this.#database.transaction('meta').objectStore('meta').get(LAST));
    const draft = typeof id === 'string' ? await this.get(id) : null;
    noteDraft(draft !== null);
    return draft;
  }

  /** The run of an example. @param {string} slug @returns {Promise<ExampleRun | null>} */
  async example(slug) {
    return (await done(this.#database.transaction('meta').objectStore('meta').get(EXAMPLE + slug))) ?? null;
  }

  /** Keeps the run of an example; null forgets it. @param {string} slug @param {ExampleRun | null} run */
  async putExample(slug, run) {
    const change = this.#database.transaction('meta', 'readwrite');
    if (run === null) change.objectStore('meta').delete(EXAMPLE + slug);
    else change.objectStore('meta').put(run, EXAMPLE + slug);
    change.commit();
    await finished(change);
  }

  /** All of them, the newest first, without their texts. @returns {Promise<DraftEntry[]>} */
  async list() {
    const request = this.#database.transaction('docs').objectStore('docs').openCursor();
    const list = await collect(request, ({ id, title, created, changed, origin, size = 0 }) => ({ id, title, created, changed, origin, size }));
    return list.sort((a, b) => b.changed - a.changed);
  }

  /** Its versions stay until it is known that it does not come back. @param {string} id */
  async delete(id) {
    const change = this.#database.transaction('docs', 'readwrite');
    change.objectStore('docs').delete(id);
    await finished(change);
  }

  /** Nothing is left. */
  async clear() {
    const stores = ['docs', 'versions', 'meta'];
    const change = this.#database.transaction(stores, 'readwrite');
    for (const store of stores) change.objectStore(store).clear();
    await finished(change);
  }
}
