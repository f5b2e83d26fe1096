// Keeps what the visitor writes: each edited document is a draft with its run, written when the keys rest and when the
// page is left, by one tab at a time. Documents from links and examples are none until they are edited.

import { sameSources } from '../protocol/sources.ts';
import { restoreRunHistory, truncateRunHistory } from '../run/history.ts';
import { beginRecord, sourcesOf, textsOf } from '../protocol/record.ts';
import { newId } from '../protocol/new-id.ts';
import { exampleId } from '../storage/backup.ts';
import type { StorageProblem } from '../storage/database.ts';
import { isFull, writeWithRoom } from '../storage/quota.ts';
import { words } from '../strings.ts';
import type { Store } from '../store/store.ts';
import type { SessionRecord, Sources } from '../protocol/types.ts';
import type { Draft, Drafts as DraftsDrafts, ExampleRun, Typed } from '../storage/drafts.ts';
import type { Channel, Message } from '../storage/channel.ts';
import type { OpenedDocument } from '../store/opened.ts';
import type { Versions as VersionsVersions } from '../storage/versions.ts';
import type { Notice, State } from '../store/state.ts';
import { savingStrings } from './strings.ts';
import { workspaceStrings } from '../store/strings.ts';

type Versions = Pick<VersionsVersions, 'put' | 'get' | 'list' | 'drop'>;
export type Drafts = Pick<
  DraftsDrafts,
  | 'put'
  | 'get'
  | 'last'
  | 'list'
  | 'delete'
  | 'clear'
  | 'example'
  | 'putExample'
  | 'backUp'
  | 'backUpExample'
  | 'dropBackup'
> & { versions: Versions };
/** What this tab last read or wrote of a draft. */
interface DraftSnapshot {
  created: number;
  changed: number;
  key: string;
  texts: Sources;
  run: Draft['run'];
  at: Draft['at'];
  stops: Draft['stops'];
  typed: Draft['typed'];
  list: Draft['list'];
}

const SAVE_DEBOUNCE_MS = 500;
/** Larger documents are not kept by themselves. */
const MAX_SAVED_CHARACTERS = 2 ** 20;
/** Another tab has so long to write and let go. */
const LOCK_TIMEOUT_MS = 3_000;

/** Of a document that another tab edits. */
export const EDITED_ELSEWHERE: Omit<Notice, 'id'> = {
  kind: 'info',
  text: savingStrings.elsewhere,
  acts: [{ label: savingStrings.editHere, action: { type: 'editHere' } }],
  ofDocument: true,
};

const RELOAD = { label: workspaceStrings.reload, action: { type: 'reload' } } as const;

