// The loop of a run: steps, calls of agents side by side, questions, time; every accepted action goes into the journal
// before anything of it is seen outside.

import { applied } from './actions.ts';
import { Cancellation, MAX_TIMEOUT_MS, agentFor, badReply, replyOf } from './agent-call.ts';
import { RunnerError, messageOf } from './error.ts';
import { strings } from './strings.ts';
import type { InfoRequest, Json, JournalAction, Outcome, Run, Timer } from '../../pkg/tracklight.js';
import type { Journal } from './journal.ts';
import type { MachineRun, RunnerOptions, RunnerRequest } from './types.ts';

const DEFAULT_CONCURRENCY = 4;
const ENDS = ['completed', 'failed', 'cancelled'];

type Refusal = { code: string; message: string; data?: Json };
type Pending = ReturnType<Run['pending']>;
type Brief = ReturnType<typeof brief>;
type Open = (Pending & { isComplete: true }) | (Brief & { isComplete: false });

export interface RunnerDependencies {
  run: Run;
  outcome: Outcome;
  journal: Journal;
  options: RunnerOptions;
  /** Of this run, the same in every process. */
  id: string;
  /** How many agents the machine allows to work at once. */
  machineConcurrency: number;
  /** Whether the machine limits its running time. */
  hasTimeout: boolean;
  /** When the last entry was written. */
  writtenAt: number;
}

export class Runner {
  readonly #run: Run;
  readonly #journal: Journal;
  readonly #options: RunnerOptions;
  readonly #id: string;
  readonly #concurrency: number;
  readonly #isReal: boolean;
  readonly #hasTimeout: boolean;
  /** What came from outside and is not applied yet. */
  readonly #arrived: (() => Promise<void>)[] = [];
  /** Agents that work, by request. */
  readonly #calls: Map<string, Cancellation> = new Map();
  /** Questions that are being answered, by request. */
  readonly #questions: Map<string, Cancellation> = new Map();
  /** Questions that stay open until `answer` is called. */
  readonly #leftOpen: Set<string> = new Set();
  /** When calls with a delay begin, by request. */
  readonly #beginAt: Map<string, number> = new Map();
  readonly #onAbort = () => this.#wake();
  #timers: Timer[] = [];
  /** Real clock: up to when the run's clock has been moved. It only has to move while timers run. */
  #timedUntil: number;
  /** Manual clock: what is left to pass. */
  #owedMs = 0;
  #drivenSince = 0;
  #outcome: Outcome;
  #canStep = true;
  /** Whether there may be requests that are not called yet. */
  #hasNewRequests = true;
  #wakeUp: (() => void) | null = null;
  #wakeTimer: ReturnType<typeof setTimeout> | undefined;
  #driving: Promise<MachineRun> | null = null;
  #last: MachineRun | null = null;
  /** Why the run cannot go on in this process. */
  #stopped: { reason: unknown } | null = null;

