// Where documents come from and how they leave: links, examples, the start example; the share link.
// A link never touches what the visitor has; what it replaces on screen can be brought back.

import { isPanel } from '../store/panels.ts';
import { START, exampleSource, startSource } from './example-list.ts';
import { readLink, readOpened, type Address, type ReadDocument } from '../link/address.ts';
import { readFile } from '../link/file.ts';
import { LinkError } from '../link/error.ts';
import { documentOf, fragmentOf } from '../link/share.ts';
import { shownOf } from '../link/view.ts';
import { alone, sameSources, textOf } from '../protocol/sources.ts';
import { withText } from '../protocol/files.ts';
import { comparedWith } from '../store/compared.ts';
import { restoreRunHistory } from '../run/history.ts';
import { settingsOf, sourcesOf, textsOf } from '../protocol/record.ts';
import { words } from '../strings.ts';
import { openStrings } from './strings.ts';
import type { Store } from '../store/store.ts';
import type { DocumentRun } from './document-run.ts';
import type { Engine, SessionRecord, Sources } from '../protocol/types.ts';
import { EDITED_ELSEWHERE, type Autosave } from './autosave.ts';
import type { ReplacedDocument, OpenedDocument } from '../store/opened.ts';
import type { Action, Notice } from '../store/state.ts';

/** With these one works with a machine that was opened. */
const ENDS_UNDO_OFFER: Set<Action['type']> = new Set(['edit', 'step', 'run', 'runTo', 'stepPath', 'editField']);

export class DocumentOpener {
  #store: Store;
  #running: DocumentRun;
  #saveCurrent: () => Promise<void>;
  #getRunRecord: Engine['whole'];
  #openDraft: (draft: string) => Promise<OpenedDocument | null>;
  #exampleRuns: Pick<Autosave, 'exampleRun' | 'forgetExampleRun'>;
  #lastId = 0;
  #address: Address;

  constructor({
    store,
    running,
    address,
    leave,
    whole,
    kept,
    runs,
  }: {
    store: Store;
    running: DocumentRun;
    address: Address;
    /** Keeps the document that another one takes the place of. */
    leave: () => Promise<void>;
    /** The present run. */
    whole: Engine['whole'];
    /** A draft. */
    kept: (draft: string) => Promise<OpenedDocument | null>;
    /** Those of examples. */
    runs: Pick<Autosave, 'exampleRun' | 'forgetExampleRun'>;
  }) {
    this.#exampleRuns = runs;
    this.#address = address;
    this.#saveCurrent = leave;
    this.#getRunRecord = whole;
    this.#openDraft = kept;
    this.#store = store;
    this.#running = running;
  }

  /** Whether the visitor has opened nothing yet. */
  get hasOpenedNothing() {
    return this.#lastId <= 1;
  }

