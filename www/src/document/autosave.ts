// Saves what the user writes: each edited document is a draft with its run. Documents from links and examples are none
// until they are edited. This file puts together the parts that do it:
//
//   AutosaveScheduler  when the document is saved
//   DocumentSaver      what is saved
//   DraftRepository    drafts and their versions in the database
//   ExampleRuns        runs of examples that nobody edited
//   UnloadBackup       what the database may not get in time when the user leaves the page
//   TabLock            which tab edits a draft

import { sourcesOf } from '../protocol/record.ts';
import type { BackupStorage } from '../storage/backup.ts';
import type { Locks } from '../storage/channel-locks.ts';
import type { Channel } from '../storage/channel.ts';
import type { StorageProblem } from '../storage/database.ts';
import type { Draft, ExampleRun } from '../storage/drafts.ts';
import type { OpenedDocument } from '../store/opened.ts';
import type { Document } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import type { Sources } from '../protocol/types.ts';
import { words } from '../strings.ts';
import { AutosaveScheduler } from './autosave-scheduler.ts';
import { DocumentSaver } from './document-saver.ts';
import { isAutosaved, openedDocumentOf, type RunRecord } from './draft-content.ts';
import { DraftRepository, type DraftStorage } from './draft-repository.ts';
import { ExampleRuns } from './example-runs.ts';
import { SaveProblems } from './save-problems.ts';
import { savingStrings } from './strings.ts';
import { TabLock } from './tab-lock.ts';
import { UnloadBackup } from './unload-backup.ts';

export interface AutosaveDependencies {
  store: Store;
  /** The current run; null where there is none. */
  getRunRecord: () => RunRecord | null;
  /** Null where nothing can be saved. */
  storage: Promise<DraftStorage | null>;
  backups: BackupStorage;
  locks: Locks | undefined;
  channel: Channel;
  /** How long another tab has for releasing a draft that the user wants to edit here. */
  lockTimeoutMs?: number;
  /** Shows the texts that another tab saved of the open document. */
  showForeignTexts: (sources: Sources) => void;
  /** A draft was saved. */
  onDraftSaved: (id: string, document: Document) => Promise<void>;
  now?: () => number;
}

export class Autosave {
  readonly #deps: AutosaveDependencies;
  readonly #repository: DraftRepository;
  readonly #exampleRuns: ExampleRuns;
  readonly #scheduler: AutosaveScheduler;
  readonly #tabLock: TabLock;
  readonly #saver: DocumentSaver;
  readonly #problems: SaveProblems;
  #isWiped = false;

