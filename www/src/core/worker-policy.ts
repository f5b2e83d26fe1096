// The one place where workers are allowed. The Trusted Types policy accepts only the addresses that modules of this
// build named; it has no createHTML and no createScript.

const allowed: Set<string> = new Set();

function check(address: string) {
  if (!allowed.has(address)) throw new TypeError(`no worker of this page: ${address}`);
  return address;
}

interface Policy {
  createScriptURL(address: string): string;
}
/** TypeScript does not declare it. */
const { trustedTypes } = globalThis as { trustedTypes?: { createPolicy(name: string, rules: Policy): Policy } };
/** Browsers without Trusted Types get the plain address, checked the same way. */
const policy = trustedTypes?.createPolicy('tracklight', { createScriptURL: check }) ?? { createScriptURL: check };

/** @param address of a worker of this build, never from data */
export function allowWorker(address: string): string {
  allowed.add(address);
  return policy.createScriptURL(address);
}
