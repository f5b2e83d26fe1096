// Drafts: the user's documents in the IndexedDB of this browser. Without IndexedDB, nothing is saved and everything
// else works.

import { backUp, backups, dropBackup, exampleId, exampleOf } from './backup.ts';
import { collect, done, finished, openDatabase, type StorageProblem } from './database.ts';
import { copyOldStorage, deleteOldStorage } from './old-storage.ts';
import { noteDraft } from './settings.ts';
import { Versions, type Texts } from './versions.ts';
import type { Breakpoint, FormValue, Json, Place, RunList, SessionRecord } from '../protocol/types.ts';

export type At = Place & { branch?: string; step?: number };
/**
 * `run` has its own texts, which may be earlier ones; `list`: the runs before it; `at` is where its cursor stood; times
 * in ms of the clock; `size` in characters. Older drafts have the run of one branch in `document`.
 */
export interface Draft {
  id: string;
  title: string;
  document: Texts & Partial<SessionRecord>;
  run?: SessionRecord | null;
  at: At | null;
  stops?: Breakpoint[];
  typed?: Typed;
  list?: RunList;
  created: number;
  changed: number;
  origin: string | null;
  size?: number;
}
export type DraftEntry = Pick<Draft, 'id' | 'title' | 'created' | 'changed' | 'origin'> & { size: number };
/** A call of a tool that a reply asks for. */
interface Call {
  name: string;
  input: Json;
}
/** A reply being written. `aside`: what was typed for other tools. */
export interface ReplyDraft {
  view: 'form' | 'json';
  json: string;
  text: string;
  tool: string;
  fields: Record<string, FormValue>;
  aside?: Record<string, Record<string, FormValue>>;
  calls: Call[];
  error: string;
}
/** The position of a run that others are compared with; `at`: its step as people count, `label`: as it is called. */
export interface Pinned {
  run: number;
  from: { branch: string; step: number };
  at: string;
  label: string;
}
/**
 * What was written and not sent: answers and replies, by request; of which path the values are shown, and what they are
 * compared with.
 */
export interface Typed {
  answers: Record<string, { text: string; error: string }>;
  drafts: Record<string, ReplyDraft>;
  path?: string | null;
  allPaths?: boolean | null;
  compare?: Pinned;
}
/** The run of an example whose text was not edited. */
export interface ExampleRun {
  source: string;
  run: SessionRecord | null;
  at: At | null;
  stops: Breakpoint[];
  typed: Typed;
  list?: RunList;
}

const LAST = 'last';

export class Drafts {
  #database: IDBDatabase;

  versions: Versions;

  constructor(database: IDBDatabase) {
    this.#database = database;
    this.versions = new Versions(database);
  }

  /**
   * @param onProblem told why nothing can be saved, now or from later on; `notCopied`: what earlier versions of the
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
    for (const [id, value] of backups()) await drafts.#takeBack(id, value).catch(() => {});
    return drafts;
  }

  /** What the database did not get, unless it has a later text. */
  async #takeBack(id: string, value: unknown) {
    const slug = exampleOf(id);
    if (slug !== null) await this.putExample(slug, value as ExampleRun | null);
    else {
      const [stored, draft] = [await this.get(id), value as Draft];
      if (!stored || stored.changed <= draft.changed) await this.put(draft);
    }
    dropBackup(id);
  }

  /**
   * Keeps a draft until its backup is dropped, also when the page is gone by then.
   * @returns whether there is room
   */
  backUp(draft: Draft): boolean {
    noteDraft(true);
    return backUp(draft.id, draft);
  }

  /** The same for the run of an example; null forgets it. */
  backUpExample(slug: string, run: ExampleRun | null): boolean {
    return backUp(exampleId(slug), run);
  }

  /** The draft, or the example of this `exampleId`, is kept by now, or forgotten. */
  dropBackup(id: string) {
    dropBackup(id);
  }

  /** Keeps a draft, and as the one to open next. Rejects when the browser refuses, as for want of room. */
  async put(draft: Draft) {
    const change = this.#database.transaction(['docs', 'meta'], 'readwrite');
    change.objectStore('docs').put(draft);
    change.objectStore('meta').put(draft.id, LAST);
    // Left to itself it would wait for the answers, which a page that is being left does not hear.
    change.commit();
    await finished(change);
    noteDraft(true);
  }

  async get(id: string): Promise<Draft | null> {
    return (await done(this.#database.transaction('docs').objectStore('docs').get(id))) ?? null;
  }

  /** The draft that was kept last. */
  async last(): Promise<Draft | null> {
    const id = await done(this.#database.transaction('meta').objectStore('meta').get(LAST));
    const draft = typeof id === 'string' ? await this.get(id) : null;
    noteDraft(draft !== null);
    return draft;
  }

  /** The run of an example. */
  async example(slug: string): Promise<ExampleRun | null> {
    return (await done(this.#database.transaction('meta').objectStore('meta').get(exampleId(slug)))) ?? null;
  }

  /** Keeps the run of an example; null forgets it. */
  async putExample(slug: string, run: ExampleRun | null) {
    const change = this.#database.transaction('meta', 'readwrite');
    if (run === null) change.objectStore('meta').delete(exampleId(slug));
    else change.objectStore('meta').put(run, exampleId(slug));
    change.commit();
    await finished(change);
  }

  /** All of them, the newest first, without their texts. */
  async list(): Promise<DraftEntry[]> {
    const request = this.#database.transaction('docs').objectStore('docs').openCursor();
    const list = await collect(request, ({ id, title, created, changed, origin, size = 0 }: Draft) => ({
      id,
      title,
      created,
      changed,
      origin,
      size,
    }));
    return list.sort((a, b) => b.changed - a.changed);
  }

  /** Its versions stay until it is known that it does not come back. */
  async delete(id: string) {
    const change = this.#database.transaction('docs', 'readwrite');
    change.objectStore('docs').delete(id);
    await finished(change);
    dropBackup(id);
  }

  /** Nothing is left. */
  async clear() {
    const stores = ['docs', 'versions', 'meta'];
    const change = this.#database.transaction(stores, 'readwrite');
    for (const store of stores) change.objectStore(store).clear();
    await finished(change);
    for (const [id] of backups()) dropBackup(id);
    await deleteOldStorage();
  }
}
