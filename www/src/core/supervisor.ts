// Keeps one core worker alive: calls with IDs, a watchdog, and a new worker when the old one hangs or crashes. The
// recorder knows what the calls mean and how to restore a new worker.

import { unpack } from '../protocol/bulk.ts';
import { isAction, isNewestOnly, isReport } from '../protocol/messages.ts';
import type { CallName, Calls, Report, Request } from '../protocol/messages.ts';
import type { Answer, Loss, Notice, Restart, Restored, Snapshot } from '../protocol/types.ts';

export type CallWorker = <K extends CallName>(call: K, args: Calls[K]['args']) => Promise<Calls[K]['answer']>;
/** Restores the text and the run in a new worker, without the call that lost the last one. */
type Rebuild = (
  call: CallWorker,
  lost: CallName | null,
) => Promise<{ answer: Restored | null } & Pick<Restart, 'run' | 'lostBranches'>>;
export type OnProgress = (snapshot: Snapshot) => void;
export interface WorkerLike {
  postMessage(message: unknown): void;
  terminate(): void;
  onmessage: ((event: MessageEvent) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  /**
   * Ends a worker that serves several sessions, for all of them. Each gets `onlost`.
   * @param call of this session that crashed it; null if it hangs
   */
  loseWorker?(loss: Loss, call: number | null): void;
  /** `guilty`: whether a call of this session lost the worker, and which. */
  onlost?: ((loss: Loss, guilty: boolean, call: number | null) => void) | null;
  /** When it last began work for any session. */
  readonly lastSignAt?: number;
}
/** `every` returns what stops it. */
export interface Watch {
  now(): number;
  every(ms: number, tick: () => void): () => void;
}
/**
 * The text of a notice.
 * @param detail the lost call, or why loading failed
 */
export type Say = (code: Notice['code'], detail?: string, restart?: Restart) => string;
interface CallOptions {
  onProgress?: OnProgress;
  /** Made to restore a worker, not by the page. */
  isInternal?: boolean;
}
/** A call that has no answer yet. */
interface Call extends Request {
  resolve(value: unknown): void;
  reject(error: Error): void;
  onProgress: OnProgress;
  /** The worker that it was posted to; null while it waits for one. */
  worker: WorkerLike | null;
  isInternal: boolean;
}

const SLOW_MS = 3_000;
const LOST_MS = 10_000;
const CHECK_MS = 500;
/** Within a minute. */
const MAX_RESTARTS = 3;
/** How often one session may lose a worker that serves several. */
const MAX_OWN_LOSSES = 1;
const MINUTE_MS = 60_000;

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
  /**
   * All calls without an answer, by id, oldest first: some wait for a worker, some were posted to the present one, some
   * to a worker that was lost since.
   */
  #calls: Map<number, Call> = new Map();
  /** The call that lost the last worker. */
  #guiltyCall: Call | null = null;
  /** How often a worker for several sessions was lost by this one. */
  #ownLosses = 0;
  #newestIds: Map<CallName, number> = new Map();
  /** When the worker last said anything; 0 before its first message. */
  #lastSignAt = 0;
  #isSlow = false;
  #stopWatching = () => {};
  #restartTimes: number[] = [];
  #lostCallNames: CallName[] = [];
  #lastLoss: Loss = 'crash';
  #listeners: ((notice: Notice) => void)[] = [];

  constructor(spawn: () => WorkerLike, watch: Watch, rebuild: Rebuild, say: Say) {
    this.#spawn = spawn;
    this.#watch = watch;
    this.#rebuild = rebuild;
    this.#say = say;
    this.#startWorker();
  }

  listen(listener: (notice: Notice) => void) {
    this.#listeners.push(listener);
  }

