// Connects the page to the core: one supervised worker, and a spare one. The spare has loaded its scripts and is given
// the compiled core. So an engine that crashed starts again without any file: a newer version of the page may have
// replaced them all.

import address from './core.worker.ts?worker&url';
import { openWorker, type AnyWorker } from './any-worker.ts';
import { supervise } from './calls.ts';
import type { CompiledCore } from './parts.ts';
import type { Say, WorkerLike } from './supervisor.ts';
import type { Engine } from '../protocol/types.ts';

export interface PageEngine extends Engine {
  /** Keeps a spare worker from now on. */
  keepSpare(): void;
}

/** @param say the text of a notice that the worker is slow, restarted or lost */
export function connect(say: Say): PageEngine {
  const workers = new CoreWorkers();
  return { ...supervise(() => workers.open(), undefined, say), keepSpare: () => workers.keepSpare() };
}

class CoreWorkers {
  #keepsSpare = false;
  #compiled: CompiledCore | null = null;
  #spare: AnyWorker | null = null;
  #isSpareUp = false;

  open(): WorkerLike {
    const worker = this.#takeSpare() ?? openWorker('core', address);
    worker.onAnyMessage = (data) => {
      if ('core' in data) this.#compiled = data.core as CompiledCore;
      this.#prepareSpare();
    };
    return worker;
  }

  keepSpare() {
    this.#keepsSpare = true;
    this.#prepareSpare();
  }

  #prepareSpare() {
    if (!this.#keepsSpare || !this.#compiled || this.#spare) return;
    const spare = openWorker('core-spare', address, () => {
      this.#isSpareUp = true;
    });
    this.#isSpareUp = false;
    // Its file may be gone. Another attempt is made when the spare is needed.
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
    spare.postMessage({ start: this.#compiled });
    return spare;
  }
}
