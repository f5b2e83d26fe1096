// What is done with documents as wholes: new, titled, duplicated, reset, deleted; their versions; which tab edits them.

import { applyEdits, paths } from '../../protocol/files.ts';
import { beginRecord } from '../../protocol/record.ts';
import { sameSources, textOf } from '../../protocol/sources.ts';
import { automaticVersions } from '../../storage/quota.ts';
import { clearSettings } from '../../storage/settings.ts';
import { words } from '../../strings.ts';
import type { Autosave } from '../../document/autosave.ts';
import type { DraftStorage } from '../../document/draft-repository.ts';
import type { DocumentOpener } from '../../document/document-opener.ts';
import type { DocumentRun } from '../../document/document-run.ts';
import type { Action as PageAction } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import type { Action, DocumentsState } from './index.ts';
import { newMachine, retitle } from './machine-title.ts';
import type { VersionHistory } from './versions.ts';
import { savingStrings, whyNotSaved } from '../../document/strings.ts';
import { documentStrings, versionStrings } from './strings.ts';

/** Actions that change the text, which a tab that only reads does not. */
const CHANGING = new Set([
  'format',
  'repair',
  'beginName',
  'takeName',
  'removeFile',
  'makeEntry',
  'decide',
  'beginTitle',
  'takeTitle',
  'keepVersion',
  'resetDocument',
  'restoreVersion',
  'removeVersion',
  'deleteDocument',
]);

/** Whether a notice offers what was just done. */
const isKeepCopy = ({ action }: { action: PageAction }) => action.type === 'keepCopy';

export interface DocumentsDependencies {
  store: Store;
  running: Pick<DocumentRun, 'flush' | 'settings'>;
  opening: Pick<DocumentOpener, 'openSources' | 'changeSources' | 'openDraft'>;
  autosave: Autosave;
  history: VersionHistory;
  drafts: Promise<DraftStorage | null>;
  /** Hands a file to the visitor. */
  save: (name: string, text: string) => void;
  /** Loads the page anew. */
  reload: () => void;
  /** Puts the shown file into form; resolves when the document has it. */
  format?: () => Promise<void>;
}

export class DocumentsController {
  readonly #deps: Required<DocumentsDependencies>;
  /** The format that a version waits for. */
  #formatted: Promise<void> = Promise.resolve();