  constructor(deps: AutosaveDependencies) {
    const { store, getRunRecord, storage, backups, locks, channel, lockTimeoutMs, now = Date.now } = deps;
    this.#deps = deps;
    this.#repository = new DraftRepository({ storage, now });
    const backup = new UnloadBackup({ backups });
    this.#exampleRuns = new ExampleRuns({ repository: this.#repository, backup });
    this.#problems = new SaveProblems(store);
    this.#tabLock = new TabLock({
      store,
      locks,
      channel,
      lockTimeoutMs,
      save: () => this.flush(),
      hasUnsavedWork: () => this.hasUnsavedWork,
      onDraftChanged: (id) => void this.#onDraftChanged(id),
      onAllDeleted: () => void this.#onAllDeleted(),
    });
    this.#saver = new DocumentSaver({
      store,
      getRunRecord,
      repository: this.#repository,
      exampleRuns: this.#exampleRuns,
      backup,
      tabLock: this.#tabLock,
      problems: this.#problems,
      now,
    });
    this.#scheduler = new AutosaveScheduler({
      store,
      openStorage: () => this.#repository.openStorage(),
      save: (openStorage, document) => this.#saver.save(openStorage, document),
      onSaved: (id, document) => this.#onSaved(id, document),
      backUp: () => this.#backUp(),
    });
    void storage.then((openStorage) =>
      openStorage ? this.#refreshDraftList() : this.#problems.report(store.state.storageProblem ?? 'none'),
    );
  }

  /** The drafts cannot be opened, or no longer be saved. */
  onStorageProblem(problem: StorageProblem | 'notCopied') {
    if (problem === 'notCopied') return this.#deps.store.notify({ kind: 'warning', text: savingStrings.notCopied });
    if (problem === 'upgraded' || problem === 'closed') {
      this.#repository.markClosed();
      this.#backUp();
    }
    this.#problems.report(problem);
  }

  /** Opens the draft that was saved last, read-only while another tab edits it. */
  async openLastDraft(): Promise<OpenedDocument | null> {
    const draft = await this.#repository.readLast();
    return draft && openedDocumentOf(draft, !(await this.#tabLock.acquire(draft.id)));
  }

  /** Opens a draft, read-only while another tab edits it. */
  async open(id: string): Promise<OpenedDocument | null> {
    return this.#read(id, await this.#tabLock.acquire(id));
  }

  /** Opens the draft on screen for editing, which another tab edits. */
  async claimDraft(): Promise<OpenedDocument | null> {
    const { draft, locked } = this.#deps.store.state.document;
    return draft && locked ? this.#read(draft, await this.#tabLock.takeOver(draft)) : null;
  }

  /** The lock comes first: the other tab saves before it releases it. */
  async #read(id: string, hasLock: boolean) {
    const draft = await this.#repository.read(id);
    return draft && openedDocumentOf(draft, !hasLock);
  }

  readExampleRun(slug: string, source: string): Promise<ExampleRun | null> {
    return this.#exampleRuns.read(slug, source);
  }

  deleteExampleRun(slug: string): Promise<void> {
    return this.#exampleRuns.delete(slug);
  }

  /** Deletes a draft; a notice offers to restore it. */
  async removeDraft(id: string) {
    await this.#scheduler.whenIdle();
    const draft = await this.#repository.delete(id);
    if (!draft) return;
    this.#tabLock.announceChange(id);
    this.#offerRestore(draft);
    await this.#refreshDraftList();
  }

  #offerRestore(draft: Draft) {
    const text = savingStrings.removed(draft.title || words.header.untitled);
    this.#deps.store.notify({ kind: 'info', text, action: 'keepAgain', draft });
  }

  /** Saves a draft that was deleted. Where that fails, the notice that has it comes back. */
  async restoreRemovedDraft(draft: Draft) {
    if (!(await this.#repository.restore(draft))) {
      this.#deps.store.notify({ kind: 'warning', text: savingStrings.notPutBack });
      return this.#offerRestore(draft);
    }
    this.#tabLock.announceChange(draft.id);
    await this.#refreshDraftList();
  }

  /** Deletes everything. Nothing is saved any more. */
  async removeAll() {
    this.#isWiped = true;
    this.#scheduler.stop();
    await this.#scheduler.whenIdle();
    await this.#repository.deleteAll();
    this.#tabLock.announceDeletionOfAll();
  }

  /** The id of the draft that a document is saved as, also before its first save has ended; null if it is not saved. */
  draftIdOf(document: Document): string | null {
    return isAutosaved(document) ? this.#saver.draftIdOf(document) : document.draft;
  }

  /** Whether the user would lose something by leaving now. */
  get hasUnsavedWork() {
    const { document, saveStatus } = this.#deps.store.state;
    if (!document.edited || document.locked || this.#isWiped) return false;
    if (!['failed', 'full', 'none'].includes(saveStatus)) return false;
    return !(this.#repository.isClosed && this.#saver.isStored(document));
  }

  /** Saves now what is not saved yet. */
  flush() {
    return this.#scheduler.flush();
  }

  /** Backs up what is not saved yet, and saves it. */
  saveBeforeUnload() {
    this.#scheduler.saveBeforeUnload();
  }

  /** Saves what the browser refused before. */
  retry() {
    return this.#scheduler.retry();
  }

  async #onSaved(id: string, document: Document) {
    this.#saver.onSaved(id);
    await this.#deps.onDraftSaved(id, document);
    await this.#refreshDraftList();
  }

  #backUp() {
    if (!this.#isWiped) this.#saver.backUp();
  }

  async #onDraftChanged(id: string) {
    const { store, showForeignTexts } = this.#deps;
    const { document } = store.state;
    if (id === document.draft && document.locked) {
      const draft = await this.#repository.readForeign(id);
      if (draft && store.state.document.id === document.id) showForeignTexts(sourcesOf(draft.document));
    }
    await this.#refreshDraftList();
  }

  async #onAllDeleted() {
    const { store } = this.#deps;
    this.#repository.forgetSnapshots();
    const document = { ...store.state.document, draft: null, edited: false, locked: false };
    store.set({ document, saveStatus: 'untouched' });
    await this.#refreshDraftList();
  }

  async #refreshDraftList() {
    const keptDrafts = await this.#repository.list();
    if (keptDrafts) this.#deps.store.set({ keptDrafts });
  }
}
