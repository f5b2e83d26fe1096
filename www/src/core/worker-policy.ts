// The one place where workers are made. The Trusted Types policy accepts the build's own worker addresses and nothing
// else; it has no createHTML and no createScript.

import coreAddress from "./core.worker.ts?worker&url";
import layoutAddress from "../diagram/layout.worker.ts?worker&url";
import sqlAddress from "../features/sql/sql.worker.ts?worker&url";

const ADDRESSES = { core: coreAddress, layout: layoutAddress, sql: sqlAddress };
const allowed = new Set(Object.values(ADDRESSES));

function check(address: string) {
  if (!allowed.has(address)) throw new TypeError(`no worker of this page: ${address}`);
  return address;
}

/** Browsers without Trusted Types get the plain address, checked the same way. */
const policy: { createScriptURL(address: string): string } = "trustedTypes" in globalThis
  ? (globalThis as any).trustedTypes.createPolicy("tracklight", { createScriptURL: check })
  : { createScriptURL: check };

export function createWorker(name: keyof typeof ADDRESSES): Worker {
  return new Worker(policy.createScriptURL(ADDRESSES[name]), { type: "module", name: `tracklight-${name}` });
}
