// Between the run's controller and the page's state: when the text is told to the core, and what of a run is shown.

import { atRest } from '../run/history.ts';
import { itemsOf, memberOf } from '../protocol/plain-data.ts';
import { textOf } from '../protocol/sources.ts';
import { Controller, MAX_TICKS } from '../run/controller.ts';
import { statusOf } from '../run/controls.ts';
import { elementAt, stopsFor } from '../run/breakpoints.ts';
import { DrawingSchedule } from './drawing-schedule.ts';
import { openStrings } from './open-strings.ts';
import { idAfter, itemNamed } from './outline.ts';
import { applyWords } from '../run/strings.ts';
import { ceilingStrings } from './ceiling-strings.ts';
import type { Store } from './store.ts';
import type {
  Act,
  AgentReply,
  AgentSettings,
  Analysis,
  Answer,
  Diagnostic,
  DotOptions,
  Engine,
  Inputs,
  Json,
  LayerEdit,
  Refusal,
  SessionRecord,
  Stops,
} from '../protocol/types.ts';
import type { RunState } from '../run/types.ts';
import type { RunList } from '../protocol/types.ts';
import type { At } from '../storage/drafts.ts';
import type { State } from './state.ts';

/** After the last key the text is read by the core. */
const READ_MS = 150;

/** Which problems of the shown text are said now; those of what is being typed wait. */
interface Sayer {
  said(list: Diagnostic[]): Diagnostic[];
  /** All are said. */
  saidAll(list: Diagnostic[]): Diagnostic[];
}

export class RunActions {
  #store: Store;
  #engine: Engine;
  #controller: Controller;
  #read: ReturnType<typeof setTimeout> | null = null;
  #painting: DrawingSchedule;
  /** The step that the timeline was last dragged to, while it is on its way. */ #scrubTo: number | null = null;
  #scrubbing = false;
  /** What the last Run stopped at. */ #hit: RunState['hit'] = null;
  /** The ceiling that was told last. */ #ceiling: string | undefined;
  /** Whether a change waits to be read. */ #pending = false;
  /** Whether the last colours that were asked for are of a part of the text. */ #partly = false;
  /** Whether the core could not read the text, for want of a part that may have come since. */ #unread = false;
  /** The last reading of the text. */ #reading: Promise<unknown> = Promise.resolve();
  /** The last tick of the run that is being played again. */ #replayed: number | null = null;
  /** Where the last Run stopped to wait for answers or replies. */ #waits: { at: string; stops: Stops } | null = null;

  #visible: () => { from: number; to: number } | null;
  #sayer: () => Sayer | null;
  /** What the core said last, and what of it is said to the user. */
  #said: { analysis: Analysis | null; part: Analysis | null } = { analysis: null, part: null };

