// Reads, saves, lists and deletes drafts, and knows what this tab last read or saved of each.

import { sameSources } from '../protocol/sources.ts';
import { sourcesOf, textsOf } from '../protocol/record.ts';
import { writeWithRoom } from '../storage/quota.ts';
import type { Draft, DraftEntry, Drafts } from '../storage/drafts.ts';
import type { Versions } from '../storage/versions.ts';
import { withCurrentRunFormat } from './draft-content.ts';

/** The part of the database that the page uses. */
export type DraftStorage = Pick<
  Drafts,
  'put' | 'get' | 'getLast' | 'list' | 'delete' | 'clear' | 'getExampleRun' | 'putExampleRun'
> & { versions: Pick<Versions, 'put' | 'get' | 'list' | 'drop'> };

/** A draft as this tab last read or saved it. */
interface DraftSnapshot {
  draft: Draft;
  /** Of its content; '' until this tab saved it. */
  contentKey: string;
}

export interface DraftRepositoryDependencies {
  /** Null where nothing can be saved. */
  storage: Promise<DraftStorage | null>;
  now: () => number;
}

export class DraftRepository {
  readonly #deps: DraftRepositoryDependencies;
  readonly #snapshots: Map<string, DraftSnapshot> = new Map();
  #hasOpened = false;
  #isClosed = false;

  constructor(deps: DraftRepositoryDependencies) {
    this.#deps = deps;
    void deps.storage.then((storage) => {
      this.#hasOpened = storage !== null;
    });
  }

  /** Whether the database has been open: the next page can read it, too. */
  get hasOpened() {
    return this.#hasOpened;
  }

  /** Whether the browser closed the database under the page. */
  get isClosed() {
    return this.#isClosed;
  }

  markClosed() {
    this.#isClosed = true;
  }

  /** Null where nothing can be saved, or no longer. */
  async openStorage(): Promise<DraftStorage | null> {
    const storage = await this.#deps.storage;
    return this.#isClosed ? null : storage;
  }

  /** Null also where the database cannot be read. */
  async read(id: string): Promise<Draft | null> {
    return this.#remember(await (await this.openStorage())?.get(id).catch(() => null));
  }

  /** The draft that was saved last. */
  async readLast(): Promise<Draft | null> {
    return this.#remember(await (await this.openStorage())?.getLast().catch(() => null));
  }

  #remember(draft: Draft | null | undefined) {
    if (draft) this.#snapshots.set(draft.id, { draft: withCurrentRunFormat(draft), contentKey: '' });
    return draft ?? null;
  }

  /** A draft as it is stored now. What this tab knows of it stays: another tab saves it. */
  async readForeign(id: string): Promise<Draft | null> {
    return (await (await this.openStorage())?.get(id).catch(() => null)) ?? null;
  }

  /** All drafts, newest first; null where they cannot be read. */
  async list(): Promise<DraftEntry[] | null> {
    return (await (await this.openStorage())?.list().catch(() => null)) ?? null;
  }

  /** A draft as this tab last read or saved it. */
  lastKnown(id: string): Draft | null {
    return this.#snapshots.get(id)?.draft ?? null;
  }

  hasSaved(id: string, contentKey: string) {
    return this.#snapshots.get(id)?.contentKey === contentKey;
  }

  forgetSnapshots() {
    this.#snapshots.clear();
  }

  /**
   * Saves a draft. Rejects when the browser refuses, as for want of room.
   * @param mayConflict another tab may have saved the draft since: then both texts become versions
   */
  async save(storage: DraftStorage, draft: Draft, contentKey: string, mayConflict: boolean) {
    const known = this.lastKnown(draft.id);
    if (mayConflict && known) await this.#saveConflictingVersions(storage, draft, known);
    await writeWithRoom(storage.versions, contentKey.length, () => storage.put(draft));
    this.#snapshots.set(draft.id, { draft, contentKey });
  }

  async #saveConflictingVersions(storage: DraftStorage, draft: Draft, known: Draft) {
    const stored = await storage.get(draft.id);
    if (!stored || stored.changed === known.changed) return;
    if (sameSources(sourcesOf(stored.document), sourcesOf(known.document))) return;
    for (const [i, { document }] of [stored, draft].entries()) {
      const texts = textsOf(sourcesOf(document));
      await storage.versions.put({
        id: draft.id,
        time: this.#deps.now() + i,
        name: null,
        why: 'tabs',
        document: texts,
        size: JSON.stringify(texts).length,
      });
    }
  }

  /** Deletes a draft and returns it, so that it can be restored. */
  async delete(id: string): Promise<Draft | null> {
    const storage = await this.openStorage();
    const draft = await storage?.get(id);
    if (!storage || !draft) return null;
    await storage.delete(id);
    return draft;
  }

  /** Saves a draft that was deleted. Returns whether the browser did. */
  async restore(draft: Draft): Promise<boolean> {
    const storage = await this.openStorage();
    return storage
      ? storage.put(draft).then(
          () => true,
          () => false,
        )
      : false;
  }

  async deleteAll() {
    await (await this.openStorage())?.clear();
  }
}
