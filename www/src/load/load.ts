// Loads code on demand. A load that fails is tried again after a while; then the user is told and can try once more.

import { FileError } from './files.ts';

/** Before each further attempt. */
export const RETRY_DELAYS_MS = [250, 1_000];

/** `broken`: all files were loaded, but the module does not run. */
export type LoadFailure = 'unreachable' | 'outdated' | 'broken';

export class LoadError extends Error {
  readonly failure: LoadFailure;

  constructor(failure: LoadFailure, reason: unknown) {
    super(reason instanceof Error ? reason.message : String(reason), { cause: reason });
    this.failure = failure;
  }
}

interface Deps {
  wait(ms: number): Promise<unknown>;
  /** Whether the server has a newer build of the page. */
  isOutdated(): Promise<boolean>;
}

export class Loader {
  readonly #deps: Deps;
  #waiting: (() => void)[] = [];
  /** Tells the user. Without it, loads that fail reject. */
  onFailure: ((failure: LoadFailure) => void) | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Whether loads wait for `retry`. */
  get isWaiting() {
    return this.#waiting.length > 0;
  }

  /** Rejects with a `LoadError` when every attempt has failed. */
  tryLoad = async <T>(importModule: () => Promise<T>): Promise<T> => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await importModule();
      } catch (error) {
        if (error instanceof FileError && error.isGone && (await this.#deps.isOutdated()))
          throw new LoadError('outdated', error);
        const delay = RETRY_DELAYS_MS[attempt];
        if (delay === undefined) throw new LoadError(await this.#failureOf(error), error);
        await this.#deps.wait(delay);
      }
    }
  };

  /**
   * Resolves even if the code is only loaded after the user tried again.
   * @param onWaiting called each time that every attempt has failed
   */
  load = async <T>(importModule: () => Promise<T>, onWaiting: () => void = () => {}): Promise<T> => {
    for (;;) {
      try {
        return await this.tryLoad(importModule);
      } catch (error) {
        if (!this.onFailure || !(error instanceof LoadError)) throw error;
        const retried = new Promise<void>((resolve) => this.#waiting.push(resolve));
        this.onFailure(error.failure);
        onWaiting();
        await retried;
      }
    }
  };

  /** Repeats the loads that failed. */
  retry() {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Tells the user if the server has a newer build: called when something else than a load failed. */
  async checkVersion() {
    if (await this.#deps.isOutdated()) this.onFailure?.('outdated');
  }

  async #failureOf(error: unknown): Promise<LoadFailure> {
    if (await this.#deps.isOutdated()) return 'outdated';
    return error instanceof FileError ? 'unreachable' : 'broken';
  }
}

const BUILD_META = 'meta[name="tracklight-build"]';

/**
 * Whether the server has a newer build of the page. False if that is unknown: without a connection, in a worker, or in
 * a page that is not built.
 */
async function isOutdated(): Promise<boolean> {
  const own = globalThis.document?.querySelector<HTMLMetaElement>(BUILD_META)?.content;
  if (!own) return false;
  try {
    const response = await fetch(new URL('version.json', document.baseURI), { cache: 'no-store' });
    const { build } = response.ok ? await response.json() : {};
    return typeof build === 'string' && build !== own;
  } catch {
    return false;
  }
}

export const loader = new Loader({
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  isOutdated,
});
export const { load, tryLoad } = loader;
