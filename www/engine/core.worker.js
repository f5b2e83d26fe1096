// @ts-check
// The core worker: loads the wasm, then serves one session. Nothing else runs here.

import init, * as core from "../pkg/tracklight.js";
import { rest } from "./rest.js";
import { serve } from "./serve.js";
import { Session } from "./session.js";

const port = /** @type {import("./serve.js").Port} */ (/** @type {unknown} */ (self));

try {
  await init();
  serve(new Session(core, { now: () => performance.now(), rest }), port, rest);
  port.postMessage({ ready: true });
} catch (error) {
  port.postMessage({ failed: error instanceof Error ? error.message : String(error) });
}
