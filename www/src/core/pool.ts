// One worker for the sessions of several machines, each behind a port. The worker reports what it works on. When it
// hangs or crashes, it is ended for all of them, and the session whose call it worked on is guilty of that.

import { isReport, isRequest } from '../protocol/messages.ts';
import type { HostMessage, Work } from './shared-host.ts';
import type { Loss } from '../protocol/types.ts';
import type { WorkerLike } from './supervisor.ts';

interface SharedWorkerLike {
  postMessage(message: HostMessage, transfer?: Transferable[]): void;
  terminate(): void;
  onmessage: ((event: MessageEvent) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

export class CorePool {
  #spawn: () => SharedWorkerLike;
  #now: () => number;
  #worker: SharedWorkerLike | null = null;
  #sessions: Map<number, PooledSession> = new Map();
  #lastId = 0;
  /** What the worker began last. */
  #currentWork: Work | null = null;
  #lastSignAt = 0;

  /**
   * @param spawn starts a worker and posts it the addresses of the core
   * @param now of the watch over the sessions
   */
  constructor(spawn: () => SharedWorkerLike, now: () => number) {
    this.#spawn = spawn;
    this.#now = now;
  }

  /** How many sessions are open. */
  get size() {
    return this.#sessions.size;
  }

  /** Opens a session, which is used like a worker. */
  openSession(): PooledSession {
    const id = ++this.#lastId;
    const worker = this.#startedWorker();
    const { port1, port2 } = new MessageChannel();
    const session = new PooledSession(port1, {
      close: () => this.#close(id),
      loseWorker: (loss, call) => this.#loseWorker(session, loss, call),
      lastSignAt: () => this.#lastSignAt,
    });
    this.#sessions.set(id, session);
    worker.postMessage({ open: id }, [port2]);
    return session;
  }

  #startedWorker() {
    if (this.#worker) return this.#worker;
    const worker = this.#spawn();
    worker.onmessage = ({ data }) => {
      if (worker !== this.#worker || !isWork(data)) return;
      this.#currentWork = data;
      this.#lastSignAt = this.#now();
    };
    worker.onerror = ({ message }) => {
      if (worker === this.#worker) this.#onCrash(message || 'the worker stopped');
    };
    this.#worker = worker;
    return worker;
  }

  #close(id: number) {
    if (!this.#sessions.delete(id)) return;
    if (this.#sessions.size > 0) this.#worker?.postMessage({ close: id });
    else this.#endWorker();
  }

  /** The session whose call the worker works on. */
  #workingSession(): { session: PooledSession; call: number | null } | null {
    const session = this.#currentWork && this.#sessions.get(this.#currentWork.session);
    return session && this.#currentWork && session.waitsFor(this.#currentWork.call)
      ? { session, call: this.#currentWork.call }
      : null;
  }

  /**
   * @param complaining the session that got no answer
   * @param call its call that crashed the worker, if it knows
   */
  #loseWorker(complaining: PooledSession, loss: Loss, call: number | null) {
    const guilty = (call === null ? this.#workingSession() : null) ?? { session: complaining, call };
    for (const session of this.#endWorker()) {
      const isGuilty = session === guilty.session;
      session.onWorkerLost(loss, isGuilty, isGuilty ? guilty.call : null);
    }
  }

  /** The worker ended by itself. */
  #onCrash(message: string) {
    const guilty = this.#workingSession();
    if (guilty) this.#loseWorker(guilty.session, 'crash', guilty.call);
    else for (const session of this.#endWorker()) session.onWorkerFailed(message);
  }

  /** @returns the sessions that were open; each may open another one at once */
  #endWorker() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#currentWork = null;
    const sessions = [...this.#sessions.values()];
    this.#sessions.clear();
    return sessions;
  }
}

/** What a session needs of its pool. */
interface Pool {
  close(): void;
  loseWorker(loss: Loss, call: number | null): void;
  lastSignAt(): number;
}

/** The page's side of one session. */
class PooledSession implements WorkerLike {
  onmessage: ((event: MessageEvent) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  onlost: WorkerLike['onlost'] = null;
  /** A call of this session crashed or blocked the worker. */
  isGuilty = false;
  #port: MessagePort;
  #pool: Pool;
  /** Calls without an answer yet. */
  #openCalls: Set<number> = new Set();

  constructor(port: MessagePort, pool: Pool) {
    this.#port = port;
    this.#pool = pool;
    port.onmessage = (event) => {
      const { data } = event;
      if (isReport(data) && 're' in data && !('progress' in data)) this.#openCalls.delete(data.re);
      this.onmessage?.(event);
    };
  }

  get lastSignAt() {
    return this.#pool.lastSignAt();
  }

  postMessage(message: unknown) {
    if (isRequest(message)) this.#openCalls.add(message.id);
    this.#port.postMessage(message);
  }

  /** @param call null for any of them */
  waitsFor(call: number | null) {
    return call === null ? this.#openCalls.size > 0 : this.#openCalls.has(call);
  }

  loseWorker(loss: Loss, call: number | null) {
    this.#pool.loseWorker(loss, call);
  }

  terminate() {
    this.#closePort();
    this.#pool.close();
  }

  onWorkerLost(loss: Loss, isGuilty: boolean, call: number | null) {
    this.#closePort();
    this.isGuilty = isGuilty;
    this.onlost?.(loss, isGuilty, call);
  }

  onWorkerFailed(message: string) {
    this.#closePort();
    this.onerror?.({ message } as ErrorEvent);
  }

  #closePort() {
    this.#port.onmessage = null;
    this.#port.close();
  }
}

function isWork(data: unknown): data is Work {
  return typeof data === 'object' && data !== null && 'session' in data && 'call' in data;
}
