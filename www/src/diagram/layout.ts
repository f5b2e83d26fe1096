// The layout queue: one job in the worker, at most one waiting for each drawing; the newest wins. It owns the layout
// worker and terminates it when a job takes too long, which is then tried once more in a simpler form. The drawing on
// screen is not its concern.

import { RETRY_DELAYS_MS } from '../load/load.ts';
import { simplerDot } from './simpler-dot.ts';

/** `isSimplified`: its edges are straight and have no labels, because the full layout took too long. */
type Layout = { svgs: string[]; isSimplified?: boolean } | { error: string };
interface LayoutWorker {
  postMessage(data: unknown): void;
  terminate(): void;
  onmessage: ((m: MessageEvent) => void) | null;
  onerror: ((e: ErrorEvent) => void) | null;
}
interface Job {
  id: number;
  owner: object;
  dots: string[];
  isSimplified: boolean;
  settle: (layout: Layout | null) => void;
  onSlow: () => void;
}

/** After so long a job is called slow, and the page may say so. */
const SLOW_MS = 2_000;
/** After so long the worker is ended. */
const KILL_MS = 10_000;
/**
 * So long a worker may load: half a megabyte over a slow connection, compiled on a slow machine. A new one would begin
 * again.
 */
const START_MS = 90_000;

/** In milliseconds. */
interface Limits {
  slow: number;
  kill: number;
  start: number;
}

interface LayoutDependencies {
  spawn: () => LayoutWorker;
  onSlow?: () => void;
  limits?: Limits;
}

export class LayoutQueue {
  readonly #deps: Required<LayoutDependencies>;
  #worker: LayoutWorker | null = null;
  /** Whether the worker has loaded Graphviz. */
  #ready = false;
  #inHand: Job | null = null;
  /** By owner, in the order of their turns. */
  #waiting: Map<object, Job> = new Map();
  /** Whose drawings it lays out, while that is counted. */
  #owners: Set<object> = new Set();
  #timers: ReturnType<typeof setTimeout>[] = [];
  /** Ends a worker that does not load. */
  #startTimer: ReturnType<typeof setTimeout> | undefined;
  #lastId = 0;
  /** How often Graphviz did not come for the job in hand. */
  #failedLoads = 0;

  constructor(deps: LayoutDependencies) {
    this.#deps = {
      onSlow: () => {},
      limits: { slow: SLOW_MS, kill: KILL_MS, start: START_MS },
      ...deps,
    };
  }

  /**
   * Lays out DOT texts, each alone. Resolves with their SVG texts or an error, or with null when a newer job took its
   * place.
   * @param owner whose drawing it is: several may share a queue
   */
  layout(
    dots: string[],
    { owner = this, onSlow = this.#deps.onSlow }: { owner?: object; onSlow?: () => void } = {},
  ): Promise<Layout | null> {
    this.#owners.add(owner);
    return new Promise((settle) => {
      const job = { id: ++this.#lastId, owner, dots, isSimplified: false, settle, onSlow };
      this.#waiting.get(owner)?.settle(null);
      this.#waiting.set(owner, job);
      if (!this.#inHand) this.#next();
    });
  }

  /** An owner's jobs resolve with null; with the last owner the worker ends. */
  close(owner: object = this) {
    this.#waiting.get(owner)?.settle(null);
    this.#waiting.delete(owner);
    this.#owners.delete(owner);
    if (this.#owners.size === 0) this.#end(null);
    else if (this.#inHand?.owner === owner) {
      // It ends by itself, or in time; nobody waits for it.
      this.#inHand.settle(null);
      this.#inHand.settle = () => {};
    }
  }

  #next() {
    const job = this.#waiting.values().next().value ?? null;
    if (job) this.#waiting.delete(job.owner);
    this.#inHand = job;
    if (!job) return;
    this.#timers = [setTimeout(() => job.onSlow(), this.#deps.limits.slow)];
    this.#send(job);
  }

  #send(job: Job) {
    try {
      this.#worker ??= this.#start();
      this.#worker.postMessage({ id: job.id, dots: job.dots });
    } catch (error) {
      this.#end({ error: `the layout worker did not start: ${error instanceof Error ? error.message : error}` });
      return;
    }
    if (this.#ready) this.#limit();
    else
      this.#startTimer = setTimeout(
        () => this.#end({ error: `Graphviz did not load within ${this.#deps.limits.start / 1000} seconds` }),
        this.#deps.limits.start,
      );
  }

  /** Gives the job in hand its time; that of loading is not part of it. */
  #limit() {
    this.#timers.push(setTimeout(() => this.#tookTooLong(), this.#deps.limits.kill));
  }

  /** The job in hand is tried in a simpler form, unless that was it or a newer one of its owner waits. */
  #tookTooLong() {
    const job = this.#inHand;
    if (!job || job.isSimplified || !this.#owners.has(job.owner) || this.#waiting.has(job.owner))
      return this.#end({ error: `the layout took longer than ${this.#deps.limits.kill / 1000} seconds` });
    this.#endWorker();
    this.#clearTimers();
    job.dots = job.dots.map(simplerDot);
    job.isSimplified = true;
    this.#send(job);
  }

  #loaded() {
    this.#ready = true;
    if (!this.#inHand) return;
    clearTimeout(this.#startTimer);
    this.#limit();
  }

  /** A worker remembers that a module did not come, so the next attempt takes another worker. */
  #loadAgain(reason: string) {
    const delay = RETRY_DELAYS_MS[this.#failedLoads];
    this.#failedLoads += 1;
    const job = this.#inHand;
    if (!job || delay === undefined) return this.#end({ error: reason });
    this.#worker?.terminate();
    this.#worker = null;
    this.#timers.push(
      setTimeout(() => {
        this.#worker = this.#start();
        this.#worker.postMessage({ id: job.id, dots: job.dots });
      }, delay),
    );
  }

  #start() {
    const worker = this.#deps.spawn();
    worker.onmessage = (message) => {
      if (this.#worker !== worker) return;
      if (message.data?.ready) this.#loaded();
      else if (typeof message.data?.failed === 'string') this.#loadAgain(message.data.failed);
      else if (message.data?.id === this.#inHand?.id)
        this.#finish(this.#inHand?.isSimplified ? { ...message.data, isSimplified: true } : message.data);
    };
    worker.onerror = (event) => this.#end({ error: `the layout worker stopped: ${event.message || 'unknown reason'}` });
    return worker;
  }

  #finish(layout: Layout | null) {
    this.#clearTimers();
    this.#failedLoads = 0;
    const job = this.#inHand;
    this.#inHand = null;
    // A job that has been overtaken is still told its layout: it is newer than what is on screen.
    job?.settle(layout);
    this.#next();
  }

  #end(layout: Layout | null) {
    this.#endWorker();
    this.#finish(layout);
  }

  #endWorker() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#ready = false;
  }

  #clearTimers() {
    for (const timer of [...this.#timers, this.#startTimer]) clearTimeout(timer);
    this.#timers = [];
  }
}
