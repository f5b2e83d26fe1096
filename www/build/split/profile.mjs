// Finds out which functions of the core some calls use. It happens in a thread of its own: an instance whose memory was
// used before takes other ways through the allocator.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import { tsImport } from 'tsx/esm/api';
import { pkg } from '../wasm.mjs';
import { read } from './module.mjs';
import { instrument } from './parts.mjs';

/** @typedef {'firstDrawing' | 'firstStep'} Calls */

/** @param {Calls} calls @returns {Promise<Uint8Array>} 1 for each own function of the module that is used */
export function usedBy(calls) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: calls });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

if (!isMainThread && (workerData === 'firstDrawing' || workerData === 'firstStep')) {
  const module = read(readFileSync(join(pkg, 'tracklight_bg.wasm')));
  const { bytes, notes } = instrument(module);
  const core = await import(pathToFileURL(join(pkg, 'tracklight.js')).href);
  const { memory } = core.initSync({ module: bytes });
  // It runs the page's own modules, which are TypeScript.
  const { [workerData]: call } = await tsImport('./first.mjs', import.meta.url);
  // Which functions of the allocator are called is a matter of sizes and of what was freed before.
  for (const states of [0, 10, 300])
    await call(core, Array.from({ length: states }, (_, i) => `state spare${i}\n`).join(''));
  parentPort?.postMessage(new Uint8Array(memory.buffer, notes, module.bodies.length).slice());
}
