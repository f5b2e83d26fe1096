// Loads the core in two parts. The first part can draw and start a run; the second follows in the background, or at
// once when it is called earlier.

import * as core from '../../pkg/parts/tracklight.js';
import { fetchFile } from '../load/files.ts';
import { tryLoad } from '../load/load.ts';

export { core };

/** The addresses of the two parts. */
export interface PartAddresses {
  first: string;
  rest: string;
}

/** Both parts, compiled. */
export interface CompiledCore {
  first: WebAssembly.Module;
  rest: WebAssembly.Module;
}

/**
 * Resolves when the core can be called.
 * @param onCompiled is given both parts when the second has joined
 * @param isRestLater whether the second part waits for who calls the result, or for the first call that needs it
 * @returns downloads the second part
 */
export async function load(
  from: PartAddresses | CompiledCore,
  onCompiled: (compile: CompiledCore) => void = () => {},
  isRestLater: boolean = false,
): Promise<() => Promise<void>> {
  const first = await compiled(from.first);
  await core.default({ module_or_path: first });
  const { rest } = from;
  if (typeof rest !== 'string') {
    core.join(rest);
    return async () => {};
  }
  const download = new AbortController();
  const join = (module: WebAssembly.Module) => {
    download.abort();
    core.join(module);
    onCompiled({ first, rest: module });
  };
  core.host.load = () => join(new WebAssembly.Module(fetchNow(rest)));
  // Graphviz and the editor have priority: without them the page shows nothing. If the download fails, the first call
  // of the second part tries again and reports the error.
  let following: Promise<void> | null = null;
  const follow = () => {
    if (!download.signal.aborted)
      following ??= compiled(rest, { signal: download.signal, priority: 'low' }).then(
        (module) => {
          if (!download.signal.aborted) join(module);
        },
        () => {},
      );
    return following ?? Promise.resolve();
  };
  if (!isRestLater) void follow();
  // A page cannot block until a download ends, as a worker can.
  if ('document' in globalThis) await follow();
  return follow;
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

/** Blocks until the file is there; only workers may do that. */
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

function partError(reason: string) {
  return Object.assign(new Error(`a part of the engine could not be loaded: ${reason}`), { code: 'engine-part' });
}
