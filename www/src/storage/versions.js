// @ts-check
// Versions of documents: earlier texts, named by the visitor or kept by themselves.

import { collect, done, finished } from './database.js';

/**
 * @typedef {{ id: string, time: number, name: string | null, why: string | null, document: import('./drafts.js').Texts, size: number }} Version
 *   `id` is the document's; a name is the visitor's, `why` says what an automatic one was kept for
 * @typedef {Omit<Version, 'document'>} VersionEntry
 */

export class Versions {
  #database;

  /** @param {IDBDatabase} database */
  constructor(database) {
    this.#database = database;
  }

  /** Rejects when the browser refuses. @param {Version} version */
  async put(version) {
    const change = this.#database.transaction('versions', 'readwrite');
    change.objectStore('versions').put(version);
    await finished(change);
  }

  /** @param {string} id @param {number} time @returns {Promise<Version | null>} */
  async get(id, time) {
    return (await done(this.#database.transaction('versions').objectStore('versions').get([id, time]))) ?? null;
  }

  /** Those of a document, or of all; the newest first, without their texts. @param {string} [id] @returns {Promise<VersionEntry[]>} */
  async list(id) {
    const range = id === undefined ? null : IDBKeyRange.bound([id], [id, []]);
    const request = this.#database.transaction('versions').objectStore('versions').openCursor(range);
    const list = await collect(request, ({ document: _, ...entry }) => entry);
    return list.sort((a, b) => b.time - a.time);
  }

  /** @param {Pick<VersionEntry, 'id' | 'time'>[]} entries */
  async drop(entries) {
    if (entries.length === 0) return;
    const change = this.#database.transaction('versions', 'readwrite');
    for (const { id, time } of entries) change.objectStore('versions').delete([id, time]);
    await finished(change);
  }
}
