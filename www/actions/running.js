// @ts-check
// Between the run's controller and the page's state: when the text is told to the core, and what of a run is shown.

import { textOf } from '../engine/sources.js';
import { Controller } from '../run/controller.js';
import { atRest } from '../run/kept.js';
import { initialStopList } from './stopping.js';
import { initialTrace } from './tracing.js';
import { elementAt, stopsFor } from '../run/stops.js';
import { Painting } from './painting.js';
import { words } from '../strings.js';

/**
 * @typedef {import('../engine/types.d.ts').Refusal} Refusal
 * @typedef {import('../engine/types.d.ts').Answer} Answer
 * @typedef {import('../run/types.d.ts').RunState} RunState
 * @typedef {import('../store.js').State} State
 */

/** After the last key the text is read by the core. */
const READ_MS = 150;

export class Running {
  #store;
  #engine;
  #controller;
  /** @type {ReturnType<typeof setTimeout> | null} */ #read = null;
  #painting;
  /** The step that the timeline was last dragged to, while it is on its way. @type {number | null} */ #scrubTo = null;
  #scrubbing = false;
  /** What the last Run stopped at. @type {RunState['hit']} */ #hit = null;
  /** The ceiling that was told last. @type {string | undefined} */ #ceiling;
  /** Whether a change waits to be read. */ #pending = false;
  /** Whether the core could not read the text, for want of a part that may have come since. */ #unread = false;
  /** The last reading of the text. @type {Promise<unknown>} */ #reading = Promise.resolve();
  /** The last tick of the run that is being played again. @type {number | null} */ #replayed = null;

  #visible;

  /**
   * @param {object} parts
   * @param {import('../store.js').Store} parts.store
   * @param {import('../engine/types.d.ts').Engine} parts.engine
   * @param {boolean} [parts.compact] a small stage has room for the essentials of a drawing
   * @param {() => { from: number, to: number } | null} [parts.visible] the part of the shown file that is on screen, where it is known
   */
  constructor({ store, engine, compact = false, visible = () => null }) {
    this.#store = store;
    this.#visible = visible;
    this.#engine = engine;
    this.#painting = new Painting(store, () => this.#controller.state);
    this.#controller = new Controller(engine, (state) => this.#take(state), { speed: store.state.speed, options: compact ? { heading: false, detail: 'compact' } : { heading: false } });
  }

