// The workers of the page in its own thread: the core with its session, and the layout.

import { serveLayout } from '../../src/diagram/run-graphviz.ts';
import { QUESTIONS } from '../../src/core/questions.ts';
import { serve, type Port } from '../../src/core/serve.ts';
import { Session } from '../../src/core/session.ts';
import { type Port as ExplorePort, serveExplorer } from '../../src/core/serve-explorer.ts';
import { core } from '../wasm/core.ts';
import type { Report } from '../../src/protocol/messages.ts';

const { setTimeout: wait } = globalThis;
const sleep = (ms: number) => new Promise<void>((done) => void (ms > 0 ? wait(done, ms) : setImmediate(done)));
const clock = { now: () => performance.now(), sleep };

const open: Set<ThreadWorker> = new Set();

class ThreadWorker {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onerror: ((event: { message?: string }) => void) | null = null;
  #port = { onmessage: null as ((event: { data: unknown }) => void) | null, postMessage: (m: unknown) => this.#say(m) };

  name: string;

  constructor(_address: string, { name }: { name: string }) {
    this.name = name;
    open.add(this);
    if (name === 'tracklight-core') {
      serve(new Session(core, clock, QUESTIONS), this.#port as Port, sleep);
      this.#say({ up: true });
      this.#say({ ready: true } satisfies Report);
    } else if (name === 'tracklight-explore') {
      serveExplorer(core, this.#port as ExplorePort, clock);
      this.#say({ up: true });
      this.#say({ ready: true });
    } else if (name === 'tracklight-layout') serveLayout(this.#port as never);
    else throw new Error(`the worker ${name} needs a browser`);
  }

  addEventListener() {}

  postMessage(message: unknown) {
    const data = structuredClone(message);
    setImmediate(() => open.has(this) && this.#port.onmessage?.({ data }));
  }

  terminate() {
    open.delete(this);
  }

  #say(message: unknown) {
    const data = structuredClone(message);
    setImmediate(() => open.has(this) && this.onmessage?.({ data }));
  }
}

Object.assign(globalThis, { Worker: ThreadWorker });

/**
 * Those that are left are not heard any more. That of the layouts ends by itself, with the last of its jobs: their one
 * queue would wait for it in each later visit.
 */
export function endWorkers() {
  for (const one of open) if (one.name !== 'tracklight-layout') open.delete(one);
}