  constructor({
    store,
    engine,
    compact = false,
    visible = () => null,
    sayer = () => null,
  }: {
    store: Store;
    engine: Engine;
    /** A small stage has room for the essentials of a drawing. */
    compact?: boolean;
    /** The part of the shown file that is on screen, where it is known. */
    visible?: () => { from: number; to: number } | null;
    sayer?: () => Sayer | null;
  }) {
    this.#store = store;
    this.#visible = visible;
    this.#sayer = sayer;
    this.#engine = engine;
    this.#painting = new DrawingSchedule(store, () => this.#told(this.#controller.state));
    this.#controller = new Controller(engine, (state) => this.#take(state), {
      speed: store.state.speed,
      options: compact ? { heading: false, detail: 'compact' } : { heading: false },
    });
  }

  /**
   * Another document stands in the store; with a record, its run is replayed.
   * @param at where its cursor is put; at its end by default
   * @param list earlier runs
   * @returns why the replay stopped, or that the user stopped it, and how many actions it left out
   */
  async open(
    record: SessionRecord | null,
    at: At | null = null,
    list?: RunList,
  ): Promise<{ refusal: Refusal | null; stopped: boolean; leftOut: number }> {
    const { id, source, files, entry } = this.#store.state.document;
    this.forget();
    // What is known of the document before is not told of this one.
    this.#store.set({ analysis: null, said: null, run: null, entries: [] });
    void this.#tokens();
    this.#replayed = record?.k ?? null;
    const answer = record ? await this.#controller.restore(atRest(record), at, list) : null;
    if (!record) await this.#controller.open(source, {}, files, entry, list);
    const { document } = this.#store.state;
    // The run may be of an earlier text, and the visitor may have typed meanwhile.
    if (document.id === id && (record || document.source !== source))
      await this.#controller.edit(document.source, document.files, document.entry);
    this.#endReplay(id);
    await this.#drawIfNeeded();
    return {
      refusal: answer ? refusalOf(answer) : null,
      stopped: answer?.stopped === true,
      leftOut: answer?.leftOut ?? 0,
    };
  }

  /** Why the last Run ended. */
  get stop() {
    return this.#controller.state.stop;
  }

  /** Counts the runs of the document. */
  get number() {
    return this.#controller.state.runNumber;
  }

  /** Who answers. */
  get settings() {
    return this.#controller.settings;
  }

  /**
   * A text changed: colours at once, problems and drawing when the keys rest.
   * @param whole a change that is complete, like a paste
   */
  edited(whole: boolean) {
    this.#forget();
    this.#pending = true;
    void this.#tokens(whole ? null : this.#visible());
    this.#painting.typed(whole);
    this.#read = setTimeout(
      () => {
        this.#reading = this.#tell();
      },
      whole ? 0 : READ_MS,
    );
  }

  /** Another file is shown. */
  shown() {
    void this.#tokens();
    void this.#lookAside();
  }

  /**
   * Problems that wait because something is being typed are said now.
   * @param pressed whether a command needs to know them: a screen reader is told as well
   */
  sayProblems(pressed: boolean) {
    const { analysis, part } = this.#said;
    if (part === analysis) return;
    this.#sayer()?.saidAll(analysis?.diagnostics ?? []);
    this.#said.part = analysis;
    this.#take(this.#controller.state);
    if (pressed) this.#store.set({ live: this.#store.state.status.text });
  }

  /** The core has read the newest text, and the user hears why it cannot run. */
  async #readAndSay() {
    await this.flush();
    this.sayProblems(true);
  }

  async step() {
    await this.#readAndSay();
    await this.#controller.step();
  }

  /** @param stops the document's breakpoints by default */
  async run(stops?: Stops) {
    await this.#readAndSay();
    const until = stops ?? stopsFor(this.#store.state.stops, this.#store.state.run?.view);
    await this.#controller.run(until);
    this.#waits = this.stop === 'pending' ? { at: this.#at(), stops: until } : null;
  }

  /** A reply or an answer was given: a Run that waited for it continues, where nothing else was done since. */
  async goOn() {
    const { running, controls, earlier, shows } = this.#store.state;
    if (this.#waits?.at !== this.#at() || running || !controls.run.enabled) return;
    // Run would start anew on the edited text.
    if (earlier && shows === 'source') return;
    await this.run(this.#waits.stops);
  }

  /** An answer belongs to the step it is given at, so that it does not lead away from it. */
  #at() {
    const { position } = this.#controller.state.snapshot ?? {};
    return `${this.number} ${position?.branch} ${position?.tick}`;
  }

  async act(act: Act) {
    return refusalOf(await this.#controller.act(act));
  }
  /** @param edit of the context graph */
  editGraph(edit: LayerEdit): Promise<Awaited<ReturnType<Engine['act']>> | null> {
    return this.#controller.act(['graphEdit', edit]);
  }
  /** @param input what a new run is started with */
  async setInput(input: Inputs) {
    await this.flush();
    return refusalOf(await this.#controller.setInput(input));
  }
  async choose(path: string, edge: string) {
    return refusalOf(await this.#controller.choose(path, edge));
  }
  async cancel(path: string) {
    return refusalOf(await this.#controller.cancel(path));
  }

  /** A saved run and its texts; the caller has put another document into the store. */
  resume(saved: string, force: boolean) {
    this.forget();
    return this.#controller.resume(saved, force);
  }

  async playRecording(recording: Json, force: boolean) {
    await this.flush();
    return this.#controller.playRecording(recording, force);
  }

  /** Nothing of a document is left. */
  forget() {
    this.#forget();
    this.#pending = this.#unread = false;
    this.#painting.forget();
    this.#store.reset(OF_DOCUMENT);
  }

  pause() {
    return this.#controller.pause();
  }
  back() {
    return this.#controller.back();
  }
  forward() {
    return this.#controller.forward();
  }
  drawAnyway() {
    return this.#controller.drawAnyway();
  }
  async backToRun() {
    this.#controller.backToRun();
  }

  async reset() {
    await this.#readAndSay();
    await this.#controller.reset();
  }

  /** The run goes on with the newest text; a notice says why it cannot. */
  async applyText() {
    await this.#readAndSay();
    const { enabled, why } = this.#controller.state.controls.apply;
    const answer = await this.#controller.applyText();
    if (answer === null) return enabled ? undefined : this.#store.set({ live: why });
    this.#store.set({ notices: this.#store.state.notices.filter(({ rejected }) => !rejected) });
    if (answer.ok) return this.#store.set({ live: applyWords.applied });
    // Of a restarted engine there is a notice already.
    if (answer.error.code !== 'engine-restarted') this.#tellRejected(answer.error);
  }

  /** @param refusal by the core, with its reasons where it looked at the text */
  #tellRejected({ message, data }: Refusal) {
    const reasons = itemsOf(memberOf(data, 'reasons')).map(String);
    const outline = this.#store.state.analysis?.outline ?? [];
    const names = reasons.flatMap((reason) => reason.match(/(?<=`)[^`]+(?=`)/g) ?? []);
    // A node that is gone has no place in the text.
    const declared = names.flatMap((name) => itemNamed(outline, name) ?? []);
    this.#store.notify({
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
  async openRun(number: number) {
    await this.flush();
    const { id } = this.#store.state.document;
    this.#replayed = this.#store.state.runs.find((one) => one.number === number)?.record.k ?? null;
    const answer = await this.#controller.openRun(number);
    this.#endReplay(id);
    if (answer?.stopped)
      this.#store.notify({
        kind: 'info',
        text: openStrings.stopped(String(answer.snapshot?.position.tick ?? 0)),
        ofDocument: true,
      });
    else if (answer && !answer.ok)
      this.#store.notify({ kind: 'warning', text: openStrings.replayFailed(answer.error.message), ofDocument: true });
    if (answer?.leftOut)
      this.#store.notify({ kind: 'warning', text: openStrings.leftOut(answer.leftOut), ofDocument: true });
    this.#store.set({ live: this.#store.state.status.text });
    await this.#drawIfNeeded();
  }

  /** A document that was opened meanwhile may have a replay of its own. */
  #endReplay(document: number) {
    if (this.#store.state.document.id !== document) return;
    this.#replayed = null;
    if (this.#store.state.replaying) this.#store.set({ replaying: null });
  }

  goTo(step: number, branch: string | null = null) {
    return this.#controller.goTo(step, branch);
  }
  /** While the timeline is dragged: the newest wish counts, and no layout is made before the pointer rests. */
  async scrub(step: number) {
    this.#scrubTo = step;
    this.#painting.scrubbed();
    if (this.#scrubbing) return;
    this.#scrubbing = true;
    try {
      while (this.#scrubTo !== null) {
        const to = this.#scrubTo;
        this.#scrubTo = null;
        await this.#controller.goTo(to, null);
      }
    } finally {
      this.#scrubbing = false;
    }
  }

  setSpeed(speed: State['speed']) {
    this.#store.set({ speed });
    return this.#controller.setSpeed(speed);
  }

  /** @param real whether a retry waits as long as the core says, at speeds below max */
  setWaits(real: boolean) {
    this.#controller.setWaits(real);
  }

  setMode(mode: State['mode']) {
    this.#store.set({ mode });
    const { m: _, ...rest } = this.settings;
    return this.setAgents(mode === 'stub' ? rest : { ...rest, m: mode });
  }

  setAgents(settings: AgentSettings) {
    return this.#controller.setAgents(settings);
  }

  /** @param compact a small stage has room for the essentials */
  setCompact(compact: boolean) {
    return this.setOptions({ detail: compact ? 'compact' : undefined });
  }

  /** What is drawn; an option without a value goes back to its default. */
  setOptions(part: Partial<DotOptions>) {
    const options = Object.fromEntries(
      Object.entries({ ...this.#controller.state.options, ...part }).filter(([, value]) => value !== undefined),
    );
    return this.#controller.setOptions(options);
  }

  async reply(request: string, reply: AgentReply) {
    return refusalOf(await this.#controller.reply(request, reply));
  }
  async answer(request: string, answer: string | { error: string }) {
    return refusalOf(await this.#controller.answer(request, answer));
  }
  async setContext(path: string, target: string, value: Json) {
    return refusalOf(await this.#controller.setContext(path, target, value));
  }

  #forget() {
    if (this.#read) clearTimeout(this.#read);
    this.#read = null;
  }

  /** The core has read the newest text: also what is typed while it reads. */
  async flush() {
    this.#pending ||= this.#unread;
    for (let read; this.#pending || read !== this.#reading; ) {
      if (this.#pending) this.#reading = this.#tell();
      read = this.#reading;
      await read;
    }
  }

  /** Tells the core the newest text at once. */
  async #tell() {
    this.#forget();
    this.#pending = false;
    const { source, files, entry } = this.#store.state.document;
    void this.#lookAside();
    const read = this.#controller.edit(source, files, entry);
    // Behind the problems; while keys were pressed, colours were asked for where the text is on screen.
    if (this.#partly) void this.#tokens();
    await read;
    this.#unread = this.#controller.state.refusal?.code === 'engine-part';
    await this.#drawIfNeeded();
  }

  /** @param within the part that is coloured, all of it by default */
  async #tokens(within: { from: number; to: number } | null = null) {
    const { document, file } = this.#store.state;
    this.#partly = within !== null;
    const tokens = await this.#engine
      .tokens(document.source, document.files, document.entry, file, within ?? undefined)
      .catch(() => null);
    if (tokens && tokens.source === this.#shownText()) this.#store.set({ tokens });
  }

  /** Asks about the shown file where the analysis of the machine does not speak of it. */
  async #lookAside() {
    const { document, file } = this.#store.state;
    const text = this.#shownText();
    if (text === null || file === document.entry) {
      if (this.#store.state.aside !== null) this.#store.set({ aside: null });
      return;
    }
    const aside = await this.#engine.file(file, text).catch(() => null);
    if (aside && file === this.#store.state.file && aside.source === this.#shownText()) this.#store.set({ aside });
  }

  #shownText() {
    return textOf(this.#store.state.document, this.#store.state.file);
  }

  /** The text is drawn by itself where no run shows it: beside a run of an earlier text, or when it can not run. */
  async #drawIfNeeded() {
    const state = this.#controller.state;
    const errors = state.analysis?.errors ?? 0;
    const wanted = state.shows === 'source' ? errors === 0 : state.runDrawing === null && state.sourceDrawing === null;
    if (wanted) await this.#controller.draw();
  }

  /** A hit selects its element. */
  #selects({ hit, snapshot }: RunState): Partial<State> {
    if (hit === this.#hit) return {};
    this.#hit = hit;
    const id = hit ? (hit.edge ?? elementAt(hit.field ?? hit.node ?? '', snapshot?.view)?.diagramId ?? null) : null;
    return id === null ? {} : { selected: id };
  }

  /** After an edit the numbers of the drawing are others: what is chosen stays chosen. */
  #follows({ selected, card, analysis: before }: State, { analysis }: RunState): Partial<State> {
    if (selected === null || before === null || analysis === null || analysis === before) return {};
    const id = idAfter(before, analysis, selected);
    return id === selected ? {} : { selected: id, card: card && id };
  }

  /** A run as it is told: without the problems that wait. Its controls know them. */
  #told(run: RunState): RunState {
    const { analysis } = run;
    if (analysis !== this.#said.analysis) this.#said = { analysis, part: analysis && this.#sayable(analysis) };
    const { part } = this.#said;
    if (part === analysis) return run;
    const told = { ...run, analysis: part };
    return { ...told, status: statusOf(told, MAX_TICKS) };
  }

  #sayable(analysis: Analysis): Analysis {
    const { document, file } = this.#store.state;
    const shown = analysis.diagnostics.filter((d) => (d.file ?? document.entry) === file);
    const said = new Set(this.#sayer()?.said(shown) ?? shown);
    const waiting = shown.filter((d) => !said.has(d));
    if (waiting.length === 0) return analysis;
    const of = (severity: Diagnostic['severity']) => waiting.filter((d) => d.severity === severity).length;
    return {
      ...analysis,
      errors: analysis.errors - of('error'),
      warnings: analysis.warnings - of('warning'),
      diagnostics: analysis.diagnostics.filter((d) => !waiting.includes(d)),
    };
  }

  #take(run: RunState) {
    const store = this.#store;
    const told = this.#told(run);
    const before = store.state;
    if (this.#replayed !== null && run.snapshot && run.activity === 'working') {
      store.set({ replaying: { tick: run.snapshot.position.tick, of: this.#replayed } });
      // One position shows what the run is of; to show each would take longer than the replay itself.
      if (before.replaying) return;
    }
    store.set({
      analysis: run.analysis,
      said: told.analysis,
      run: run.snapshot,
      events: run.branchEvents,
      entries: run.entries,
      replies: run.replies,
      runs: run.runs,
      runNumber: run.runNumber,
      mode: run.settings.m ?? 'stub',
      running: run.activity === 'running' || run.activity === 'held',
      held: run.activity === 'held',
      earlier: run.stale,
      shows: run.shows,
      status: told.status,
      controls: run.controls,
      ...this.#follows(before, run),
      ...this.#selects(run),
    });
    this.#painting.show(told);
    this.#tellCeiling(run.snapshot);
  }

  /** Says once what of the page's ceilings a run has come to. */
  #tellCeiling(snapshot: RunState['snapshot']) {
    const ceiling = snapshot?.ceiling;
    if (ceiling?.kind === this.#ceiling) return;
    this.#ceiling = ceiling?.kind;
    if (ceiling)
      this.#store.notify({
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
  'events',
  'path',
  'selected',
  'drafts',
  'answers',
  'edit',
  'editsAside',
  'allPaths',
  'picture',
  'stale',
  'mode',
  'compare',
  'labelling',
  'deleted',
  'card',
  'cardPath',
  'cardError',
  'stops',
  'putOff',
  'inspected',
  'proposalError',
  'stopList',
  'trace',
] as const satisfies readonly (keyof State)[];

function refusalOf(answer: Answer | null): Refusal | null {
  if (answer === null) return { code: 'engine-lost', message: 'the engine did not respond' };
  return answer.ok ? null : answer.error;
}
