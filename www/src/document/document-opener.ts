// Opens documents: links, examples, drafts, files, saved runs, and what this tab showed before a reload. Changes the
// texts of the open document.
//
// Opening never loses what the user has: the document on screen is saved first, an offer brings it back, and it stays
// where the other one cannot be opened.

import { START, exampleSource, startSource } from './example-list.ts';
import { readLink, type Address, type LinkResult } from '../link/address.ts';
import { LinkError } from '../link/error.ts';
import { documentOf, fragmentOf } from '../link/share.ts';
import { sameSources, textOf } from '../protocol/sources.ts';
import { withText } from '../protocol/files.ts';
import { comparedWith } from '../store/compared.ts';
import { sourcesOf } from '../protocol/record.ts';
import { withPanelOpen } from '../store/shell.ts';
import type { Store } from '../store/store.ts';
import type { DocumentRun } from './document-run.ts';
import type { Engine, SessionRecord, Sources } from '../protocol/types.ts';
import type { Autosave } from './autosave.ts';
import type { ReplacedDocument, OpenedDocument } from '../store/opened.ts';
import type { Action } from '../store/state.ts';
import { DocumentReader, newExample, readDocumentFile, type ReadResult } from './document-reader.ts';
import { applyLinkView } from './link-view.ts';
import { arrivalNotices, hasActions, replayNotices, type ReplayOutcome } from './open-notices.ts';
import { failed, problemNotice, type OpenResult } from './open-result.ts';
import { UndoOffer } from './undo-offer.ts';

export interface DocumentOpenerDependencies {
  store: Store;
  documentRun: DocumentRun;
  address: Address;
  getRunRecord: Engine['runRecord'];
  autosave: Pick<Autosave, 'flush' | 'open' | 'readExampleRun' | 'deleteExampleRun'>;
}

export class DocumentOpener {
  readonly #deps: DocumentOpenerDependencies;
  readonly #reader: DocumentReader;
  readonly #undoOffer: UndoOffer;
  #lastId = 0;

  constructor(deps: DocumentOpenerDependencies) {
    this.#deps = deps;
    this.#reader = new DocumentReader({ readExampleRun: (slug, source) => deps.autosave.readExampleRun(slug, source) });
    this.#undoOffer = new UndoOffer(deps.store);
  }

  /** Whether the page shows what it began with. */
  get hasOpenedNothing() {
    return this.#lastId <= 1;
  }

  /**
   * Opens the first document: what this tab showed before a reload, the link in the address, the last draft, or the
   * start example.
   */
  async openFirst(hash: string, readLastDraft: () => Promise<OpenedDocument | null>): Promise<OpenResult> {
    const read = await this.#readFirst(hash, readLastDraft);
    if (read.kind === 'failed') this.#report(read, hash);
    const fallback =
      read.kind === 'read' ? newExample(START, startSource) : await this.#reader.readExample(START, startSource);
    // The user opened something while the database was read.
    if (this.#lastId > 0) return { kind: 'superseded' };
    const result = await this.#show(read.kind === 'read' ? read.document : fallback);
    if (result.kind !== 'failed') return result;
    await this.#show((await readLastDraft()) ?? fallback);
    return this.#report(result, hash);
  }

  async #readFirst(hash: string, readLastDraft: () => Promise<OpenedDocument | null>): Promise<ReadResult> {
    const reloaded = await this.#readBeforeReload(hash);
    if (reloaded) return { kind: 'read', document: reloaded };
    const read = await this.#readAddress(hash);
    const draft = read.kind === 'nothing' && hash.replace(/^#/, '') === '' ? await readLastDraft() : null;
    return draft ? { kind: 'read', document: draft } : read;
  }

  async #readBeforeReload(hash: string): Promise<OpenedDocument | null> {
    const { address, autosave } = this.#deps;
    const { draft, slug } = address.shownAt(hash);
    if (draft !== undefined) return autosave.open(draft);
    const source = slug === undefined ? null : await exampleSource(slug);
    return slug === undefined || source === null ? null : this.#reader.readExample(slug, source);
  }