  constructor({ run, outcome, journal, options, id, machineConcurrency, hasTimeout, writtenAt }: RunnerDependencies) {
    this.#run = run;
    this.#journal = journal;
    this.#options = options;
    this.#id = id;
    this.#concurrency = Math.min(options.concurrency ?? DEFAULT_CONCURRENCY, machineConcurrency);
    this.#isReal = options.clock !== 'manual';
    this.#hasTimeout = hasTimeout && this.#isReal;
    this.#timedUntil = writtenAt;
    this.#outcome = outcome;
    options.signal?.addEventListener('abort', this.#onAbort);
  }

  /** Goes on until the run has ended or waits. */
  settle(): Promise<MachineRun> {
    this.#driving ??= this.#drive();
    return this.#driving;
  }

  async #drive(): Promise<MachineRun> {
    try {
      this.#drivenSince = Date.now();
      // What arrives while the last step returns is not left behind.
      while ((await this.#advance()) || this.#arrived.length > 0);
      return this.#last ?? this.#snapshot();
    } catch (thrown) {
      await this.#stop(thrown);
      throw thrown;
    } finally {
      this.#driving = null;
    }
  }

  /** @returns false when nothing can be done until something comes from outside */
  async #advance(): Promise<boolean> {
    const next = this.#arrived.shift();
    if (this.#stopped !== null) throw this.#stopped.reason;
    this.#options.signal?.throwIfAborted();
    if (next !== undefined) {
      await next();
      return true;
    }
    if (this.#last !== null) return false;
    if (this.#canStep) {
      this.#canStep = (await this.#perform({ kind: 'step' })) === null;
      return true;
    }
    if (ENDS.includes(this.#outcome.kind)) {
      this.#last = this.#snapshot();
      await this.#release();
      return true;
    }
    const pending = this.#pending();
    this.#timers = pending.timers;
    if (await this.#passTime()) return true;
    const wakeInMs = this.#begin(pending);
    if (this.#calls.size === 0 && this.#questions.size === 0 && !this.#isDelayed(pending)) return this.#reportTime();
    await this.#sleep(wakeInMs);
    if (this.#hasTimeout && this.#remainingMs() < 0) await this.#reportTime();
    return true;
  }

  /** What the run waits for. Whole requests take long to write, and are only needed for calls that can begin. */
  #pending(): Open {
    const isCallable = this.#hasNewRequests && this.#calls.size < this.#concurrency && this.#options.agent !== null;
    return isCallable ? { ...this.#run.pending(), isComplete: true } : { ...brief(this.#run), isComplete: false };
  }

  /** @returns null if the action was accepted; it is in the journal then */
  async #perform(action: JournalAction): Promise<Refusal | null> {
    const done = applied(this.#run, action);
    if (!done.ok) return done.error;
    try {
      await this.#journal.append({ ...action, at: Date.now() });
    } catch (cause) {
      throw new RunnerError('append-failed', strings.appendFailed(messageOf(cause)), { cause });
    }
    this.#outcome = done.outcome;
    this.#canStep = true;
    if (action.kind === 'elapse') {
      this.#owedMs = done.left ?? 0;
      this.#timedUntil = Date.now() - this.#owedMs;
    }
    for (const event of done.events) {
      if (event.kind === 'agentRequested') this.#hasNewRequests = true;
      this.#options.onEvent?.(event);
    }
    return null;
  }

  /** An action of the caller. The time that passed before it is applied first. */
  async #performFromOutside(action: JournalAction): Promise<Refusal | null> {
    if (this.#isReal && this.#timers.length > 0) {
      const ms = Date.now() - this.#timedUntil;
      if (ms >= 1) await this.#perform({ kind: 'elapse', ms });
    } else this.#timedUntil = Date.now();
    return this.#perform(action);
  }

  /** Lets the first timer fire when it is due. */
  async #passTime(): Promise<boolean> {
    if (this.#timers.length === 0) {
      this.#timedUntil = Date.now();
      this.#owedMs = 0;
      return false;
    }
    const ms = this.#isReal ? Date.now() - this.#timedUntil : this.#owedMs;
    const isDue = this.#isReal ? ms >= Math.max(1, this.#nextTimerMs()) : ms > 0;
    return isDue && (await this.#perform({ kind: 'elapse', ms })) === null;
  }

  #nextTimerMs = () => Math.min(...this.#timers.map(({ left }) => left));

  /**
   * Begins calls and questions, and ends those that are no longer open.
   * @returns when time has to be looked at, in milliseconds
   */
  #begin(open: Open): number {
    const { agents, requests } = open;
    endOthers(this.#calls, agents);
    endOthers(this.#questions, requests);
    const now = Date.now();
    const waitsMs: number[] =
      this.#isReal && this.#timers.length > 0 ? [this.#nextTimerMs() - (now - this.#timedUntil)] : [];
    const isReady = ({ id, delayMs }: { id: string; delayMs: number }) => {
      if (this.#calls.has(id) || this.#options.agent === null) return false;
      if (!this.#isReal || delayMs === 0) return true;
      const beginAt = this.#beginAt.get(id) ?? now + delayMs;
      this.#beginAt.set(id, beginAt);
      if (beginAt > now) waitsMs.push(beginAt - now);
      return beginAt <= now;
    };
    const free = Math.max(0, this.#concurrency - this.#calls.size);
    const callable = open.isComplete ? open.agents : [];
    const ready = callable.filter(isReady);
    for (const request of ready.slice(0, free)) this.#call(request);
    // Those that wait for others or for their time are looked at again.
    if (open.isComplete) this.#hasNewRequests = callable.some(({ id }) => !this.#calls.has(id));
    for (const question of requests) this.#ask(question);
    if (this.#hasTimeout) waitsMs.push(this.#remainingMs() + 1);
    return Math.min(MAX_TIMEOUT_MS, ...waitsMs);
  }

  /** Whether a call is still to be made. */
  #isDelayed({ agents }: { agents: { id: string }[] }) {
    return agents.some(({ id }) => this.#beginAt.has(id) && !this.#calls.has(id));
  }

  #call(asked: Pending['agents'][number]) {
    const chosen = agentFor(asked, this.#options.agent);
    const { id } = asked;
    const cancellation = new Cancellation();
    this.#calls.set(id, cancellation);
    const request: RunnerRequest = { ...asked, idempotencyKey: `${this.#id}/${id}` };
    const text = () => this.#run.prompt(id) ?? '';
    const options = {
      get signal() {
        return cancellation.signal;
      },
      text,
    };
    void replyOf(() => chosen(request, options), asked.timeoutMs, cancellation).then((reply) =>
      this.#arrive(async () => {
        // The request is gone, or the run has stopped.
        if (this.#calls.get(id) !== cancellation) return;
        this.#calls.delete(id);
        const refusal = await this.#performFromOutside({ kind: 'reply', request: id, reply });
        if (refusal === null || !brief(this.#run).agents.some((open) => open.id === id)) return;
        await this.#perform({ kind: 'reply', request: id, reply: badReply(refusal.message) });
      }),
    );
  }

  #ask(question: InfoRequest) {
    const { onQuestion } = this.#options;
    const { id } = question;
    if (onQuestion === undefined || this.#questions.has(id) || this.#leftOpen.has(id)) return;
    const cancellation = new Cancellation();
    this.#questions.set(id, cancellation);
    const answering = (async () => onQuestion(question, { signal: cancellation.signal }))();
    const arrive = (act: () => Promise<void> | void) =>
      this.#arrive(async () => {
        if (this.#questions.get(id) !== cancellation) return;
        this.#questions.delete(id);
        await act();
      });
    answering.then(
      (answer) =>
        arrive(async () => {
          if (answer === undefined) this.#leftOpen.add(id);
          else await this.#decide({ kind: 'answer', request: id, answer });
        }),
      (thrown) =>
        arrive(() => {
          throw thrown;
        }),
    );
  }

  /** @throws RunnerError if the action is refused */
  async #decide(action: JournalAction) {
    if (this.#last !== null) throw new RunnerError('run-ended', strings.ended);
    const refusal = await this.#performFromOutside(action);
    if (refusal !== null) throw new RunnerError(refusal.code, refusal.message, { data: refusal.data });
  }

  /** An action of the owner of the run. A refusal is theirs alone: the run goes on. */
  #act(action: JournalAction): Promise<MachineRun> {
    return new Promise((resolve, reject) => {
      this.#arrive(async () => {
        try {
          await this.#decide(action);
        } catch (thrown) {
          reject(thrown);
          if (!isRefusal(thrown)) throw thrown;
        }
      });
      this.settle().then(resolve, reject);
    });
  }

  #arrive(action: () => Promise<void>) {
    this.#arrived.push(action);
    this.#wake();
  }

  #wake() {
    this.#wakeUp?.();
  }

  async #sleep(ms: number) {
    if (this.#arrived.length > 0 || this.#options.signal?.aborted) return;
    await new Promise<void>((resolve) => {
      this.#wakeUp = resolve;
      this.#wakeTimer = setTimeout(resolve, Math.max(0, ms));
    });
    clearTimeout(this.#wakeTimer);
    this.#wakeUp = null;
  }

  /** What the limit of running time leaves. */
  #remainingMs() {
    const { limits, elapsedMs } = this.#run.view();
    return limits.timeout - elapsedMs - (Date.now() - this.#drivenSince);
  }

  /**
   * Reports the running time to a machine that limits it: once the limit is reached, and when the run waits.
   * @returns whether the limit is reached; the paths of the run have failed then
   */
  async #reportTime(): Promise<boolean> {
    const ms = Date.now() - this.#drivenSince;
    if (!this.#hasTimeout || ms < 1) return false;
    const isOver = this.#remainingMs() < 0;
    this.#drivenSince += ms;
    await this.#perform({ kind: 'reportTime', elapsedMs: this.#run.view().elapsedMs + ms });
    // Also where nothing but agents is waited for.
    if (isOver) await this.#perform({ kind: 'step', idle: true });
    this.#canStep = isOver;
    return isOver;
  }

  #snapshot(): MachineRun {
    const view = this.#run.view();
    const { requests: questions, events, timers } = view.pending;
    return {
      outcome: view.outcome,
      view,
      waiting: { questions, events, timers },
      usage: view.usage,
      answer: (request, answer) => this.#act({ kind: 'answer', request, answer }),
      send: (name, data = null) => this.#act({ kind: 'send', name, data }),
      cancel: () => this.#act({ kind: 'cancel', path: '*' }),
      elapse: (ms) => (this.#isReal ? this.#wait(ms) : this.#act({ kind: 'elapse', ms })),
      close: () => this.#stop(new RunnerError('closed', strings.closed)),
    };
  }

  async #wait(ms: number): Promise<MachineRun> {
    if (this.#last !== null) throw new RunnerError('run-ended', strings.ended);
    const end = Date.now() + ms;
    for (let left = ms; left > 0 && this.#stopped === null; left = end - Date.now()) {
      this.#options.signal?.throwIfAborted();
      await new Promise((resolve) => setTimeout(resolve, Math.min(left, MAX_TIMEOUT_MS)));
    }
    return this.settle();
  }

  async #stop(reason: unknown) {
    if (this.#stopped !== null) return;
    this.#stopped = { reason };
    this.#wake();
    if (this.#last === null) await this.#release();
  }

  /** Nothing of the run is needed any more. */
  async #release() {
    this.#options.signal?.removeEventListener('abort', this.#onAbort);
    for (const calls of [this.#calls, this.#questions]) endOthers(calls, []);
    await this.#journal.close?.();
    this.#run.free();
  }
}

const brief = (run: Run) => run.pending({ brief: true });

/** Aborts what is not among the open requests. */
function endOthers(calls: Map<string, Cancellation>, open: { id: string }[]) {
  if (calls.size === 0) return;
  const ids = new Set(open.map(({ id }) => id));
  for (const [id, cancellation] of calls)
    if (!ids.has(id)) {
      calls.delete(id);
      cancellation.abort();
    }
}

function isRefusal(thrown: unknown) {
  return thrown instanceof RunnerError && thrown.code !== 'append-failed';
}