  constructor(deps: DocumentsDependencies) {
    this.#deps = {
      format: async () => {},
      ...deps,
    };
  }

  /**
   * Before any action of the page is done: keeps the text that one changes as a whole.
   * @returns false for one that must not be done
   */
  onAction(action: PageAction): boolean {
    const { document } = this.#deps.store.state;
    if (document.locked && CHANGING.has(action.type)) {
      this.#say(savingStrings.locked);
      return false;
    }
    if (action.type === 'format') this.#deps.history.keep('format');
    if (action.type === 'removeFile') this.#deps.history.keep('removeFile');
    return true;
  }

  act(action: Action) {
    const {
      docs,
      document,
      run: { analysis },
    } = this.#deps.store.state;
    const notSaved = whyNotSaved(this.#deps.store.state);
    switch (action.type) {
      case 'newDocument':
        // A phone shows the starters, which lead to the text.
        this.#deps.store.set({ pane: 'diagram' });
        void this.#deps.opening.openSources(newMachine(), null);
        break;
      case 'keepCopy':
        this.#touch();
        this.#deps.store.set({ notices: this.#deps.store.state.notices.filter(({ acts }) => !acts?.some(isKeepCopy)) });
        break;
      case 'duplicate':
        void this.#duplicate();
        break;
      case 'resetDocument':
        this.#resetDocument();
        break;
      case 'deleteDocument':
        void this.#deleteDocument();
        break;
      case 'editHere':
        void this.#editHere();
        break;
      case 'keepVersion':
        if (this.#deps.store.state.settings.formatOnSave) this.#formatted = this.#formatNow();
        if (notSaved) this.#deps.store.notify({ kind: 'warning', text: notSaved });
        else this.#set({ label: { of: 'version', text: versionStrings.suggested(new Date()) } });
        break;
      case 'beginTitle':
        this.#set({ label: { of: 'title', text: analysis?.title ?? '' } });
        break;
      case 'typeTitle':
        if (docs.label) this.#set({ label: { ...docs.label, text: action.text } });
        break;
      case 'takeTitle':
        void this.#takeLabel();
        break;
      case 'cancelTitle':
        this.#set({ label: null });
        break;
      case 'compareVersion':
        void this.#deps.history.compare(docs.shown?.time === action.time ? null : action.time);
        break;
      case 'restoreVersion':
        void this.#deps.history.restore(action.time);
        break;
      case 'removeVersion':
        void this.#deps.history.remove(action.time);
        break;
      case 'downloadAll':
        for (const path of paths(document)) this.#deps.save(path, textOf(document, path) ?? '');
        break;
      case 'cleanUp':
        void this.#cleanUp();
        break;
      case 'wipe':
        if (action.sure) void this.#wipe();
        else this.#set({ wiping: action.sure === null });
        break;
    }
  }

  #set(part: Partial<DocumentsState>) {
    this.#deps.store.set({ docs: { ...this.#deps.store.state.docs, ...part } });
  }

  #say(live: string) {
    this.#deps.store.set({ live });
  }

  /** The document is the visitor's from now on, as after an edit. */
  #touch() {
    const { document } = this.#deps.store.state;
    if (!document.locked) this.#deps.store.set({ document: { ...document, edited: true } });
  }

  /** As the command does it, with a version from before. */
  #formatNow(): Promise<void> {
    this.#deps.history.keep('format');
    return this.#deps.format().catch(() => {});
  }

  async #takeLabel() {
    const { label } = this.#deps.store.state.docs;
    if (!label) return;
    this.#set({ label: null });
    const text = label.text.trim();
    if (text === '') return;
    if (label.of === 'title') return this.#title(text);
    await this.#formatted;
    this.#touch();
    await this.#deps.autosave.flush();
    const isNamed = await this.#deps.history.name(text);
    this.#say(isNamed ? versionStrings.saved(text) : versionStrings.notSaved);
  }

  async #title(title: string) {
    if (title === this.#deps.store.state.run.analysis?.title) return;
    const changed = await this.#titled(title);
    if (changed) this.#deps.opening.changeSources(changed, true);
    else this.#deps.store.notify({ kind: 'warning', text: documentStrings.notTitled, ofDocument: true });
  }

  /** The texts with another title; null when the core does not know the present ones. */
  async #titled(title: string) {
    await this.#deps.running.flush();
    const {
      document,
      run: { analysis },
    } = this.#deps.store.state;
    if (!analysis || analysis.source !== document.source) return null;
    return applyEdits(document, [retitle(document.source, analysis.outline, title)], document.entry);
  }

  async #duplicate() {
    const title = documentStrings.copyOf(this.#deps.store.state.run.analysis?.title ?? words.header.untitled);
    const { source, files, entry } = (await this.#titled(title)) ?? this.#deps.store.state.document;
    const { n } = this.#deps.running.settings;
    await this.#deps.opening.openSources(
      { source, files, entry },
      n ? beginRecord({ source, files, entry }, { n }) : null,
    );
    this.#touch();
    this.#say(documentStrings.duplicated);
  }

  #resetDocument() {
    const { document } = this.#deps.store.state;
    if (!document.opened || sameSources(document.opened, document)) return this.#say(documentStrings.isOpened);
    this.#deps.history.keep('reset');
    this.#deps.opening.changeSources(document.opened, true);
    this.#say(documentStrings.wasReset);
  }

  async #deleteDocument() {
    await this.#deps.autosave.flush();
    const { document } = this.#deps.store.state;
    if (!document.draft) return;
    // It is not written once more when the next one takes its place.
    this.#deps.store.set({ document: { ...document, edited: false, draft: null } });
    await this.#deps.autosave.removeDraft(document.draft);
    const next = this.#deps.store.state.keptDrafts[0];
    const opened = next ? await this.#deps.autosave.open(next.id) : null;
    if (opened) await this.#deps.opening.openDraft(opened);
    else await this.#deps.opening.openSources(newMachine(), null);
  }

  async #editHere() {
    const opened = await this.#deps.autosave.claimDraft();
    if (opened) await this.#deps.opening.openDraft(opened);
  }

  /** Frees what nobody named, and tries what was refused. */
  async #cleanUp() {
    const versions = (await this.#deps.drafts)?.versions;
    const going = automaticVersions((await versions?.list()) ?? []);
    await versions?.drop(going);
    this.#set({
      versions: this.#deps.store.state.docs.versions.filter(({ name }) => name !== null),
      all: this.#deps.store.state.docs.all.filter(({ name }) => name !== null),
    });
    this.#say(documentStrings.cleaned(going.length));
    await this.#deps.autosave.retry();
  }

  async #wipe() {
    await this.#deps.autosave.removeAll();
    clearSettings();
    this.#deps.reload();
  }
}
