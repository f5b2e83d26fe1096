// Converts texts in the worker of this build.

import { openWorker, type AnyWorker } from '../../core/any-worker.ts';
import type { ImportResult } from './index.ts';
import { importStrings } from './strings.ts';
import address from './import.worker.ts?worker&url';

/** Larger texts than 1 MB take a few seconds. */
const LIMIT_MS = 60_000;

export class Converter {
  #worker: AnyWorker | null = null;
  #lastId = 0;
  #end: ((result: ImportResult | null) => void) | null = null;

  /** A newer text ends the reading of an older one. @returns null if the text is in no known notation */
  async convert(text: string): Promise<ImportResult | null> {
    if (this.#end) this.#stop();
    this.#lastId += 1;
    const id = this.#lastId;
    const worker = (this.#worker ??= openWorker('import', address));
    return new Promise((settle) => {
      const timer = setTimeout(() => this.#stop(), LIMIT_MS);
      this.#end = (result) => {
        clearTimeout(timer);
        this.#end = null;
        settle(result);
      };
      worker.onmessage = ({ data }) => data?.re === id && this.#end?.(data.result);
      worker.onerror = () => this.#stop();
      worker.postMessage({ id, text });
    });
  }

  #stop() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#end?.({ ok: false, message: importStrings.died });
  }
}
