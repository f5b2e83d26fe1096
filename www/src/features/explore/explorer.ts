// Calls of the worker that explores. One that fails ends with its worker; the next call starts another.

import type { AnyWorker } from '../../core/any-worker.ts';
import type { Inputs, Sources } from '../../protocol/types.ts';
import type {
  ExploreAnswer,
  ExploreBounds,
  ExploreProgress,
  ExploreRequest,
  Explored,
} from '../../protocol/explore.ts';

export type ExploreWorker = Pick<AnyWorker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;
interface Call {
  settle(value: Explored | string): void;
  fail(error: Error): void;
}

export class Explorer {
  readonly #spawn: () => ExploreWorker;
  #worker: ExploreWorker | null = null;
  #ready: Promise<void> = Promise.resolve();
  #calls: Map<number, Call> = new Map();
  #lastId = 0;
  #onProgress: (progress: ExploreProgress) => void = () => {};

  constructor(spawn: () => ExploreWorker) {
    this.#spawn = spawn;
  }

  explore(
    what: { sources: Sources; input?: Inputs; bounds: ExploreBounds },
    onProgress: (progress: ExploreProgress) => void,
  ) {
    this.#onProgress = onProgress;
    return this.#call((id) => ({ id, explore: what })) as Promise<Explored>;
  }

  /** The hash of a machine, which is another where it means something else. */
  hash(sources: Sources) {
    return this.#call((id) => ({ id, hash: sources })) as Promise<string>;
  }

  /** Ends the exploration, which is answered with what it has found. */
  cancel() {
    this.#worker?.postMessage({ cancel: true });
  }

  async #call(request: (id: number) => ExploreRequest): Promise<Explored | string> {
    if (this.#worker === null) this.#ready = this.#open();
    await this.#ready;
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((settle, fail) => {
      this.#calls.set(id, { settle, fail });
      this.#worker?.postMessage(request(id));
    });
  }

  #open(): Promise<void> {
    const worker = this.#spawn();
    this.#worker = worker;
    return new Promise((ready, fail) => {
      const end = (error: Error) => {
        worker.terminate();
        if (this.#worker !== worker) return;
        this.#worker = null;
        fail(error);
        for (const call of this.#calls.values()) call.fail(error);
        this.#calls.clear();
      };
      worker.onmessage = ({ data }: MessageEvent<ExploreAnswer | { ready: true } | { failed: string }>) => {
        if ('ready' in data) ready();
        else if ('failed' in data) end(new Error(data.failed));
        else if ('progress' in data) this.#onProgress(data.progress);
        else {
          const call = this.#calls.get(data.re);
          this.#calls.delete(data.re);
          // After an error of the core its memory is as it was in the middle of something.
          if ('error' in data) {
            call?.fail(new Error(data.error));
            end(new Error(data.error));
          } else call?.settle(data.value);
        }
      };
      worker.onerror = (event) => end(new Error(event.message || 'the worker did not start'));
    });
  }
}
