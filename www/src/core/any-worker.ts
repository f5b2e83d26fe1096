// A worker that is started in the first way that the policy and the origin of the page allow; the page may be another
// site's. Messages wait until it is up: a way that fails would lose them, and a port can be transferred only once.

import { fetchFile } from '../load/files.ts';
import { tryLoad } from '../load/load.ts';
import { allowWorker } from './worker-policy.ts';

/** A worker, or code in the page that takes messages like one. */
export interface StartedWorker {
  postMessage(message: unknown, transfer?: Transferable[]): void;
  terminate(): void;
  onmessage: ((event: MessageEvent) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}
export interface StartMethod {
  name: 'module' | 'blob' | 'page';
  start(): StartedWorker | Promise<StartedWorker>;
}

export class AnyWorker {
  onmessage: ((event: MessageEvent) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  /** Hears every message before `onmessage` does. */
  onAnyMessage: ((data: object) => void) | null = null;
  #methods: StartMethod[];
  #started: StartedWorker | null = null;
  #isUp = false;
  #isEnded = false;
  #queuedMessages: [unknown, Transferable[]][] = [];
  #onStarted: (name: StartMethod['name']) => void;

  /**
   * @param ways in the order they are tried; a worker posts `{ up: true }` as soon as its code runs
   * @param onStarted gets the name of the way that worked
   */
  constructor(ways: StartMethod[], onStarted: (name: StartMethod['name']) => void = () => {}) {
    this.#methods = [...ways];
    this.#onStarted = onStarted;
    void this.#startNext('no worker could be started');
  }

  postMessage(message: unknown, transfer: Transferable[] = []) {
    if (this.#isUp) this.#started?.postMessage(message, transfer);
    else this.#queuedMessages.push([message, transfer]);
  }

  terminate() {
    this.#isEnded = true;
    this.#started?.terminate();
    this.#started = null;
    this.#queuedMessages = [];
  }

  async #startNext(reason: string): Promise<void> {
    const way = this.#methods.shift();
    if (this.#isEnded) return;
    if (way === undefined) return this.onerror?.({ message: reason } as ErrorEvent);
    let started: StartedWorker;
    try {
      started = await way.start();
    } catch (error) {
      return this.#startNext(error instanceof Error ? error.message : String(error));
    }
    if (this.#isEnded) return started.terminate();
    this.#started = started;
    started.onmessage = (event) => {
      if (this.#started !== started) return;
      if (event.data?.up === true) return this.#onUp(way.name);
      this.onAnyMessage?.(event.data);
      this.onmessage?.(event);
    };
    started.onerror = (event) => {
      if (this.#started !== started) return;
      event.preventDefault?.();
      if (this.#isUp) return this.onerror?.(event);
      started.terminate();
      this.#started = null;
      void this.#startNext(event.message || reason);
    };
  }

  #onUp(name: StartMethod['name']) {
    if (this.#isUp) return;
    this.#isUp = true;
    this.#onStarted(name);
    for (const [message, transfer] of this.#queuedMessages.splice(0)) this.#started?.postMessage(message, transfer);
  }
}

/**
 * The ways to start a worker of this build: by its file; through a line of code of the page's own origin, where the
 * file is on another one; in the page itself.
 * @param address of a file of this build, never from data
 * @param inPage loads the worker's code into the page
 */
export function startMethodsOf(name: string, address: string, inPage: () => Promise<StartedWorker>): StartMethod[] {
  const url = new URL(address, location.href);
  const page: StartMethod = { name: 'page', start: inPage };
  if (url.origin === location.origin) return [...directMethods(name, url), page];
  const blob: StartMethod = {
    name: 'blob',
    start: () => {
      const line = URL.createObjectURL(new Blob([`import ${JSON.stringify(url.href)};`], { type: 'text/javascript' }));
      const worker = new Worker(allowWorker(line), optionsOf(name));
      // The worker reads the address when it starts.
      worker.addEventListener('message', () => URL.revokeObjectURL(line), { once: true });
      return worker as StartedWorker;
    },
  };
  return [blob, page];
}

/**
 * Starts a worker of our own page, where it is always beside the module.
 * @param address from an import with `?worker&url`, never from data
 */
export function openWorker(name: string, address: string, onUp: () => void = () => {}): AnyWorker {
  const url = new URL(address, import.meta.url);
  if (url.origin !== new URL(import.meta.url).origin) throw new TypeError(`a worker of another origin: ${address}`);
  return new AnyWorker(directMethods(name, url), onUp);
}

/** The second loads the file first: where it did not come, it may come now. */
function directMethods(name: string, { href }: URL): StartMethod[] {
  const start = () => new Worker(allowWorker(href), optionsOf(name)) as StartedWorker;
  return [
    { name: 'module', start },
    { name: 'module', start: () => tryLoad(() => fetchFile(href)).then(start) },
  ];
}

const optionsOf = (name: string): WorkerOptions => ({ type: 'module', name: `tracklight-${name}` });
