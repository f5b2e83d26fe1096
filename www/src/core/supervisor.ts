// Keeps one core worker alive: calls with IDs, a watchdog, and a new worker when the old one hangs or crashes. The
// recorder knows what the calls mean and how to restore a new worker.

import { unpacked } from '../protocol/bulk.ts';
import { LOOKING, NEWEST, isNewestOnly, isReport } from '../protocol/messages.ts';
import type { CallName, Calls, Report, Request } from '../protocol/messages.ts';
import type { Answer, Loss, Notice, Restart, Restored, Snapshot } from '../protocol/types.ts';

/** Makes a call of the worker. */
export type Ask = <K extends CallName>(call: K, args: Calls[K]['args']) => Promise<Calls[K]['answer']>;
/** Fills a new worker with the text and the run, leaving out the call that was lost. */
type Rebuild = (
  ask: Ask,
  lost: CallName | null,
) => Promise<{ answer: Restored | null } & Pick<Restart, 'run' | 'lostBranches'>>;
export interface WorkerLike {
  postMessage(message: unknown): void;
  terminate(): void;
  onmessage: ((event: MessageEvent) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  /**
   * Of a worker that serves other sessions too: ends it for all of them. Each hears `onlost`.
   * @param call of this session that broke it; null where it hangs
   */
  loseWorker?(loss: Loss, call: number | null): void;
  /** Why it was lost, whether by a call of this session, and by which one. */
  onlost?: ((loss: Loss, guilty: boolean, call: number | null) => void) | null;
  /** When it last began something for any session. */
  readonly signAt?: number;
}
/** `every` returns what stops it. */
export interface Watch {
  now(): number;
  every(ms: number, tick: () => void): () => void;
}
/**
 * Puts a notice into words.
 * @param detail the lost call, or why loading failed
 */
export type Say = (code: Notice['code'], detail?: string, restart?: Restart) => string;
interface Call extends Request {
  resolve(value: unknown): void;
  reject(error: Error): void;
  progress(snapshot: Snapshot): void;
  internal?: true;
}

const SLOW_MS = 3_000;
const LOST_MS = 10_000;
const CHECK_MS = 500;
/** So many restarts within a minute are the last. */
const MAX_RESTARTS = 3;
/** A worker for several sessions may be lost so often by calls of one of them. */
const MAX_OWN_LOSSES = 1;
const MINUTE_MS = 60_000;
/** Calls that can simply be made again in a new worker. */
const REPEATABLE: readonly CallName[] = [...NEWEST, ...LOOKING];

/** An error of the engine itself, with a code. */
export class EngineError extends Error {
  code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export class Supervisor {
  #spawn: () => WorkerLike;
  #watch: Watch;
  #rebuild: Rebuild;
  #say: Say;
  #worker: WorkerLike | null = null;
  #state: 'loading' | 'open' | 'restoring' | 'stopped' = 'loading';
  #lastId = 0;
  /** What a lost worker had in hand, oldest first. */
  #lostCall: Call[] = [];
  /** The one of them that it was lost by. */
  #isGuilty: Call | null = null;
  /** How often a worker for several sessions was lost by this one. */
  #ownLosses = 0;
  /** Sent and not answered, oldest first. */
  #currentCall: Map<number, Call> = new Map();
  /** To be sent when the worker is there. */
  #queuedCalls: Call[] = [];
  #newest: Map<CallName, number> = new Map();
  #signAt = 0;
  #slow = false;
  #stopWatching = () => {};
  #restarts: number[] = [];
  #losses: CallName[] = [];
  #loss: Loss = 'crash';
  #listeners: ((notice: Notice) => void)[] = [];
  constructor(spawn: () => WorkerLike, watch: Watch, rebuild: Rebuild, say: Say) {
    this.#spawn = spawn;
    this.#watch = watch;
    this.#rebuild = rebuild;
    this.#say = say;
    this.#begin();
  }

  listen(listen: (notice: Notice) => void) {
    this.#listeners.push(listen);
  }

  /** Makes a call. */
  ask<K extends CallName>(
    call: K,
    args: Calls[K]['args'],
    progress: (snapshot: Snapshot) => void = () => {},
  ): Promise<Calls[K]['answer']> {
    return new Promise((resolve, reject) => {
      this.#lastId += 1;
      const made = { id: this.#lastId, call, args, resolve, reject, progress };
      if (isNewestOnly(call)) this.#newest.set(call, made.id);
      if (this.#state === 'stopped') reject(new EngineError('engine-stopped', this.#say('engine-stopped')));
      else if (this.#state === 'open') this.#send(made);
      else this.#queuedCalls.push(made);
    });
  }

  pause() {
    if (this.#state === 'open') this.#worker?.postMessage({ call: 'pause' });
  }

  /** Calls that were lost with a worker, newest last. */
  get losses() {
    return this.#losses;
  }

  /** Does not wait any longer for a worker that does not answer. */
  abandon() {
    if (this.#slow) this.#giveUpWorker('user', null);
  }

  close() {
    this.#retire('stopped');
    this.#giveUp(new EngineError('engine-closed', 'the engine was closed'));
  }

  #begin() {
    const worker = this.#spawn();
    this.#worker = worker;
    this.#signAt = 0;
    this.#slow = false;
    worker.onmessage = ({ data }: { data: unknown }) => {
      if (worker === this.#worker && isReport(data)) this.#onMessage(data);
    };
    worker.onerror = (event: { message?: string }) => {
      if (worker !== this.#worker) return;
      if (this.#signAt === 0) this.#cannotLoad(event.message ?? 'the worker did not start');
      else if (worker.loseWorker) this.#beginAgain('crash', true, null);
      else this.#lose('crash', null);
    };
    worker.onlost = (loss, guilty, call) => {
      if (worker === this.#worker) this.#beginAgain(loss, guilty, call);
    };
    this.#stopWatching = this.#watch.every(CHECK_MS, () => this.#check());
  }

  #onMessage(report: Report) {
    this.#signAt = this.#watch.now();
    if (this.#slow) {
      this.#slow = false;
      this.#notify('engine-back');
    }
    if ('ready' in report) return void this.#ready();
    if ('failed' in report) return this.#cannotLoad(report.failed);
    const call = this.#currentCall.get(report.re);
    if (call === undefined) return;
    if ('progress' in report) {
      if (report.progress !== null) call.progress(unpacked(report.progress) as Snapshot);
      return;
    }
    if ('error' in report && report.error.fatal) return this.#giveUpWorker('crash', report.re);
    this.#currentCall.delete(report.re);
    if ('error' in report) {
      if (report.error.code === 'engine-part') this.#notify('engine-part');
      return call.reject(new EngineError(report.error.code, report.error.message));
    }
    const overtaken = isNewestOnly(call.call) && this.#newest.get(call.call) !== call.id;
    call.resolve(overtaken ? null : unpacked(report.value));
  }

  async #ready() {
    if (this.#state === 'restoring') return this.#restore();
    this.#open();
  }

  #open() {
    this.#state = 'open';
    for (const call of this.#queuedCalls.splice(0)) this.#send(call);
  }

  #send(call: Call) {
    if (this.#currentCall.size === 0) this.#signAt = this.#watch.now();
    this.#currentCall.set(call.id, call);
    this.#worker?.postMessage({ id: call.id, call: call.call, args: call.args });
  }

  #check() {
    if (this.#currentCall.size === 0) return;
    const silent = this.#watch.now() - Math.max(this.#signAt, this.#worker?.signAt ?? 0);
    if (silent >= LOST_MS) this.#giveUpWorker('hang', null);
    else if (silent >= SLOW_MS && !this.#slow) {
      this.#slow = true;
      this.#notify('engine-slow');
    }
  }

  /** The worker hangs or is broken. @param call that broke it */
  #giveUpWorker(loss: Loss, call: number | null) {
    if (this.#worker?.loseWorker) this.#worker.loseWorker(loss, call);
    else this.#lose(loss, call);
  }

  /** A new worker, without the act that the last one was lost by. */
  #lose(loss: Loss, id: number | null) {
    const now = this.#watch.now();
    this.#loss = loss;
    this.#takeFromHand(true, id);
    this.#restarts = [...this.#restarts.filter((at) => now - at < MINUTE_MS), now];
    const last = this.#restarts.length > MAX_RESTARTS;
    this.#retire(last ? 'stopped' : 'restoring');
    if (!last) return this.#begin();
    this.#stop('engine-stopped');
  }

  /**
   * A worker for several sessions was lost. What was asked of it is asked of the next one, unless it was this session's
   * fault again.
   */
  #beginAgain(loss: Loss, guilty: boolean, id: number | null) {
    this.#loss = loss;
    this.#takeFromHand(guilty, id);
    if (guilty) this.#ownLosses += 1;
    if (this.#ownLosses > MAX_OWN_LOSSES) {
      this.#retire('stopped');
      this.#stop('engine-too-long');
      return;
    }
    const wasSlow = this.#slow;
    this.#retire(this.#state === 'loading' ? 'loading' : 'restoring');
    this.#begin();
    this.#slow = wasSlow;
  }

  /** @param guilty whether the worker was lost by one of the calls @param id which one; the oldest by default */
  #takeFromHand(guilty: boolean, id: number | null) {
    const call = guilty ? (this.#currentCall.get(id ?? 0) ?? this.#currentCall.values().next().value) : undefined;
    if (call !== undefined) this.#losses.push(call.call);
    if (call !== undefined && !call.internal) this.#isGuilty = call;
    for (const one of this.#currentCall.values()) {
      if (one.internal) one.reject(new EngineError('engine-restarted', 'the worker was lost'));
      else this.#lostCall.push(one);
    }
    this.#currentCall.clear();
  }

  #stop(code: 'engine-stopped' | 'engine-too-long') {
    const text = this.#say(code);
    this.#giveUp(new EngineError(code, text));
    this.#notify(code, text);
  }

  /** The new worker gets the text and the run; then the calls that had nothing to do with the loss. */
  async #restore() {
    const worker = this.#worker;
    const guilty = this.#isGuilty;
    const loss = this.#loss;
    const { answer, run, lostBranches } = await this.#rebuild(
      (call, args) => this.#internal(call, args),
      guilty?.call ?? null,
    );
    // Lost again meanwhile: the next worker's turn.
    if (worker !== this.#worker) return;
    this.#isGuilty = null;
    const lost = this.#lostCall.splice(0);
    const repeats = worker?.loseWorker !== undefined;
    const text = this.#say('engine-restarted', repeats ? '' : (guilty?.call ?? ''), { loss, run, lostBranches });
    if (repeats) this.#queuedCalls.unshift(...lost);
    else for (const call of lost) this.#afterLoss(call, call === guilty, answer, text);
    this.#open();
    // Nobody notices a restart by which nothing is lost.
    if (repeats && lostBranches === 0 && answer?.ok !== false && (run === 'none' || run === 'whole')) return;
    this.#notify('engine-restarted', text, answer?.snapshot ?? null);
  }

  #afterLoss(call: Call, guilty: boolean, answer: Answer | null, text: string) {
    if (!REPEATABLE.includes(call.call)) {
      call.resolve({
        ok: false,
        error: { code: 'engine-restarted', message: text },
        snapshot: answer?.snapshot ?? null,
      });
    } else if (guilty) call.reject(new EngineError('engine-restarted', text));
    else this.#queuedCalls.unshift(call);
  }

  #internal<K extends CallName>(call: K, args: Calls[K]['args']): Promise<Calls[K]['answer']> {
    return new Promise((resolve, reject) => {
      this.#lastId += 1;
      this.#send({ id: this.#lastId, call, args, resolve, reject, progress: () => {}, internal: true });
    });
  }

  #cannotLoad(reason: string) {
    this.#retire('stopped');
    const text = this.#say('engine-load', reason);
    this.#giveUp(new EngineError('engine-load', text));
    this.#notify('engine-load', text);
  }

  #retire(state: 'loading' | 'restoring' | 'stopped') {
    this.#state = state;
    this.#stopWatching();
    this.#worker?.terminate();
    this.#worker = null;
  }

  #giveUp(error: Error) {
    const calls = new Set([...this.#lostCall.splice(0), ...this.#currentCall.values(), ...this.#queuedCalls.splice(0)]);
    this.#currentCall.clear();
    for (const call of calls) call.reject(error);
  }

  #notify(code: Notice['code'], text: string = this.#say(code), snapshot: Snapshot | null = null) {
    for (const listen of this.#listeners) listen({ code, text, snapshot });
  }
}
