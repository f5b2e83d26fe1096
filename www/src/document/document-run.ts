// The run of the page's document: the core reads the newest text before the run acts on it, and the page's state shows
// what the run comes to.

import { withoutRemoteAgent } from '../run/history.ts';
import { itemsOf, memberOf } from '../protocol/plain-data.ts';
import { textOf } from '../protocol/sources.ts';
import { MAX_TICKS, refusalOf, RunStore } from '../run/run-store.ts';
import { statusOf } from '../run/controls.ts';
import { elementAt, stopsFor } from '../run/breakpoints.ts';
import { DrawingSchedule } from './drawing-schedule.ts';
import { ceilingStrings, openStrings } from './strings.ts';
import { idAfter, itemNamed } from './outline.ts';
import { applyWords } from '../run/strings.ts';
import { debounce } from '../ui/timing.ts';
import type { Store } from '../store/store.ts';
import type {
  Analysis,
  Diagnostic,
  DotOptions,
  Engine,
  Inputs,
  Json,
  LayerEdit,
  Refusal,
  RunList,
  SessionRecord,
  RunBounds,
} from '../protocol/types.ts';
import type { RunState } from '../run/types.ts';
import type { RunCursor } from '../storage/drafts.ts';
import type { State } from '../store/state.ts';

/** After the last key the text is read by the core. */
const ANALYZE_DEBOUNCE_MS = 150;

/** Which problems of the shown text are said now; those of what is being typed wait. */
interface AnnouncedDiagnostics {
  announced(list: Diagnostic[]): Diagnostic[];
  /** All are said. */
  announceAll(list: Diagnostic[]): Diagnostic[];
}

export interface DocumentRunDependencies {
  store: Store;
  engine: Engine;
  /** A small stage has room for the essentials of a drawing. */
  compact?: boolean;
  /** The part of the shown file that is on screen, where it is known. */
  visible?: () => { from: number; to: number } | null;
  announcedDiagnostics?: () => AnnouncedDiagnostics | null;
}

