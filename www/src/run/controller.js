// @ts-check
// The run bar's logic over an engine: what each control does, which text a run belongs to, and the state the page
// renders from. No DOM; every change is told to one listener as a plain object.

import { ENTRY, sameSources } from "../protocol/sources.js";
import { controlsOf, isUntouched, staleFor, startsAnew, statusOf } from "./controls.js";
import { freshFacts } from "./facts.js";
import { inItsPlace, nextNumber, withLeft } from "./history.js";
import { lookFor, merge, nothingHeld } from "./merge.js";
import { stepAway } from "../protocol/positions.js";
import { settingsOf, sourcesOf } from "../protocol/record.js";

/**
 * @typedef {import("../protocol/types.js").Engine} Engine
 * @typedef {import("../protocol/types.js").AgentSettings} AgentSettings
 * @typedef {import("../protocol/types.js").Answer} Answer
 * @typedef {import("../protocol/types.js").Look} Look
 * @typedef {import("../protocol/types.js").Place} Place
 * @typedef {import("./types.js").RunState} RunState
 * @typedef {import("./types.js").Speed} Speed
 * @typedef {import("./controls.js").Facts} Facts
 */

/** Ticks of one press of Run in the page. */
const MAX_TICKS = 10_000;
/** An act that takes longer is told to be under way. */
const TELL_MS = 50;
/** An act that takes so long can be paused, like a run. */
const HELD_MS = 400;
/** Acts that do not fit between two ticks of a run. */
const MOVES = ["stepPath", "fork", "toCheckpoint"];

export class Controller {
  #engine;
  #listen;
  #maxTicks;
  /** @type {Facts} */
  #facts;
  /** @type {Promise<unknown>} acts follow one another, because each look builds on the answer before */
  #acts = Promise.resolve();
  /** The last reading of the texts. @type {Promise<unknown>} */
  #reading = Promise.resolve();
  /** @type {Promise<unknown> | null} */
  #running = null;
  /** What stops the present Run. @type {import("../protocol/types.js").Stops} */
  #stops = {};

  /**
   * @param {Engine} engine
   * @param {(state: RunState) => void} listen
   * @param {{ maxTicks?: number, settings?: AgentSettings, speed?: Speed, options?: import("../protocol/types.js").DotOptions }} [choice]
   */
  constructor(engine, listen, { maxTicks = MAX_TICKS, settings = {}, speed = 2, options = {} } = {}) {
    this.#engine = engine;
    this.#listen = listen;
    this.#maxTicks = maxTicks;
    this.#facts = { ...freshFacts({ source: "", files: {}, entry: ENTRY }, settings), speed, options, realWaits: false };
    engine.onNotice(({ code, snapshot }) => {
      // Made for a page that holds nothing.
      if (code === "engine-restarted" && snapshot) this.#change({ ...merge(nothingHeld(), snapshot), replies: this.#facts.replies });
    });
  }

