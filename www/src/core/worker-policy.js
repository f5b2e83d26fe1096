// @ts-check
// The one place where workers are made. The Trusted Types policy accepts the build's own worker addresses and nothing
// else; it has no createHTML and no createScript.

import coreAddress from "./core.worker.js?worker&url";
import layoutAddress from "../diagram/layout.worker.js?worker&url";
import sqlAddress from "../features/sql/sql.worker.js?worker&url";

const ADDRESSES = { core: coreAddress, layout: layoutAddress, sql: sqlAddress };
const allowed = new Set(Object.values(ADDRESSES));

/** @param {string} address */
function check(address) {
  if (!allowed.has(address)) throw new TypeError(`no worker of this page: ${address}`);
  return address;
}

/**
 * Browsers without Trusted Types get the plain address, checked the same way.
 * @type {{ createScriptURL(address: string): string }}
 */
const policy = "trustedTypes" in globalThis
  ? /** @type {any} */ (globalThis).trustedTypes.createPolicy("tracklight", { createScriptURL: check })
  : { createScriptURL: check };

/**
 * @param {keyof typeof ADDRESSES} name
 * @returns {Worker}
 */
export function createWorker(name) {
  return new Worker(policy.createScriptURL(ADDRESSES[name]), { type: "module", name: `tracklight-${name}` });
}
