// Saves the open document: as a draft with its run, or only its run where it is an example that nobody edited.

import { newId } from '../protocol/new-id.ts';
import { isFull } from '../storage/quota.ts';
import type { Document } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import {
  buildDraft,
  buildExampleRun,
  isAutosaved,
  isTooLarge,
  isUneditedExample,
  type RunRecord,
} from './draft-content.ts';
import type { DraftRepository, DraftStorage } from './draft-repository.ts';
import type { ExampleRuns } from './example-runs.ts';
import type { SaveProblems } from './save-problems.ts';
import type { TabLock } from './tab-lock.ts';
import type { UnloadBackup } from './unload-backup.ts';

export interface DocumentSaverDependencies {
  store: Store;
  /** The current run; null where there is none. */
  getRunRecord: () => RunRecord | null;
  repository: DraftRepository;
  exampleRuns: ExampleRuns;
  backup: UnloadBackup;
  tabLock: Pick<TabLock, 'acquire' | 'announceChange' | 'isExclusive'>;
  problems: SaveProblems;
  now: () => number;
}

export class DocumentSaver {
  readonly #deps: DocumentSaverDependencies;
  /** The id of the draft that a document is being saved as for the first time. */
  #pendingDraft: { documentId: number; id: string } | null = null;

  constructor(deps: DocumentSaverDependencies) {
    this.#deps = deps;
  }

  /** Resolves with the id of the draft, or null where none was saved. */
  async save(storage: DraftStorage, document: Document): Promise<string | null> {
    if (!isUneditedExample(document)) return this.#saveDraft(storage, document);
    await this.#deps.exampleRuns.save(storage, document.slug, this.#buildExampleRun(document.source));
    return null;
  }

  async #saveDraft(storage: DraftStorage, document: Document): Promise<string | null> {
    const { store, repository, exampleRuns, backup, tabLock, problems } = this.#deps;
    if (isTooLarge(document)) {
      problems.report('large');
      return null;
    }
    const { draft, contentKey } = this.#buildDraft(document);
    const earlierBackup = backup.find(draft.id);
    if (!repository.hasSaved(draft.id, contentKey)) {
      store.set({ saveStatus: 'saving' });
      const mayConflict = document.draft !== null && !tabLock.isExclusive;
      try {
        await repository.save(storage, draft, contentKey, mayConflict);
      } catch (error) {
        if (!repository.isClosed) problems.report(isFull(error) ? 'full' : 'failed');
        return null;
      }
      // From the first edit on, the run belongs to the draft.
      if (document.slug && exampleRuns.hasRun(document.slug)) await exampleRuns.delete(document.slug);
      tabLock.announceChange(draft.id);
    }
    backup.discardSaved(draft.id, contentKey, earlierBackup);
    problems.clear();
    return draft.id;
  }

  /** The id of the draft that a document is saved as, also before it is saved for the first time. */
  draftIdOf(document: Document): string {
    return document.draft ?? this.#newDraftId(document.id);
  }

  /** The document has the id of the draft that it was saved as. */
  onSaved(id: string) {
    if (this.#pendingDraft?.id === id) this.#pendingDraft = null;
  }

  /** Backs up what is not saved yet. */
  backUp() {
    const { store, repository, exampleRuns, backup } = this.#deps;
    const { document } = store.state;
    // Only where the next page has a database to put it into.
    if (!repository.hasOpened) return;
    if (isUneditedExample(document)) exampleRuns.backUp(document.slug, this.#buildExampleRun(document.source));
    else if (isAutosaved(document) && !isTooLarge(document)) {
      const { draft, contentKey } = this.#buildDraft(document);
      if (!repository.hasSaved(draft.id, contentKey)) backup.write(draft.id, draft, contentKey);
    }
  }

  /** Whether the next page finds the document as it is: in the database or in its backup. */
  isStored(document: Document): boolean {
    const { repository, backup } = this.#deps;
    const { draft, contentKey } = this.#buildDraft(document);
    return repository.hasSaved(draft.id, contentKey) || backup.holds(draft.id, contentKey);
  }

  #buildExampleRun(source: string) {
    const { store, getRunRecord } = this.#deps;
    return buildExampleRun(source, store.state, getRunRecord());
  }

  #buildDraft(document: Document) {
    const { store, getRunRecord, repository, now } = this.#deps;
    const id = this.draftIdOf(document);
    const run = document.ready ? getRunRecord() : null;
    return buildDraft({ id, document, state: store.state, run, saved: repository.lastKnown(id), now: now() });
  }

  /** The same for all saves of a document until the first of them has ended. */
  #newDraftId(documentId: number) {
    if (this.#pendingDraft?.documentId !== documentId) {
      this.#pendingDraft = { documentId, id: newId() };
      // No other tab knows a new id, and a page that the user leaves has no time to wait for the lock.
      void this.#deps.tabLock.acquire(this.#pendingDraft.id);
    }
    return this.#pendingDraft.id;
  }
}
