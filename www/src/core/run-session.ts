// The run session: one handle of the core, its automatic replies, and the snapshot that the page renders. Everything
// else it holds can be read from the handle again; it is not a second source of truth.

import { atStep } from './past-step.ts';
import { Revisions } from './revisions.ts';
import { chooseMode, outsideFor } from '../agents/choice.ts';
import { WAITS, decide, decideAnswer } from '../agents/mode.ts';
import { MAX_LIVE_PATHS, MAX_PENDING, reachedCeiling } from './ceilings.ts';
import { applyGraphEdit } from './context.ts';
import { EventBuffer } from './event-buffer.ts';
import { comparePaths, Uses } from './uses.ts';
import type {
  AgentReply,
  AgentRequest,
  AgentSettings,
  Entry,
  Event,
  GivenReply,
  InfoRequest,
  Inputs,
  LayerEdit,
  SnapshotRequest,
  Refusal,
  Snapshot,
  Sources,
  Waits,
} from '../protocol/types.ts';
import type { Done, Moved, Result, Run } from '../../pkg/tracklight.js';
import type { Stored } from './stored.ts';
import type { ForHost } from './text.ts';
import type { AgentEnv, Asked } from '../agents/types.ts';

export interface ActionSummary {
  kind: string;
  path?: string;
  auto?: boolean;
}
interface Pace {
  yieldIfNeeded(): Promise<void>;
  hold(ms: number): Promise<void>;
}

type Replies<T> = Generator<number | null, T, 'on' | 'stop'>;

/** Newest replies a snapshot carries; a fast run gives thousands. */
const MAX_REPLIES = 200;
/** Acts by which a run grows without anybody's word. */
const STEP_ACTIONS = ['step', 'stepPath'];
/** Events after which an automatic agent may have something to do. */
const REQUEST_EVENTS = new Set(['agentRequested', 'requestOpened']);

export class RunSession {
  #run: Run;
  #pace: Pace;
  #hostOf;
  #stubs: ForHost['stubs'] = new Map();
  #uses = new Uses();
  #eventBuffer = new EventBuffer();
  #revisions = new Revisions();
  /** Rules found for earlier visits, by path, node and list of rules. */
  #pickedRules: Map<string, number[]> = new Map();
  /** Of the current branch; null when it has to be read again. */
  #entries: Entry[] | null = null;
  #branch = '';
  #reasons: Map<string, string> = new Map();
  #givenReplies: GivenReply[] = [];
  #mayHaveRequests = true;
  /** Open requests with all that they ask, as long as nothing else has changed them. */
  #fullRequests: Map<string, AgentRequest> | null = null;
  /** Whether open requests are read in brief: who did as it was told will do so again. */
  #readsBriefly = true;
  /** How often the context graph was edited. */
  #graphRevision = 0;
  /** How much there is of the run at the cursor; read when it is first needed. */
  #runSize: { spawned: number; events: number } | null = null;
  /** Whether a fan-out went beyond the page's ceiling of live paths. */
  #exceededPathLimit = false;
  /** What the run was started with. */
  input: Inputs | undefined;
  /** Replies of the link that this run was opened from. */
  stored: Stored | null = null;

  /** Whether the machine has a `timeout` of its own. */
  timed = false;
  /** Live paths that the machine allows itself. */
  maxPaths = 0;
  /** Texts of the machine at the cursor. */
  sources: Sources;
  settings: AgentSettings;

  /** @param hostOf what the machine of these texts says to its host */
  constructor(run: Run, sources: Sources, hostOf: (sources: Sources) => ForHost, settings: AgentSettings, pace: Pace) {
    this.#run = run;
    this.#hostOf = hostOf;
    this.#pace = pace;
    this.sources = sources;
    this.settings = settings;
    this.#readHost();
  }

  /** The handle, for looking and for what moves no cursor. */
  get run() {
    return this.#run;
  }

