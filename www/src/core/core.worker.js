// @ts-check
// The core worker: loads the core, then serves one session. Nothing else runs here.

import { core, load } from "./parts.js";
import { rest } from "./yield.js";
import { serve } from "./serve.js";
import { Session } from "./session.js";

const port = /** @type {import("./serve.js").Port} */ (/** @type {unknown} */ (self));

try {
  await load();
  serve(new Session(core, { now: () => performance.now(), rest }), port, rest);
  port.postMessage({ ready: true });
} catch (error) {
  port.postMessage({ failed: error instanceof Error ? error.message : String(error) });
}
