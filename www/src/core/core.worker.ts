// The core worker: loads the core, then serves one session. Nothing else runs here.

import { core, load } from './parts.ts';
import { QUESTIONS } from './questions.ts';
import { rest } from './yield.ts';
import { serve, type Port } from './serve.ts';
import { Session } from './session.ts';

const port = self as unknown as Port;

try {
  await load();
  serve(new Session(core, { now: () => performance.now(), rest }, QUESTIONS), port, rest);
  port.postMessage({ ready: true });
} catch (error) {
  port.postMessage({ failed: error instanceof Error ? error.message : String(error) });
}
