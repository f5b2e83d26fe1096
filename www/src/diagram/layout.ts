// The layout queue: one job in the worker, at most one waiting, the newest wins.
// It owns the layout worker and ends it when a job takes too long; the drawing on screen is not its business.

type Layout = { svg: string } | { error: string };
interface LayoutWorker { postMessage(data: unknown): void; terminate(): void; onmessage: ((m: MessageEvent) => void) | null; onerror: ((e: ErrorEvent) => void) | null }
interface Job { id: number; dot: string; settle: (layout: Layout | null) => void }

/** After so long a job is called slow, and the page may say so. */
const SLOW_MS = 2_000;
/** After so long the worker is ended and the job has failed. */
const KILL_MS = 10_000;

export class LayoutQueue {
  #spawn: () => LayoutWorker;
  #onSlow: () => void;
  #limits: { slow: number; kill: number };
  #worker: LayoutWorker | null = null;
  #inHand: Job | null = null;
  #waiting: Job | null = null;
  #timers: ReturnType<typeof setTimeout>[] = [];
  #lastId = 0;

  constructor({ spawn, onSlow = () => {}, limits = { slow: SLOW_MS, kill: KILL_MS } }: { spawn: () => LayoutWorker; onSlow?: () => void; limits?: { slow: number; kill: number } }) {
    this.#spawn = spawn;
    this.#onSlow = onSlow;
    this.#limits = limits;
  }

  /** Lays out a DOT text. Resolves with the SVG text or an error, or with null when a newer job took its place. */
  layout(dot: string): Promise<Layout | null> {
    return new Promise((settle) => {
      const job = { id: ++this.#lastId, dot, settle };
      this.#waiting?.settle(null);
      this.#waiting = job;
      if (!this.#inHand) this.#next();
    });
  }

  /** Ends the worker; jobs in hand and waiting resolve with null. */
  close() {
    this.#waiting?.settle(null);
    this.#waiting = null;
    this.#end(null);
  }

  #next() {
    const job = this.#waiting;
    this.#waiting = null;
    this.#inHand = job;
    if (!job) return;
    try {
      this.#worker ??= this.#start();
      this.#worker.postMessage({ id: job.id, dot: job.dot });
    } catch (error) {
      this.#end({ error: `the layout worker did not start: ${error instanceof Error ? error.message : error}` });
      return;
    }
    this.#timers = [
      setTimeout(() => this.#onSlow(), this.#limits.slow),
      setTimeout(() => this.#end({ error: `the layout took longer than ${this.#limits.kill / 1000} seconds` }), this.#limits.kill),
    ];
  }

  #start() {
    const worker = this.#spawn();
    worker.onmessage = (message) => {
      if (message.data?.id === this.#inHand?.id) this.#finish(message.data);
    };
    worker.onerror = (event) => this.#end({ error: `the layout worker stopped: ${event.message || 'unknown reason'}` });
    return worker;
  }

  #finish(layout: Layout | null) {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = [];
    const job = this.#inHand;
    this.#inHand = null;
    // A job that has been overtaken is still told its layout: it is newer than what is on screen.
    job?.settle(layout);
    this.#next();
  }

  #end(layout: Layout | null) {
    this.#worker?.terminate();
    this.#worker = null;
    this.#finish(layout);
  }
}