  /** Opens the link in the address, if somebody else than the page wrote it. */
  async onAddressChange(hash: string): Promise<OpenResult> {
    if (this.#deps.address.isOwn(hash)) return { kind: 'nothing' };
    const read = await this.#readAddress(hash);
    return this.#report(read.kind === 'read' ? await this.#replace(read.document) : read, hash);
  }

  /** @param draft null: it could not be read */
  async openDraft(draft: OpenedDocument | null): Promise<OpenResult> {
    return draft ? this.#report(await this.#replace(draft)) : { kind: 'nothing' };
  }

  async openExample(slug: string): Promise<OpenResult> {
    const source = await exampleSource(slug);
    if (source === null) return this.#report(failed({ kind: 'unavailableExample', slug }));
    return this.#report(await this.#replace(await this.#reader.readExample(slug, source)));
  }

  /** Opens the example on screen anew, and deletes its run. */
  async restartExample(): Promise<OpenResult> {
    const { store, autosave } = this.#deps;
    const { slug, source } = store.state.document;
    if (slug === null) return { kind: 'nothing' };
    await autosave.deleteExampleRun(slug);
    return this.#report(await this.#replace(newExample(slug, source)));
  }

  /** @param rulesVersion the version of the run rules that the run was made with */
  async openSources(
    sources: Sources,
    record: SessionRecord | null,
    rulesVersion: number | null = null,
  ): Promise<OpenResult> {
    return this.#report(await this.#replace({ sources, slug: null, record, rulesVersion }));
  }

  /**
   * Opens a saved run with its texts. The caller tells the user where that fails.
   * @param force though it was made from another machine
   */
  async openSavedRun(text: string, force: boolean): Promise<OpenResult> {
    const { documentRun } = this.#deps;
    const left = await this.#capture();
    const answer = await documentRun.resume(text, force);
    if (!answer?.ok) return failed({ kind: 'run', refusal: answer?.error ?? null });
    const { source, files, entry } = answer.snapshot;
    const opened = { sources: { source, files, entry }, slug: null, record: null };
    this.#undoOffer.make(left, opened);
    const documentId = this.#showTexts(opened);
    this.#markReady();
    documentRun.onFileShown();
    return { kind: 'opened', documentId };
  }

  /** Opens a pasted link, or a text with one. The caller tells the user where that fails. */
  async openLink(text: string): Promise<OpenResult> {
    const { store, address } = this.#deps;
    const link = await readLink(text);
    const read = await this.#readDocument(link);
    if (read.kind !== 'read') return read;
    const previousHash = location.hash;
    const isRewritten = link.kind === 'document' && link.legacy;
    if ('fragment' in link && !isRewritten) address.write(link.fragment, null, this.#lastId + 1);
    const result = await this.#replace(read.document);
    if (result.kind === 'failed') address.write(previousHash, store.state.document.draft, this.#lastId);
    return result;
  }

  /** Opens a document from a file. The caller tells the user where that fails. */
  async openFile(text: string): Promise<OpenResult> {
    try {
      const document = readDocumentFile(text);
      this.#closeLinkProblems();
      return await this.#replace(document);
    } catch (error) {
      if (error instanceof LinkError) return failed({ kind: 'file', message: error.message });
      throw error;
    }
  }

  /** Opens the document that the last opening replaced, with its run. */
  async bringBack(): Promise<OpenResult> {
    const { store, autosave } = this.#deps;
    const { replaced } = store.state;
    if (!replaced) return { kind: 'nothing' };
    this.#undoOffer.withdraw();
    await autosave.flush();
    const result = await this.#replace(await this.#reload(replaced));
    if (result.kind === 'opened') this.#markEdited();
    return this.#report(result);
  }

  /** Hears of each action before it is done, and allows it. */
  onAction(action: Action): boolean {
    this.#undoOffer.onAction(action);
    return true;
  }

  /** @param isComplete a complete change, like a paste */
  editFile(file: string, text: string, isComplete: boolean) {
    const { document } = this.#deps.store.state;
    const current = textOf(document, file);
    if (current === null || current === text) return;
    this.changeSources(withText(document, file, text), isComplete);
  }

  /** @param isComplete a complete change, like a paste */
  changeSources(sources: Sources, isComplete: boolean) {
    const { store, documentRun } = this.#deps;
    const { document } = store.state;
    if (document.locked) return;
    store.set({ document: { ...document, ...sources, edited: true }, file: this.#shownFileOf(sources) });
    documentRun.onSourcesEdited(isComplete);
  }

  /** Shows the texts that another tab saved of the open document. */
  showForeignTexts({ source, files, entry }: Sources) {
    const { store, documentRun } = this.#deps;
    const { document } = store.state;
    const sources = { source, files, entry };
    if (sameSources(document, sources)) return;
    store.set({ document: { ...document, ...sources }, file: this.#shownFileOf(sources) });
    documentRun.onSourcesEdited(true);
  }

  /** The file in the editor, or the entry where that file is gone. */
  #shownFileOf(sources: Sources) {
    const { file } = this.#deps.store.state;
    return textOf(sources, file) === null ? sources.entry : file;
  }

  async #readAddress(hash: string): Promise<ReadResult> {
    const link = await readLink(hash);
    const read = await this.#readDocument(link);
    if (read.kind !== 'read' || link.kind !== 'document') return read;
    return { ...read, document: { ...read.document, linkKind: link.legacy ? 'legacy' : 'current' } };
  }

  async #readDocument(link: LinkResult): Promise<ReadResult> {
    if (link.kind === 'document') {
      this.#closeLinkProblems();
      if (link.legacy) await this.#rewriteLegacyLink(link.sources);
    }
    return this.#reader.documentOfLink(link);
  }

  /** Closes the notices about other links, which could not be opened. */
  #closeLinkProblems() {
    const { store } = this.#deps;
    store.set({ notices: store.state.notices.filter(({ action }) => action !== 'copyText') });
  }

  async #rewriteLegacyLink(sources: Sources) {
    const encoded = await fragmentOf(documentOf(sources, null, null, 0));
    if ('fragment' in encoded) this.#deps.address.write(encoded.fragment, null, this.#lastId + 1);
  }

  /** A document that was replaced: as it was saved, else as it was on screen. */
  async #reload(left: ReplacedDocument): Promise<OpenedDocument> {
    // Another tab may edit it now, or may have saved it since.
    const saved = left.draft ? await this.#deps.autosave.open(left.draft) : null;
    return saved && (saved.isLocked || left.isSaved) ? { ...saved, runHistory: left.runHistory } : left;
  }

  /** Opens a document in place of the one on screen, which comes back where that fails. */
  async #replace(opened: OpenedDocument): Promise<OpenResult> {
    const left = await this.#capture();
    const { replaced } = this.#deps.store.state;
    this.#undoOffer.make(left, opened);
    const result = await this.#show(opened);
    if (result.kind !== 'failed') return result;
    this.#undoOffer.putBack(replaced);
    const restored = await this.#show(await this.#reload(left));
    if (left.isEdited && restored.kind !== 'superseded') this.#markEdited();
    return result;
  }

