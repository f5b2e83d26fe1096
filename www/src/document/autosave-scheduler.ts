// Decides when the open document is saved: when the user pauses, when they leave the page, and when they ask for it.

import { sameSources } from '../protocol/sources.ts';
import type { Document } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { isAutosaved, isUneditedExample, saveTriggerOf } from './draft-content.ts';
import type { DraftStorage } from './draft-repository.ts';
import { debounce } from '../ui/timing.ts';

const SAVE_DEBOUNCE_MS = 500;

/** What a save covers: the document, and what else is saved with it. */
interface SaveScope {
  document: Document;
  trigger: string;
}

export interface AutosaveSchedulerDependencies {
  store: Store;
  /** Null where nothing can be saved. */
  openStorage: () => Promise<DraftStorage | null>;
  /** Saves what the state holds now. Resolves with the id of the draft, or null where none was saved. */
  save: (storage: DraftStorage, document: Document) => Promise<string | null>;
  /** A draft was saved, and the document has its id. */
  onSaved: (id: string, document: Document) => Promise<void>;
  /** Writes what is not saved yet where it is stored at once. */
  backUp: () => void;
}

/** Whether anything of a document is saved: its texts and its run, or of an example its run alone. */
const isSaveable = (document: Document) => isAutosaved(document) || isUneditedExample(document);

export class AutosaveScheduler {
  readonly #deps: AutosaveSchedulerDependencies;
  #flushAfterPause = debounce(() => void this.flush(), SAVE_DEBOUNCE_MS);
  /** What the last save covers, whether it succeeded or not. */
  #lastAttempt: SaveScope | null = null;
  /** Saves follow one another, except when the user leaves the page. */
  #queue: Promise<unknown> = Promise.resolve();
  #activeSaveCount = 0;
  #isStopped = false;

  constructor(deps: AutosaveSchedulerDependencies) {
    this.#deps = deps;
    deps.store.watch(
      (state) => [state.document, isSaveable(state.document) ? saveTriggerOf(state) : ''],
      () => this.#onChange(),
    );
  }

  /** Saves now what is not saved yet, and what the user types meanwhile. */
  async flush() {
    this.#flushAfterPause.cancel();
    const { document } = this.#deps.store.state;
    // After a save that failed unexpectedly the next one is tried all the same.
    this.#queue = this.#queue.catch(() => {}).then(() => this.#save());
    await this.#queue;
    const current = this.#deps.store.state.document;
    // A run may go on for long, and is not waited for.
    if (this.#flushAfterPause.isPending() && current.id === document.id && !sameSources(current, document))
      await this.flush();
  }

  /** Saves now, without waiting for a save in progress: the page may be gone before that ends. */
  saveBeforeUnload() {
    this.#flushAfterPause.cancel();
    this.#deps.backUp();
    this.#queue = Promise.all([this.#queue, this.#save()]);
  }

  /** Saves what the browser refused before. */
  async retry() {
    this.#lastAttempt = null;
    await this.flush();
  }

  /** Waits for the saves in progress. */
  async whenIdle() {
    await this.#queue.catch(() => {});
  }

  /** From now on nothing is saved. */
  stop() {
    this.#isStopped = true;
    this.#flushAfterPause.cancel();
  }

  #onChange() {
    const { store } = this.#deps;
    this.#flushAfterPause.cancel();
    const { document, saveStatus } = store.state;
    if (!this.#isSaveDue()) {
      // The user took back the change that was to be saved.
      if (saveStatus === 'saving' && this.#activeSaveCount === 0) store.set({ saveStatus: 'saved' });
      return;
    }
    this.#flushAfterPause();
    if (saveStatus === 'saved' && isAutosaved(document)) store.set({ saveStatus: 'saving' });
  }

  /** Whether there is something to save that the last save did not cover. */
  #isSaveDue(document: Document = this.#deps.store.state.document) {
    if (this.#isStopped || !isSaveable(document)) return false;
    const trigger = saveTriggerOf(this.#deps.store.state);
    return document !== this.#lastAttempt?.document || trigger !== this.#lastAttempt.trigger;
  }

  async #save() {
    const { store, openStorage, save, onSaved } = this.#deps;
    const storage = await openStorage();
    if (!storage || !this.#isSaveDue()) return;
    const { document } = store.state;
    this.#lastAttempt = { document, trigger: saveTriggerOf(store.state) };
    this.#activeSaveCount += 1;
    const id = await save(storage, document).finally(() => {
      this.#activeSaveCount -= 1;
    });
    if (id === null) return;
    this.#showSaved(document, id);
    await onSaved(id, document);
  }

  /** Gives a document that was saved the id of its draft, and shows that it is saved unless a later change is not. */
  #showSaved(document: Document, id: string) {
    const { store } = this.#deps;
    const { document: current, saveStatus } = store.state;
    if (current.id !== document.id) return;
    const withDraft = current.draft === id ? current : { ...current, draft: id };
    // With its new id the document is still the one that was saved. A later save may have begun, of a later position.
    if (current === document && this.#lastAttempt) this.#lastAttempt = { ...this.#lastAttempt, document: withDraft };
    const isSaved = this.#activeSaveCount === 0 && !this.#isSaveDue(withDraft);
    const isStatusFixed = saveStatus === 'none' || saveStatus === 'locked';
    store.set({ document: withDraft, ...(isStatusFixed ? {} : { saveStatus: isSaved ? 'saved' : 'saving' }) });
  }
}