  /** One action of the host. Its events go on; automatic replies are left to `settle`. */
  perform(deed: ActionSummary, action: (run: Run) => Result): Done | { ok: false; error: Refusal } {
    const full = STEP_ACTIONS.includes(deed.kind) ? reachedCeiling(this.#readRunSize()) : null;
    if (full !== null)
      return {
        ok: false,
        error: { code: 'page-ceiling', message: `this page holds at most ${full.most} ${full.kind} of a run` },
      };
    const result = action(this.#run);
    if (result.ok) this.#recordAction(deed, result);
    return result;
  }

  #recordAction(deed: ActionSummary, done: Done) {
    if (this.#entries === null || done.branch !== this.#branch) this.#forgetBranch();
    else
      this.#entries.push({
        step: done.step,
        tick: done.tick,
        action: done.action,
        ...deed,
        outcome: done.outcome.kind,
      });
    this.#branch = done.branch;
    this.#count(done.events);
    this.#uses.add(done.events);
    this.#eventBuffer.add(done.events);
    if (done.events.some((event) => REQUEST_EVENTS.has(event.kind))) this.#mayHaveRequests = true;
  }

  #readRunSize() {
    if (this.#runSize === null) {
      const { counters, seq } = this.#run.view();
      this.#runSize = { spawned: counters.spawned, events: seq };
    }
    return this.#runSize;
  }

  #count(events: Event[]) {
    const held = this.#runSize;
    for (const event of events) {
      if (event.kind === 'machineEdited') this.#readMachine();
      if (event.kind === 'spawned' && held !== null) held.spawned += event.children.length;
      if (event.kind === 'limitHit' && event.limit === 'maxPaths' && event.value === MAX_LIVE_PATHS)
        this.#exceededPathLimit = true;
    }
    if (held !== null) held.events += events.length;
  }

  #forgetBranch() {
    this.#entries = null;
    this.#forgetHistory();
  }

  /** What was read from the events of another branch or of a later position. */
  #forgetHistory() {
    this.#uses = new Uses();
    this.#pickedRules.clear();
  }

  goTo(step: number, branch: string | null) {
    const moved = branch === null ? this.#run.goto(step) : this.#run.goto(step, branch);
    if (!moved.ok) return moved;
    if (moved.branch !== this.#branch) this.#entries = null;
    this.#branch = moved.branch;
    this.#onCursorMoved();
    return moved;
  }

  /** Moves the cursor, to another branch too: what the run is stays as it is. */
  move(action: (run: Run) => Moved): Moved {
    const moved = action(this.#run);
    if (!moved.ok) return moved;
    this.#entries = null;
    this.#branch = moved.branch;
    this.#onCursorMoved();
    return moved;
  }

  /** Other texts of the same machine become those of the run. @returns false where they mean another machine */
  takeText(sources: Sources): boolean {
    // The core gives it to the machine that the run began with.
    if (this.#run.view().machineRev > 0) return false;
    if (!this.#run.setSource(sources.source, sources.files, sources.entry).ok) return false;
    this.sources = sources;
    return true;
  }

  /** The machine at the cursor may be another one now: one was edited, or the cursor passed such an edit. */
  #readMachine() {
    const source = this.#run.source();
    if (source === this.sources.source) return;
    this.sources = { ...this.sources, source };
    this.#readHost();
  }

  #readHost() {
    const { stubs, timed, maxPaths } = this.#hostOf(this.sources);
    this.#stubs = stubs;
    this.timed = timed;
    this.maxPaths = maxPaths;
  }

  /** An edit of the context graph. */
  applyGraphEdit(edit: LayerEdit) {
    const done = applyGraphEdit(this.#run, edit);
    if (done.ok) this.#graphRevision += 1;
    return done;
  }

  #onCursorMoved() {
    this.#readMachine();
    this.#forgetHistory();
    this.#runSize = null;
    this.#eventBuffer.clear();
    this.#reasons.clear();
    this.#mayHaveRequests = true;
  }

  /** The core's step number at the cursor. */
  get step() {
    return this.#run.view().step;
  }

  get atTip() {
    return this.step === this.entries().at(-1)?.step;
  }

  /** Entries of the branch at the cursor. */
  entries() {
    this.#entries ??= this.#run.entries();
    return this.#entries;
  }

  /**
   * Lets the automatic agents answer every open request they cover, in path order, again until none is left.
   * @param between called after each reply; may stop before all are given, see `settled`
   * @returns what the replies brought about
   */
  async settle(waits: Waits, between: () => Promise<'on' | 'stop'> = this.#yieldIfNeeded): Promise<Event[]> {
    const events: Event[] = [];
    if (waits === 'asked') return events;
    const replies = this.#replies(waits, events);
    for (let next = replies.next('on'); !next.done; ) {
      if (next.value === null) next = replies.next(await between());
      else {
        await this.#pace.hold(next.value);
        next = replies.next('on');
      }
    }
    return events;
  }

  /** The same at once, without any wait. */
  settleNow(): Event[] {
    const events: Event[] = [];
    const replies = this.#replies('skipped', events);
    while (!replies.next('on').done);
    return events;
  }

  /** Yields how long to wait before a reply, in ms, and null after it. @param events grows */
  *#replies(waits: Waits, events: Event[]): Replies<void> {
    for (let going = true; going && this.#mayHaveRequests; ) {
      this.#mayHaveRequests = false;
      this.#reasons.clear();
      going = yield* this.#round(waits, events);
    }
  }

  /**
   * Lets the automatic agent of one open request answer it.
   * @returns why it did not
   */
  async settleOne(id: string, waits: Waits): Promise<Refusal | null> {
    this.#fullRequests = null;
    const request = this.#openRequests().find((one) => one.id === id);
    if (request === undefined) return { code: 'unknown-request', message: `there is no open request \`${id}\`` };
    this.#reasons.delete(id);
    if (await this.#answerRequest(request, waits)) return null;
    return { code: 'unanswered', message: this.#reasons.get(id) ?? 'no automatic agent answers it' };
  }

  async #answerRequest(request: Asked | InfoRequest, waits: Waits): Promise<Done | null> {
    if (!('tools' in request)) return this.#answer(request);
    const reply = this.#reply(request, waits);
    for (let next = reply.next('on'); ; next = reply.next('on')) {
      if (next.done) return next.value;
      if (next.value !== null) await this.#pace.hold(next.value);
    }
  }

  /** Whether no automatic agent has anything left to do. */
  get settled() {
    return !this.#mayHaveRequests;
  }

  #yieldIfNeeded = async (): Promise<'on'> => {
    await this.#pace.yieldIfNeeded();
    return 'on';
  };

  /** Makes the next `settle` ask every agent again. */
  changeSettings(settings: AgentSettings) {
    this.stored?.release(this.settings, settings);
    this.settings = settings;
    this.#mayHaveRequests = true;
  }

  /** @param events grows @returns false when it was stopped */
  *#round(waits: Waits, events: Event[]): Replies<boolean> {
    let open = this.#openRequests();
    // A reply may change what another path's request shows, through shared contexts; only then it is read again.
    let stale = false;
    this.#fullRequests = null;
    for (const { id } of open) {
      if (stale) open = this.#openRequests();
      if (stale) this.#fullRequests = null;
      const request = open.find((one) => one.id === id);
      if (request === undefined) continue;
      const done = 'tools' in request ? yield* this.#reply(request, waits) : this.#answer(request);
      stale = done !== null && done.events.some((event) => !('path' in event) || event.path !== request.path);
      for (const event of done?.events ?? []) events.push(event);
      if ((yield null) === 'stop') {
        this.#mayHaveRequests = true;
        return false;
      }
    }
    return true;
  }

  /** What is asked, without projections: to project a long run takes longer than all the rest of a tick. */
  pending() {
    return this.#run.pending({ projection: false });
  }

  /** @returns in path order, information first */
  #openRequests(): (Asked | InfoRequest)[] {
    const { agents, requests } = this.#readsBriefly ? this.#briefRequests() : this.pending();
    this.#readsBriefly = true;
    return [...requests, ...agents].sort((a, b) => comparePaths(a.path, b.path));
  }

  #briefRequests(): { agents: Asked[]; requests: InfoRequest[] } {
    const { agents, requests } = this.#run.pending({ brief: true });
    for (const request of agents) (request as Asked).stub = this.#stubs.get(request.node);
    return { agents, requests };
  }

  /** An open request with all that it asks. */
  #fullRequest(request: Asked): AgentRequest {
    this.#readsBriefly = false;
    if (isWhole(request)) return request;
    this.#fullRequests ??= new Map(this.pending().agents.map((one) => [one.id, one]));
    return this.#fullRequests.get(request.id) as AgentRequest;
  }

  *#reply(request: Asked, waits: Waits): Replies<Done | null> {
    const stored = this.stored?.reply(request) ?? null;
    const decision = stored?.decision ?? this.decision(request);
    if (this.stored?.reportsEnd(request))
      this.perform({ kind: 'noRecording', path: request.path, auto: true }, (run) => run.noRecording(request.id));
    if (decision.reply === null) {
      this.#reasons.set(request.id, decision.reason);
      return null;
    }
    const { reply, mode, warnings, wait } = decision;
    // How long a retry waits is the core's to say; waiting is the host's.
    const held = waits === 'skipped' ? 0 : wait + (waits === 'real' ? request.delayMs : 0);
    if (held > 0) yield held;
    const done = this.perform({ kind: 'reply', path: request.path, auto: true }, (run) =>
      run.reply(request.id, reply, { auto: true }),
    );
    if (!done.ok) {
      this.#reasons.set(request.id, `the automatic reply was rejected: ${done.error.message}`);
      return null;
    }
    if (stored !== null && stored.index !== null) this.stored?.use(stored.index);
    const { id, path, node, digest } = request;
    const { branch, step } = done;
    this.#givenReplies.push({ request: id, path, node, digest, mode, reply, warnings, wait, branch, step });
    if (this.#givenReplies.length > 2 * MAX_REPLIES)
      this.#givenReplies.splice(0, this.#givenReplies.length - MAX_REPLIES);
    return done;
  }

  /** An open agent request. */
  agentRequest(id: string) {
    return this.pending().agents.find((request) => request.id === id) ?? null;
  }

  /** The host's own reply, for the list of those given. */
  recordManualReply({ id, path, node, kind, digest }: AgentRequest, reply: AgentReply, { branch, step }: Done) {
    const mode = outsideFor({ node, kind }, this.settings) ?? 'manual';
    this.#givenReplies.push({ request: id, path, node, digest, mode, reply, warnings: [], wait: 0, branch, step });
  }

  #answer(info: InfoRequest) {
    const stored = this.stored?.answer(info) ?? null;
    const decision = stored === null ? this.answerDecision(info) : stored.decision;
    if (decision === null) return null;
    const done = this.perform({ kind: 'answer', path: info.path, auto: true }, (run) =>
      run.answer(info.id, decision.answer, { auto: true }),
    );
    if (done.ok && stored !== null && stored.index !== null) this.stored?.use(stored.index);
    return done.ok ? done : null;
  }

  /** What the present settings reply. */
  decision(request: Asked) {
    return decide(request, this.#agentEnv());
  }

  /** What the present settings answer. */
  answerDecision(info: InfoRequest) {
    if (chooseMode(info.node, this.settings, this.#stubs.get(info.node)).mode !== 'script') return null;
    const siblings = this.#run
      .requests({ path: info.path })
      .filter((one) => one.node === info.node && one.visit === info.visit);
    const index = siblings.findIndex((one) => one.id === info.id);
    return decideAnswer(info, index, this.#agentEnv());
  }

  #agentEnv(): AgentEnv {
    return {
      settings: this.settings,
      stubOf: (node) => this.#stubs.get(node),
      whole: (request) => this.#fullRequest(request),
      evaluate: (path, expression) => this.#run.evaluate(path, expression),
      evaluateAt: (step, path, expression) => atStep(this.#run, step, () => this.#run.evaluate(path, expression)),
      askedAt: (path, node, visit) => this.#uses.askedAt(this.#run, path, node, visit),
      picks: (path, node, rules) => this.#pickedBy(JSON.stringify([path, node, rules])),
      uses: (path, node, tool) => this.#uses.count(this.#run, path, node, tool),
    };
  }

  #pickedBy(key: string) {
    const known = this.#pickedRules.get(key);
    const picks = known ?? [];
    if (known === undefined) this.#pickedRules.set(key, picks);
    return picks;
  }

  snapshot(look: SnapshotRequest): Snapshot {
    const view = this.#run.view();
    const overlay = this.#run.overlay(look.options ?? {});
    const dot = overlay.key === look.haveKey ? null : this.#run.dot(look.options ?? {});
    const { agents, requests, edits, counts } = this.#visibleRequests(view);
    const entries = this.entries();
    const from = Math.min(look.knownEntries ?? 0, entries.length);
    const { step, tick, action, branch } = view;
    const since = Math.min(look.since ?? 0, view.seq);
    const replies = this.#givenReplies.splice(0).slice(-MAX_REPLIES);
    const tip = entries.at(-1)?.step ?? step;
    this.#branch = branch;
    const revisions = this.#revisions.of(this.#run, entries, branch);
    const ceiling: Snapshot['ceiling'] | null =
      reachedCeiling(this.#readRunSize()) ??
      (this.#exceededPathLimit && this.maxPaths > MAX_LIVE_PATHS
        ? { kind: 'live', most: MAX_LIVE_PATHS, asked: this.maxPaths }
        : null);
    return {
      ...this.sources,
      ...(this.input === undefined ? {} : { input: this.input }),
      layer: this.#graphRevision,
      position: { step, tick, action, branch, atTip: step === tip },
      view,
      picture: { key: overlay.key, overlay, dot },
      pending: { agents, requests, edits, counts },
      ...(ceiling === null ? {} : { ceiling }),
      ...(revisions === null ? {} : { revisions }),
      branches: this.#run.branches(),
      checkpoints: this.#run.checkpoints(),
      events: this.#eventBuffer.take(since, view.seq) ?? this.#run.events(since),
      ...(since === 0 && step < tip ? { ahead: this.#eventsAhead(view.seq, tip) } : {}),
      since,
      entries: entries.slice(from),
      entriesFrom: from,
      replies,
      unanswered: Object.fromEntries(agents.flatMap((request) => this.#waitingReason(request))),
    };
  }

  /** @param seq the newest event at the cursor @param tip the last step of the branch */
  #eventsAhead(seq: number, tip: number): Event[] {
    const events = atStep(this.#run, tip, () => this.#run.events(seq));
    return Array.isArray(events) ? events : [];
  }

  /** The first of what is pending, and how much there is in all. */
  #visibleRequests({ pending }: Snapshot['view']) {
    const counts = { agents: pending.agents.length, requests: pending.requests.length };
    // To project each of many requests takes seconds; the first ones are projected when there are few.
    const { agents, requests, edits } = this.#run.pending(
      counts.agents > MAX_PENDING ? { projection: false } : undefined,
    );
    return { agents: agents.slice(0, MAX_PENDING), requests: requests.slice(0, MAX_PENDING), edits, counts };
  }

  /** @returns why it waits; nothing if an agent would answer it */
  #waitingReason(request: AgentRequest): [string, string][] {
    const known = this.#reasons.get(request.id);
    if (known !== undefined) return [[request.id, known]];
    const stored = this.stored?.reply(request)?.decision ?? null;
    if (stored !== null && stored.reply === null) return [[request.id, stored.reason]];
    const outside = outsideFor(request, this.settings);
    if (outside !== null) return [[request.id, WAITS[outside]]];
    const choice = chooseMode(request.node, this.settings, request.stub);
    return choice.mode === 'manual' ? [[request.id, choice.reason]] : [];
  }

  free() {
    this.#run.free();
  }
}

function isWhole(request: Asked): request is AgentRequest {
  return 'exits' in request;
}
