// Versions of documents: earlier texts, saved by the user or automatically.

import { collect, done, finished } from './database.ts';
import type { SessionRecord } from '../protocol/types.ts';

/** The texts of a document. */
export type Texts = Pick<SessionRecord, 's' | 'f' | 'e'>;
/** `id` is the document's; a name is the user's, `why` says what an automatic one was kept for. */
export interface Version {
  id: string;
  time: number;
  name: string | null;
  why: string | null;
  document: Texts;
  size: number;
}
export type VersionEntry = Omit<Version, 'document'>;

export class Versions {
  #database: IDBDatabase;

  constructor(database: IDBDatabase) {
    this.#database = database;
  }

  /** Rejects when the browser refuses. */
  async put(version: Version) {
    const change = this.#database.transaction('versions', 'readwrite');
    change.objectStore('versions').put(version);
    await finished(change);
  }

  async get(id: string, time: number): Promise<Version | null> {
    return (await done(this.#database.transaction('versions').objectStore('versions').get([id, time]))) ?? null;
  }

  /** Those of a document, or of all; the newest first, without their texts. */
  async list(id?: string): Promise<VersionEntry[]> {
    const range = id === undefined ? null : IDBKeyRange.bound([id], [id, []]);
    const request = this.#database.transaction('versions').objectStore('versions').openCursor(range);
    const list = await collect(request, ({ document: _, ...entry }: Version) => entry);
    return list.sort((a, b) => b.time - a.time);
  }

  async drop(entries: Pick<VersionEntry, 'id' | 'time'>[]) {
    if (entries.length === 0) return;
    const change = this.#database.transaction('versions', 'readwrite');
    for (const { id, time } of entries) change.objectStore('versions').delete([id, time]);
    await finished(change);
  }
}