export class Autosave {
  #store: Store;
  #getRunRecord: () => { record: SessionRecord; at: Draft['at'] } | null;
  #drafts: Promise<Drafts | null>;
  /** The same, once they are open. */
  #openDrafts: Drafts | null = null;
  /** Whether the database was closed under the page. */
  #isClosed = false;
  #tabLock: {
    exclusive: boolean;
    take(id: string, patience?: number): Promise<boolean>;
    letGo(): void;
    lost: (id: string) => void;
  };
  #channel: Channel;
  #mirror: (sources: Sources) => void;
  #now: () => number;
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** The document and position that were written last, or could not be. */
  #lastAttempt: {
    document: State['document'] | null;
    place: string;
  } = { document: null, place: '' };
  /** They follow one another, except when the page is left. */
  #writes: Promise<unknown> = Promise.resolve();
  /** The new id of a document that its state does not tell yet. */
  #pendingDraftId: {
    document: number;
    id: string;
  } | null = null;
  #lastReportedProblem = '';
  #isWiped = false;
  /** The document seen last. */
  #currentDocumentId = 0;
  /** Examples whose run is kept, as this tab wrote them. */
  #savedExampleRuns: Map<string, string> = new Map();
  /** How many times the run of an example was forgotten. */
  #forgottenExampleCount = 0;
  #draftSnapshots: Map<string, DraftSnapshot> = new Map();
  /** What was backed up when the page was left, by its id, until it is written. */
  #unloadBackups: Map<string, { key: string }> = new Map();
  /** Hears of each draft that was written. */
  onDraftSaved: (id: string, document: State['document']) => Promise<void> = async () => {};

  constructor({
    store,
    whole,
    drafts,
    hold,
    channel,
    mirror,
    now = Date.now,
  }: {
    store: Store;
    /** The run. */
    whole: () => { record: SessionRecord; at: Draft['at'] } | null;
    /** null where nothing can be kept. */
    drafts: Promise<Drafts | null>;
    hold: {
      exclusive: boolean;
      take(id: string, patience?: number): Promise<boolean>;
      letGo(): void;
      lost: (id: string) => void;
    };
    channel: Channel;
    /** Shows what another tab wrote. */
    mirror: (sources: Sources) => void;
    now?: () => number;
  }) {
    this.#store = store;
    this.#getRunRecord = whole;
    this.#drafts = drafts;
    this.#tabLock = hold;
    this.#channel = channel;
    this.#mirror = mirror;
    this.#now = now;
    store.listen((state) => this.#onStateChange(state));
    hold.lost = (id) => this.#lockDocument(id);
    channel.listen = (message) => void this.#onTabMessage(message);
    void drafts.then((openDraft) => {
      this.#openDrafts = openDraft;
      return openDraft ? this.#refreshDraftList() : this.#reportProblem(store.state.storageProblem ?? 'none');
    });
  }

  /** The drafts cannot be opened, or not be saved any longer. */
  onStorageProblem(problem: StorageProblem | 'notCopied') {
    if (problem === 'notCopied') return this.#store.notify({ kind: 'warning', text: savingStrings.notCopied });
    if (problem === 'upgraded' || problem === 'closed') {
      this.#isClosed = true;
      this.#backUpForUnload();
    }
    this.#reportProblem(problem);
  }

  async #usableDrafts() {
    const drafts = await this.#drafts;
    return this.#isClosed ? null : drafts;
  }

  /** The draft kept last; to be read only while another tab writes it. */
  async openLastDraft() {
    const draft = await (await this.#usableDrafts())?.last().catch(() => null);
    return draft ? this.#openDraft(draft) : null;
  }

  /** @param patience as of the hold */
  async open(id: string, patience?: number) {
    const drafts = await this.#usableDrafts();
    const own = await this.#tabLock.take(id, patience);
    const draft = await drafts?.get(id).catch(() => null);
    return draft ? this.#openDraft(draft, own) : null;
  }

  /** The shown draft, from the tab that writes it. */
  async claimDraft() {
    const { draft, locked } = this.#store.state.document;
    if (!draft || !locked) return null;
    this.#channel.post({ type: 'want', id: draft });
    return this.open(draft, LOCK_TIMEOUT_MS);
  }

  async #openDraft(
    { id, document, run, at, stops = [], typed, list, origin, created, changed }: Draft,
    held?: boolean,
  ): Promise<OpenedDocument> {
    const own = held ?? (await this.#tabLock.take(id));
    const { t = [], k = 0 } = document;
    const record =
      run !== undefined ? run : k > 0 || t.length > 0 ? { ...beginRecord(sourcesOf(document), {}), ...document } : null;
    this.#draftSnapshots.set(id, {
      created,
      changed,
      key: '',
      texts: sourcesOf(document),
      run: record,
      at,
      stops,
      typed,
      list,
    });
    return {
      sources: sourcesOf(document),
      slug: origin,
      record,
      at,
      stops,
      typed,
      list: restoreRunHistory(list),
      draft: id,
      locked: !own,
    };
  }

  /** The run of an example as it was left; null when there is none, or it is of another text. */
  async exampleRun(slug: string, source: string): Promise<ExampleRun | null> {
    const kept = await (await this.#usableDrafts())?.example(slug).catch(() => null);
    if (kept) this.#savedExampleRuns.set(slug, JSON.stringify(kept));
    return kept?.source === source ? kept : null;
  }

  /** The run of an example is not kept any longer. */
  async forgetExampleRun(slug: string) {
    this.#forgottenExampleCount += 1;
    this.#savedExampleRuns.set(slug, '');
    const drafts = await this.#usableDrafts();
    this.#dropBackup(exampleId(slug));
    await drafts?.putExample(slug, null).catch(() => {});
  }

  /** Removes a draft; a notice offers to put it back. */
  async removeDraft(id: string) {
    await this.#writes;
    const drafts = await this.#usableDrafts();
    const draft = await drafts?.get(id);
    if (!drafts || !draft) return;
    await drafts.delete(id);
    this.#channel.post({ type: 'changed', id });
    this.#offerUndo(draft);
    await this.#refreshDraftList();
  }

  #offerUndo(draft: Draft) {
    const text = savingStrings.removed(draft.title || words.header.untitled);
    this.#store.notify({ kind: 'info', text, action: 'keepAgain', draft });
  }

  /** Saves a draft that was removed; where that fails, the notice that has it comes back. */
  async restoreRemovedDraft(draft: Draft) {
    const drafts = await this.#usableDrafts();
    try {
      if (!drafts) throw new Error('no database');
      await drafts.put(draft);
    } catch {
      this.#store.notify({ kind: 'warning', text: savingStrings.notPutBack });
      return this.#offerUndo(draft);
    }
    this.#channel.post({ type: 'changed', id: draft.id });
    await this.#refreshDraftList();
  }

  /** Forgets everything that is kept; nothing is written any more. */
  async removeAll() {
    this.#isWiped = true;
    await this.#writes;
    await (await this.#usableDrafts())?.clear();
    this.#channel.post({ type: 'wiped' });
  }

  /** Whether leaving now would lose something. */
  get hasUnsavedWork() {
    const { document, saveStatus } = this.#store.state;
    return (
      document.edited &&
      !document.locked &&
      !this.#isWiped &&
      (saveStatus === 'failed' || saveStatus === 'full' || saveStatus === 'none') &&
      !(this.#isClosed && this.#isStored(document))
    );
  }

  /** Whether the next page finds the document as it is: in the database or in its backup. */
  #isStored(document: State['document']) {
    const { draft, key } = this.#draftOf(document);
    return [this.#draftSnapshots, this.#unloadBackups].some((stored) => stored.get(draft.id)?.key === key);
  }

  /** Writes at once what is not written yet. */
  async flush() {
    this.#stopTimer();
    const { document } = this.#store.state;
    this.#writes = this.#writes.then(() => this.#write());
    await this.#writes;
    // What was typed meanwhile; a run may go on and on.
    const now = this.#store.state.document;
    if (this.#timer && now.id === document.id && !sameSources(now, document)) await this.flush();
  }

  /** Writes at once, for a page that may be gone before a write ends that has begun; its backup is there at once. */
  saveBeforeUnload() {
    this.#stopTimer();
    this.#backUpForUnload();
    this.#writes = Promise.all([this.#writes, this.#write()]);
  }

  #backUpForUnload() {
    const { document } = this.#store.state;
    if (!this.#openDrafts || this.#isWiped) return;
    if (isUneditedExample(document)) {
      const { name, kept, key } = this.#exampleRunOf(document);
      if (key.length > MAX_SAVED_CHARACTERS || key === (this.#savedExampleRuns.get(name) ?? '')) return;
      if (this.#openDrafts.backUpExample(name, kept)) this.#unloadBackups.set(exampleId(name), { key });
    } else if (isAutosaved(document) && !isLarge(document)) {
      const { draft, key } = this.#draftOf(document);
      if (this.#draftSnapshots.get(draft.id)?.key === key) return;
      if (this.#openDrafts.backUp(draft)) this.#unloadBackups.set(draft.id, { key });
      else this.#unloadBackups.delete(draft.id);
    }
  }

  /**
   * Something is written: its backup is dropped, unless it holds something later, whose own write may not arrive.
   * @param before the backup that was there when the write began
   */
  #discardBackup(id: string, key: string, before: { key: string } | undefined) {
    const backedUp = this.#unloadBackups.get(id);
    if (backedUp && (backedUp === before || backedUp.key === key)) this.#dropBackup(id);
  }

  #dropBackup(id: string) {
    this.#unloadBackups.delete(id);
    this.#openDrafts?.dropBackup(id);
  }

  #stopTimer() {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  /** Tries again what was refused. */
  async retry() {
    this.#lastAttempt = { document: null, place: '' };
    await this.flush();
  }

  #onStateChange(state: State) {
    const { document } = state;
    if (document.id !== this.#currentDocumentId) {
      this.#currentDocumentId = document.id;
      // What was said of the document before went with it.
      if (state.saveStatus !== 'none') this.#lastReportedProblem = '';
      if (!document.draft) this.#tabLock.letGo();
    }
    if (!(isAutosaved(document) || isUneditedExample(document)) || this.#wasAttempted(document, saveTriggerOf(state)))
      return;
    this.#stopTimer();
    this.#timer = setTimeout(() => void this.flush(), SAVE_DEBOUNCE_MS);
  }

  #wasAttempted(document: State['document'], place: string) {
    return document === this.#lastAttempt.document && place === this.#lastAttempt.place;
  }

  async #write() {
    const drafts = await this.#usableDrafts();
    const { document } = this.#store.state;
    const place = saveTriggerOf(this.#store.state);
    if (
      !drafts ||
      this.#isWiped ||
      !(isAutosaved(document) || isUneditedExample(document)) ||
      this.#wasAttempted(document, place)
    )
      return;
    this.#lastAttempt = { document, place };
    if (isUneditedExample(document)) return this.#writeExample(drafts, document);
    if (isLarge(document)) return this.#reportProblem('large');
    const { draft, key } = this.#draftOf(document);
    const known = this.#draftSnapshots.get(draft.id);
    const backedUp = this.#unloadBackups.get(draft.id);
    if (known?.key !== key) {
      this.#store.set({ saveStatus: 'saving' });
      try {
        if (document.draft && !this.#tabLock.exclusive && known)
          await this.#saveConflictingVersions(drafts, draft, known);
        await writeWithRoom(drafts.versions, key.length, () => drafts.put(draft));
      } catch (error) {
        if (this.#isClosed) return;
        return this.#reportProblem(isFull(error) ? 'full' : 'failed');
      }
      this.#draftSnapshots.set(draft.id, {
        created: draft.created,
        changed: draft.changed,
        key,
        texts: document,
        run: draft.run,
        at: draft.at,
        stops: draft.stops,
        typed: draft.typed,
        list: draft.list,
      });
      // From the first edit on, the run is the draft's.
      if (document.slug && this.#savedExampleRuns.get(document.slug)) await this.forgetExampleRun(document.slug);
      this.#channel.post({ type: 'changed', id: draft.id });
    }
    this.#discardBackup(draft.id, key, backedUp);
    this.#lastReportedProblem = '';
    const present = this.#store.state.document;
    // Written, it has a draft; what was typed meanwhile is written next.
    const named = present.id === document.id && present.draft !== draft.id ? { ...present, draft: draft.id } : present;
    // A later position may be on its way.
    if (present === document) this.#lastAttempt = { ...this.#lastAttempt, document: named };
    this.#store.set({
      document: named,
      ...(this.#isClosed ? {} : { saveStatus: present === document ? 'saved' : 'saving' }),
    });
    if (this.#pendingDraftId?.id === draft.id) this.#pendingDraftId = null;
    await this.onDraftSaved(draft.id, document);
    await this.#refreshDraftList();
  }

  /** The run of an example that nobody edited is kept under its name, and is no machine of the visitor's. */
  async #writeExample(drafts: Drafts, document: State['document']) {
    const { name, kept, key } = this.#exampleRunOf(document);
    if (key.length > MAX_SAVED_CHARACTERS) return;
    const backedUp = this.#unloadBackups.get(exampleId(name));
    const forgotten = this.#forgottenExampleCount;
    if (key !== (this.#savedExampleRuns.get(name) ?? '')) {
      // What finds no room is lost with the page, like everything of an example; nothing else has to give way to it.
      const isWritten = await drafts.putExample(name, kept).then(
        () => true,
        () => false,
      );
      if (!isWritten || forgotten !== this.#forgottenExampleCount) return;
      this.#savedExampleRuns.set(name, key);
    }
    this.#discardBackup(exampleId(name), key, backedUp);
  }

  /** @returns `kept` is null where nothing is worth it; `key` is equal for equal runs */
  #exampleRunOf({ slug, source }: State['document']): { name: string; kept: ExampleRun | null; key: string } {
    const { state } = this.#store;
    const whole = this.#getRunRecord();
    const typed = unsavedInputOf(state);
    const run = whole && hasActions(whole.record) ? whole.record : null;
    const list = runHistoryOf(state);
    const worth =
      run !== null ||
      list !== undefined ||
      state.breakpoints.length > 0 ||
      Object.keys({ ...typed.answers, ...typed.drafts }).length > 0;
    const kept = worth
      ? { source, run, at: run && whole ? whole.at : null, stops: state.breakpoints, typed, ...(list ? { list } : {}) }
      : null;
    return { name: String(slug), kept, key: kept ? JSON.stringify(kept) : '' };
  }

  /** @returns `key` is equal for equal drafts */
  #draftOf(document: State['document']): { draft: Draft; key: string } {
    const id = document.draft ?? this.#newId(document.id);
    const known = this.#draftSnapshots.get(id);
    const now = this.#now();
    // Until its run stands again, what was kept of it stays.
    const whole = document.ready ? this.#getRunRecord() : null;
    const run = whole ? (hasActions(whole.record) ? whole.record : null) : (known?.run ?? null);
    const at = whole ? whole.at : (known?.at ?? null);
    const title = this.#store.state.run.analysis?.title ?? '';
    const texts = textsOf(document);
    const stops = document.ready ? this.#store.state.breakpoints : (known?.stops ?? []);
    const typed = document.ready
      ? unsavedInputOf(this.#store.state)
      : (known?.typed ?? unsavedInputOf(this.#store.state));
    const list = document.ready ? runHistoryOf(this.#store.state) : known?.list;
    const key = JSON.stringify([title, texts, run, run && at, stops, typed, list]);
    const changed = known && sameSources(known.texts, document) ? known.changed : now;
    return {
      key,
      draft: {
        id,
        title,
        document: texts,
        run,
        at: run && at,
        stops,
        typed,
        ...(list ? { list } : {}),
        created: known?.created ?? now,
        changed,
        origin: document.slug,
        size: key.length,
      },
    };
  }

  /** The same for all writes until the first of them is done. */
  #newId(document: number) {
    if (this.#pendingDraftId?.document !== document) {
      this.#pendingDraftId = { document, id: newId() };
      // Nobody else knows a new id, and a page that is being left has no time to wait.
      void this.#tabLock.take(this.#pendingDraftId.id);
    }
    return this.#pendingDraftId.id;
  }

  /** Without locks another tab may have written meanwhile; then both texts become versions. */
  async #saveConflictingVersions(drafts: Drafts, draft: Draft, known: DraftSnapshot) {
    const stored = await drafts.get(draft.id);
    if (!stored || stored.changed === known.changed || sameSources(sourcesOf(stored.document), known.texts)) return;
    for (const [i, { document }] of [stored, draft].entries()) {
      const texts = textsOf(sourcesOf(document));
      await drafts.versions.put({
        id: draft.id,
        time: this.#now() + i,
        name: null,
        why: 'tabs',
        document: texts,
        size: JSON.stringify(texts).length,
      });
    }
  }

  /** Says once why something is not kept. */
  #reportProblem(why: StorageProblem | 'failed' | 'full' | 'large') {
    const isOfDocument = why === 'failed' || why === 'full' || why === 'large';
    if (this.#lastReportedProblem !== why) {
      const download = { label: savingStrings.download, action: { type: 'downloadAll' } as const };
      const acts = {
        none: [],
        newer: [RELOAD],
        blocked: [RELOAD],
        upgraded: [RELOAD],
        closed: [RELOAD],
        failed: [download],
        large: [download],
        full: [download, { label: savingStrings.cleanUp, action: { type: 'dialog', name: 'settings' } as const }],
      }[why];
      this.#store.notify({
        kind: 'warning',
        text: savingStrings[why],
        ...(acts.length > 0 ? { acts } : {}),
        ...(isOfDocument ? { ofDocument: true } : {}),
      });
    }
    this.#lastReportedProblem = why;
    this.#store.set(
      isOfDocument ? { saveStatus: why === 'full' ? 'full' : 'failed' } : { saveStatus: 'none', storageProblem: why },
    );
  }

  /** Another tab has the draft now. */
  #lockDocument(id: string) {
    const { document } = this.#store.state;
    if (document.draft !== id || document.locked) return;
    // A text that could not be written is not given up: it is a machine of its own from now on.
    if (this.hasUnsavedWork) {
      this.#store.set({ document: { ...document, draft: null } });
      this.#store.notify({ kind: 'warning', text: savingStrings.taken, ofDocument: true });
    } else {
      this.#store.set({ document: { ...document, locked: true, edited: false }, saveStatus: 'locked' });
      this.#store.notify(EDITED_ELSEWHERE);
    }
  }

  /** @param message of another tab */
  async #onTabMessage(message: Message) {
    const { document } = this.#store.state;
    if (message.type === 'want') {
      if (message.id !== document.draft || document.locked) return;
      await this.flush();
      this.#lockDocument(message.id);
      this.#tabLock.letGo();
      return;
    }
    if (message.type === 'wiped') {
      this.#draftSnapshots.clear();
      this.#store.set({
        document: { ...document, draft: null, edited: false, locked: false },
        saveStatus: 'untouched',
      });
    } else if (message.id === document.draft && document.locked) {
      const draft = await (await this.#usableDrafts())?.get(message.id).catch(() => null);
      if (draft && this.#store.state.document.id === document.id) this.#mirror(sourcesOf(draft.document));
    }
    await this.#refreshDraftList();
  }

  async #refreshDraftList() {
    const list = await (await this.#usableDrafts())?.list().catch(() => null);
    if (list) this.#store.set({ keptDrafts: list });
  }
}

