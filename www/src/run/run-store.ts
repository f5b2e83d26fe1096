// The run of a document over an engine: what each control does, which text the run belongs to, and the state that pages
// render from. No DOM; its listener gets a new plain object with every change.

import { ENTRY, sameSources } from '../protocol/sources.ts';
import { isOutdated, isUntouched, runStateOf, startsNewRun } from './controls.ts';
import { initialRunData } from './initial-run.ts';
import { switchToRun, nextRunNumber, archiveCurrentRun } from './history.ts';
import { snapshotRequest, mergeSnapshot, emptyRunData } from './snapshot-merge.ts';
import { isSameInput, performJournalAction } from './journal-actions.ts';
import { stepAway } from '../protocol/positions.ts';
import { settingsOf, sourcesOf } from '../protocol/record.ts';
import type {
  NamedAction,
  AgentReply,
  AgentSettings,
  Analysis,
  Answer,
  DotOptions,
  Engine,
  GivenAnswer,
  Inputs,
  JournalAction,
  Json,
  Place,
  Refusal,
  Restored,
  RunList,
  SessionRecord,
  Snapshot,
  SnapshotRequest,
  Sources,
  RunBounds,
} from '../protocol/types.ts';
import type { RunData, RunState, Speed } from './types.ts';

/** Ticks of one press of Run in the page. */
export const MAX_TICKS = 10_000;
/** An act that takes longer is told to be under way. */
const BUSY_INDICATOR_DELAY_MS = 50;
/** An act that takes so long can be paused, like a run. */
const PAUSABLE_AFTER_MS = 400;
/** Acts that do not fit between two ticks of a run. */
const EXCLUSIVE_ACTIONS = ['stepPath', 'fork', 'toCheckpoint'];

/** What the clock of a run follows. */
export interface RunClock {
  /** How many milliseconds the run's clock is behind. */
  lag(): number;
  /** The run's clock was moved by so many of them. */
  moved(ms: number): void;
}

/** Why an action was not done; null where it was. */
export function refusalOf(answer: Answer | null): Refusal | null {
  if (answer === null) return { code: 'engine-lost', message: 'the engine did not respond' };
  return answer.ok ? null : answer.error;
}

