// One core worker for all machines of a host page: each gets a session of its own, behind a port. The worker starts
// with the first session and ends with the last. A session that lost its worker gets a new one for itself, so that a
// machine that hangs the core costs the others one restart at most.

import address from './shared.worker.ts?worker&url';
import first from '../../pkg/parts/first_bg.wasm?url';
import rest from '../../pkg/parts/rest_bg.wasm?url';
import { AnyWorker, waysOf, type Way } from './any-worker.ts';
import { inPage } from './in-page.ts';
import { tryLoad } from '../load/load.ts';
import { supervise } from './calls.ts';
import type { HostMessage } from './shared-host.ts';
import type { Say, WorkerLike } from './supervisor.ts';
import type { Engine } from '../protocol/types.ts';

interface RealWorker {
  postMessage(message: HostMessage, transfer?: Transferable[]): void;
  terminate(): void;
  onerror: ((event: ErrorEvent) => void) | null;
}

/** Sessions of one worker. */
export class CorePool {
  #spawn: () => RealWorker;
  #worker: RealWorker | null = null;
  #lanes: Map<number, Lane> = new Map();
  #lastId = 0;

  /** @param spawn a worker that has been told where its core is */
  constructor(spawn: () => RealWorker) {
    this.#spawn = spawn;
  }

  /** How many sessions are open. */
  get size() {
    return this.#lanes.size;
  }

  /** A session, to be used like a worker. */
  lane(): WorkerLike {
    const id = ++this.#lastId;
    const worker = this.#running();
    const { port1, port2 } = new MessageChannel();
    const lane = new Lane(port1, (lost) => this.#close(id, lost));
    this.#lanes.set(id, lane);
    worker.postMessage({ open: id }, [port2]);
    return lane;
  }

  #running() {
    if (this.#worker) return this.#worker;
    const worker = this.#spawn();
    worker.onerror = ({ message }) => {
      if (worker === this.#worker) this.#lose(message || 'the worker stopped');
    };
    this.#worker = worker;
    return worker;
  }

  #close(id: number, lost: boolean) {
    if (!this.#lanes.delete(id)) return;
    if (lost) this.#lose('another machine of this page stopped the engine');
    else if (this.#lanes.size > 0) this.#worker?.postMessage({ close: id });
    if (this.#lanes.size === 0) this.#end();
  }

  /** Every session begins again, with a worker of its supervisor's choice. */
  #lose(message: string) {
    this.#end();
    const lanes = [...this.#lanes.values()];
    this.#lanes.clear();
    for (const lane of lanes) lane.fail(message);
  }

  #end() {
    this.#worker?.terminate();
    this.#worker = null;
  }
}

/** One session's end of the line. */
class Lane implements WorkerLike {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onerror: ((event: { message?: string }) => void) | null = null;
  #port: MessagePort;
  #close: (lost: boolean) => void;

  constructor(port: MessagePort, close: (lost: boolean) => void) {
    this.#port = port;
    this.#close = close;
    port.onmessage = (event) => this.onmessage?.(event);
  }

  postMessage(message: unknown) {
    this.#port.postMessage(message);
  }

  terminate(lost: boolean = false) {
    this.#port.onmessage = null;
    this.#close(lost);
    this.#port.close();
  }

  fail(message: string) {
    this.#port.onmessage = null;
    this.#port.close();
    this.onerror?.({ message });
  }
}

let way: Way['name'] | null = null;

/** How the core runs in this page, once it does. */
export const coreRuns = () => way;

function spawnReal(): RealWorker {
  const inThread = () => inPage(() => tryLoad(() => import('./shared-host.ts')).then(({ host }) => host));
  const ways = waysOf('core', address, inThread);
  const worker = new AnyWorker(ways, (name) => {
    way = name;
  });
  const at = (path: string) => new URL(path, import.meta.url).href;
  worker.postMessage({ boot: { first: at(first), rest: at(rest) } });
  return worker;
}

const shared = new CorePool(spawnReal);

/** How many machines of this page use the shared worker. */
export const sharing = () => shared.size;

/** A session on the shared worker. @param say words of notices */
export function connectShared(say: Say): Engine {
  let lost = false;
  const open = () => {
    // Code in the page cannot be watched: it does not answer while it is busy.
    const lane = lost && way !== 'page' ? new CorePool(spawnReal).lane() : shared.lane();
    const terminate = lane.terminate.bind(lane);
    lane.terminate = (broken) => {
      lost ||= broken === true;
      terminate(broken);
    };
    return lane;
  };
  const every = (ms: number, tick: () => void) => {
    const timer = setInterval(() => {
      if (way !== 'page') tick();
    }, ms);
    return () => clearInterval(timer);
  };
  return supervise(open, { now: () => performance.now(), every }, say);
}
