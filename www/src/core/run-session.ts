// The run session: one run of the core, its automatic replies, and the snapshot that the page renders. All other state
// is cached: it can be read from the run again.

import { CODE, answerEntry } from '../protocol/action-codes.ts';
import { atStep } from './past-step.ts';
import { Revisions } from './revisions.ts';
import { chooseMode, outsideFor } from '../agents/choose-agent.ts';
import { WAITS, decide, decideAnswer } from '../agents/decide-reply.ts';
import { MAX_LIVE_PATHS, MAX_PENDING, reachedCeiling } from './ceilings.ts';
import { applyGraphEdit } from './context.ts';
import { EventBuffer } from './event-buffer.ts';
import { pictureOf } from './picture.ts';
import { comparePaths, PathHistory } from './uses.ts';
import type {
  AgentReply,
  AgentRequest,
  AgentSettings,
  Entry,
  Event,
  GivenAnswer,
  GivenReply,
  InfoRequest,
  Inputs,
  Json,
  LayerEdit,
  RecordedEntry,
  SnapshotRequest,
  Refusal,
  Snapshot,
  Sources,
  Waits,
} from '../protocol/types.ts';
import type { Done, Moved, Result, Run } from '../../pkg/tracklight.js';
import type { StoredReplies } from './stored.ts';
import type { HostFacts } from './text.ts';
import type { AgentEnv, ScriptRequest } from '../agents/types.ts';

export interface ActionSummary {
  kind: string;
  path?: string;
  auto?: boolean;
}
interface Pace {
  yieldIfNeeded(): Promise<void>;
  wait(ms: number): Promise<void>;
}

type Replies<T> = Generator<number | null, T, 'on' | 'stop'>;

/** In a snapshot: a fast run gives thousands. */
const MAX_REPLIES = 200;
/** Actions that the page's ceilings stop. */
const STEP_ACTIONS = ['step', 'stepPath'];
/** Events after which an automatic agent may have something to do. */
const REQUEST_EVENTS = new Set(['agentRequested', 'requestOpened']);

export class RunSession {
  #run: Run;
  #pace: Pace;
  #readHostFacts;
  #stubs: HostFacts['stubs'] = new Map();
  #pathHistory = new PathHistory();
  #eventBuffer = new EventBuffer();
  #revisions = new Revisions();
  /** The rules of earlier visits, by path, node and list of rules. */
  #pickedRules: Map<string, number[]> = new Map();
  /** Entries of the current branch; null when they have to be read again. */
  #entries: Entry[] | null = null;
  #branch = '';
  #waitReasons: Map<string, string> = new Map();
  #givenReplies: GivenReply[] = [];
  /** Actions of the host that Run took since the last snapshot. */
  #hostActions: NonNullable<Snapshot['hostActions']> = [];
  #mayHaveRequests = true;
  /** Full open requests by id; null when they may have changed. */
  #fullRequests: Map<string, AgentRequest> | null = null;
  /** Whether the next requests are read in brief: the agents needed no more for the last ones. */
  #readsBriefly = true;
  /** How often the context graph was edited. */
  #graphRevision = 0;
  /** The size of the run at the cursor; read when it is first needed. */
  #runSize: { spawned: number; events: number } | null = null;
  /** Whether a fan-out exceeded the page's ceiling of live paths. */
  #exceededPathLimit = false;
  /** The start values of the run. */
  input: Inputs | undefined;
  /** Stored replies of the link that this run was opened from. */
  storedReplies: StoredReplies | null = null;

  /** Whether the machine has a `timeout` of its own. */
  hasTimeout = false;
  /** Live paths that the machine allows. */
  maxPaths = 0;
  /** The texts of the machine at the cursor. */
  sources: Sources;
  settings: AgentSettings;

  /** @param readHostFacts reads the facts of the machine of these texts */
  constructor(
    run: Run,
    sources: Sources,
    readHostFacts: (sources: Sources) => HostFacts,
    settings: AgentSettings,
    pace: Pace,
  ) {
    this.#run = run;
    this.#readHostFacts = readHostFacts;
    this.#pace = pace;
    this.sources = sources;
    this.settings = settings;
    this.#updateHostFacts();
  }

  /** The run, for reading and for calls that do not move the cursor. */
  get run() {
    return this.#run;
  }

