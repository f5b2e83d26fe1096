// One worker for the sessions of several machines, each behind a port. The worker says what it works on. When it hangs
// or is broken, it is ended for all of them, and the session whose call it worked on is told that it was its own.

import { isReport, isRequest } from '../protocol/messages.ts';
import type { HostMessage, Work } from './shared-host.ts';
import type { Loss } from '../protocol/types.ts';
import type { WorkerLike } from './supervisor.ts';

interface RealWorker {
  postMessage(message: HostMessage, transfer?: Transferable[]): void;
  terminate(): void;
  onmessage: ((event: MessageEvent) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

export class CorePool {
  #spawn: () => RealWorker;
  #now: () => number;
  #worker: RealWorker | null = null;
  #lanes: Map<number, Lane> = new Map();
  #lastId = 0;
  /** What the worker began last, and when. */
  #work: Work | null = null;
  #signAt = 0;

  /** @param spawn a worker that has been told where its core is */
  constructor(spawn: () => RealWorker, now: () => number = () => performance.now()) {
    this.#spawn = spawn;
    this.#now = now;
  }

  /** How many sessions are open. */
  get size() {
    return this.#lanes.size;
  }

  /** A session, to be used like a worker. */
  lane(): Lane {
    const id = ++this.#lastId;
    const worker = this.#running();
    const { port1, port2 } = new MessageChannel();
    const lane = new Lane(port1, {
      close: () => this.#close(id),
      lose: (loss, call) => this.#lose(lane, loss, call),
      signAt: () => this.#signAt,
    });
    this.#lanes.set(id, lane);
    worker.postMessage({ open: id }, [port2]);
    return lane;
  }

  #running() {
    if (this.#worker) return this.#worker;
    const worker = this.#spawn();
    worker.onmessage = ({ data }) => {
      if (worker !== this.#worker || !isWork(data)) return;
      this.#work = data;
      this.#signAt = this.#now();
    };
    worker.onerror = ({ message }) => {
      if (worker === this.#worker) this.#fall(message || 'the worker stopped');
    };
    this.#worker = worker;
    return worker;
  }

  #close(id: number) {
    if (!this.#lanes.delete(id)) return;
    if (this.#lanes.size > 0) this.#worker?.postMessage({ close: id });
    else this.#end();
  }

  /** The session whose call the worker works on, if it does. */
  #atWork(): { lane: Lane; call: number | null } | null {
    const lane = this.#work && this.#lanes.get(this.#work.at);
    return lane && this.#work && lane.waitsFor(this.#work.call) ? { lane, call: this.#work.call } : null;
  }

  /** @param complains the session that waits in vain @param call of it that broke the worker, where that is known */
  #lose(complains: Lane, loss: Loss, call: number | null) {
    const guilty = (call === null ? this.#atWork() : null) ?? { lane: complains, call };
    for (const lane of this.#end()) {
      const isGuilty = lane === guilty.lane;
      lane.lost(loss, isGuilty, isGuilty ? guilty.call : null);
    }
  }

  /** The worker ended by itself. */
  #fall(message: string) {
    const guilty = this.#atWork();
    if (guilty) this.#lose(guilty.lane, 'crash', guilty.call);
    else for (const lane of this.#end()) lane.fail(message);
  }

  /** @returns the sessions that were open; each may open another one at once */
  #end() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#work = null;
    const lanes = [...this.#lanes.values()];
    this.#lanes.clear();
    return lanes;
  }
}

/** What a lane asks of its pool. */
interface PoolForLane {
  close(): void;
  lose(loss: Loss, call: number | null): void;
  signAt(): number;
}

/** One session's end of the line. */
class Lane implements WorkerLike {
  onmessage: ((event: MessageEvent) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  onlost: WorkerLike['onlost'] = null;
  /** The worker was lost by a call of this session. */
  guilty = false;
  #port: MessagePort;
  #pool: PoolForLane;
  /** Calls without an answer yet. */
  #calls: Set<number> = new Set();

  constructor(port: MessagePort, pool: PoolForLane) {
    this.#port = port;
    this.#pool = pool;
    port.onmessage = (event) => {
      const { data } = event;
      if (isReport(data) && 're' in data && !('progress' in data)) this.#calls.delete(data.re);
      this.onmessage?.(event);
    };
  }

  get signAt() {
    return this.#pool.signAt();
  }

  postMessage(message: unknown) {
    if (isRequest(message)) this.#calls.add(message.id);
    this.#port.postMessage(message);
  }

  /** @param call null for any of them */
  waitsFor(call: number | null) {
    return call === null ? this.#calls.size > 0 : this.#calls.has(call);
  }

  loseWorker(loss: Loss, call: number | null) {
    this.#pool.lose(loss, call);
  }

  terminate() {
    this.#closePort();
    this.#pool.close();
  }

  lost(loss: Loss, guilty: boolean, call: number | null) {
    this.#closePort();
    this.guilty = guilty;
    this.onlost?.(loss, guilty, call);
  }

  fail(message: string) {
    this.#closePort();
    this.onerror?.({ message } as ErrorEvent);
  }

  #closePort() {
    this.#port.onmessage = null;
    this.#port.close();
  }
}

function isWork(data: unknown): data is Work {
  return typeof data === 'object' && data !== null && 'at' in data && 'call' in data;
}