  call<K extends CallName>(
    name: K,
    args: Calls[K]['args'],
    { onProgress = () => {}, isInternal = false }: CallOptions = {},
  ): Promise<Calls[K]['answer']> {
    return new Promise((resolve, reject) => {
      if (this.#state === 'stopped') return reject(new EngineError('engine-stopped', this.#say('engine-stopped')));
      this.#lastId += 1;
      const id = this.#lastId;
      const call = { id, call: name, args, resolve, reject, onProgress, worker: null, isInternal };
      this.#calls.set(id, call);
      if (isNewestOnly(name) && !isInternal) this.#newestIds.set(name, id);
      if (this.#state === 'open' || isInternal) this.#post(call);
    });
  }

  pause() {
    if (this.#state === 'open') this.#worker?.postMessage({ call: 'pause' });
  }

  /** The names of the calls that lost a worker, newest last. */
  get losses() {
    return this.#lostCallNames;
  }

  /** Replaces a worker that is slow, instead of waiting longer. */
  abandon() {
    if (this.#isSlow) this.#loseWorker('user', null);
  }

  close() {
    this.#endWorker('stopped');
    this.#rejectCalls(new EngineError('engine-closed', 'the engine was closed'));
  }

  #startWorker() {
    const worker = this.#spawn();
    this.#worker = worker;
    this.#lastSignAt = 0;
    this.#isSlow = false;
    worker.onmessage = ({ data }: { data: unknown }) => {
      if (worker === this.#worker && isReport(data)) this.#onMessage(data);
    };
    worker.onerror = (event: { message?: string }) => {
      if (worker !== this.#worker) return;
      if (this.#lastSignAt === 0) this.#onLoadFailed(event.message ?? 'the worker did not start');
      else if (worker.loseWorker) this.#replaceSharedWorker('crash', true, null);
      else this.#replaceWorker('crash', null);
    };
    worker.onlost = (loss, guilty, call) => {
      if (worker === this.#worker) this.#replaceSharedWorker(loss, guilty, call);
    };
    this.#stopWatching = this.#watch.every(CHECK_MS, () => this.#check());
  }

  #onMessage(report: Report) {
    this.#lastSignAt = this.#watch.now();
    if (this.#isSlow) {
      this.#isSlow = false;
      this.#notify('engine-back');
    }
    if ('ready' in report) return void this.#onReady();
    if ('failed' in report) return this.#onLoadFailed(report.failed);
    const call = this.#calls.get(report.re);
    if (call === undefined) return;
    if ('progress' in report) {
      if (report.progress !== null) call.onProgress(unpack(report.progress) as Snapshot);
      return;
    }
    if ('error' in report && report.error.fatal) return this.#loseWorker('crash', report.re);
    this.#calls.delete(report.re);
    if ('error' in report) {
      if (report.error.code === 'engine-part') this.#notify('engine-part');
      return call.reject(new EngineError(report.error.code, report.error.message));
    }
    const isOvertaken = isNewestOnly(call.call) && this.#newestIds.get(call.call) !== call.id;
    call.resolve(isOvertaken ? null : unpack(report.value));
  }

  async #onReady() {
    if (this.#state === 'restoring') return this.#restore();
    this.#postQueuedCalls();
  }

  #postQueuedCalls() {
    this.#state = 'open';
    for (const call of this.#calls.values()) if (call.worker === null) this.#post(call);
  }

  #post(call: Call) {
    if (this.#postedCalls().length === 0) this.#lastSignAt = this.#watch.now();
    call.worker = this.#worker;
    this.#worker?.postMessage({ id: call.id, call: call.call, args: call.args });
  }

  /** The calls that the present worker has not answered yet, oldest first. */
  #postedCalls() {
    return [...this.#calls.values()].filter(({ worker }) => worker !== null && worker === this.#worker);
  }

  #check() {
    if (this.#postedCalls().length === 0) return;
    const silentMs = this.#watch.now() - Math.max(this.#lastSignAt, this.#worker?.lastSignAt ?? 0);
    if (silentMs >= LOST_MS) this.#loseWorker('hang', null);
    else if (silentMs >= SLOW_MS && !this.#isSlow) {
      this.#isSlow = true;
      this.#notify('engine-slow');
    }
  }

  /** The worker hangs or crashed. @param call that crashed it */
  #loseWorker(loss: Loss, call: number | null) {
    if (this.#worker?.loseWorker) this.#worker.loseWorker(loss, call);
    else this.#replaceWorker(loss, call);
  }

  /** Starts a new worker. The call that lost the last one is not made again. */
  #replaceWorker(loss: Loss, id: number | null) {
    const now = this.#watch.now();
    this.#lastLoss = loss;
    this.#noteLostCalls(true, id);
    this.#restartTimes = [...this.#restartTimes.filter((time) => now - time < MINUTE_MS), now];
    const isLast = this.#restartTimes.length > MAX_RESTARTS;
    this.#endWorker(isLast ? 'stopped' : 'restoring');
    if (isLast) this.#stop('engine-stopped');
    else this.#startWorker();
  }

  /**
   * A worker for several sessions was lost. The calls of this session are made again in the next one, unless this
   * session has lost a worker before.
   */
  #replaceSharedWorker(loss: Loss, isGuilty: boolean, id: number | null) {
    this.#lastLoss = loss;
    this.#noteLostCalls(isGuilty, id);
    if (isGuilty) this.#ownLosses += 1;
    if (this.#ownLosses > MAX_OWN_LOSSES) {
      this.#endWorker('stopped');
      this.#stop('engine-too-long');
      return;
    }
    const wasSlow = this.#isSlow;
    this.#endWorker(this.#state === 'loading' ? 'loading' : 'restoring');
    this.#startWorker();
    this.#isSlow = wasSlow;
  }

  /**
   * @param isGuilty whether one of the calls lost the worker
   * @param id which one; the oldest by default
   */
  #noteLostCalls(isGuilty: boolean, id: number | null) {
    const posted = this.#postedCalls();
    const guilty = isGuilty ? (posted.find((call) => call.id === id) ?? posted.at(0)) : undefined;
    if (guilty !== undefined) this.#lostCallNames.push(guilty.call);
    if (guilty !== undefined && !guilty.isInternal) this.#guiltyCall = guilty;
    for (const call of posted) {
      if (!call.isInternal) continue;
      this.#calls.delete(call.id);
      call.reject(new EngineError('engine-restarted', 'the worker was lost'));
    }
  }

  #stop(code: 'engine-stopped' | 'engine-too-long') {
    const text = this.#say(code);
    this.#rejectCalls(new EngineError(code, text));
    this.#notify(code, text);
  }

  /** Gives the new worker the text and the run, then the calls that did not lose the last one. */
  async #restore() {
    const worker = this.#worker;
    const guilty = this.#guiltyCall;
    const loss = this.#lastLoss;
    const { answer, run, lostBranches } = await this.#rebuild(
      (name, args) => this.call(name, args, { isInternal: true }),
      guilty?.call ?? null,
    );
    // This worker was lost too; the next one is restored instead.
    if (worker !== this.#worker) return;
    this.#guiltyCall = null;
    const isShared = worker?.loseWorker !== undefined;
    const text = this.#say('engine-restarted', isShared ? '' : (guilty?.call ?? ''), { loss, run, lostBranches });
    for (const call of this.#calls.values()) {
      if (call.worker === null) continue;
      if (isShared || (call !== guilty && !isAction(call.call))) call.worker = null;
      else this.#endLostCall(call, answer, text);
    }
    this.#postQueuedCalls();
    // The user does not notice a restart that loses nothing.
    if (isShared && lostBranches === 0 && answer?.ok !== false && (run === 'none' || run === 'whole')) return;
    this.#notify('engine-restarted', text, answer?.snapshot ?? null);
  }

  #endLostCall(call: Call, answer: Answer | null, text: string) {
    this.#calls.delete(call.id);
    if (!isAction(call.call)) return call.reject(new EngineError('engine-restarted', text));
    call.resolve({
      ok: false,
      error: { code: 'engine-restarted', message: text },
      snapshot: answer?.snapshot ?? null,
    });
  }

  #onLoadFailed(reason: string) {
    this.#endWorker('stopped');
    const text = this.#say('engine-load', reason);
    this.#rejectCalls(new EngineError('engine-load', text));
    this.#notify('engine-load', text);
  }

  #endWorker(state: 'loading' | 'restoring' | 'stopped') {
    this.#state = state;
    this.#stopWatching();
    this.#worker?.terminate();
    this.#worker = null;
  }

  #rejectCalls(error: Error) {
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    for (const call of calls) call.reject(error);
  }

  #notify(code: Notice['code'], text: string = this.#say(code), snapshot: Snapshot | null = null) {
    for (const listen of this.#listeners) listen({ code, text, snapshot });
  }
}