  /** Performs one action of the host. `settle` gives the automatic replies to it. */
  perform(summary: ActionSummary, action: (run: Run) => Result): Done | { ok: false; error: Refusal } {
    const full = STEP_ACTIONS.includes(summary.kind) ? reachedCeiling(this.#readRunSize()) : null;
    if (full !== null)
      return {
        ok: false,
        error: { code: 'page-ceiling', message: `this page holds at most ${full.most} ${full.kind} of a run` },
      };
    const result = action(this.#run);
    if (result.ok) this.#recordAction(summary, result);
    return result;
  }

  #recordAction(summary: ActionSummary, done: Done) {
    if (this.#entries === null || done.branch !== this.#branch) this.#clearBranch();
    else
      this.#entries.push({
        step: done.step,
        tick: done.tick,
        action: done.action,
        ...summary,
        outcome: done.outcome.kind,
      });
    this.#branch = done.branch;
    this.#countEvents(done.events);
    this.#pathHistory.add(done.events);
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

  #countEvents(events: Event[]) {
    const size = this.#runSize;
    for (const event of events) {
      if (event.kind === 'machineEdited') this.#updateMachine();
      if (event.kind === 'spawned' && size !== null) size.spawned += event.children.length;
      if (event.kind === 'limitHit' && event.limit === 'maxPaths' && event.value === MAX_LIVE_PATHS)
        this.#exceededPathLimit = true;
    }
    if (size !== null) size.events += events.length;
  }

