// The core in two parts: with the first the page draws and the run can start; the rest follows by itself, and at once
// where it is called before it has come.

import * as core from '../../pkg/parts/tracklight.js';
import address from '../../pkg/parts/rest_bg.wasm?url';

export { core };

/** Resolves when the core can be called. */
export async function load() {
  await core.default();
  const coming = new AbortController();
  core.host.load = () => {
    coming.abort();
    core.join(new WebAssembly.Module(fetchNow(address)));
  };
  // A failure is told where the rest is called: that asks for it again.
  void follow(coming.signal).catch(() => {});
}

async function follow(signal: AbortSignal) {
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