/** What is kept of a document beside its text and its run. */
type UnsavedInput = Pick<State, 'answers' | 'drafts' | 'path' | 'allPaths' | 'compare'>;

/** Whether the document is one to be written. */
function isAutosaved({ edited, draft, locked, ready }: State['document']) {
  return !locked && (edited || (draft !== null && ready === true));
}

/** Whether the document is an example as it came. */
function isUneditedExample({ slug, edited, draft, locked, ready }: State['document']) {
  return slug !== null && !edited && draft === null && !locked && ready === true;
}

function isLarge({ source, files }: Sources) {
  return Object.values(files).reduce((sum, text) => sum + text.length, source.length) > MAX_SAVED_CHARACTERS;
}

/** What is written and not sent, without what was wrong with it, the path that is shown, and the pinned step. */
function unsavedInputOf({ answers, drafts, path, allPaths, compare }: UnsavedInput): Typed {
  const written = Object.entries(answers).filter(([, { text }]) => text !== '');
  return {
    answers: Object.fromEntries(written.map(([id, { text }]) => [id, { text, error: '' }])),
    drafts: Object.fromEntries(Object.entries(drafts).map(([id, draft]) => [id, { ...draft, error: '' }])),
    ...(path ? { path } : {}),
    ...(typeof allPaths === 'boolean' ? { allPaths } : {}),
    ...(compare ? { compare: { run: compare.run, from: compare.from, at: compare.at, label: compare.label } } : {}),
  };
}

/** The runs that were left, as far as they are kept; nothing before the first was. */
function runHistoryOf(state: Pick<State, 'run'>): Draft['list'] {
  return state.run.runs.length > 0 ? truncateRunHistory(state.run) : undefined;
}

/** Whether anything was done in a run, or set for one. */
function hasActions({ t, k, b = [], c = [], w, i, g, now }: SessionRecord) {
  return (
    k > 0 || t.length > 0 || b.length > 0 || c.length > 0 || [w, i, g, now?.n].some((member) => member !== undefined)
  );
}

function saveTriggerOf(state: UnsavedInput & Pick<State, 'run' | 'breakpoints'>) {
  const {
    run: { analysis, snapshot, runs, runNumber },
    breakpoints,
  } = state;
  // The core may tell the title of a text after that was written.
  const title = JSON.stringify(analysis?.title ?? '');
  if (!snapshot) return title;
  const { position, branches, checkpoints, layer, input = null } = snapshot;
  return (
    `${title} ${JSON.stringify([breakpoints, unsavedInputOf(state)])} ${position.branch} ${position.step} ` +
    `${branches.length} ${checkpoints.length} ${layer} ${JSON.stringify(input)} ` +
    `${runNumber} ${runs.map(({ number }) => number)}`
  );
}