  #clearBranch() {
    this.#entries = null;
    this.#clearHistory();
  }

  /** Clears what was read from the events of another branch or of a later position. */
  #clearHistory() {
    this.#pathHistory = new PathHistory();
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

  /** Moves the cursor, also to another branch. */
  moveCursor(action: (run: Run) => Moved): Moved {
    const moved = action(this.#run);
    if (!moved.ok) return moved;
    this.#entries = null;
    this.#branch = moved.branch;
    this.#onCursorMoved();
    return moved;
  }

  /** Gives the run other texts of the same machine. @returns false if they are of another machine */
  adoptSources(sources: Sources): boolean {
    // The core replaces the source of the machine that the run started with.
    if (this.#run.view().machineRev > 0) return false;
    if (!this.#run.setSource(sources.source, sources.files, sources.entry).ok) return false;
    this.sources = sources;
    return true;
  }

  /** Called after an edit of the machine, and when the cursor may have passed one. */
  #updateMachine() {
    const source = this.#run.source();
    if (source === this.sources.source) return;
    this.sources = { ...this.sources, source };
    this.#updateHostFacts();
  }

  #updateHostFacts() {
    const { stubs, hasTimeout, maxPaths } = this.#readHostFacts(this.sources);
    this.#stubs = stubs;
    this.hasTimeout = hasTimeout;
    this.maxPaths = maxPaths;
  }

  applyGraphEdit(edit: LayerEdit) {
    const done = applyGraphEdit(this.#run, edit);
    if (done.ok) this.#graphRevision += 1;
    return done;
  }

  #onCursorMoved() {
    this.#updateMachine();
    this.#clearHistory();
    this.#runSize = null;
    this.#eventBuffer.clear();
    this.#waitReasons.clear();
    this.#mayHaveRequests = true;
  }

  /** The core's step number at the cursor. */
  get step() {
    return this.#run.view().step;
  }

  get isAtTip() {
    return this.step === this.entries().at(-1)?.step;
  }

  /** Entries of the branch at the cursor. */
  entries() {
    this.#entries ??= this.#run.entries();
    return this.#entries;
  }

  /**
   * Lets the automatic agents reply to the open requests, in path order, until they have nothing left to do.
   * @param between called after each reply; may stop before all are given, see `isSettled`
   * @returns the events of the replies
   */
  async settle(waits: Waits, between: () => Promise<'on' | 'stop'> = this.#yieldIfNeeded): Promise<Event[]> {
    const events: Event[] = [];
    if (waits === 'asked') return events;
    const replies = this.#giveReplies(waits, events);
    for (let next = replies.next('on'); !next.done; ) {
      if (next.value === null) next = replies.next(await between());
      else {
        await this.#pace.wait(next.value);
        next = replies.next('on');
      }
    }
    return events;
  }

  /** Gives all automatic replies at once, without waiting. */
  settleNow(): Event[] {
    const events: Event[] = [];
    const replies = this.#giveReplies('skipped', events);
    while (!replies.next('on').done);
    return events;
  }

  /** Yields the wait before each reply, in ms, and null after it. @param events gets the events of the replies */
  *#giveReplies(waits: Waits, events: Event[]): Replies<void> {
    for (let goesOn = true; goesOn && this.#mayHaveRequests; ) {
      this.#mayHaveRequests = false;
      this.#waitReasons.clear();
      goesOn = yield* this.#giveReplyRound(waits, events);
    }
  }

  /**
   * Lets the automatic agent of one open request reply to it.
   * @returns why it did not; null if it did
   */
  async settleRequest(id: string, waits: Waits): Promise<Refusal | null> {
    this.#fullRequests = null;
    const request = this.#openRequests().find((request) => request.id === id);
    if (request === undefined) return { code: 'unknown-request', message: `there is no open request \`${id}\`` };
    this.#waitReasons.delete(id);
    if (await this.#settleOpenRequest(request, waits)) return null;
    return { code: 'unanswered', message: this.#waitReasons.get(id) ?? 'no automatic agent answers it' };
  }

  async #settleOpenRequest(request: ScriptRequest | InfoRequest, waits: Waits): Promise<Done | null> {
    if (!('tools' in request)) return this.#answerInfo(request);
    const reply = this.#replyTo(request, waits);
    for (let next = reply.next('on'); ; next = reply.next('on')) {
      if (next.done) return next.value;
      if (next.value !== null) await this.#pace.wait(next.value);
    }
  }

  /** Whether the automatic agents have nothing left to do. */
  get isSettled() {
    return !this.#mayHaveRequests;
  }

  #yieldIfNeeded = async (): Promise<'on'> => {
    await this.#pace.yieldIfNeeded();
    return 'on';
  };

  changeSettings(settings: AgentSettings) {
    this.storedReplies?.onSettingsChanged(this.settings, settings);
    this.settings = settings;
    this.#mayHaveRequests = true;
  }

  /** Replies once to each open request. @param events gets the events @returns false if it was stopped */
  *#giveReplyRound(waits: Waits, events: Event[]): Replies<boolean> {
    let open = this.#openRequests();
    // Through shared contexts, a reply may change the requests of other paths. They are read again only then.
    let isStale = false;
    this.#fullRequests = null;
    for (const { id } of open) {
      if (isStale) open = this.#openRequests();
      if (isStale) this.#fullRequests = null;
      const request = open.find((request) => request.id === id);
      if (request === undefined) continue;
      const done = 'tools' in request ? yield* this.#replyTo(request, waits) : this.#answerInfo(request);
      isStale = done !== null && done.events.some((event) => !('path' in event) || event.path !== request.path);
      for (const event of done?.events ?? []) events.push(event);
      if ((yield null) === 'stop') {
        this.#mayHaveRequests = true;
        return false;
      }
    }
    return true;
  }

  /** The open requests without projections: projecting a long run takes longer than the rest of a tick. */
  readPending() {
    return this.#run.pending({ projection: false });
  }

  /** In path order. Of one path, information requests come first. */
  #openRequests(): (ScriptRequest | InfoRequest)[] {
    const { agents, requests } = this.#readsBriefly ? this.#briefRequests() : this.readPending();
    this.#readsBriefly = true;
    return [...requests, ...agents].sort((a, b) => comparePaths(a.path, b.path));
  }

  #briefRequests(): { agents: ScriptRequest[]; requests: InfoRequest[] } {
    const { agents, requests } = this.#run.pending({ brief: true });
    for (const request of agents) (request as ScriptRequest).stub = this.#stubs.get(request.node);
    return { agents, requests };
  }

  /** The full form of an open request. */
  #fullRequest(request: ScriptRequest): AgentRequest {
    this.#readsBriefly = false;
    if (isFullRequest(request)) return request;
    this.#fullRequests ??= new Map(this.readPending().agents.map((request) => [request.id, request]));
    return this.#fullRequests.get(request.id) as AgentRequest;
  }

  *#replyTo(request: ScriptRequest, waits: Waits): Replies<Done | null> {
    const stored = this.storedReplies?.reply(request) ?? null;
    const decision = stored?.decision ?? this.decideReply(request);
    if (this.storedReplies?.reportsMissing(request))
      this.perform({ kind: 'noRecording', path: request.path, auto: true }, (run) => run.noRecording(request.id));
    if (decision.reply === null) {
      this.#waitReasons.set(request.id, decision.reason);
      return null;
    }
    const { reply, mode, warnings, wait } = decision;
    // The core says how long to wait before a retry; the host waits.
    const waitMs = waits === 'skipped' ? 0 : wait + (waits === 'real' ? request.delayMs : 0);
    if (waitMs > 0) yield waitMs;
    const done = this.perform({ kind: 'reply', path: request.path, auto: true }, (run) =>
      run.reply(request.id, reply, { auto: true }),
    );
    if (!done.ok) {
      this.#waitReasons.set(request.id, `the automatic reply was rejected: ${done.error.message}`);
      return null;
    }
    if (stored !== null && stored.index !== null) this.storedReplies?.markUsed(stored.index);
    const { id, path, node, digest } = request;
    const { branch, step } = done;
    this.#givenReplies.push({ request: id, path, node, digest, mode, reply, warnings, wait, branch, step });
    if (this.#givenReplies.length > 2 * MAX_REPLIES)
      this.#givenReplies.splice(0, this.#givenReplies.length - MAX_REPLIES);
    return done;
  }

  /** An open agent request. */
  agentRequest(id: string) {
    return this.readPending().agents.find((request) => request.id === id) ?? null;
  }

  /** Adds a reply of the host to the list of given replies. */
  recordManualReply({ id, path, node, kind, digest }: AgentRequest, reply: AgentReply, { branch, step }: Done) {
    const mode = outsideFor({ node, kind }, this.settings) ?? 'manual';
    this.#givenReplies.push({ request: id, path, node, digest, mode, reply, warnings: [], wait: 0, branch, step });
  }

  /** Answers a plain question. The values of a form are given by Run, never with a step. */
  #answerInfo(info: InfoRequest) {
    if (info.form !== null) return null;
    const stored = this.storedReplies?.answer(info) ?? null;
    const decision = stored === null ? this.decideInfoAnswer(info) : stored.decision;
    if (decision === null) return null;
    const done = this.perform({ kind: 'answer', path: info.path, auto: true }, (run) =>
      run.answer(info.id, decision.answer, { auto: true }),
    );
    if (done.ok && stored !== null && stored.index !== null) this.storedReplies?.markUsed(stored.index);
    return done.ok ? done : null;
  }

  /** The reply of the present settings. */
  decideReply(request: ScriptRequest) {
    return decide(request, this.#agentEnv());
  }

  /** The answer of the present settings to a plain question. */
  decideInfoAnswer(info: InfoRequest) {
    return info.form === null ? this.#scriptedAnswer(info) : null;
  }

  /**
   * What Run gives where nothing else can be done: the answers to forms in the stubs of their nodes, else the first
   * event with a stub that the run takes. It is an action of the host.
   * @returns its events; null where no stub helps
   */
  giveStub(): Event[] | null {
    const { answers, events } = this.#stubbed(this.#run.view());
    const [only, ...others] = Object.entries(answers);
    if (others.length > 0)
      return this.#actAsHost([CODE.answers, answers], { kind: 'answers' }, (run) => run.answers(answers));
    if (only !== undefined)
      return this.#actAsHost(answerEntry(...only), { kind: 'answer' }, (run) => run.answer(...only));
    for (const [name, data] of events) {
      const done = this.#actAsHost([CODE.send, name, data, null], { kind: 'send' }, (run) => run.send(name, data));
      if (done !== null) return done;
    }
    return null;
  }

  /** What stubs say of the forms and events that a run waits for which does not go on by itself. */
  #stubbed({ paths, pending }: Snapshot['view']) {
    const answers: Record<string, GivenAnswer> = {};
    const events: [name: string, data: Json][] = [];
    const statuses = new Set(paths.map(({ status }) => status));
    if (!this.hasStubs || statuses.has('active')) return { answers, events };
    if (statuses.has('awaitingAnswers')) {
      for (const info of pending.requests) {
        const decision = info.form === null || this.#isLeftToRecord(info) ? null : this.#scriptedAnswer(info);
        if (decision !== null) answers[info.id] = decision.answer;
      }
    } else if (statuses.has('awaitingEvent') && !statuses.has('awaitingAgent')) {
      for (const name of new Set(pending.events.map(({ name }) => name))) {
        const data = this.#stubs.get(`event:${name}`);
        if (data !== undefined) events.push([name, data]);
      }
    }
    return { answers, events };
  }

  #canGiveStub(view: Snapshot['view']) {
    const { answers, events } = this.#stubbed(view);
    return events.length > 0 || Object.keys(answers).length > 0;
  }

  /** Whether a node or an event of the machine has a stub. */
  get hasStubs() {
    return this.#stubs.size > 0;
  }

  /** Whether a later action of the record that is replayed answers a request. */
  #isLeftToRecord(info: InfoRequest) {
    return this.storedReplies?.answer(info)?.decision === null;
  }

  /** An action of the host that Run takes. The next snapshot tells of it. */
  #actAsHost(entry: RecordedEntry, summary: ActionSummary, action: (run: Run) => Result) {
    const done = this.perform(summary, action);
    if (!done.ok) return null;
    const { branch, step, tick, action: number } = done;
    this.#hostActions.push({ entry, position: { branch, step, tick, action: number } });
    return done.events;
  }

  #scriptedAnswer(info: InfoRequest) {
    if (chooseMode(info.node, this.settings, this.#stubs.get(info.node)).mode !== 'script') return null;
    const siblings = this.#run
      .requests({ path: info.path })
      .filter((request) => request.node === info.node && request.visit === info.visit);
    const index = siblings.findIndex((sibling) => sibling.id === info.id);
    return decideAnswer(info, index, this.#agentEnv());
  }

  #agentEnv(): AgentEnv {
    return {
      settings: this.settings,
      stubOf: (node) => this.#stubs.get(node),
      fullRequest: (request) => this.#fullRequest(request),
      evaluate: (path, expression) => this.#run.evaluate(path, expression),
      evaluateAt: (step, path, expression) => atStep(this.#run, step, () => this.#run.evaluate(path, expression)),
      requestStep: (path, node, visit) => this.#pathHistory.requestStep(this.#run, path, node, visit),
      pickedRules: (path, node, rules) => this.#pickedRulesOf(JSON.stringify([path, node, rules])),
      toolUses: (path, node, tool) => this.#pathHistory.toolUses(this.#run, path, node, tool),
    };
  }

  #pickedRulesOf(key: string) {
    const known = this.#pickedRules.get(key);
    const picks = known ?? [];
    if (known === undefined) this.#pickedRules.set(key, picks);
    return picks;
  }

  snapshot(request: SnapshotRequest): Snapshot {
    const view = this.#run.view();
    const picture = pictureOf(this.#run, request);
    const { agents, requests, edits, counts } = this.#visibleRequests(view);
    const entries = this.entries();
    const from = Math.min(request.knownEntries ?? 0, entries.length);
    const { step, tick, action, branch } = view;
    const since = Math.min(request.since ?? 0, view.seq);
    const replies = this.#givenReplies.splice(0).slice(-MAX_REPLIES);
    const hostActions = this.#hostActions.splice(0);
    const tip = entries.at(-1)?.step ?? step;
    this.#branch = branch;
    const revisions = this.#revisions.read(this.#run, entries, branch);
    const ceiling: Snapshot['ceiling'] | null =
      reachedCeiling(this.#readRunSize()) ??
      (this.#exceededPathLimit && this.maxPaths > MAX_LIVE_PATHS
        ? { kind: 'live', most: MAX_LIVE_PATHS, asked: this.maxPaths }
        : null);
    return {
      ...this.sources,
      ...(this.input === undefined ? {} : { input: this.input }),
      graphRevision: this.#graphRevision,
      position: { step, tick, action, branch, atTip: step === tip },
      view,
      picture,
      pending: { agents, requests, edits, counts },
      ...(ceiling === null ? {} : { ceiling }),
      ...(revisions === null ? {} : { revisions }),
      ...(hostActions.length === 0 ? {} : { hostActions }),
      ...(this.#canGiveStub(view) ? { canGiveStub: true as const } : {}),
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

  /** The first pending requests, and the number of all. */
  #visibleRequests({ pending }: Snapshot['view']) {
    const counts = { agents: pending.agents.length, requests: pending.requests.length };
    // Projecting many requests takes seconds. They get their projections when fewer are pending.
    const { agents, requests, edits } = this.#run.pending(
      counts.agents > MAX_PENDING ? { projection: false } : undefined,
    );
    return { agents: agents.slice(0, MAX_PENDING), requests: requests.slice(0, MAX_PENDING), edits, counts };
  }

  /** Why a request waits, by its id; empty if an agent would reply. */
  #waitingReason(request: AgentRequest): [string, string][] {
    const known = this.#waitReasons.get(request.id);
    if (known !== undefined) return [[request.id, known]];
    const stored = this.storedReplies?.reply(request)?.decision ?? null;
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

function isFullRequest(request: ScriptRequest): request is AgentRequest {
  return 'exits' in request;
}
