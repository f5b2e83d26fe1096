// The run bar's logic over an engine: what each control does, which text a run belongs to, and the state the page
// renders from. No DOM; every change is told to one listener as a plain object.

import { ENTRY, sameSources } from '../protocol/sources.ts';
import { controlsOf, isUntouched, isStale, startsAnew, statusOf } from './controls.ts';
import { freshFacts } from './facts.ts';
import { inItsPlace, nextNumber, withLeft } from './history.ts';
import { lookFor, merge, nothingHeld } from './merge.ts';
import { stepAway } from '../protocol/positions.ts';
import { settingsOf, sourcesOf } from '../protocol/record.ts';
import type {
  Act,
  AgentReply,
  AgentSettings,
  Analysis,
  Answer,
  DotOptions,
  Engine,
  Inputs,
  Json,
  Look,
  Place,
  Restored,
  SessionRecord,
  Snapshot,
  Sources,
  Stops,
} from '../protocol/types.ts';
import type { Facts, RunState, Speed } from './types.ts';
import type { RunList } from '../protocol/types.ts';

/** Ticks of one press of Run in the page. */
export const MAX_TICKS = 10_000;
/** An act that takes longer is told to be under way. */
const TELL_MS = 50;
/** An act that takes so long can be paused, like a run. */
const HELD_MS = 400;
/** Acts that do not fit between two ticks of a run. */
const MOVES = ['stepPath', 'fork', 'toCheckpoint'];

export class Controller {
  #engine: Engine;
  #listen: (state: RunState) => void;
  #maxTicks: number;
  #facts: Facts;
  /** Acts follow one another, because each look builds on the answer before. */
  #acts: Promise<unknown> = Promise.resolve();
  /** The last reading of the texts. */
  #reading: Promise<unknown> = Promise.resolve();
  #running: Promise<unknown> | null = null;
  /** What stops the present Run. */
  #stops: Stops = {};
  /** Stands for the document that is open: what was begun for one that was left changes nothing of it. */
  #document = {};