export class RunStore {
  #engine: Engine;
  #onChange: (state: RunState) => void;
  #maxTicks: number;
  #data: RunData;
  /** Acts follow one another, because each look builds on the answer before. */
  #lastAction: Promise<unknown> = Promise.resolve();
  /** The last reading of the texts. */
  #lastAnalysis: Promise<unknown> = Promise.resolve();
  #currentRun: Promise<unknown> | null = null;
  /** What stops the present Run. */
  #stops: RunBounds = {};
  #clock: RunClock | null = null;
  /** Stands for the document that is open: what was begun for one that was left changes nothing of it. */
  #documentToken = {};

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
    this.#onChange = listen;
    this.#maxTicks = maxTicks;
    this.#data = {
      ...initialRunData({ source: '', files: {}, entry: ENTRY }, settings),
      speed,
      options,
      realWaits: false,
      asks,
    };
    engine.onNotice(({ code, snapshot }) => {
      // Made for a page that holds nothing.
      if (code === 'engine-restarted' && snapshot)
        this.#update({ ...mergeSnapshot(emptyRunData(), snapshot), replies: this.#data.replies });
    });
  }

  get state(): RunState {
    return runStateOf(this.#data, this.#maxTicks);
  }

  /** Who answers. */
  get settings() {
    return this.#data.settings;
  }

  /**
   * A text changed. A run nobody did anything with follows it; any other stays with its own texts.
   * @param source of the entry file
   * @param files the others by path
   * @param entry path of the entry file
   */
  async edit(source: string, files: Record<string, string> = {}, entry: string = ENTRY) {
    const sources = { source, files, entry };
    this.#update(sources);
    const reading = this.#analyze(sources);
    this.#lastAnalysis = reading;
    const analysis = await reading;
    if (analysis === null) return;
    const follows = () => {
      const { snapshot } = this.#data;
      const behind =
        snapshot === null || (isUntouched(this.#data) && !sameSources(snapshot, sources) && analysis.errors === 0);
      return behind && sameSources(sources, this.#data);
    };
    // An act that waited before it may have begun a run of this text already.
    if (follows()) await this.#enqueue(() => (follows() ? this.#start() : Promise.resolve(null)));
    // Before a first valid version there is nothing better to show than the text as far as it goes.
    else if (analysis.errors > 0 && analysis.nodes > 0 && this.#isRunDrawingEmpty() && sameSources(sources, this.#data))
      await this.drawAnyway();
  }

  /** Whether the run has nothing that could be drawn. */
  #isRunDrawingEmpty() {
    const nodes = this.#data.snapshot?.view.nodes;
    return nodes !== undefined && Object.keys(nodes).length === 0;
  }

  /**
   * What the core says about the newest texts, and whether the run is of them.
   * @returns null where a newer text overtook them
   */
  async #analyze(sources: Sources): Promise<Analysis | null> {
    const analysis = await this.#callEngine(() => this.#engine.edit(sources.source, sources.files, sources.entry));
    if (analysis === null || !sameSources(sources, this.#data)) return null;
    const { snapshot: of } = this.#data;
    // A text that means the same is the run's own from now on.
    const snapshot = of !== null && analysis.ofRun ? { ...of, ...sources } : of;
    const stale = isOutdated({ ...this.#data, snapshot }, sources);
    const shows = !stale ? 'run' : this.#data.isOutdated ? this.#data.shows : 'source';
    // The text of the run is drawn with the run; what was drawn of a text between is the newest no more.
    const drawn = !stale && this.#data.runDrawing !== null ? { sourceDrawing: null } : {};
    this.#update({ analysis, snapshot, isOutdated: stale, shows, ...drawn });
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
    await this.#stopRunning();
    this.#documentToken = {};
    this.#update({ ...initialRunData({ source, files, entry }, settings), ...list });
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
    await this.#stopRunning();
    const sources = sourcesOf(record);
    this.#documentToken = {};
    const change = this.#updateIfStillOpen();
    change({ ...initialRunData(sources, record.now ?? settingsOf(record)), ...list });
    return this.#enqueue(async () => {
      const analysis = await this.#callEngine(() => this.#engine.edit(sources.source, sources.files, sources.entry));
      if (analysis !== null) change({ analysis });
      return this.#perform((look) =>
        this.#engine.restore(record, at, look, (snapshot) => change(mergeSnapshot(this.#data, snapshot))),
      );
    });
  }

  /** An earlier run comes back; the present one takes its place in the list. */
  async openRun(number: number) {
    await this.#stopRunning();
    return this.#enqueue(async () => {
      const before = this.#data;
      const previous = before.runs.find((run) => run.number === number);
      if (previous === undefined) return null;
      const change = this.#updateIfStillOpen();
      change(switchToRun(before, previous, this.#engine.runRecord()));
      const answer = (await this.#perform((look) =>
        this.#engine.restore(
          { ...previous.record, now: this.#data.settings },
          previous.at,
          { ...look, since: 0, knownEntries: 0 },
          (snapshot) => change(mergeSnapshot(this.#data, snapshot)),
        ),
      )) as Restored | null;
      await this.#analyze({ source: this.#data.source, files: this.#data.files, entry: this.#data.entry });
      change({ isOutdated: isOutdated(this.#data, this.#data), shows: 'run' });
      // What was played of it in part is another run.
      if (answer === null || !answer.ok || answer.partial)
        change({
          runs: [previous, ...this.#data.runs],
          runNumber: nextRunNumber({ ...before, runs: [previous, ...this.#data.runs] }),
        });
      return answer;
    });
  }

  /** A new run of the newest text; leaves a run of an earlier one (Reset, Start over). */
  async reset() {
    await this.#stopRunning();
    return this.#enqueue(() => this.#start());
  }

  /**
   * The run goes on with the newest text, if that can take the place of its own.
   * @returns null where it could not be asked
   */
  async applyText() {
    await this.#stopRunning();
    return this.#enqueue(async () => {
      await this.#lastAnalysis;
      if (!this.state.controls.apply.enabled) return null;
      const act: NamedAction = ['applyText', this.#data.source];
      return this.#perform(
        (look) => this.#engine.perform(act, look),
        true,
        (data) => ({ isOutdated: isOutdated(data, data), shows: 'run' }),
      );
    });
  }

  /** A new run with other start values. */
  async setInput(input: Inputs) {
    await this.#stopRunning();
    return this.#enqueue(() => this.#start(input));
  }

  /** One tick; on an edited text, of a new run. */
  async step() {
    await this.#stopRunning();
    return this.#enqueue(async () => {
      await this.#lastAnalysis;
      if (!this.state.controls.step.enabled) return null;
      if (startsNewRun(this.#data)) await this.#start();
      else await this.#catchUp();
      return this.#perform((look) => this.#engine.step(look), true);
    });
  }

  /** Ticks at the chosen speed until something stops them; pauses if they are already going on. */
  async run(stops: RunBounds = {}) {
    if (this.#currentRun !== null || this.#data.activity === 'pausable') return this.pause();
    this.#stops = stops;
    await this.#enqueue(async () => {
      await this.#lastAnalysis;
      if (!this.state.controls.run.enabled) return;
      if (startsNewRun(this.#data)) await this.#start();
      else await this.#catchUp();
      this.#currentRun = this.#runUntilStopped().finally(() => {
        this.#currentRun = null;
      });
    });
    await this.#currentRun;
  }

  /** Ends Run after the tick in hand, and a scripted wait at once. */
  async pause() {
    if (this.#data.activity !== 'idle') this.#engine.pause();
    await this.#currentRun;
  }

  async #stopRunning() {
    if (this.#currentRun !== null) await this.pause();
  }

  /** To the position before. */
  back() {
    return this.#stepAway(1);
  }

  /** To the position after, on the same branch. */
  forward() {
    return this.#stepAway(-1);
  }

  /** @param step the core's step number @param branch null = the present one */
  async goTo(step: number, branch: string | null = null) {
    await this.#stopRunning();
    return this.#enqueue(() => this.#goTo(step, branch));
  }

  /** One of the acts without a method of its own. */
  async act(act: NamedAction) {
    if (EXCLUSIVE_ACTIONS.includes(act[0])) await this.#stopRunning();
    const goes = EXCLUSIVE_ACTIONS.includes(act[0]) && act[0] !== 'stepPath';
    const fullRequest = goes ? { knownEntries: 0, since: 0 } : {};
    const answer = await this.#performBetweenTicks((look) => this.#engine.perform(act, { ...look, ...fullRequest }));
    if (goes) this.backToRun();
    return answer;
  }

  /** A run from elsewhere; its texts are those of the document from now on. */
  async resume(saved: string, force: boolean) {
    await this.#stopRunning();
    return this.#enqueue(async () => {
      const answer = await this.#perform((look) =>
        this.#engine.resume(saved, force, { ...look, knownEntries: 0, since: 0 }),
      );
      if (!answer?.ok) return answer;
      const { source, files, entry } = answer.snapshot;
      this.#documentToken = {};
      this.#update({
        source,
        files,
        entry,
        settings: {},
        replies: [],
        isOutdated: false,
        shows: 'run',
        sourceDrawing: null,
        analysis: null,
      });
      const analysis = await this.#callEngine(() => this.#engine.edit(source, files, entry));
      if (analysis !== null) this.#update({ analysis });
      return answer;
    });
  }

  async playRecording(recording: Json, force: boolean): Promise<(Answer & { status?: string }) | null> {
    await this.#stopRunning();
    const before = this.#data;
    const change = this.#updateIfStillOpen();
    const runs = archiveCurrentRun(before, this.#engine.runRecord());
    const answer = await this.#performBetweenTicks((look) =>
      this.#engine.playRecording(recording, force, { ...look, knownEntries: 0, since: 0 }),
    );
    if (answer?.ok)
      change({
        runs,
        runNumber: nextRunNumber(before),
        settings: { ...this.#data.settings, m: 'manual' },
        replies: [],
        isOutdated: isOutdated(this.#data, this.#data),
        shows: 'run',
      });
    return answer;
  }

  /**
   * Plays the trace of a finding from the start of the run, as a new branch on which nobody else replies.
   * @param input what the runs of the trace start with
   * @returns why it was not played to its end
   */
  async playTrace(branch: string, input: Inputs, trace: readonly JournalAction[]): Promise<Refusal | null> {
    await this.#stopRunning();
    return this.#enqueue(async () => {
      await this.#lastAnalysis;
      if (this.#data.isOutdated || startsNewRun(this.#data) || !isSameInput(this.#data.snapshot?.input, input))
        await this.#start(input);
      const { settings } = this.#data;
      const perform = (act: (look: SnapshotRequest) => Promise<Answer>) =>
        this.#perform((look) => act({ ...look, waits: 'asked' })).then(refusalOf);
      await perform((look) => this.#engine.settings({ m: 'manual' }, look));
      let refusal = await perform((look) =>
        this.#engine.perform(['fork', 0, branch], { ...look, knownEntries: 0, since: 0 }),
      );
      for (const action of trace) {
        if (refusal !== null) break;
        refusal = await perform((look) => performJournalAction(this.#engine, action, look));
      }
      const { agents = [], requests = [] } = this.#data.snapshot?.pending ?? {};
      // What still waits would be answered at once.
      if (agents.length + requests.length > 0) this.#update({ settings: { m: 'manual' } });
      else await perform((look) => this.#engine.settings(settings, look));
      this.backToRun();
      return refusal;
    });
  }

  reply(request: string, reply: AgentReply) {
    return this.#performBetweenTicks((look) => this.#engine.reply(request, reply, look));
  }

  answer(request: string, answer: GivenAnswer) {
    return this.#performBetweenTicks((look) => this.#engine.answer(request, answer, look));
  }

  /** Answers several questions at once. */
  answers(answers: Record<string, GivenAnswer>) {
    return this.#performBetweenTicks((look) => this.#engine.answers(answers, look));
  }

  /** @param path null: every path that can receive the event */
  send(name: string, data: Json, path: string | null = null) {
    return this.#performBetweenTicks((look) => this.#engine.send(name, data, path, look));
  }

  /** Lets time pass on the run's clock, up to the first timer that is due. */
  elapse(ms: number) {
    return this.#enqueue(() => this.#perform((look) => this.#engine.elapse(ms, look), true));
  }

  /** @param clock what the run's clock follows from now on; null: it stands still but for `elapse` */
  followClock(clock: RunClock | null) {
    this.#clock = clock;
  }

  /** Lets the time pass that the run's clock is behind, up to the first timer that is due. */
  catchUp() {
    return this.#enqueue(() => this.#catchUp());
  }

  async #catchUp() {
    const ms = Math.ceil(this.#clock?.lag() ?? 0);
    if (ms < 1) return null;
    const before = this.#data.snapshot?.view.clock ?? 0;
    const answer = await this.#perform((look) => this.#engine.elapse(ms, look), true);
    if (answer?.ok) this.#clock?.moved(answer.snapshot.view.clock - before);
    return answer;
  }

  /** @param target `Ctx.field[0]` */
  setContext(path: string, target: string, value: Json) {
    return this.#performBetweenTicks((look) => this.#engine.setContext(path, target, value, look));
  }

  choose(path: string, edge: string) {
    return this.#performBetweenTicks((look) => this.#engine.choose(path, edge, look));
  }

  cancel(path: string) {
    return this.#performBetweenTicks((look) => this.#engine.cancel(path, look));
  }

  /** @param settings of the automatic agents */
  setAgents(settings: AgentSettings) {
    this.#update({ settings });
    return this.#performBetweenTicks((look) => this.#engine.settings(settings, look));
  }

  /** @param speed a run that is going on goes on at the new speed */
  async setSpeed(speed: Speed) {
    const running = this.#currentRun !== null;
    this.#update({ speed });
    await this.#stopRunning();
    if (running) await this.run(this.#stops);
  }

  /** @param realWaits whether a retry waits as long as the core says, at speeds below max */
  setWaits(realWaits: boolean) {
    if (realWaits !== this.#data.realWaits) this.#update({ realWaits });
  }

  /** @param options what is drawn */
  setOptions(options: DotOptions) {
    this.#update({ options });
    return this.#enqueue(async () => {
      if (this.#data.sourceDrawing !== null) await this.#draw();
      if (this.#data.snapshot === null) return null;
      const change = this.#updateIfStillOpen();
      // No action of the run: why the last one stopped or was refused stays true.
      const answer = await this.#callEngine(() => this.#engine.snapshot(snapshotRequest(this.#data, this.#data)));
      if (answer?.ok) change(this.#mergedSnapshot(answer.snapshot));
      else if (answer) change({ refusal: answer.error });
      return answer;
    });
  }

  /** Draws the newest text. */
  draw() {
    return this.#enqueue(() => this.#draw());
  }

  /** Draws the newest text, whatever is wrong with it. */
  async drawAnyway() {
    await this.draw();
    this.#update({ shows: 'source' });
  }

  /** Shows the run of the earlier text again; Step and Run go on with it. */
  backToRun() {
    if (this.#data.shows === 'source') this.#update({ shows: 'run' });
  }

  async #draw() {
    const { options, sourceDrawing, source: of } = this.#data;
    const have = sourceDrawing === null ? {} : { haveKey: sourceDrawing.key };
    const picture = await this.#callEngine(() => this.#engine.draw({ options, ...have }));
    if (picture === null) return;
    const parts = picture.parts ?? sourceDrawing?.parts;
    if (parts) this.#update({ sourceDrawing: { key: picture.key, parts, overlay: picture.overlay, of } });
  }

  /** @param input those of the run before, by default */
  async #start(input: Inputs | undefined = this.#data.snapshot?.input) {
    const before = this.#data;
    const left = archiveCurrentRun(before, this.#engine.runRecord());
    return this.#perform(
      (look) => this.#engine.start(this.#data.settings, { ...look, since: 0, knownEntries: 0 }, input),
      false,
      (data) => ({
        runs: left,
        runNumber: nextRunNumber(before),
        replies: [],
        isOutdated: isOutdated(data, data),
        shows: 'run',
      }),
    );
  }

  async #runUntilStopped() {
    const { speed } = this.#data;
    this.#update({ activity: 'running', stop: null, hit: null, refusal: null });
    const options = { ticksPerSecond: speed === 'max' ? null : speed, maxTicks: this.#maxTicks, stops: this.#stops };
    const answer = await this.#callEngine(() =>
      this.#engine.run(options, snapshotRequest(this.#data, this.#data), (snapshot) => this.#applySnapshot(snapshot)),
    );
    if (answer !== null && answer.snapshot !== null && answer.reason !== undefined)
      this.#applySnapshot(answer.snapshot);
    const refused = answer !== null && !answer.ok && answer.reason === undefined ? { refusal: answer.error } : {};
    const hit = answer?.hit ?? null;
    const asked = hit?.node !== undefined && this.#stops.nodes?.includes(hit.node) === true;
    this.#update({
      activity: 'idle',
      stop: answer?.reason ?? null,
      hit: hit && asked ? { ...hit, asked } : hit,
      ...refused,
    });
  }

  /** @param n positions back */
  async #stepAway(n: number) {
    await this.#stopRunning();
    return this.#enqueue(async () => {
      const { entries, snapshot } = this.#data;
      const step = snapshot === null ? null : stepAway(entries, snapshot.position.step, n);
      return step === null ? null : this.#goTo(step, null);
    });
  }

  /** Who goes to a step wants to see the run there. */
  async #goTo(step: number, branch: string | null) {
    const { entries, snapshot } = this.#data;
    const same = branch === null || branch === snapshot?.position.branch;
    const known = same ? { knownEntries: entries.length } : { knownEntries: 0, since: 0 };
    const answer = await this.#perform((look) => this.#engine.goTo(step, branch, { ...look, ...known }));
    this.backToRun();
    return answer;
  }

  /** During Run, between two ticks. */
  #performBetweenTicks(act: (look: SnapshotRequest) => Promise<Answer>) {
    return this.#enqueue(async () => {
      await this.#catchUp();
      return this.#perform(act, true);
    });
  }

  /**
   * @param waits whether it waits for scripts
   * @param done what else is true at once when it was done
   * @returns null when the engine was lost
   */
  async #perform(
    act: (look: SnapshotRequest) => Promise<Answer>,
    waits: boolean = false,
    done: (data: RunData) => Partial<RunData> = () => ({}),
  ): Promise<Answer | null> {
    if (this.#currentRun === null)
      this.#data = { ...this.#data, activity: 'working', stop: null, hit: null, refusal: null };
    // Most acts are done before anything could be drawn of their being under way.
    const change = this.#updateIfStillOpen();
    const busyTimer = setTimeout(() => change({}), BUSY_INDICATOR_DELAY_MS);
    const pausableTimer =
      waits && this.#currentRun === null
        ? setTimeout(() => change({ activity: 'pausable' }), PAUSABLE_AFTER_MS)
        : undefined;
    const answer = await this.#callEngine(() => act(snapshotRequest(this.#data, this.#data)));
    clearTimeout(busyTimer);
    clearTimeout(pausableTimer);
    // A restart brings its own snapshot with its notice.
    const merged =
      answer !== null && answer.snapshot !== null && (answer.ok || answer.error.code !== 'engine-restarted')
        ? this.#mergedSnapshot(answer.snapshot)
        : {};
    const refused = answer !== null && !answer.ok ? { refusal: answer.error } : {};
    const also = answer?.ok ? done({ ...this.#data, ...merged }) : {};
    change({ ...merged, ...also, ...refused, ...(this.#currentRun === null ? { activity: 'idle' } : {}) });
    return answer;
  }

  /** @returns null when the engine could not answer; the state says why */
  async #callEngine<T>(call: () => Promise<T>): Promise<T | null> {
    try {
      return await call();
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'failed';
      this.#update({ refusal: { code, message: error instanceof Error ? error.message : String(error) } });
      return null;
    }
  }

  /** The text of a run is another one where its cursor passed an edit of its machine. */
  #mergedSnapshot(snapshot: Snapshot): Partial<RunData> {
    const news = mergeSnapshot(this.#data, snapshot);
    const before = this.#data.snapshot;
    return before === null || sameSources(before, snapshot)
      ? news
      : { ...news, isOutdated: isOutdated({ ...this.#data, ...news }, this.#data) };
  }

  #applySnapshot(snapshot: Snapshot) {
    this.#update(mergeSnapshot(this.#data, snapshot));
  }

  /** @returns null when the document was left before the turn came */
  #enqueue<T>(act: () => Promise<T>): Promise<T | null> {
    const document = this.#documentToken;
    const turn = this.#lastAction.then(() => (document === this.#documentToken ? act() : null));
    this.#lastAction = turn.catch(() => {});
    return turn;
  }

  /** @returns updates the data as long as the document that is open now stays open */
  #updateIfStillOpen() {
    const document = this.#documentToken;
    return (change: Partial<RunData>) => {
      if (document === this.#documentToken) this.#update(change);
    };
  }

  #update(change: Partial<RunData>) {
    this.#data = { ...this.#data, ...change };
    this.#onChange(this.state);
  }
}
