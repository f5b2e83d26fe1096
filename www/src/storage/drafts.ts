// Drafts: the user's documents in the IndexedDB of this browser. Without IndexedDB, nothing is saved and everything
// else works.

import { exampleRunId, localBackups, readBackups, recoverBackups } from './backup.ts';
import { complete, openDatabase, readFrom, type DraftDatabase, type StorageProblem } from './database.ts';
import { copyOldStorage, deleteOldStorage } from './old-storage.ts';
import { noteHasDraft } from './settings.ts';
import { Versions } from './versions.ts';
import type { Draft, DraftEntry, ExampleRun } from './stored-types.ts';

export type {
  Draft,
  DraftEntry,
  ExampleRun,
  PinnedPosition,
  ReplyDraft,
  RunCursor,
  UnsentInput,
} from './stored-types.ts';

/** The key, in `meta`, of the draft that was saved last. */
const LAST = 'last';

export class Drafts {
  readonly #database: DraftDatabase;

  readonly versions: Versions;

  constructor(database: DraftDatabase) {
    this.#database = database;
    this.versions = new Versions(database);
  }

  /**
   * @param onProblem hears why nothing can be saved, now or from later on; `notCopied`: what earlier versions of the
   * page stored is still where they put it
   * @returns null where nothing can be saved
   */
  static async open(onProblem: (problem: StorageProblem | 'notCopied') => void = () => {}): Promise<Drafts | null> {
    const database = await openDatabase(onProblem);
    if (typeof database === 'string') {
      onProblem(database);
      return null;
    }
    await copyOldStorage(database).catch(() => onProblem('notCopied'));
    const drafts = new Drafts(database);
    await recoverBackups(drafts);
    return drafts;
  }

  /** Saves a draft as the one to open next. Rejects when the browser refuses, as for want of room. */
  async put(draft: Draft) {
    const change = this.#database.transaction(['docs', 'meta'], 'readwrite');
    const requests = [change.objectStore('docs').put(draft), change.objectStore('meta').put(draft.id, LAST)];
    // By itself a transaction commits after its answers were heard, which a page that the user leaves does not live to.
    change.commit();
    await complete(change, requests);
    noteHasDraft(true);
  }

  async get(id: string): Promise<Draft | null> {
    return (await readFrom(this.#database, 'docs', (docs) => docs.get(id))) ?? null;
  }

  /** The draft that was saved last. */
  async getLast(): Promise<Draft | null> {
    const id = await readFrom(this.#database, 'meta', (meta) => meta.get(LAST));
    const draft = typeof id === 'string' ? await this.get(id) : null;
    noteHasDraft(draft !== null);
    return draft;
  }

  async getExampleRun(slug: string): Promise<ExampleRun | null> {
    const run = await readFrom(this.#database, 'meta', (meta) => meta.get(exampleRunId(slug)));
    return (run as ExampleRun | undefined) ?? null;
  }

  /** Saves the run of an example; null deletes it. */
  async putExampleRun(slug: string, run: ExampleRun | null) {
    const change = this.#database.transaction('meta', 'readwrite');
    const { store } = change;
    const request = run === null ? store.delete(exampleRunId(slug)) : store.put(run, exampleRunId(slug));
    change.commit();
    await complete(change, [request]);
  }

  /** All drafts, the newest first, without their texts. */
  async list(): Promise<DraftEntry[]> {
    const entries = await readFrom(this.#database, 'docs', async (docs) => {
      const entries: DraftEntry[] = [];
      for await (const { value } of docs.iterate()) {
        const { id, title, created, changed, origin, size = 0 } = value;
        entries.push({ id, title, created, changed, origin, size });
      }
      return entries;
    });
    return entries.sort((a, b) => b.changed - a.changed);
  }

  /** Deletes a draft. Its versions stay for as long as the deletion can be undone. */
  async delete(id: string) {
    const change = this.#database.transaction('docs', 'readwrite');
    await complete(change, [change.store.delete(id)]);
    localBackups.delete(id);
  }

  /** Deletes all drafts with their versions, and all runs of examples. */
  async clear() {
    const stores = ['docs', 'versions', 'meta'] as const;
    const change = this.#database.transaction(stores, 'readwrite');
    await complete(
      change,
      stores.map((name) => change.objectStore(name).clear()),
    );
    for (const [id] of readBackups()) localBackups.delete(id);
    await deleteOldStorage();
  }
}