  constructor(
    engine: Engine,
    listen: (state: RunState) => void,
    {
      maxTicks = MAX_TICKS,
      settings = {},
      speed = 2,
      options = {},
      asks = false,
    }: { maxTicks?: number; settings?: AgentSettings; speed?: Speed; options?: DotOptions; asks?: boolean } = {},
  ) {
    this.#engine = engine;
    this.#listen = listen;
    this.#maxTicks = maxTicks;
    this.#facts = {
      ...freshFacts({ source: '', files: {}, entry: ENTRY }, settings),
      speed,
      options,
      realWaits: false,
      asks,
    };
    engine.onNotice(({ code, snapshot }) => {
      // Made for a page that holds nothing.
      if (code === 'engine-restarted' && snapshot)
        this.#change({ ...merge(nothingHeld(), snapshot), replies: this.#facts.replies });
    });
  }

  get state(): RunState {
    const status = statusOf(this.#facts, this.#maxTicks);
    return { ...this.#facts, status, controls: controlsOf(this.#facts, status) };
  }

  /** Who answers. */
  get settings() {
    return this.#facts.settings;
  }

  /**
   * A text changed. A run nobody did anything with follows it; any other stays with its own texts.
   * @param source of the entry file
   * @param files the others by path
   * @param entry path of the entry file
   */
  async edit(source: string, files: Record<string, string> = {}, entry: string = ENTRY) {
    const sources = { source, files, entry };
    this.#change(sources);
    const reading = this.#read(sources);
    this.#reading = reading;
    const analysis = await reading;
    if (analysis === null) return;
    const follows = () => {
      const { snapshot } = this.#facts;
      const behind =
        snapshot === null || (isUntouched(this.#facts) && !sameSources(snapshot, sources) && analysis.errors === 0);
      return behind && sameSources(sources, this.#facts);
    };
    // An act that waited before it may have begun a run of this text already.
    if (follows()) await this.#enqueue(() => (follows() ? this.#start() : Promise.resolve(null)));
    // Before a first valid version there is nothing better to show than the text as far as it goes.
    else if (analysis.errors > 0 && analysis.nodes > 0 && this.#isBlank() && sameSources(sources, this.#facts))
      await this.drawAnyway();
  }

  /** Whether the run has nothing that could be drawn. */
  #isBlank() {
    const nodes = this.#facts.snapshot?.view.nodes;
    return nodes !== undefined && Object.keys(nodes).length === 0;
  }

  /**
   * What the core says about the newest texts, and whether the run is of them.
   * @returns null where a newer text overtook them
   */
  async #read(sources: Sources): Promise<Analysis | null> {
    const analysis = await this.#ask(() => this.#engine.edit(sources.source, sources.files, sources.entry));
    if (analysis === null || !sameSources(sources, this.#facts)) return null;
    const { snapshot: of } = this.#facts;
    // A text that means the same is the run's own from now on.
    const snapshot = of !== null && analysis.ofRun ? { ...of, ...sources } : of;
    const stale = isStale({ ...this.#facts, snapshot }, sources);
    const shows = !stale ? 'run' : this.#facts.stale ? this.#facts.shows : 'source';
    // The text of the run is drawn with the run; what was drawn of a text between is the newest no more.
    const drawn = !stale && this.#facts.runDrawing !== null ? { sourceDrawing: null } : {};
    this.#change({ analysis, snapshot, stale, shows, ...drawn });
    return analysis;
  }

  /**
   * Another document: its texts, with the settings it brings, and a run at its start.
   * @param list its earlier runs
   */
  async open(
    source: string,
    settings: AgentSettings = {},
    files: Record<string, string> = {},
    entry: string = ENTRY,
    list?: RunList,
  ) {
    await this.#endRun();
    this.#document = {};
    this.#change({ ...freshFacts({ source, files, entry }, settings), ...list });
    await this.edit(source, files, entry);
  }

  /**
   * A document with a run: replayed to its end, or to `at`.
   * @param list its earlier runs
   */
  async restore(
    record: SessionRecord,
    at: (Place & { branch?: string; step?: number }) | null = null,
    list?: RunList,
  ): Promise<Restored | null> {
    await this.#endRun();
    const sources = sourcesOf(record);
    this.#document = {};
    const change = this.#whileOpen();
    change({ ...freshFacts(sources, record.now ?? settingsOf(record)), ...list });
    return this.#enqueue(async () => {
      const analysis = await this.#ask(() => this.#engine.edit(sources.source, sources.files, sources.entry));
      if (analysis !== null) change({ analysis });
      return this.#now((look) =>
        this.#engine.restore(record, at, look, (snapshot) => change(merge(this.#facts, snapshot))),
      );
    });
  }

  /** An earlier run comes back; the present one takes its place in the list. */
  async openRun(number: number) {
    await this.#endRun();
    return this.#enqueue(async () => {
      const before = this.#facts;
      const kept = before.runs.find((one) => one.number === number);
      if (kept === undefined) return null;
      const change = this.#whileOpen();
      change(inItsPlace(before, kept, this.#engine.whole()));
      const answer = (await this.#now((look) =>
        this.#engine.restore(
          { ...kept.record, now: this.#facts.settings },
          kept.at,
          { ...look, since: 0, knownEntries: 0 },
          (snapshot) => change(merge(this.#facts, snapshot)),
        ),
      )) as Restored | null;
      await this.#read({ source: this.#facts.source, files: this.#facts.files, entry: this.#facts.entry });
      change({ stale: isStale(this.#facts, this.#facts), shows: 'run' });
      // What was played of it in part is another run.
      if (answer === null || !answer.ok || answer.partial)
        change({
          runs: [kept, ...this.#facts.runs],
          runNumber: nextNumber({ ...before, runs: [kept, ...this.#facts.runs] }),
        });
      return answer;
    });
  }

  /** A new run of the newest text; leaves a run of an earlier one (Reset, Start over). */
  async reset() {
    await this.#endRun();
    return this.#enqueue(() => this.#start());
  }

  /**
   * The run goes on with the newest text, if that can take the place of its own.
   * @returns null where it could not be asked
   */
  async applyText() {
    await this.#endRun();
    return this.#enqueue(async () => {
      await this.#reading;
      if (!this.state.controls.apply.enabled) return null;
      const act: Act = ['applyText', this.#facts.source];
      return this.#now(
        (look) => this.#engine.act(act, look),
        true,
        (facts) => ({ stale: isStale(facts, facts), shows: 'run' }),
      );
    });
  }

  /** A new run with other start values. */
  async setInput(input: Inputs) {
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

  /** Ticks at the chosen speed until something stops them; pauses if they are already going on. */
  async run(stops: Stops = {}) {
    if (this.#running !== null || this.#facts.activity === 'held') return this.pause();
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
    if (this.#facts.activity !== 'idle') this.#engine.pause();
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

  /** @param step the core's step number @param branch null = the present one */
  async goTo(step: number, branch: string | null = null) {
    await this.#endRun();
    return this.#enqueue(() => this.#goTo(step, branch));
  }

  /** One of the acts without a method of its own. */
  async act(act: Act) {
    if (MOVES.includes(act[0])) await this.#endRun();
    const goes = MOVES.includes(act[0]) && act[0] !== 'stepPath';
    const whole = goes ? { knownEntries: 0, since: 0 } : {};
    const answer = await this.#act((look) => this.#engine.act(act, { ...look, ...whole }));
    if (goes) this.backToRun();
    return answer;
  }

  /** A run from elsewhere; its texts are those of the document from now on. */
  async resume(saved: string, force: boolean) {
    await this.#endRun();
    return this.#enqueue(async () => {
      const answer = await this.#now((look) =>
        this.#engine.resume(saved, force, { ...look, knownEntries: 0, since: 0 }),
      );
      if (!answer?.ok) return answer;
      const { source, files, entry } = answer.snapshot;
      this.#document = {};
      this.#change({
        source,
        files,
        entry,
        settings: {},
        replies: [],
        stale: false,
        shows: 'run',
        sourceDrawing: null,
        analysis: null,
      });
      const analysis = await this.#ask(() => this.#engine.edit(source, files, entry));
      if (analysis !== null) this.#change({ analysis });
      return answer;
    });
  }

  async playRecording(recording: Json, force: boolean): Promise<(Answer & { status?: string }) | null> {
    await this.#endRun();
    const before = this.#facts;
    const change = this.#whileOpen();
    const runs = withLeft(before, this.#engine.whole());
    const answer = await this.#act((look) =>
      this.#engine.playRecording(recording, force, { ...look, knownEntries: 0, since: 0 }),
    );
    if (answer?.ok)
      change({
        runs,
        runNumber: nextNumber(before),
        settings: { ...this.#facts.settings, m: 'manual' },
        replies: [],
        stale: isStale(this.#facts, this.#facts),
        shows: 'run',
      });
    return answer;
  }

  reply(request: string, reply: AgentReply) {
    return this.#act((look) => this.#engine.reply(request, reply, look));
  }

  answer(request: string, answer: string | { error: string }) {
    return this.#act((look) => this.#engine.answer(request, answer, look));
  }

  /** @param target `Ctx.field[0]` */
  setContext(path: string, target: string, value: Json) {
    return this.#act((look) => this.#engine.setContext(path, target, value, look));
  }

  choose(path: string, edge: string) {
    return this.#act((look) => this.#engine.choose(path, edge, look));
  }

  cancel(path: string) {
    return this.#act((look) => this.#engine.cancel(path, look));
  }

  /** @param settings of the automatic agents */
  setAgents(settings: AgentSettings) {
    this.#change({ settings });
    return this.#act((look) => this.#engine.settings(settings, look));
  }

  /** @param speed a run that is going on goes on at the new speed */
  async setSpeed(speed: Speed) {
    const running = this.#running !== null;
    await this.#endRun();
    this.#change({ speed });
    if (running) await this.run(this.#stops);
  }

  /** @param realWaits whether a retry waits as long as the core says, at speeds below max */
  setWaits(realWaits: boolean) {
    if (realWaits !== this.#facts.realWaits) this.#change({ realWaits });
  }

  /** @param options what is drawn */
  setOptions(options: DotOptions) {
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
    this.#change({ shows: 'source' });
  }

  /** Shows the run of the earlier text again; Step and Run go on with it. */
  backToRun() {
    if (this.#facts.shows === 'source') this.#change({ shows: 'run' });
  }

  async #draw() {
    const { options, sourceDrawing, source: of } = this.#facts;
    const have = sourceDrawing === null ? {} : { haveKey: sourceDrawing.key };
    const picture = await this.#ask(() => this.#engine.draw({ options, ...have }));
    if (picture === null) return;
    const dot = picture.dot ?? sourceDrawing?.dot ?? '';
    this.#change({ sourceDrawing: { key: picture.key, dot, overlay: picture.overlay, of } });
  }

  /** @param input those of the run before, by default */
  async #start(input: Inputs | undefined = this.#facts.snapshot?.input) {
    const before = this.#facts;
    const left = withLeft(before, this.#engine.whole());
    return this.#now(
      (look) => this.#engine.start(this.#facts.settings, { ...look, since: 0, knownEntries: 0 }, input),
      false,
      (facts) => ({
        runs: left,
        runNumber: nextNumber(before),
        replies: [],
        stale: isStale(facts, facts),
        shows: 'run',
      }),
    );
  }

  async #runOn() {
    const { speed } = this.#facts;
    this.#change({ activity: 'running', stop: null, hit: null, refusal: null });
    const options = { ticksPerSecond: speed === 'max' ? null : speed, maxTicks: this.#maxTicks, stops: this.#stops };
    const answer = await this.#ask(() =>
      this.#engine.run(options, lookFor(this.#facts, this.#facts), (snapshot) => this.#take(snapshot)),
    );
    if (answer !== null && answer.snapshot !== null && answer.reason !== undefined) this.#take(answer.snapshot);
    const refused = answer !== null && !answer.ok && answer.reason === undefined ? { refusal: answer.error } : {};
    const hit = answer?.hit ?? null;
    const asked = hit?.node !== undefined && this.#stops.nodes?.includes(hit.node) === true;
    this.#change({
      activity: 'idle',
      stop: answer?.reason ?? null,
      hit: hit && asked ? { ...hit, asked } : hit,
      ...refused,
    });
  }

  /** @param n positions back */
  async #move(n: number) {
    await this.#endRun();
    return this.#enqueue(async () => {
      const { entries, snapshot } = this.#facts;
      const step = snapshot === null ? null : stepAway(entries, snapshot.position.step, n);
      return step === null ? null : this.#goTo(step, null);
    });
  }

  /** Who goes to a step wants to see the run there. */
  async #goTo(step: number, branch: string | null) {
    const { entries, snapshot } = this.#facts;
    const same = branch === null || branch === snapshot?.position.branch;
    const known = same ? { knownEntries: entries.length } : { knownEntries: 0, since: 0 };
    const answer = await this.#now((look) => this.#engine.goTo(step, branch, { ...look, ...known }));
    this.backToRun();
    return answer;
  }

  /** During Run, between two ticks. */
  #act(act: (look: Look) => Promise<Answer>) {
    return this.#enqueue(() => this.#now(act, true));
  }

  /**
   * @param waits whether it waits for scripts
   * @param done what else is true at once when it was done
   * @returns null when the engine was lost
   */
  async #now(
    act: (look: Look) => Promise<Answer>,
    waits: boolean = false,
    done: (facts: Facts) => Partial<Facts> = () => ({}),
  ): Promise<Answer | null> {
    if (this.#running === null)
      this.#facts = { ...this.#facts, activity: 'working', stop: null, hit: null, refusal: null };
    // Most acts are done before anything could be drawn of their being under way.
    const change = this.#whileOpen();
    const told = setTimeout(() => change({}), TELL_MS);
    const held = waits && this.#running === null ? setTimeout(() => change({ activity: 'held' }), HELD_MS) : undefined;
    const answer = await this.#ask(() => act(lookFor(this.#facts, this.#facts)));
    clearTimeout(told);
    clearTimeout(held);
    // A restart brings its own snapshot with its notice.
    const news =
      answer !== null && answer.snapshot !== null && (answer.ok || answer.error.code !== 'engine-restarted')
        ? this.#newsOf(answer.snapshot)
        : {};
    const refused = answer !== null && !answer.ok ? { refusal: answer.error } : {};
    const also = answer?.ok ? done({ ...this.#facts, ...news }) : {};
    change({ ...news, ...also, ...refused, ...(this.#running === null ? { activity: 'idle' } : {}) });
    return answer;
  }

  /** @returns null when the engine could not answer; the state says why */
  async #ask<T>(call: () => Promise<T>): Promise<T | null> {
    try {
      return await call();
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'failed';
      this.#change({ refusal: { code, message: error instanceof Error ? error.message : String(error) } });
      return null;
    }
  }

  /** The text of a run is another one where its cursor passed an edit of its machine. */
  #newsOf(snapshot: Snapshot): Partial<Facts> {
    const news = merge(this.#facts, snapshot);
    const before = this.#facts.snapshot;
    return before === null || sameSources(before, snapshot)
      ? news
      : { ...news, stale: isStale({ ...this.#facts, ...news }, this.#facts) };
  }

  #take(snapshot: Snapshot) {
    this.#change(merge(this.#facts, snapshot));
  }

  /** @returns null when the document was left before the turn came */
  #enqueue<T>(act: () => Promise<T>): Promise<T | null> {
    const document = this.#document;
    const turn = this.#acts.then(() => (document === this.#document ? act() : null));
    this.#acts = turn.catch(() => {});
    return turn;
  }

  /** @returns changes the facts as long as the document that is open now stays open */
  #whileOpen() {
    const document = this.#document;
    return (change: Partial<Facts>) => {
      if (document === this.#document) this.#change(change);
    };
  }

  #change(change: Partial<Facts>) {
    this.#facts = { ...this.#facts, ...change };
    this.#listen(this.state);
  }
}