  /**
   * The first document: what this tab had when it was loaded again, the link in the address, what was kept last, or the
   * start example.
   */
  async openFirst(hash: string, last: () => Promise<OpenedDocument | null>) {
    const again = await this.#beforeReload(hash);
    const opened = again ?? (await this.#readLink(hash)) ?? (hash.replace(/^#/, '') === '' ? await last() : null);
    const first = opened
      ? { sources: alone(startSource), slug: START, record: null }
      : await this.#exampleRun(START, startSource);
    // The visitor opened something while the database was read.
    if (this.#lastId > 0) return;
    const { problem } = await this.#show(opened ?? first);
    if (problem === '') return;
    await this.#show((await last()) ?? first);
    this.#reportFailure(problem, hash);
  }

  /** What this tab showed before it was loaded again. */
  async #beforeReload(hash: string): Promise<OpenedDocument | null> {
    const { draft, slug } = this.#address.shownAt(hash);
    if (draft !== undefined) return this.#openDraft(draft);
    const source = slug === undefined ? null : await exampleSource(slug);
    return slug === undefined || source === null ? null : this.#exampleRun(slug, source);
  }

  /** The address changed under the page. */
  async onAddressChange(hash: string) {
    if (this.#address.isOwn(hash)) return;
    const opened = await this.#readLink(hash);
    if (opened) await this.#replaceOrReport(opened, hash);
  }

  /** @param opened what was kept */
  async openDraft(opened: OpenedDocument | null) {
    if (opened) await this.#replaceOrReport(opened);
  }

  async openExample(slug: string) {
    const source = await exampleSource(slug);
    if (source === null) this.#store.notify({ kind: 'error', text: openStrings.exampleFailed(slug) });
    else await this.#replaceOrReport(await this.#exampleRun(slug, source));
  }

  /** The shown example from its start; what was kept of its run goes. */
  async restartExample() {
    const { slug, source } = this.#store.state.document;
    if (slug === null) return;
    await this.#exampleRuns.forgetExampleRun(slug);
    await this.#replaceOrReport({ sources: alone(source), slug, record: null });
  }

  /** An example with its run, if one was left. */
  async #exampleRun(slug: string, source: string): Promise<OpenedDocument> {
    const kept = await this.#exampleRuns.exampleRun(slug, source);
    const opened = { sources: alone(source), slug, record: kept?.run ?? null };
    return kept
      ? {
          ...opened,
          at: kept.at,
          stops: kept.stops,
          typed: kept.typed,
          list: restoreRunHistory(kept.list),
          again: true,
        }
      : opened;
  }

  /**
   * Texts from elsewhere, with a run or without.
   * @returns whether they were opened; if not, a notice says why
   */
  async openSources(sources: Sources, record: OpenedDocument['record'], rules: number | null = null): Promise<boolean> {
    return this.#replaceOrReport({ sources, slug: null, record, rules });
  }

  /** A saved run, with its texts, as another document. */
  async openSavedRun(text: string, force: boolean) {
    const before = await this.#capture();
    const answer = await this.#running.resume(text, force);
    if (!answer?.ok) return answer;
    const { source, files, entry } = answer.snapshot;
    this.#offerUndo(before, answer.snapshot);
    this.#showDocument({ source, files, entry }, null, null);
    this.#markReady();
    this.#running.onFileShown();
    return answer;
  }

  /** A file has another text. @param whole a change that is complete, like a paste */
  editFile(file: string, text: string, whole: boolean) {
    const { document } = this.#store.state;
    const before = textOf(document, file);
    if (before === null || before === text) return;
    this.changeSources(withText(document, file, text), whole);
  }

  /** The document has other texts. */
  changeSources(sources: Sources, whole: boolean) {
    const { document, file } = this.#store.state;
    if (document.locked) return;
    const shown = textOf(sources, file) === null ? sources.entry : file;
    this.#store.set({ document: { ...document, ...sources, edited: true }, file: shown });
    this.#running.onSourcesEdited(whole);
  }

  /** The texts that another tab wrote of the shown document. */
  mirror({ source, files, entry }: Sources) {
    const { document, file } = this.#store.state;
    if (sameSources(document, { source, files, entry })) return;
    this.#store.set({
      document: { ...document, source, files, entry },
      file: textOf({ source, files, entry }, file) === null ? entry : file,
    });
    this.#running.onSourcesEdited(true);
  }

  /** Brings back the document that the last opening replaced, with its run: as it was kept, else as it was left. */
  async bringBack() {
    const { replaced } = this.#store.state;
    if (!replaced) return;
    this.#withdrawUndo();
    await this.#saveCurrent();
    const { id, problem } = await this.#replace(await this.#reload(replaced));
    if (problem !== '') return this.#reportFailure(problem);
    const { document } = this.#store.state;
    if (document.id === id && !document.locked) this.#store.set({ document: { ...document, edited: true } });
  }

  /** Hears of an action first: whoever works with a new machine does not want the one before, which is saved, back. */
  onAction({ type }: Action): boolean {
    if (ENDS_UNDO_OFFER.has(type) && this.#store.state.replaced?.saved) this.#withdrawUndo();
    return true;
  }

  #withdrawUndo() {
    this.#store.set({ replaced: null, notices: this.#store.state.notices.filter((n) => n.action !== 'bringBack') });
  }

  /** A document that was left: as it was kept, else as it was on screen. */
  async #reload(left: ReplacedDocument): Promise<OpenedDocument> {
    // Another tab may have it now, or may have written it since.
    const kept = left.draft ? await this.#openDraft(left.draft) : null;
    return kept && (kept.locked || left.saved) ? { ...kept, list: left.list } : left;
  }

  /** What was pasted: a link, or a text with one. @returns what is wrong with it; '' when it was opened */
  async openLink(text: string): Promise<string> {
    const read = await readLink(text);
    if (read.kind === 'none') return openStrings.paste;
    if (read.kind === 'error') return `${read.message} (${read.code})`;
    const opened = await this.#toOpened(read);
    if (opened === null) return openStrings.exampleUnknown(read.kind === 'example' ? read.slug : '');
    const before = location.hash;
    if (!(read.kind === 'document' && read.legacy)) this.#address.write(read.fragment, null, this.#lastId + 1);
    const { problem } = await this.#replace(opened);
    if (problem === '') return '';
    this.#address.write(before, this.#store.state.document.draft, this.#lastId);
    return `${openStrings.linkFailed(problem)} (link-replay)`;
  }

  /** A document from a file. @returns what is wrong with it */
  async openFile(text: string): Promise<string> {
    try {
      const { document, ignored, entry, saved } = readFile(text);
      const opened = await this.#toOpened(readOpened(document, ignored, false, entry));
      if (opened) opened.shared = false;
      if (opened && saved !== null)
        opened.record = {
          ...textsOf(opened.sources),
          r: { l: [] },
          t: [],
          k: 0,
          w: saved,
          now: opened.record ? settingsOf(opened.record) : {},
        };
      return opened ? (await this.#replace(opened)).problem : '';
    } catch (error) {
      if (error instanceof LinkError) return error.message;
      throw error;
    }
  }

  async #readLink(hash: string): Promise<OpenedDocument | null> {
    const read = await readLink(hash);
    if (read.kind === 'none') return null;
    if (read.kind === 'error') {
      this.#linkError(read.message, read.code, hash);
      return null;
    }
    const opened = await this.#toOpened(read);
    if (opened === null && read.kind === 'example') {
      this.#store.notify({ kind: 'error', text: openStrings.exampleUnknown(read.slug), detail: 'link-example' });
      this.#store.set({ shell: { ...this.#store.state.shell, dialog: 'open' } });
    }
    return opened && read.kind === 'document' ? { ...opened, arrival: read.legacy ? 'legacy' : 'link' } : opened;
  }

  /** @returns null for an unknown example */
  async #toOpened(
    read: { kind: 'example'; slug: string; tick: number | null } | ReadDocument,
  ): Promise<OpenedDocument | null> {
    if (read.kind === 'example') {
      const source = await exampleSource(read.slug);
      if (source === null) return null;
      if (!read.tick) return this.#exampleRun(read.slug, source);
      return { sources: alone(source), slug: read.slug, record: { s: source, r: { l: [] }, t: [], k: read.tick } };
    }
    const { sources, record, view, rules } = read;
    // What was wrong with another link is no longer of interest.
    this.#store.set({ notices: this.#store.state.notices.filter((notice) => notice.action !== 'copyText') });
    if (read.legacy) {
      const done = await fragmentOf(documentOf(sources, null, null, 0));
      if ('fragment' in done) this.#address.write(done.fragment, null, this.#lastId + 1);
    }
    return { sources, slug: null, shared: true, record, view, rules, ignored: read.ignored };
  }

  /**
   * Opens another document in place of the present one, which comes back when that fails.
   * @returns `problem`: why it could not be opened, or ''
   */
  async #replace(opened: OpenedDocument): Promise<{ id: number; problem: string }> {
    const left = await this.#capture();
    const { replaced } = this.#store.state;
    this.#offerUndo(left, opened.sources, opened);
    const shown = await this.#show(opened);
    if (shown.problem === '') return shown;
    const { notices } = this.#store.state;
    this.#store.set({ replaced, notices: replaced ? notices : notices.filter(({ action }) => action !== 'bringBack') });
    const { id } = await this.#show(await this.#reload(left));
    const { document } = this.#store.state;
    if (document.id === id && left.edited && !document.locked)
      this.#store.set({ document: { ...document, edited: true } });
    return { id, problem: shown.problem };
  }

  /** @param hash the link that it is from */
  async #replaceOrReport(opened: OpenedDocument, hash?: string): Promise<boolean> {
    const { problem } = await this.#replace(opened);
    if (problem !== '') this.#reportFailure(problem, hash);
    return problem === '';
  }

  /** @param hash the link that could not be opened */
  #reportFailure(problem: string, hash?: string) {
    if (hash) this.#linkError(openStrings.linkFailed(problem), 'link-replay', hash);
    else this.#store.notify({ kind: 'error', text: openStrings.failed(problem) });
  }

  #linkError(text: string, code: string, hash: string) {
    this.#store.notify({
      kind: 'error',
      text: `${text} ${openStrings.unchanged}`,
      detail: `${code} ${hash.slice(0, 200)}${hash.length > 200 ? '…' : ''}`,
      action: 'copyText',
      link: hash,
    });
  }

  /** The present document, once it is kept. */
  async #capture(): Promise<ReplacedDocument> {
    await this.#saveCurrent();
    const {
      document,
      breakpoints,
      saveStatus,
      run: { runs, runNumber },
    } = this.#store.state;
    const { source, files, entry, slug, draft, edited, ready } = document;
    const whole = ready ? this.#getRunRecord() : null;
    return {
      sources: { source, files, entry },
      slug,
      draft,
      edited,
      record: whole?.record ?? null,
      at: whole?.at ?? null,
      stops: breakpoints,
      list: { runs, runNumber },
      saved: saveStatus === 'saved',
    };
  }

  /** What is replaced can be brought back. */
  #offerUndo(left: ReplacedDocument, by: Sources, { draft, slug, again }: Partial<OpenedDocument> = {}) {
    const {
      keptDrafts,
      examples,
      run: { analysis },
      replaced,
    } = this.#store.state;
    // A machine that is saved is found among My machines; the offer would be of an opening before this one. A run that
    // comes back with an example has a notice of its own, beside which the way to a saved machine need not stand.
    if (replaced?.saved || (again && left.saved)) this.#withdrawUndo();
    if (!left.edited || sameSources(left.sources, by) || (again && left.saved)) return;
    const known = keptDrafts.find(({ id }) => id === draft) ?? examples.find((one) => one.slug === slug);
    this.#store.set({ replaced: left });
    this.#store.notify({
      kind: 'info',
      text: known ? openStrings.openedKnown(known.title || words.header.untitled) : openStrings.replaced,
      action: 'bringBack',
      acts: [
        {
          label: known ? openStrings.backTo(analysis?.title || words.header.untitled) : openStrings.undo,
          action: { type: 'bringBack' },
        },
      ],
    });
  }

  /** @returns `problem`: why its run does not stand, or '' */
  async #show({
    sources: { source, files, entry },
    slug,
    shared = false,
    record,
    at = null,
    stops = [],
    typed,
    again = false,
    draft = null,
    locked = false,
    list,
    view,
    rules = null,
    arrival,
    ignored = [],
  }: OpenedDocument): Promise<{ id: number; problem: string }> {
    await this.#saveCurrent();
    const id = this.#showDocument({ source, files, entry }, slug, draft, locked);
    // A link that says nothing of the panels begins at the context, whatever was read before.
    if (shared) this.#store.set({ document: { ...this.#store.state.document, shared }, panel: 'contexts' });
    // A phone shows one of them: what came with a run is seen running, an example as a drawing. What a visit begins
    // with stands on the pane that was last shown.
    const comesDrawn = (record && hasActions(record) && !again) || (slug !== null && id > 1);
    if (comesDrawn && draft === null && this.#store.state.shell.narrow) this.#store.set({ pane: 'diagram' });
    const coming = this.#running.openDocument(record, at, list);
    // Before the run stands: the visitor may set others meanwhile.
    if (stops.length > 0) this.#store.set({ breakpoints: stops });
    const { compare, ...written } = typed ?? {};
    if (typed) this.#store.set(written);
    if (locked) this.#store.notify(EDITED_ELSEWHERE);
    if (ignored.length > 0)
      this.#notify({ kind: 'warning', text: openStrings.ignored(ignored.map((name) => `\`${name}\``)) });
    if (arrival)
      this.#notify({
        kind: 'info',
        title: record && hasActions(record) ? openStrings.sharedRun : openStrings.sharedMachine,
        text: openStrings[arrival === 'legacy' ? 'legacy' : 'opened'],
        acts: [{ label: openStrings.saveCopy, action: { type: 'keepCopy' } }],
      });
    if (again)
      this.#notify({
        kind: 'info',
        text: openStrings.exampleAgain,
        acts: [{ label: openStrings.startFresh, action: { type: 'freshExample' } }],
      });
    const { refusal, stopped, leftOut } = await coming.catch((error: unknown) => ({
      refusal: { code: 'failed', message: error instanceof Error ? error.message : String(error) },
      stopped: false,
      leftOut: 0,
    }));
    const { state } = this.#store;
    const {
      document,
      run: { snapshot },
    } = state;
    if (id !== document.id) return { id, problem: '' };
    // A replay that was refused on its way has a run; anything else left none.
    if (refusal && refusal.code !== 'replay' && again && slug !== null) {
      await this.#exampleRuns.forgetExampleRun(slug);
      return this.#show({ sources: { source, files, entry }, slug, record: null });
    }
    if (refusal && refusal.code !== 'replay' && draft === null) return { id, problem: refusal.message };
    // The run may have applied an edit of its machine: the text of a link goes on from there.
    if (
      draft === null &&
      record &&
      snapshot &&
      sameSources(sourcesOf(record), { source, files, entry }) &&
      sameSources({ source, files, entry }, document) &&
      !sameSources(snapshot, document)
    ) {
      this.#store.set({ document: { ...document, source: snapshot.source } });
      this.#running.onSourcesEdited(true);
    }
    this.#markReady();
    if (compare) this.#store.set({ compare: comparedWith(compare) });
    if (refusal)
      this.#notify({ kind: 'warning', text: openStrings.replayFailed(refusal.message), detail: 'link-replay' });
    if (stopped)
      this.#notify({ kind: 'info', text: openStrings.stopped(String(state.run.snapshot?.position.tick ?? 0)) });
    if (record && rules !== null && state.rules !== 0 && rules !== state.rules)
      this.#notify({ kind: 'warning', text: openStrings.rules(rules, state.rules) });
    if (leftOut > 0) this.#notify({ kind: 'warning', text: openStrings.leftOut(leftOut) });
    if (view) this.#applyLinkView(view, record !== null && hasActions(record));
    return { id, problem: '' };
  }

  /** Says something of the document that is shown. */
  #notify(notice: Omit<Notice, 'id'>) {
    this.#store.notify({ ...notice, ofDocument: true });
  }

  /** What the page shows, as a link says it. @param ran it came with a run */
  #applyLinkView(view: NonNullable<OpenedDocument['view']>, ran: boolean) {
    const { state } = this.#store;
    const {
      layout = state.shell.layout,
      direction = state.settings.direction,
      stops = [],
      ...shown
    } = shownOf(view, state.run.snapshot?.view ?? null, (id) => isPanel(state, id));
    const pane = (['code', 'diagram', 'run'] as const).find((one) => one === layout && !(ran && one === 'code'));
    this.#store.set({
      ...shown,
      breakpoints: stops,
      settings: { ...state.settings, direction: direction as typeof state.settings.direction },
      shell: { ...state.shell, layout: layout as typeof state.shell.layout },
      ...(pane === undefined ? {} : { pane }),
    });
  }

  /** The run of the document stands. */
  #markReady() {
    this.#store.set({ document: { ...this.#store.state.document, ready: true } });
  }

  #showDocument({ source, files, entry }: Sources, slug: string | null, draft: string | null, locked = false) {
    this.#lastId += 1;
    this.#store.set({
      document: {
        id: this.#lastId,
        source,
        files,
        entry,
        slug,
        edited: false,
        draft,
        locked,
        opened: { source, files, entry },
      },
      ...(this.#store.state.saveStatus === 'none'
        ? {}
        : { saveStatus: locked ? ('locked' as const) : draft ? ('saved' as const) : ('untouched' as const) }),
      notices: this.#store.state.notices.filter(({ ofDocument }) => !ofDocument),
      file: entry,
      openFileAnalysis: null,
      naming: null,
    });
    return this.#lastId;
  }
}

/** Whether anything was done in a run. */
const hasActions = ({ k, t, w }: SessionRecord) => k > 0 || t.length > 0 || w !== undefined;