  /**
   * Another document stands in the store; with a record, its run is replayed.
   * @param {import('../engine/types.d.ts').SessionRecord | null} record
   * @param {import('../storage/drafts.js').At | null} [at] where its cursor is put; at its end by default
   * @param {import('../run/types.d.ts').RunList} [list] earlier runs
   * @returns {Promise<{ refusal: Refusal | null, stopped: boolean, leftOut: number }>} why the replay stopped, or that the user stopped it, and how many actions it left out
   */
  async open(record, at = null, list = undefined) {
    const { id, source, files, entry } = this.#store.state.document;
    this.forget();
    // What is known of the document before is not told of this one.
    this.#store.set({ analysis: null, run: null, entries: [] });
    void this.#tokens();
    this.#replayed = record?.k ?? null;
    const answer = record ? await this.#controller.restore(atRest(record), at, list) : null;
    if (!record) await this.#controller.open(source, {}, files, entry, list);
    const { document } = this.#store.state;
    // The run may be of an earlier text, and the visitor may have typed meanwhile.
    if (document.id === id && (record || document.source !== source)) await this.#controller.edit(document.source, document.files, document.entry);
    this.#replayed = null;
    if (this.#store.state.replaying) this.#store.set({ replaying: null });
    await this.#drawIfNeeded();
    return { refusal: answer ? refusalOf(answer) : null, stopped: answer?.stopped === true, leftOut: answer?.leftOut ?? 0 };
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

  /** A text changed: colours at once, problems and drawing when the keys rest. @param {boolean} whole a change that is complete, like a paste */
  edited(whole) {
    this.#forget();
    this.#pending = true;
    void this.#tokens(whole ? null : this.#visible());
    this.#painting.typed(whole);
    this.#read = setTimeout(() => { this.#reading = this.#tell(); }, whole ? 0 : READ_MS);
  }

  /** Another file is shown. */
  shown() {
    void this.#tokens();
    void this.#lookAside();
  }

  async step() {
    await this.flush();
    await this.#controller.step();
  }

  /** @param {import('../engine/types.d.ts').Stops} [stops] the document's breakpoints by default */
  async run(stops) {
    await this.flush();
    await this.#controller.run(stops ?? stopsFor(this.#store.state.stops, this.#store.state.run?.view));
  }

  /** @param {import('../engine/types.d.ts').Act} act */
  async act(act) { return refusalOf(await this.#controller.act(act)); }
  /** @param {import('../engine/types.d.ts').LayerEdit} edit of the context graph @returns {Promise<Awaited<ReturnType<import('../engine/types.d.ts').Engine['act']>> | null>} */
  editGraph(edit) { return this.#controller.act(['graphEdit', edit]); }
  /** @param {import('../engine/types.d.ts').Inputs} input what a new run is started with */
  async setInput(input) {
    await this.flush();
    return refusalOf(await this.#controller.setInput(input));
  }
  /** @param {string} path @param {string} edge */
  async choose(path, edge) { return refusalOf(await this.#controller.choose(path, edge)); }
  /** @param {string} path */
  async cancel(path) { return refusalOf(await this.#controller.cancel(path)); }

  /** A saved run and its texts; the caller has put another document into the store. @param {string} saved @param {boolean} force */
  resume(saved, force) {
    this.forget();
    return this.#controller.resume(saved, force);
  }

  /** @param {import('../engine/types.d.ts').Json} recording @param {boolean} force */
  async playRecording(recording, force) {
    await this.flush();
    return this.#controller.playRecording(recording, force);
  }

  /** Nothing of a document is left. */
  forget() {
    this.#forget();
    this.#pending = this.#unread = false;
    this.#painting.forget();
    this.#store.set(FRESH);
  }

  pause() { return this.#controller.pause(); }
  back() { return this.#controller.back(); }
  forward() { return this.#controller.forward(); }
  drawAnyway() { return this.#controller.drawAnyway(); }
  async backToRun() { this.#controller.backToRun(); }

  async reset() {
    await this.flush();
    await this.#controller.reset();
  }

  /** An earlier run of the list comes back. @param {number} number */
  async openRun(number) {
    await this.flush();
    this.#replayed = this.#store.state.runs.find((one) => one.number === number)?.record.k ?? null;
    const answer = await this.#controller.openRun(number);
    this.#replayed = null;
    if (this.#store.state.replaying) this.#store.set({ replaying: null });
    if (answer?.stopped) this.#store.notify({ kind: 'info', text: words.link.stopped(String(answer.snapshot?.position.tick ?? 0)) });
    else if (answer && !answer.ok) this.#store.notify({ kind: 'warning', text: words.link.replay(answer.error.message) });
    if (answer?.leftOut) this.#store.notify({ kind: 'warning', text: words.link.leftOut(answer.leftOut) });
    this.#store.set({ live: this.#store.state.status.text });
    await this.#drawIfNeeded();
  }

  /** @param {number} step @param {string | null} [branch] */
  goTo(step, branch = null) { return this.#controller.goTo(step, branch); }
  /** While the timeline is dragged: the newest wish counts, and no layout is made before the pointer rests. @param {number} step */
  async scrub(step) {
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

  /** @param {State['speed']} speed */
  setSpeed(speed) {
    this.#store.set({ speed });
    return this.#controller.setSpeed(speed);
  }

  /** @param {boolean} real whether a retry waits as long as the core says, at speeds below max */
  setWaits(real) { this.#controller.setWaits(real); }

  /** @param {State['mode']} mode */
  setMode(mode) {
    this.#store.set({ mode });
    const { m: _, ...rest } = this.settings;
    return this.setAgents(mode === 'stub' ? rest : { ...rest, m: mode });
  }

  /** @param {import('../engine/types.d.ts').AgentSettings} settings */
  setAgents(settings) { return this.#controller.setAgents(settings); }

  /** @param {boolean} compact a small stage has room for the essentials */
  setCompact(compact) {
    return this.setOptions({ detail: compact ? 'compact' : undefined });
  }

  /** What is drawn; an option without a value goes back to its default. @param {Partial<import('../engine/types.d.ts').DotOptions>} part */
  setOptions(part) {
    const options = Object.fromEntries(Object.entries({ ...this.#controller.state.options, ...part }).filter(([, value]) => value !== undefined));
    return this.#controller.setOptions(options);
  }

  /** @param {string} request @param {import('../engine/types.d.ts').AgentReply} reply */
  async reply(request, reply) { return refusalOf(await this.#controller.reply(request, reply)); }
  /** @param {string} request @param {string | { error: string }} answer */
  async answer(request, answer) { return refusalOf(await this.#controller.answer(request, answer)); }
  /** @param {string} path @param {string} target @param {import('../engine/types.d.ts').Json} value */
  async setContext(path, target, value) { return refusalOf(await this.#controller.setContext(path, target, value)); }

  #forget() {
    if (this.#read) clearTimeout(this.#read);
    this.#read = null;
  }

  /** The core has read the newest text: also what is typed while it reads. */
  async flush() {
    this.#pending ||= this.#unread;
    for (let read; this.#pending || read !== this.#reading;) {
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
    if (this.#store.state.tokens?.within) void this.#tokens(null);
    await read;
    this.#unread = this.#controller.state.refusal?.code === 'engine-part';
    await this.#drawIfNeeded();
  }

  /** @param {{ from: number, to: number } | null} [within] the part that is coloured, all of it by default */
  async #tokens(within = null) {
    const { document, file } = this.#store.state;
    const tokens = await this.#engine.tokens(document.source, document.files, document.entry, file, within ?? undefined).catch(() => null);
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

  /** A hit selects its element. @param {RunState} run @returns {Partial<State>} */
  #selects({ hit, snapshot }) {
    if (hit === this.#hit) return {};
    this.#hit = hit;
    const id = hit ? hit.edge ?? elementAt(hit.field ?? hit.node ?? '', snapshot?.view)?.diagramId ?? null : null;
    return id === null ? {} : { selected: id };
  }

  /** @param {RunState} run */
  #take(run) {
    const store = this.#store;
    const before = store.state;
    if (this.#replayed !== null && run.snapshot && run.activity === 'working') {
      store.set({ replaying: { tick: run.snapshot.position.tick, of: this.#replayed } });
      // One position shows what the run is of; to show each would take longer than the replay itself.
      if (before.replaying) return;
    }
    const sameBranch = before.run !== null && run.snapshot?.position.branch === before.run.position.branch;
    // Behind the cursor of an earlier position lie events that are still true of this branch.
    const events = sameBranch && run.entries.length === before.entries.length && run.events.length < before.events.length ? before.events : run.events;
    store.set({
      analysis: run.analysis, run: run.snapshot, events, entries: run.entries, replies: run.replies,
      runs: run.runs, runNumber: run.runNumber, mode: run.settings.m ?? 'stub', running: run.activity === 'running' || run.activity === 'held', held: run.activity === 'held', earlier: run.stale, shows: run.shows,
      status: run.status, controls: run.controls, ...this.#selects(run),
    });
    this.#painting.show(run);
    this.#tellCeiling(run.snapshot);
  }

  /** Says once what of the page's ceilings a run has come to. @param {RunState['snapshot']} snapshot */
  #tellCeiling(snapshot) {
    const ceiling = snapshot?.ceiling;
    if (ceiling?.kind === this.#ceiling) return;
    this.#ceiling = ceiling?.kind;
    if (ceiling) this.#store.notify({ kind: 'warning', text: ceiling.kind === 'live' ? words.ceiling.live(ceiling.most, ceiling.asked) : words.ceiling[ceiling.kind](ceiling.most) });
  }
}

/** What belongs to one document. @type {Partial<State>} */
const FRESH = {
  events: [], path: null, selected: null, drafts: {}, answers: {}, edit: null, editsAside: {}, allPaths: null, picture: null, stale: false, mode: 'stub',
  compare: null, labelling: null, deleted: [], card: null, cardPath: '*', cardError: '', stops: [], putOff: [], inspected: null, proposalError: '',
  stopList: initialStopList(), trace: initialTrace(),
};

/** @param {Answer | null} answer @returns {Refusal | null} */
function refusalOf(answer) {
  if (answer === null) return { code: 'engine-lost', message: 'the engine did not answer' };
  return answer.ok ? null : answer.error;
}
