// Writes the core in www/pkg/parts/ as the page loads it: what the first drawing needs, and the rest. For an element in
// another page the first part takes the first step as well.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError, say } from '../setup.mjs';
import { GLUE, pkg } from '../wasm.mjs';
import { read } from './module.mjs';
import { split } from './parts.mjs';
import { usedBy } from './profile.mjs';

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

export const { Machine, Run, Exploration, version, languageReference, readSchema, initSync } = api;
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
  const partsFor = async (/** @type {import('./profile.mjs').Calls} */ calls) => {
    const used = await usedBy(calls);
    return split(module, (own) => used[own] === 1);
  };
  const page = await partsFor('firstDrawing');
  const element = await partsFor('firstStep');

  const bound = '"./tracklight_bg.js": import0,';
  const address = "new URL('tracklight_bg.wasm', import.meta.url)";
  if (!glue.includes(bound) || !glue.includes(address))
    throw new SetupError('the glue of wasm-bindgen is not as expected');
  // Nobody starts it without saying what from; a bundler would look for the file.
  const joined = glue.replace(bound, `${bound} rest: { load: () => host.load() },`).replace(address, 'undefined');
  const write = (/** @type {string} */ name, /** @type {Uint8Array | string} */ content) =>
    writeFileSync(join(parts.folder, name), content);
  write('first_bg.wasm', page.first);
  write('rest_bg.wasm', page.rest);
  write('element-first_bg.wasm', element.first);
  write('element-rest_bg.wasm', element.rest);
  write(GLUE, joined + JOINING);
  write('tracklight.js', ENTRY);
  write('tracklight.d.ts', readFileSync(join(pkg, 'tracklight.d.ts'), 'utf8') + TYPES);
}