export class DocumentRun extends RunStore {
  readonly #deps: DocumentRunDependencies;
  /** A change that is complete, like a paste, is read at once. */
  #analyzeAfterPause = debounce(
    (_isWhole: boolean) => {
      this.#lastAnalysis = this.#analyze();
    },
    (isWhole) => (isWhole ? 0 : ANALYZE_DEBOUNCE_MS),
  );
  #drawingSchedule: DrawingSchedule;
  /** The step that the timeline was last dragged to, while it is on its way. */
  #pendingScrubStep: number | null = null;
  #isScrubbing = false;
  /** Whether a change waits to be read. */
  #hasPendingEdit = false;
  /** Whether the last colours that were asked for are of a part of the text. */
  #hasPartialTokens = false;
  /** Whether the core could not read the text, for want of a part that may have come since. */
  #needsAnalysis = false;
  /** The last reading of the text. */
  #lastAnalysis: Promise<unknown> = Promise.resolve();
  /** The last tick of the run that is being played again. */
  #replayTick: number | null = null;
  /** Where the last Run stopped to wait for answers or replies. */
  #pausedForAnswers: {
    at: string;
    stops: RunBounds;
  } | null = null;
  /** What the core said last, and what of it is said to the user. */
  #lastAnalyses: { analysis: Analysis | null; part: Analysis | null } = { analysis: null, part: null };

  constructor(deps: DocumentRunDependencies) {
    const { store, engine, compact } = deps;
    super(engine, (state) => this.#applyRunState(state), {
      speed: store.state.run.speed,
      options: compact ? { heading: false, detail: 'compact' } : { heading: false },
    });
    this.#deps = deps;
    this.#drawingSchedule = new DrawingSchedule(store, () => this.#withAnnouncedProblems(this.state));
    store.watch(
      ({ run }) => run.hit,
      (_, { run }) => this.#selectHit(run),
    );
    store.watch(
      ({ import: { keptText } }) => keptText,
      () => this.#drawingSchedule.show(this.#withAnnouncedProblems(this.state)),
    );
    store.watch(
      ({ run }) => run.snapshot?.ceiling?.kind,
      (_, { run }) => this.#reportCeiling(run),
    );
  }

  /**
   * Another document stands in the store; with a record, its run is replayed.
   * @param at where its cursor is put; at its end by default
   * @param list earlier runs
   * @returns why the replay stopped, or that the user stopped it, how many actions it left out, and whether there is
   * no run where there should be one
   */
  async openDocument(
    record: SessionRecord | null,
    at: RunCursor | null = null,
    list?: RunList,
  ): Promise<{ refusal: Refusal | null; stopped: boolean; leftOut: number; isRunMissing: boolean }> {
    const { id, source, files, entry } = this.#deps.store.state.document;
    this.forget();
    // What is known of the document before is not told of this one.
    this.#clearRun({ snapshot: null, analysis: null, entries: [] });
    this.#deps.store.set({ announcedAnalysis: null });
    void this.#highlight();
    this.#replayTick = record?.k ?? null;
    const answer = record ? await this.restore(withoutRemoteAgent(record), at, list) : null;
    if (!record) await this.open(source, {}, files, entry, list);
    const { document } = this.#deps.store.state;
    // The run may be of an earlier text, and the visitor may have typed meanwhile.
    if (document.id === id && (record || document.source !== source))
      await this.edit(document.source, document.files, document.entry);
    this.#needsAnalysis = this.#lacksPart;
    this.#endReplay(id);
    await this.#drawIfNeeded();
    return {
      refusal: answer ? refusalOf(answer) : null,
      stopped: answer?.stopped === true,
      leftOut: answer?.leftOut ?? 0,
      // A replay that stopped on the way left a run.
      isRunMissing: record !== null && refusalOf(answer) !== null && refusalOf(answer)?.code !== 'replay',
    };
  }

  /** Why the last Run ended. */
  get stop() {
    return this.state.stop;
  }

  /** Counts the runs of the document. */
  get runNumber() {
    return this.state.runNumber;
  }

  /**
   * A text changed: colours at once, problems and drawing when the keys rest.
   * @param whole a change that is complete, like a paste
   */
  onSourcesEdited(whole: boolean) {
    this.#hasPendingEdit = true;
    void this.#highlight(whole ? null : (this.#deps.visible?.() ?? null));
    this.#drawingSchedule.typed(whole);
    this.#analyzeAfterPause(whole);
  }

  /** Another file is shown. */
  onFileShown() {
    void this.#highlight();
    void this.#analyzeOpenFile();
  }

  /**
   * Problems that wait because something is being typed are said now.
   * @param pressed whether a command needs to know them: a screen reader is told as well
   */
  announceProblems(pressed: boolean) {
    const { analysis, part } = this.#lastAnalyses;
    if (part === analysis) return;
    this.#deps.announcedDiagnostics?.()?.announceAll(analysis?.diagnostics ?? []);
    this.#lastAnalyses.part = analysis;
    this.#applyRunState(this.state);
    if (pressed) this.#deps.store.set({ live: this.#deps.store.state.run.status.text });
  }

  /** The core has read the newest text, and the user hears why it cannot run. */
  async #analyzeAndAnnounce() {
    await this.flush();
    this.announceProblems(true);
  }

  override async step() {
    await this.#analyzeAndAnnounce();
    return super.step();
  }

  /** @param stops the document's breakpoints by default */
  override async run(stops?: RunBounds) {
    await this.#analyzeAndAnnounce();
    const until = stops ?? stopsFor(this.#deps.store.state.breakpoints, this.#deps.store.state.run.snapshot?.view);
    await super.run(until);
    this.#pausedForAnswers = this.stop === 'pending' ? { at: this.#positionKey(), stops: until } : null;
  }

  /** A reply or an answer was given: a Run that waited for it continues, where nothing else was done since. */
  async resumeAfterAnswer() {
    const {
      run: { isRunning, controls, isOutdated, shows },
    } = this.#deps.store.state;
    if (this.#pausedForAnswers?.at !== this.#positionKey() || isRunning || !controls.run.enabled) return;
    // Run would start anew on the edited text.
    if (isOutdated && shows === 'source') return;
    await this.run(this.#pausedForAnswers.stops);
  }

  /** An answer belongs to the step it is given at, so that it does not lead away from it. */
  #positionKey() {
    const { position } = this.state.snapshot ?? {};
    return `${this.runNumber} ${position?.branch} ${position?.tick}`;
  }

  /** @param edit of the context graph */
  editGraph(edit: LayerEdit): Promise<Awaited<ReturnType<Engine['perform']>> | null> {
    return this.act(['graphEdit', edit]);
  }

  /** @param input what a new run is started with */
  override async setInput(input: Inputs) {
    await this.flush();
    return super.setInput(input);
  }

  /** A saved run and its texts; the caller has put another document into the store. */
  override resume(saved: string, force: boolean) {
    this.forget();
    return super.resume(saved, force);
  }

  override async playRecording(recording: Json, force: boolean) {
    await this.flush();
    return super.playRecording(recording, force);
  }

  /** Nothing of a document is left. */
  forget() {
    this.#analyzeAfterPause.cancel();
    this.#hasPendingEdit = this.#needsAnalysis = false;
    this.#drawingSchedule.forget();
    this.#deps.store.reset(OF_DOCUMENT);
    this.#clearRun();
  }

  #clearRun(part: Partial<RunState> = {}) {
    this.#deps.store.set({ run: { ...this.#deps.store.state.run, branchEvents: [], mode: 'stub', ...part } });
  }

  override async reset() {
    await this.#analyzeAndAnnounce();
    return super.reset();
  }

  /** The run goes on with the newest text; a notice says why it cannot. */
  override async applyText() {
    await this.#analyzeAndAnnounce();
    const { enabled, why } = this.state.controls.apply;
    const answer = await super.applyText();
    if (answer === null) {
      if (!enabled) this.#deps.store.set({ live: why });
      return null;
    }
    this.#deps.store.set({ notices: this.#deps.store.state.notices.filter(({ rejected }) => !rejected) });
    if (answer.ok) this.#deps.store.set({ live: applyWords.applied });
    // Of a restarted engine there is a notice already.
    else if (answer.error.code !== 'engine-restarted') this.#reportRejectedText(answer.error);
    return answer;
  }

  /** @param refusal by the core, with its reasons where it looked at the text */
  #reportRejectedText({ message, data }: Refusal) {
    const reasons = itemsOf(memberOf(data, 'reasons')).map(String);
    const outline = this.#deps.store.state.run.analysis?.outline ?? [];
    const names = reasons.flatMap((reason) => reason.match(/(?<=`)[^`]+(?=`)/g) ?? []);
    // A node that is gone has no place in the text.
    const declared = names.flatMap((name) => itemNamed(outline, name) ?? []);
    this.#deps.store.notify({
      kind: 'warning',
      ofDocument: true,
      text: reasons.length > 0 ? applyWords.rejected(reasons) : message,
      rejected: true,
      acts: declared.slice(0, 1).map(({ name, from, to, file, diagramId }) => ({
        label: applyWords.show(name),
        action: { type: 'jump', span: { from, to, ...(file === undefined ? {} : { file }) }, id: diagramId ?? null },
      })),
    });
  }

  /** A new run, from the start on. */
  async again() {
    await this.reset();
    await this.run();
  }

  /** An earlier run of the list comes back. */
  override async openRun(number: number) {
    await this.flush();
    const { id } = this.#deps.store.state.document;
    this.#replayTick = this.#deps.store.state.run.runs.find((run) => run.number === number)?.record.k ?? null;
    const answer = await super.openRun(number);
    this.#endReplay(id);
    if (answer?.stopped)
      this.#deps.store.notify({
        kind: 'info',
        text: openStrings.stopped(String(answer.snapshot?.position.tick ?? 0)),
        ofDocument: true,
      });
    else if (answer && !answer.ok)
      this.#deps.store.notify({
        kind: 'warning',
        text: openStrings.replayFailed(answer.error.message),
        ofDocument: true,
      });
    if (answer?.leftOut)
      this.#deps.store.notify({ kind: 'warning', text: openStrings.leftOut(answer.leftOut), ofDocument: true });
    this.#deps.store.set({ live: this.#deps.store.state.run.status.text });
    await this.#drawIfNeeded();
    return answer;
  }

  /** A document that was opened meanwhile may have a replay of its own. */
  #endReplay(document: number) {
    if (this.#deps.store.state.document.id !== document) return;
    this.#replayTick = null;
    if (this.#deps.store.state.replaying) this.#deps.store.set({ replaying: null });
  }

  /** While the timeline is dragged: the newest wish counts, and no layout is made before the pointer rests. */
  async scrub(step: number) {
    this.#pendingScrubStep = step;
    this.#drawingSchedule.scrubbed();
    if (this.#isScrubbing) return;
    this.#isScrubbing = true;
    try {
      while (this.#pendingScrubStep !== null) {
        const to = this.#pendingScrubStep;
        this.#pendingScrubStep = null;
        await this.goTo(to, null);
      }
    } finally {
      this.#isScrubbing = false;
    }
  }

  setMode(mode: RunState['mode']) {
    const { m: _, ...rest } = this.settings;
    return this.setAgents(mode === 'stub' ? rest : { ...rest, m: mode });
  }

  /** @param compact a small stage has room for the essentials */
  setCompact(compact: boolean) {
    return this.changeOptions({ detail: compact ? 'compact' : undefined });
  }

  /** What is drawn; an option without a value goes back to its default. */
  changeOptions(part: Partial<DotOptions>) {
    const options = Object.fromEntries(
      Object.entries({ ...this.state.options, ...part }).filter(([, value]) => value !== undefined),
    );
    return this.setOptions(options);
  }

  /** The core has read the newest text: also what is typed while it reads. */
  async flush() {
    this.#hasPendingEdit ||= this.#needsAnalysis;
    for (let read; this.#hasPendingEdit || read !== this.#lastAnalysis; ) {
      if (this.#hasPendingEdit) this.#lastAnalysis = this.#analyze();
      read = this.#lastAnalysis;
      await read;
    }
  }

  /** Whether the last call was refused for want of a part of the engine. */
  get #lacksPart() {
    return this.state.refusal?.code === 'engine-part';
  }

  /** Tells the core the newest text at once. */
  async #analyze() {
    this.#analyzeAfterPause.cancel();
    this.#hasPendingEdit = false;
    const { source, files, entry } = this.#deps.store.state.document;
    void this.#analyzeOpenFile();
    const read = this.edit(source, files, entry);
    // Behind the problems; while keys were pressed, colours were asked for where the text is on screen.
    if (this.#hasPartialTokens) void this.#highlight();
    await read;
    this.#needsAnalysis = this.#lacksPart;
    await this.#drawIfNeeded();
  }

  /** @param within the part that is coloured, all of it by default */
  async #highlight(within: { from: number; to: number } | null = null) {
    const { document, file } = this.#deps.store.state;
    this.#hasPartialTokens = within !== null;
    const tokens = await this.#deps.engine
      .tokens(document.source, document.files, document.entry, file, within ?? undefined)
      .catch(() => null);
    if (tokens && tokens.source === this.#shownText()) this.#deps.store.set({ tokens });
  }

  /** Asks about the shown file where the analysis of the machine does not speak of it. */
  async #analyzeOpenFile() {
    const { document, file } = this.#deps.store.state;
    const text = this.#shownText();
    if (text === null || file === document.entry) {
      if (this.#deps.store.state.openFileAnalysis !== null) this.#deps.store.set({ openFileAnalysis: null });
      return;
    }
    const analysis = await this.#deps.engine.file(file, text).catch(() => null);
    if (analysis && file === this.#deps.store.state.file && analysis.source === this.#shownText())
      this.#deps.store.set({ openFileAnalysis: analysis });
  }

  #shownText() {
    return textOf(this.#deps.store.state.document, this.#deps.store.state.file);
  }

  /** The text is drawn by itself where no run shows it: beside a run of an earlier text, or when it can not run. */
  async #drawIfNeeded() {
    const state = this.state;
    const errors = state.analysis?.errors ?? 0;
    const wanted = state.shows === 'source' ? errors === 0 : state.runDrawing === null && state.sourceDrawing === null;
    if (wanted) await this.draw();
  }

  /** Selects what a Run stopped at. */
  #selectHit({ hit, snapshot }: RunState) {
    const id = hit && (hit.edge ?? elementAt(hit.field ?? hit.node ?? '', snapshot?.view)?.diagramId);
    if (id) this.#deps.store.set({ selected: id });
  }

  /** After an edit the numbers of the drawing are others: what is chosen stays chosen. */
  #follows({ selected, card, run: { analysis: before } }: State, { analysis }: RunState): Partial<State> {
    if (selected === null || before === null || analysis === null || analysis === before) return {};
    const id = idAfter(before, analysis, selected);
    return id === selected ? {} : { selected: id, card: card && id };
  }

  /** A run as it is told: without the problems that wait. Its controls know them. */
  #withAnnouncedProblems(run: RunState): RunState {
    const { analysis } = run;
    if (analysis !== this.#lastAnalyses.analysis)
      this.#lastAnalyses = { analysis, part: analysis && this.#sayable(analysis) };
    const { part } = this.#lastAnalyses;
    if (part === analysis) return run;
    const announcedRun = { ...run, analysis: part };
    return { ...announcedRun, status: statusOf(announcedRun, MAX_TICKS) };
  }

  #sayable(analysis: Analysis): Analysis {
    const { document, file } = this.#deps.store.state;
    const shown = analysis.diagnostics.filter((d) => (d.file ?? document.entry) === file);
    const announced = new Set(this.#deps.announcedDiagnostics?.()?.announced(shown) ?? shown);
    const waiting = shown.filter((d) => !announced.has(d));
    if (waiting.length === 0) return analysis;
    const of = (severity: Diagnostic['severity']) => waiting.filter((d) => d.severity === severity).length;
    return {
      ...analysis,
      errors: analysis.errors - of('error'),
      warnings: analysis.warnings - of('warning'),
      diagnostics: analysis.diagnostics.filter((d) => !waiting.includes(d)),
    };
  }

  #applyRunState(run: RunState) {
    const store = this.#deps.store;
    const announcedRun = this.#withAnnouncedProblems(run);
    const before = store.state;
    if (this.#replayTick !== null && run.snapshot && run.activity === 'working') {
      store.set({ replaying: { tick: run.snapshot.position.tick, of: this.#replayTick } });
      // One position shows what the run is of; to show each would take longer than the replay itself.
      if (before.replaying) return;
    }
    store.set({
      announcedAnalysis: announcedRun.analysis,
      run: { ...run, status: announcedRun.status },
      ...this.#follows(before, run),
    });
    this.#drawingSchedule.show(announcedRun);
  }

  /** Says what of the page's ceilings a run has come to. */
  #reportCeiling({ snapshot }: RunState) {
    const ceiling = snapshot?.ceiling;
    if (ceiling)
      this.#deps.store.notify({
        kind: 'warning',
        ofDocument: true,
        text:
          ceiling.kind === 'live'
            ? ceilingStrings.live(ceiling.most, ceiling.asked)
            : ceilingStrings[ceiling.kind](ceiling.most),
      });
  }
}

/** What belongs to one document. */
const OF_DOCUMENT = [
  'path',
  'selected',
  'alsoSelected',
  'drafts',
  'answers',
  'edit',
  'editsAside',
  'allPaths',
  'picture',
  'isDrawingOutdated',
  'compare',
  'labelling',
  'deleted',
  'card',
  'cardPath',
  'cardError',
  'breakpoints',
  'postponedEditIds',
  'inspected',
  'proposalError',
  'stopList',
  'trace',
] as const satisfies readonly (keyof State)[];
