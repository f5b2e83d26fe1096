// SQL calls: one worker with SQLite, one call at a time. A query that takes too long, and one that is cancelled, ends
// with its worker; the next call gets a new one, filled again.

import type { AnyWorker } from '../../core/any-worker.ts';
import type { SqlAnswer, SqlTable } from './types.ts';

type Call = { call: 'fill'; database: string } | { call: 'query'; text: string; ms: number } | { call: 'file' };
export type Request = { id: number } & Call;
/** What the worker answers. */
interface Answers {
  fill: SqlTable[];
  query: SqlAnswer;
  file: Blob;
}
type SqlWorker = Pick<AnyWorker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;
/** `died`: its worker ended by itself. */
type Ended = 'limit' | 'cancelled' | 'died';

/** A query may take so long. */
const LIMIT_MS = 5_000;
/** SQLite looks at the clock itself; where it cannot, the worker is ended so much later. */
const GRACE_MS = 2_000;
/** Loading and filling may take so long. */
const FILL_MS = 60_000;

/** A call that was ended from outside. */
export class EndedError extends Error {
  reason: Ended;

  constructor(reason: Ended) {
    super(reason);
    this.reason = reason;
  }
}

export interface SqlDependencies {
  spawn: () => SqlWorker;
  limits?: { query: number; grace: number; fill: number };
}

export class Sql {
  readonly #deps: Required<SqlDependencies>;
  #worker: SqlWorker | null = null;
  #ready: Promise<void> | null = null;
  #inHand: {
    id: number;
    settle(value: unknown): void;
    fail: (error: Error) => void;
    timer: ReturnType<typeof setTimeout>;
  } | null = null;
  /** What the worker is filled with, as JSON. */
  #database = '';
  /** Whether the present worker was filled. */
  #filled = false;
  #lastId = 0;
  /** Ends the waiting for a worker that loads. */
  #giveUp: (error: Error) => void = () => {};

  constructor(deps: SqlDependencies) {
    this.#deps = {
      limits: { query: LIMIT_MS, grace: GRACE_MS, fill: FILL_MS },
      ...deps,
    };
  }

  /**
   * Loads SQLite where it is not yet, and makes a fresh copy of a run.
   * @param database `{ ddl, statements }` as JSON
   */
  async fill(database: string): Promise<SqlTable[]> {
    this.#database = database;
    const tables = await this.#ask({ call: 'fill', database }, this.#deps.limits.fill);
    this.#filled = true;
    return tables;
  }

  /** The copy as it was, after the worker was ended. */
  refill() {
    return this.fill(this.#database);
  }

  /** @returns rejects with `EndedError` when it was ended */
  async query(text: string): Promise<SqlAnswer> {
    // A worker that died since left no copy behind.
    if (!this.#filled) throw new EndedError('died');
    const { query, grace } = this.#deps.limits;
    const answer = await this.#ask({ call: 'query', text, ms: query }, query + grace);
    // The copy is given up with the worker, so that it is the same however the query was ended.
    if (!answer.ok && answer.limit) this.#end(new EndedError('limit'));
    return answer;
  }

  /** The database as it stands. */
  file(): Promise<Blob> {
    return this.#ask({ call: 'file' }, this.#deps.limits.fill);
  }

  /** Ends the query in hand. */
  cancel() {
    this.#end(new EndedError('cancelled'));
  }

  /** A newer call takes the place of an older one. */
  async #ask<C extends Call>(request: C, ms: number): Promise<Answers[C['call']]> {
    await this.#load();
    this.#finish({ error: new EndedError('cancelled') });
    return new Promise((settle, fail) => {
      this.#lastId += 1;
      const timer = setTimeout(() => this.#end(new EndedError('limit')), ms);
      this.#inHand = { id: this.#lastId, settle, fail, timer };
      this.#worker?.postMessage({ ...request, id: this.#lastId });
    });
  }

  #load() {
    if (this.#ready) return this.#ready;
    const ready = new Promise((done: (value: void) => void, fail) => {
      const worker = this.#deps.spawn();
      const timer = setTimeout(() => this.#end(new Error('SQLite did not load in time')), this.#deps.limits.fill);
      this.#giveUp = (error) => {
        clearTimeout(timer);
        fail(error);
      };
      this.#worker = worker;
      worker.onmessage = ({ data }) => {
        if (worker !== this.#worker) return;
        if (data?.ready === true) {
          clearTimeout(timer);
          done();
        } else if (typeof data?.failed === 'string') this.#end(new Error(data.failed));
        else if (data?.re === this.#inHand?.id) 'error' in data ? this.#end(new Error(data.error)) : this.#finish(data);
      };
      worker.onerror = (event) => {
        if (worker !== this.#worker) return;
        this.#end(
          this.#filled ? new EndedError('died') : new Error(event.message || 'the SQLite worker did not start'),
        );
      };
    });
    this.#ready = ready;
    ready.catch(() => {
      if (this.#ready === ready) this.#ready = null;
    });
    return ready;
  }

  #finish(message: { value: unknown } | { error: Error }) {
    const call = this.#inHand;
    this.#inHand = null;
    if (!call) return;
    clearTimeout(call.timer);
    if ('error' in message) call.fail(message.error);
    else call.settle(message.value);
  }

  /** The worker is gone, and with it whatever waits for it. */
  #end(error: Error) {
    this.#worker?.terminate();
    this.#worker = null;
    this.#ready = null;
    this.#filled = false;
    this.#giveUp(error);
    this.#finish({ error });
  }
}
