// The page's way to the core: one supervised worker behind typed calls.

import { createWorker } from "./worker-policy.ts";
import { supervise } from "./calls.ts";
import type { Engine } from "../protocol/types.ts";

export function connect(): Engine {
  return supervise(() => createWorker("core"));
}
