// @ts-check
// The page's way to the core: one supervised worker behind typed calls.

import { createWorker } from "./worker-policy.js";
import { supervise } from "./calls.js";

/** @returns {import("../protocol/types.js").Engine} */
export function connect() {
  return supervise(() => createWorker("core"));
}