  /**
   * Tells the user where something could not be opened.
   * @param link the link in the address that it was to be opened from
   */
  #report<Result extends OpenResult | ReadResult>(result: Result, link?: string): Result {
    const { store } = this.#deps;
    if (result.kind !== 'failed') return result;
    store.notify(problemNotice(result.problem, link));
    if (result.problem.kind === 'unknownExample') store.set({ shell: { ...store.state.shell, dialog: 'open' } });
    return result;
  }

  /** The document on screen, once it is saved. */
  async #capture(): Promise<ReplacedDocument> {
    const { store, autosave, getRunRecord } = this.#deps;
    await autosave.flush();
    const { document, breakpoints, saveStatus } = store.state;
    const { runs, runNumber } = store.state.run;
    const { source, files, entry, slug, draft, edited, ready } = document;
    const run = ready ? getRunRecord() : null;
    return {
      sources: { source, files, entry },
      slug,
      draft,
      record: run?.record ?? null,
      cursor: run?.at ?? null,
      breakpoints,
      runHistory: { runs, runNumber },
      isEdited: edited,
      isSaved: saveStatus === 'saved',
    };
  }

  /** Shows a document, and replays its run. */
  async #show(opened: OpenedDocument): Promise<OpenResult> {
    const { store, documentRun, autosave } = this.#deps;
    const { sources, slug, record, draft = null, linkView } = opened;
    await autosave.flush();
    const documentId = this.#showTexts(opened);
    this.#choosePane(opened, documentId);
    const replay = documentRun.openDocument(record, opened.cursor ?? null, opened.runHistory).catch(outcomeOfError);
    // Before the run stands: the user may set other breakpoints meanwhile.
    if (opened.breakpoints?.length) store.set({ breakpoints: opened.breakpoints });
    const { compare, ...written } = opened.unsentInput ?? {};
    if (opened.unsentInput) store.set(written);
    for (const notice of arrivalNotices(opened)) store.notify(notice);
    const outcome = await replay;
    if (documentId !== store.state.document.id) return { kind: 'superseded' };
    // A replay that stopped on the way left a run; after any other refusal there is none.
    const refusal = outcome.refusal?.code === 'replay' ? null : outcome.refusal;
    if (refusal && opened.isResumedExample && slug !== null) {
      await autosave.deleteExampleRun(slug);
      return this.#show(newExample(slug, sources.source));
    }
    if (refusal && draft === null) return failed({ kind: 'run', refusal });
    if (draft === null && record) this.#adoptRunSource(sources, record);
    this.#markReady(outcome.isRunMissing);
    if (compare) store.set({ compare: comparedWith(compare) });
    for (const notice of replayNotices(opened, outcome, store.state)) store.notify(notice);
    if (linkView) applyLinkView(store, linkView, record !== null && hasActions(record));
    return { kind: 'opened', documentId };
  }

  /** The run of a link may have applied an edit of its machine. Then the document has the edited text. */
  #adoptRunSource(sources: Sources, record: SessionRecord) {
    const { store, documentRun } = this.#deps;
    const { document } = store.state;
    const { snapshot } = store.state.run;
    const isUnchanged = sameSources(sourcesOf(record), sources) && sameSources(sources, document);
    if (!snapshot || !isUnchanged || sameSources(snapshot, document)) return;
    store.set({ document: { ...document, source: snapshot.source } });
    documentRun.onSourcesEdited(true);
  }

  /**
   * The panel that an example is about. On a phone, which shows one pane: that panel, or the drawing for what came with
   * a run and for examples opened by the user.
   */
  #choosePane({ record, slug, draft, isResumedExample }: OpenedDocument, documentId: number) {
    const { store } = this.#deps;
    const hasNewRun = record !== null && hasActions(record) && !isResumedExample;
    const isChosenExample = slug !== null && documentId > 1;
    const panel = draft ? undefined : store.state.examples.find((example) => example.slug === slug)?.panel;
    if (panel) store.set({ panel, shell: { ...withPanelOpen(store.state.shell, true), list: false } });
    if ((hasNewRun || isChosenExample) && !draft && store.state.shell.narrow)
      store.set({ pane: panel ? 'panels' : 'diagram' });
  }

  /** Puts the texts of a document into the state, without its run. */
  #showTexts({ sources, slug, draft = null, isLocked = false, isShared = false }: OpenedDocument): number {
    const { store } = this.#deps;
    const { source, files, entry } = sources;
    const { saveStatus, notices } = store.state;
    this.#lastId += 1;
    store.set({
      document: {
        id: this.#lastId,
        source,
        files,
        entry,
        slug,
        edited: false,
        draft,
        locked: isLocked,
        opened: { source, files, entry },
        ...(isShared ? { shared: true } : {}),
      },
      // A link that says nothing about the panels begins at the contexts, or with the strip alone.
      ...(isShared ? { panel: 'contexts' as const, shell: withPanelOpen(store.state.shell, false) } : {}),
      ...(saveStatus === 'none' ? {} : { saveStatus: isLocked ? 'locked' : draft ? 'saved' : 'untouched' }),
      notices: notices.filter(({ ofDocument }) => !ofDocument),
      file: entry,
      openFileAnalysis: null,
      naming: null,
    });
    return this.#lastId;
  }

  /** The run of the document stands, or another one in its place. */
  #markReady(isRunMissing: boolean = false) {
    const { store } = this.#deps;
    const { document, run } = store.state;
    store.set({ document: { ...document, ready: true, ...(isRunMissing ? { standInRun: run.runNumber } : {}) } });
  }

  #markEdited() {
    const { store } = this.#deps;
    const { document } = store.state;
    if (!document.locked) store.set({ document: { ...document, edited: true } });
  }
}

function outcomeOfError(error: unknown): ReplayOutcome {
  const message = error instanceof Error ? error.message : String(error);
  return { refusal: { code: 'failed', message }, stopped: false, leftOut: 0, isRunMissing: true };
}
