// The worker that explores: loads the core, and tries replies in batches between which it hears a cancel.

import first from '../../pkg/parts/first_bg.wasm?url';
import rest from '../../pkg/parts/rest_bg.wasm?url';
import { core, load } from './parts.ts';
import { sleep } from './yield.ts';
import { type Port, serveExplorer } from './serve-explorer.ts';

self.postMessage({ up: true });
try {
  await load({ first, rest });
  serveExplorer(core, self as unknown as Port, { now: () => performance.now(), sleep });
  self.postMessage({ ready: true });
} catch (error) {
  self.postMessage({ failed: error instanceof Error ? error.message : String(error) });
}
