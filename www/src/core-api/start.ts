// What the package is started from. Node does not fetch files, so there they are read.

import { badArgument, wrongKind } from './misuse.ts';

const KINDS = {
  init: 'an address, a response, the bytes or the module of the wasm, or a promise of one',
  initSync: 'the bytes or the module of the wasm',
};

/**
 * @param own where the wasm is when the caller does not say
 * @returns `module_or_path` or `module`
 */
export function readInput(method: 'init' | 'initSync', input: unknown, own: URL): Record<string, unknown> {
  const key = method === 'init' ? 'module_or_path' : 'module';
  const given = isOptions(input, key) ? input[key] : input;
  if (given === undefined && method === 'init') return { [key]: fromDisk(own) ?? own };
  if (!fits(method, given)) throw badArgument(method, key, KINDS[method], wrongKind(KINDS[method], given));
  return { [key]: (given instanceof URL && fromDisk(given)) || given };
}

function isOptions(input: unknown, key: string): input is Record<string, unknown> {
  return (
    typeof input === 'object' &&
    input !== null &&
    (key in input || Object.keys(input).length === 0) &&
    Object.getPrototypeOf(input) === Object.prototype
  );
}

function fits(method: string, given: unknown) {
  if (given instanceof WebAssembly.Module || ArrayBuffer.isView(given) || isBuffer(given)) return true;
  if (method === 'initSync') return false;
  const classes = [URL, globalThis.Request, globalThis.Response, Promise].filter(Boolean);
  return typeof given === 'string' || classes.some((one) => given instanceof one) || isThenable(given);
}

function isThenable(given: unknown) {
  return typeof (given as { then?: unknown } | null | undefined)?.then === 'function';
}

function isBuffer(given: unknown) {
  return (
    given instanceof ArrayBuffer || (typeof SharedArrayBuffer === 'function' && given instanceof SharedArrayBuffer)
  );
}

/** What of Node's `process` is used; browsers have none. */
interface NodeProcess {
  getBuiltinModule?(name: 'node:fs'): { readFileSync(address: URL): Uint8Array } | undefined;
}

/** The bytes of a file; undefined where files are fetched. */
function fromDisk(address: URL) {
  if (address.protocol !== 'file:') return undefined;
  // Not an import: a bundler for browsers would try to follow it.
  const { process } = globalThis as { process?: NodeProcess };
  return process?.getBuiltinModule?.('node:fs')?.readFileSync(address);
}
