// Loads the core in two parts. The first part can draw and start a run; the second follows in the background, or at
// once when it is called earlier.

import * as core from '../../pkg/parts/tracklight.js';
import address from '../../pkg/parts/rest_bg.wasm?url';

export { core };

/** Where the two parts are, for a worker that was started from elsewhere. */
export interface Addresses {
  first: string;
  rest: string;
}

/** Resolves when the core can be called. @param addresses those of this build by default */
export async function load(addresses?: Addresses) {
  await (addresses ? core.default({ module_or_path: addresses.first }) : core.default());
  const rest = addresses?.rest ?? address;
  const coming = new AbortController();
  core.host.load = () => {
    coming.abort();
    core.join(new WebAssembly.Module(fetchNow(rest)));
  };
  // A failure is told where the rest is called: that asks for it again.
  const following = follow(rest, coming.signal).catch(() => {});
  // A page cannot wait for an answer as a worker can.
  if ('document' in globalThis) await following;
}

async function follow(address: string, signal: AbortSignal) {
  // Graphviz and the editor come first: without them there is nothing to see.
  const response = await fetch(address, { signal, priority: 'low' } as RequestInit);
  if (!response.ok) return;
  const module = await WebAssembly.compile(await response.arrayBuffer());
  if (!signal.aborted) core.join(module);
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
