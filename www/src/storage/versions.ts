// Versions of drafts: earlier texts, saved by the user or automatically.

import { complete, readFrom, type DraftDatabase } from './database.ts';
import type { Version, VersionEntry } from './stored-types.ts';

export type { Texts, Version, VersionEntry } from './stored-types.ts';

export class Versions {
  readonly #database: DraftDatabase;

  constructor(database: DraftDatabase) {
    this.#database = database;
  }

  /** Rejects when the browser refuses, as for want of room. */
  async put(version: Version) {
    const change = this.#database.transaction('versions', 'readwrite');
    await complete(change, [change.store.put(version)]);
  }

  async get(id: string, time: number): Promise<Version | null> {
    return (await readFrom(this.#database, 'versions', (versions) => versions.get([id, time]))) ?? null;
  }

  /** The versions of one draft, or of all, newest first, without their texts. */
  async list(id?: string): Promise<VersionEntry[]> {
    const range = id === undefined ? null : IDBKeyRange.bound([id], [id, []]);
    const entries = await readFrom(this.#database, 'versions', async (versions) => {
      const entries: VersionEntry[] = [];
      for await (const { value } of versions.iterate(range)) {
        const { document: _, ...entry } = value;
        entries.push(entry);
      }
      return entries;
    });
    return entries.sort((a, b) => b.time - a.time);
  }

  async drop(entries: Pick<VersionEntry, 'id' | 'time'>[]) {
    if (entries.length === 0) return;
    const change = this.#database.transaction('versions', 'readwrite');
    const { store } = change;
    await complete(
      change,
      entries.map(({ id, time }) => store.delete([id, time])),
    );
  }
}
