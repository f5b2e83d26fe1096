// Writes the core as the page loads it, in www/pkg/parts/: what the first drawing needs, and the rest.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { tsImport } from 'tsx/esm/api';
import { SetupError, say } from '../setup.mjs';
import { GLUE, pkg } from '../wasm.mjs';
import { read } from './module.mjs';
import { instrument, split } from './parts.mjs';

/** What the page's worker needs of the glue beside its classes; see `parts.mjs`. */
const JOINING = `
/** Called when the first part of the core calls a function of the rest before that has come. */
export const host = {
    load() {
        throw new Error('the rest of the core has not come yet');
    },
};

/** Joins the rest of the core to the instance that runs. */
export function join(module) {
    return new WebAssembly.Instance(module, { ...__wbg_get_imports(), first: wasm });
}
`;
/** The module that the page's worker imports. */
const ENTRY = `import * as glue from './glue.js';
import { open } from '../api/api.js';

// Only the worker starts this one, and says what from.
const api = open(glue, (_, input) => input);

export const { Machine, Run, version, languageReference, readSchema, initSync } = api;
export default api.default;
export { host, join } from './glue.js';
`;
const TYPES = `
export const host: { load(): void };
export function join(module: WebAssembly.Module): WebAssembly.Instance;
`;

/** @type {import('../cache.mjs').Artefact} */
export const parts = { name: 'parts', folder: join(pkg, 'parts'), main: GLUE, build };

async function build() {
  say('splitting the core for the page');
  const glue = readFileSync(join(pkg, GLUE), 'utf8');
  const module = read(readFileSync(join(pkg, 'tracklight_bg.wasm')));
  const { bytes, notes } = instrument(module);
  const core = await import(pathToFileURL(join(pkg, 'tracklight.js')).href);
  const { memory } = core.initSync({ module: bytes });
  // It runs the page's own modules, which are TypeScript.
  const { firstDrawing } = await tsImport('./first.mjs', import.meta.url);
  await firstDrawing(core);
  // Which functions of the allocator are called is a matter of sizes and of what was freed before.
  for (const states of [10, 300])
    await firstDrawing(core, Array.from({ length: states }, (_, i) => `state spare${i}\n`).join(''));
  const used = new Uint8Array(memory.buffer, notes, module.bodies.length);
  const { first, rest } = split(module, (own) => used[own] === 1);

  const bound = '"./tracklight_bg.js": import0,';
  const address = "new URL('tracklight_bg.wasm', import.meta.url)";
  if (!glue.includes(bound) || !glue.includes(address))
    throw new SetupError('the glue of wasm-bindgen is not as expected');
  // Nobody starts it without saying what from; a bundler would look for the file.
  const joined = glue.replace(bound, `${bound} rest: { load: () => host.load() },`).replace(address, 'undefined');
  const write = (/** @type {string} */ name, /** @type {Uint8Array | string} */ content) =>
    writeFileSync(join(parts.folder, name), content);
  write('first_bg.wasm', first);
  write('rest_bg.wasm', rest);
  write(GLUE, joined + JOINING);
  write('tracklight.js', ENTRY);
  write('tracklight.d.ts', readFileSync(join(pkg, 'tracklight.d.ts'), 'utf8') + TYPES);
}
