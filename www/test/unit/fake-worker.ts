// @ts-nocheck
// A worker in the same thread: serves a session over the fake core, or another one, behind a port, and can be made to fall silent.

import { rest } from '../../src/core/yield.ts';
import { serve } from '../../src/core/serve.ts';
import { Session } from '../../src/core/session.ts';
import { working } from '../clock.ts';
import * as fake from './fake-core.ts';

export class FakeWorker {
  static all = [];

  onmessage;
  onerror;
  terminated: boolean;
  heard;
  silentOn;
  port;

  constructor({ load = 'ready', silentOn = () => false, clock = working(), core = fake } = {}) {
    this.onmessage = null;
    this.onerror = null;
    this.terminated = false;
    this.heard = [];
    this.silentOn = silentOn;
    this.port = { onmessage: null, postMessage: (message) => this.post(message) };
    serve(new Session(core, clock), this.port, rest);
    FakeWorker.all.push(this);
    setImmediate(() => this.post(load === 'ready' ? { ready: true } : { failed: load }));
  }

  post(message) {
    const copy = structuredClone(message);
    setImmediate(() => {
      if (!this.terminated) this.onmessage?.({ data: copy });
    });
  }

  postMessage(message) {
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
export function handWatch() {
  let now = 0;
  const ticks = new Set();
  return {
    now: () => now,
    every: (_ms, tick) => {
      ticks.add(tick);
      return () => ticks.delete(tick);
    },
    advance(ms) {
      now += ms;
      for (const tick of [...ticks]) tick();
    },
  };
}