  /** @returns {RunState} */
  get state() {
    const status = statusOf(this.#facts, this.#maxTicks);
    return { ...this.#facts, status, controls: controlsOf(this.#facts, status) };
  }

  /** Who answers. */
  get settings() {
    return this.#facts.settings;
  }

  /**
   * A text changed. A run nobody did anything with follows it; any other stays with its own texts.
   * @param {string} source of the entry file
   * @param {Record<string, string>} [files] the others by path
   * @param {string} [entry] path of the entry file
   */
  async edit(source, files = {}, entry = ENTRY) {
    const sources = { source, files, entry };
    this.#change(sources);
    const reading = this.#read(sources);
    this.#reading = reading;
    const analysis = await reading;
    if (analysis === null) return;
    const follows = () => {
      const { snapshot } = this.#facts;
      const behind = snapshot === null || (isUntouched(this.#facts) && !sameSources(snapshot, sources) && analysis.errors === 0);
      return behind && sameSources(sources, this.#facts);
    };
    // An act that waited before it may have begun a run of this text already.
    if (follows()) await this.#enqueue(() => (follows() ? this.#start() : Promise.resolve(null)));
  }

  /** What the core says about the newest texts, and whether the run is of them. @param {import("../protocol/types.js").Sources} sources @returns {Promise<import("../protocol/types.js").Analysis | null>} null where a newer text overtook them */
  async #read(sources) {
    const analysis = await this.#ask(() => this.#engine.edit(sources.source, sources.files, sources.entry));
    if (analysis === null || !sameSources(sources, this.#facts)) return null;
    const { snapshot: of } = this.#facts;
    // A text that means the same is the run's own from now on.
    const snapshot = of !== null && analysis.ofRun ? { ...of, ...sources } : of;
    const stale = staleFor({ ...this.#facts, snapshot }, sources);
    const shows = stale === null ? "run" : this.#facts.stale === null ? "source" : this.#facts.shows;
    this.#change({ analysis, snapshot, stale, shows });
    return analysis;
  }

  /**
   * Another document: its texts, with the settings it brings, and a run at its start.
   * @param {string} source @param {AgentSettings} [settings] @param {Record<string, string>} [files] @param {string} [entry] @param {import("./types.js").RunList} [list] its earlier runs
   */
  async open(source, settings = {}, files = {}, entry = ENTRY, list) {
    await this.#endRun();
    this.#change({ ...freshFacts({ source, files, entry }, settings), ...list });
    await this.edit(source, files, entry);
  }

  /**
   * A document with a run: replayed to its end, or to `at`.
   * @param {import("../protocol/types.js").SessionRecord} record @param {(Place & { branch?: string, step?: number }) | null} [at] @param {import("./types.js").RunList} [list] its earlier runs
   * @returns {Promise<import("../protocol/types.js").Restored | null>}
   */
  async restore(record, at = null, list) {
    await this.#endRun();
    const sources = sourcesOf(record);
    this.#change({ ...freshFacts(sources, record.now ?? settingsOf(record)), ...list });
    const analysis = await this.#ask(() => this.#engine.edit(sources.source, sources.files, sources.entry));
    if (analysis !== null) this.#change({ analysis });
    return this.#enqueue(() => this.#now((look) => this.#engine.restore(record, at, look, (snapshot) => this.#take(snapshot))));
  }

  /** An earlier run comes back; the present one takes its place in the list. @param {number} number */
  async openRun(number) {
    await this.#endRun();
    return this.#enqueue(async () => {
      const before = this.#facts;
      const kept = before.runs.find((one) => one.number === number);
      if (kept === undefined) return null;
      this.#change(inItsPlace(before, kept, this.#engine.whole()));
      const answer = /** @type {import("../protocol/types.js").Restored | null} */ (
        await this.#now((look) => this.#engine.restore({ ...kept.record, now: this.#facts.settings }, kept.at, { ...look, since: 0, knownEntries: 0 }, (snapshot) => this.#take(snapshot))));
      await this.#read({ source: this.#facts.source, files: this.#facts.files, entry: this.#facts.entry });
      this.#change({ stale: staleFor(this.#facts, this.#facts), shows: "run" });
      // What was played of it in part is another run.
      if (answer === null || !answer.ok || answer.partial) this.#change({ runs: [kept, ...this.#facts.runs], runNumber: nextNumber({ ...before, runs: [kept, ...this.#facts.runs] }) });
      return answer;
    });
  }

  /** A new run of the newest text; leaves a run of an earlier one (Reset, Start over). */
  async reset() {
    await this.#endRun();
    return this.#enqueue(() => this.#start());
  }

  /** A new run with other start values. @param {import("../protocol/types.js").Inputs} input */
  async setInput(input) {
    await this.#endRun();
    return this.#enqueue(() => this.#start(input));
  }

  /** One tick; on an edited text, of a new run. */
  async step() {
    await this.#endRun();
    return this.#enqueue(async () => {
      await this.#reading;
      if (!this.state.controls.step.enabled) return null;
      if (startsAnew(this.#facts)) await this.#start();
      return this.#now((look) => this.#engine.step(look), true);
    });
  }

  /** Ticks at the chosen speed until something stops them; pauses if they are already going on. @param {import("../protocol/types.js").Stops} [stops] */
  async run(stops = {}) {
    if (this.#running !== null || this.#facts.activity === "held") return this.pause();
    this.#stops = stops;
    await this.#enqueue(async () => {
      await this.#reading;
      if (!this.state.controls.run.enabled) return;
      if (startsAnew(this.#facts)) await this.#start();
      this.#running = this.#runOn().finally(() => {
        this.#running = null;
      });
    });
    await this.#running;
  }

  /** Ends Run after the tick in hand, and a scripted wait at once. */
  async pause() {
    if (this.#facts.activity !== "idle") this.#engine.pause();
    await this.#running;
  }

  async #endRun() {
    if (this.#running !== null) await this.pause();
  }

  /** To the position before. */
  back() {
    return this.#move(1);
  }

  /** To the position after, on the same branch. */
  forward() {
    return this.#move(-1);
  }

  /** @param {number} step the core's step number @param {string | null} [branch] null = the present one */
  async goTo(step, branch = null) {
    await this.#endRun();
    return this.#enqueue(() => this.#goTo(step, branch));
  }

  /** One of the acts without a method of its own. @param {import("../protocol/types.js").Act} act */
  async act(act) {
    if (MOVES.includes(act[0])) await this.#endRun();
    const whole = MOVES.includes(act[0]) && act[0] !== "stepPath" ? { knownEntries: 0, since: 0 } : {};
    return this.#act((look) => this.#engine.act(act, { ...look, ...whole }));
  }

  /** A run from elsewhere; its texts are those of the document from now on. @param {string} saved @param {boolean} force */
  async resume(saved, force) {
    await this.#endRun();
    return this.#enqueue(async () => {
      const answer = await this.#now((look) => this.#engine.resume(saved, force, { ...look, knownEntries: 0, since: 0 }));
      if (!answer?.ok) return answer;
      const { source, files, entry } = answer.snapshot;
      this.#change({ source, files, entry, settings: {}, replies: [], stale: null, shows: "run", sourceDrawing: null, analysis: null });
      const analysis = await this.#ask(() => this.#engine.edit(source, files, entry));
      if (analysis !== null) this.#change({ analysis });
      return answer;
    });
  }

  /** @param {import("../protocol/types.js").Json} recording @param {boolean} force @returns {Promise<(Answer & { status?: string }) | null>} */
  async playRecording(recording, force) {
    await this.#endRun();
    const before = this.#facts;
    const runs = withLeft(before, this.#engine.whole());
    const answer = await this.#act((look) => this.#engine.playRecording(recording, force, { ...look, knownEntries: 0, since: 0 }));
    if (answer?.ok) this.#change({ runs, runNumber: nextNumber(before), settings: { ...this.#facts.settings, m: "manual" }, replies: [], stale: staleFor(this.#facts, this.#facts), shows: "run" });
    return answer;
  }

  /** @param {string} request @param {import("../protocol/types.js").AgentReply} reply */
  reply(request, reply) {
    return this.#act((look) => this.#engine.reply(request, reply, look));
  }

  /** @param {string} request @param {string | { error: string }} answer */
  answer(request, answer) {
    return this.#act((look) => this.#engine.answer(request, answer, look));
  }

  /** @param {string} path @param {string} target `Ctx.field[0]` @param {import("../protocol/types.js").Json} value */
  setContext(path, target, value) {
    return this.#act((look) => this.#engine.setContext(path, target, value, look));
  }

  /** @param {string} path @param {string} edge */
  choose(path, edge) {
    return this.#act((look) => this.#engine.choose(path, edge, look));
  }

  /** @param {string} path */
  cancel(path) {
    return this.#act((look) => this.#engine.cancel(path, look));
  }

  /** @param {AgentSettings} settings of the automatic agents */
  setAgents(settings) {
    this.#change({ settings });
    return this.#act((look) => this.#engine.settings(settings, look));
  }

  /** @param {Speed} speed a run that is going on goes on at the new speed */
  async setSpeed(speed) {
    const running = this.#running !== null;
    await this.#endRun();
    this.#change({ speed });
    if (running) await this.run(this.#stops);
  }

  /** @param {boolean} realWaits whether a retry waits as long as the core says, at speeds below max */
  setWaits(realWaits) {
    if (realWaits !== this.#facts.realWaits) this.#change({ realWaits });
  }

  /** @param {import("../protocol/types.js").DotOptions} options what is drawn */
  setOptions(options) {
    this.#change({ options });
    return this.#enqueue(async () => {
      if (this.#facts.sourceDrawing !== null) await this.#draw();
      return this.#facts.snapshot === null ? null : this.#now((look) => this.#engine.look(look));
    });
  }

  /** Draws the newest text. */
  draw() {
    return this.#enqueue(() => this.#draw());
  }

  /** Draws the newest text, whatever is wrong with it. */
  async drawAnyway() {
    await this.draw();
    this.#change({ shows: "source" });
  }

  /** Shows the run of the earlier text again; Step and Run go on with it. */
  backToRun() {
    this.#change({ shows: "run" });
  }

  async #draw() {
    const { options, sourceDrawing, source: of } = this.#facts;
    const have = sourceDrawing === null ? {} : { haveKey: sourceDrawing.key };
    const picture = await this.#ask(() => this.#engine.draw({ options, ...have }));
    if (picture === null) return;
    const dot = picture.dot ?? sourceDrawing?.dot ?? "";
    this.#change({ sourceDrawing: { key: picture.key, dot, overlay: picture.overlay, of } });
  }

  /** @param {import("../protocol/types.js").Inputs} [input] those of the run before, by default */
  async #start(input = this.#facts.snapshot?.input) {
    const before = this.#facts;
    const left = withLeft(before, this.#engine.whole());
    const answer = await this.#now((look) => this.#engine.start(this.#facts.settings, { ...look, since: 0, knownEntries: 0 }, input));
    if (!answer?.ok) return answer;
    this.#change({ runs: left, runNumber: nextNumber(before), replies: [], stale: staleFor(this.#facts, this.#facts), shows: "run" });
    return answer;
  }

  async #runOn() {
    const { speed } = this.#facts;
    this.#change({ activity: "running", stop: null, hit: null, refusal: null });
    const options = { ticksPerSecond: speed === "max" ? null : speed, maxTicks: this.#maxTicks, stops: this.#stops };
    const answer = await this.#ask(() => this.#engine.run(options, lookFor(this.#facts, this.#facts), (snapshot) => this.#take(snapshot)));
    if (answer !== null && answer.snapshot !== null && answer.reason !== undefined) this.#take(answer.snapshot);
    const refused = answer !== null && !answer.ok && answer.reason === undefined ? { refusal: answer.error } : {};
    this.#change({ activity: "idle", stop: answer?.reason ?? null, hit: answer?.hit ?? null, ...refused });
  }

  /** @param {number} n positions back */
  async #move(n) {
    await this.#endRun();
    return this.#enqueue(async () => {
      const { entries, snapshot } = this.#facts;
      const step = snapshot === null ? null : stepAway(entries, snapshot.position.step, n);
      return step === null ? null : this.#goTo(step, null);
    });
  }

  /** @param {number} step @param {string | null} branch */
  #goTo(step, branch) {
    const { entries, snapshot } = this.#facts;
    const same = branch === null || branch === snapshot?.position.branch;
    const known = same ? { knownEntries: entries.length } : { knownEntries: 0, since: 0 };
    return this.#now((look) => this.#engine.goTo(step, branch, { ...look, ...known }));
  }

  /** During Run, between two ticks. @param {(look: Look) => Promise<Answer>} act */
  #act(act) {
    return this.#enqueue(() => this.#now(act, true));
  }

  /**
   * @param {(look: Look) => Promise<Answer>} act @param {boolean} [waits] whether it waits for scripts
   * @returns {Promise<Answer | null>} null when the engine was lost
   */
  async #now(act, waits = false) {
    if (this.#running === null) this.#facts = { ...this.#facts, activity: "working", stop: null, hit: null, refusal: null };
    // Most acts are done before anything could be drawn of their being under way.
    const told = setTimeout(() => this.#change({}), TELL_MS);
    const held = waits && this.#running === null ? setTimeout(() => this.#change({ activity: "held" }), HELD_MS) : undefined;
    const answer = await this.#ask(() => act(lookFor(this.#facts, this.#facts)));
    clearTimeout(told);
    clearTimeout(held);
    // A restart brings its own snapshot with its notice.
    const news = answer !== null && answer.snapshot !== null && (answer.ok || answer.error.code !== "engine-restarted") ? merge(this.#facts, answer.snapshot) : {};
    const refused = answer !== null && !answer.ok ? { refusal: answer.error } : {};
    this.#change({ ...news, ...refused, ...(this.#running === null ? { activity: "idle" } : {}) });
    return answer;
  }

  /** @template T @param {() => Promise<T>} call @returns {Promise<T | null>} null when the engine could not answer; the state says why */
  async #ask(call) {
    try {
      return await call();
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : "failed";
      this.#change({ refusal: { code, message: error instanceof Error ? error.message : String(error) } });
      return null;
    }
  }

  /** @param {import("../protocol/types.js").Snapshot} snapshot */
  #take(snapshot) {
    this.#change(merge(this.#facts, snapshot));
  }

  /** @template T @param {() => Promise<T>} act @returns {Promise<T>} */
  #enqueue(act) {
    const turn = this.#acts.then(act);
    this.#acts = turn.catch(() => {});
    return turn;
  }

  /** @param {Partial<Facts>} change */
  #change(change) {
    this.#facts = { ...this.#facts, ...change };
    this.#listen(this.state);
  }
}
