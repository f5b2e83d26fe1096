// The core worker: loads the core, then serves one session. Nothing else runs here.

import first from '../../pkg/parts/first_bg.wasm?url';
import rest from '../../pkg/parts/rest_bg.wasm?url';
import { core, load, type CompiledCore } from './parts.ts';
import { QUESTIONS } from './questions.ts';
import { sleep } from './yield.ts';
import { serve, type Port } from './serve.ts';
import { Session } from './session.ts';

const port = self as unknown as Port;

self.postMessage({ up: true });
try {
  if (self.name.endsWith('-spare')) await load(await compiledCore());
  else await load({ first, rest }, (compiled) => self.postMessage({ core: compiled }));
  serve(new Session(core, { now: () => performance.now(), sleep }, QUESTIONS), port, sleep);
  port.postMessage({ ready: true });
} catch (error) {
  port.postMessage({ failed: error instanceof Error ? error.message : String(error) });
}

/** A spare worker waits until it is needed. */
function compiledCore(): Promise<CompiledCore> {
  return new Promise((resolve) => {
    port.onmessage = ({ data }) => resolve((data as { start: CompiledCore }).start);
  });
}
