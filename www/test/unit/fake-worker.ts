// A worker in the same thread: serves a session over the fake core, or another one, behind a port, and can be made to
// fall silent.

import { rest } from '../../src/core/yield.ts';
import { QUESTIONS } from '../../src/core/questions.ts';
import { serve } from '../../src/core/serve.ts';
import { Session } from '../../src/core/session.ts';
import { working } from '../clock.ts';
import { core as fake } from './fake-core.ts';
import type { Watch, WorkerLike } from '../../src/core/supervisor.ts';
import type { Clock } from '../../src/core/pacer.ts';
import type { Port } from '../../src/core/serve.ts';
import type { Report, Request } from '../../src/protocol/messages.ts';

type Message = Partial<Request> & Pick<Request, 'call'>;
/** `load` is `ready` or why it cannot be loaded; a silent worker does not hear the message. */
export interface Options {
  load?: string;
  silentOn?: (message: Message) => boolean;
  clock?: Clock;
  core?: ConstructorParameters<typeof Session>[0];
}

export class FakeWorker implements WorkerLike {
  static all: FakeWorker[] = [];

  onmessage: ((event: { data: unknown }) => void) | null;
  onerror: ((event: { message?: string }) => void) | null;
  terminated: boolean;
  heard: string[];
  silentOn: (message: Message) => boolean;
  port: Port;

  constructor({ load = 'ready', silentOn = () => false, clock = working(), core = fake }: Options = {}) {
    this.onmessage = null;
    this.onerror = null;
    this.terminated = false;
    this.heard = [];
    this.silentOn = silentOn;
    this.port = { onmessage: null, postMessage: (message) => this.post(message) };
    serve(new Session(core, clock, QUESTIONS), this.port, rest);
    FakeWorker.all.push(this);
    setImmediate(() => this.post(load === 'ready' ? { ready: true } : { failed: load }));
  }

  post(message: Report) {
    const copy = structuredClone(message);
    setImmediate(() => {
      if (!this.terminated) this.onmessage?.({ data: copy });
    });
  }

  postMessage(message: Message) {
    this.heard.push(message.call);
    if (this.silentOn(message)) return;
    const copy = structuredClone(message);
    setImmediate(() => this.port.onmessage?.({ data: copy }));
  }

  terminate() {
    this.terminated = true;
  }
}

/** A watch whose time is moved by hand. */
export function handWatch(): Watch & { advance(ms: number): void } {
  let now = 0;
  const ticks = new Set<() => void>();
  return {
    now: () => now,
    every: (_ms, tick) => {
      ticks.add(tick);
      return () => void ticks.delete(tick);
    },
    advance(ms: number) {
      now += ms;
      for (const tick of [...ticks]) tick();
    },
  };
}
