// Loads the core in two parts. The first part can draw and start a run; the second follows in the background, or at
// once when it is called earlier.

import * as core from '../../pkg/parts/tracklight.js';
import firstAddress from '../../pkg/parts/first_bg.wasm?url';
import restAddress from '../../pkg/parts/rest_bg.wasm?url';
import { fetchFile } from '../load/files.ts';
import { tryLoad } from '../load/load.ts';

export { core };

/** Where the two parts are, for a worker that was started from elsewhere. */
export interface Addresses {
  first: string;
  rest: string;
}

/** The same parts, compiled. */
export interface CompiledCore {
  first: WebAssembly.Module;
  rest: WebAssembly.Module;
}

/**
 * Resolves when the core can be called.
 * @param from this build by default
 * @param onCompiled is given both parts when the second has joined
 */
export async function load(
  from: Addresses | CompiledCore = { first: firstAddress, rest: restAddress },
  onCompiled: (compiled: CompiledCore) => void = () => {},
) {
  const first = await compiled(from.first);
  await core.default({ module_or_path: first });
  const { rest } = from;
  if (typeof rest !== 'string') return void core.join(rest);
  const coming = new AbortController();
  const join = (module: WebAssembly.Module) => {
    coming.abort();
    core.join(module);
    onCompiled({ first, rest: module });
  };
  core.host.load = () => join(new WebAssembly.Module(fetchNow(rest)));
  // Graphviz and the editor come first: without them there is nothing to see. A failure is told where the rest is
  // called: that asks for it again.
  const following = compiled(rest, { signal: coming.signal, priority: 'low' }).then(
    (module) => coming.signal.aborted || join(module),
    () => {},
  );
  // A page cannot wait for an answer as a worker can.
  if ('document' in globalThis) await following;
}

async function compiled(part: string | WebAssembly.Module, options: RequestInit = {}): Promise<WebAssembly.Module> {
  if (typeof part !== 'string') return part;
  return tryLoad(async () => {
    const response = await fetchFile(part, options);
    return response.headers.get('content-type') === 'application/wasm'
      ? WebAssembly.compileStreaming(response)
      : WebAssembly.compile(await response.arrayBuffer());
  });
}

/** A worker may wait for an answer. */
function fetchNow(address: string): ArrayBuffer {
  const request = new XMLHttpRequest();
  request.open('GET', address, false);
  request.responseType = 'arraybuffer';
  try {
    request.send();
  } catch {
    throw partError('no connection');
  }
  if (request.status !== 200) throw partError(`status ${request.status}`);
  return request.response;
}

function partError(why: string) {
  return Object.assign(new Error(`a part of the engine could not be loaded: ${why}`), { code: 'engine-part' });
}
