// The page's way to the core: one supervised worker behind typed calls, and a spare one. The spare has the worker's
// scripts and is given the compiled core, so an engine that crashed starts again without any file: a newer version of
// the page may have replaced them all.

import address from './core.worker.ts?worker&url';
import { openWorker, type AnyWorker } from './any-worker.ts';
import { supervise } from './calls.ts';
import type { CompiledCore } from './parts.ts';
import type { Say, WorkerLike } from './supervisor.ts';
import type { Engine } from '../protocol/types.ts';

export interface PageEngine extends Engine {
  /** From now on a spare worker stands by. */
  keepSpare(): void;
}

/** @param say what the page says when the worker is slow, restarted or lost */
export function connect(say: Say): PageEngine {
  const workers = new CoreWorkers();
  return { ...supervise(() => workers.open(), undefined, say), keepSpare: () => workers.keepSpare() };
}

class CoreWorkers {
  #keepsSpare = false;
  #core: CompiledCore | null = null;
  #spare: AnyWorker | null = null;
  #isSpareUp = false;

  open(): WorkerLike {
    const worker = this.#takeSpare() ?? openWorker('core', address);
    const opened: WorkerLike = {
      postMessage: (message) => worker.postMessage(message),
      terminate: () => worker.terminate(),
      onmessage: null,
      onerror: null,
    };
    worker.onmessage = (event: MessageEvent) => {
      if ('core' in event.data) this.#core = event.data.core;
      else opened.onmessage?.(event);
      this.#prepareSpare();
    };
    worker.onerror = (event) => opened.onerror?.(event);
    return opened;
  }

  keepSpare() {
    this.#keepsSpare = true;
    this.#prepareSpare();
  }

  #prepareSpare() {
    if (!this.#keepsSpare || !this.#core || this.#spare) return;
    const spare = openWorker('core-spare', address, () => {
      this.#isSpareUp = true;
    });
    this.#isSpareUp = false;
    // Its file may be gone: the next attempt is made when the spare is wanted.
    spare.onerror = () => {
      this.#isSpareUp = false;
    };
    this.#spare = spare;
  }

  #takeSpare() {
    const spare = this.#spare;
    this.#spare = null;
    if (!spare || !this.#isSpareUp) {
      spare?.terminate();
      return null;
    }
    spare.postMessage({ start: this.#core });
    return spare;
  }
}
