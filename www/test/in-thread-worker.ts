// A worker in the same thread: serves a session over the core behind a port, and can be made to fall silent.

import { sleep } from '../src/core/yield.ts';
import { QUESTIONS } from '../src/core/questions.ts';
import { serve, type Port } from '../src/core/serve.ts';
import { Session } from '../src/core/session.ts';
import { working } from './clock.ts';
import { core as built } from './wasm/core.ts';
import type { WorkerLike } from '../src/core/supervisor.ts';
import type { Clock } from '../src/core/pacer.ts';
import type { Report, Request } from '../src/protocol/messages.ts';

type Message = Partial<Request> & Pick<Request, 'call'>;
/** `load` is `ready` or why it cannot be loaded; a silent worker does not hear the message. */
export interface Options {
  load?: string;
  silentOn?: (message: Message) => boolean;
  clock?: Clock;
  core?: ConstructorParameters<typeof Session>[0];
}

export class InThreadWorker implements WorkerLike {
  onmessage: ((event: MessageEvent) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  terminated = false;
  received: string[] = [];
  #silentOn: (message: Message) => boolean;
  #session: Session;
  #port: Port = { onmessage: null, postMessage: (message) => this.post(message) };

  constructor({ load = 'ready', silentOn = () => false, clock = working(), core = built }: Options = {}) {
    this.#silentOn = silentOn;
    this.#session = new Session(core, clock, QUESTIONS);
    serve(this.#session, this.#port, sleep);
    this.post(load === 'ready' ? { ready: true } : { failed: load });
  }

  post(message: Report) {
    const data = structuredClone(message);
    setImmediate(() => {
      if (!this.terminated) this.onmessage?.({ data } as MessageEvent);
    });
  }

  postMessage(message: Message) {
    this.received.push(message.call);
    if (this.#silentOn(message)) return;
    const data = structuredClone(message);
    setImmediate(() => {
      if (!this.terminated) this.#port.onmessage?.({ data });
    });
  }

  terminate() {
    this.terminated = true;
    this.#session.free();
  }
}
