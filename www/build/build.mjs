// From Rust to a static site: cargo → wasm-bindgen → wasm-opt → (for the page) split → vite.
//
//   node www/build/build.mjs          everything that is out of date
//   node www/build/build.mjs wasm     only the wasm package in www/pkg/
//   node www/build/build.mjs site     only the site in dist/
//   node www/build/build.mjs package  only the npm package in dist/npm/
//   node www/build/build.mjs docs     only the guides in dist/docs/, with the package
//
// Each step is skipped when its result is newer than, or made from, the same input.

import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { tsImport } from 'tsx/esm/api';
import ts from 'typescript';
import { buildDocs } from './docs.mjs';
import { buildEmbed, buildFrame } from './embed.mjs';
import { buildNet } from './net.mjs';
import { SetupError, bindgen, compiler, run, say, top } from './setup.mjs';
import { read } from './split/module.mjs';
import { instrument, split } from './split/parts.mjs';

const www = join(top, 'www');
const pkg = join(www, 'pkg');
const dist = join(top, 'dist');
// Apart from the native folder, so that the two compilers neither lock nor clear each other's results.
const target = join(top, 'target/wasm');
/** Folders of `dist/` that are not the page's. */
const BESIDE = ['npm', 'docs'];

// What every browser of vite's `target` list can run. `-all` would let the optimiser use newer features.
const FEATURES = [
  '--enable-bulk-memory',
  '--enable-bulk-memory-opt',
  '--enable-multivalue',
  '--enable-mutable-globals',
  '--enable-nontrapping-float-to-int',
  '--enable-reference-types',
  '--enable-sign-ext',
];

/**
 * The compiler has optimised for size already. Measured in gzipped bytes, which is what a user pays, `-Oz` makes the
 * result a tenth larger than these: it is shorter, but less alike.
 */
const PASSES = ['-O1', '--reorder-functions-by-name', '--strip-debug'];

/**
 * A build for size inlines next to nothing, and the tiny functions of iterators and vectors are called millions of
 * times. A little more makes the core faster by a fifth; what it adds to the first part is within its budget.
 */
const INLINING = '-Cllvm-args=-inline-threshold=40';

/** @param {'build' | 'clippy'} command @param {string[]} args @param {string[]} [last] after everything else */
function cargo(command, args, last = []) {
  const made = compiler();
  // Panic messages name source files: without this they would carry the paths of the machine that built them.
  const flags = [`--remap-path-prefix=${top.replace(/\/$/, '')}=.`, `--remap-path-prefix=${homedir()}=~`, INLINING];
  const env = { ...made.env, CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS: [...flags, ...made.flags].join(' ') };
  const all = [command, '--lib', '--release', '--locked', ...made.args, '--target-dir', target, ...args, ...last];
  return { std: made.std, run: () => run(made.cargo, all, env) };
}

function buildWasm() {
  const build = cargo('build', []);
  const compiled = join(target, 'wasm32-unknown-unknown/release/tracklight.wasm');
  say(`compiling the core to wasm; standard library ${build.std}`);
  if (!build.run()) throw new SetupError('the core does not compile for wasm32');

  const program = bindgen();
  const optimiser = join(www, 'node_modules/binaryen/bin/wasm-opt');
  const made = createHash('sha256')
    .update(readFileSync(compiled))
    .update([program, ...PASSES, ...FEATURES, version('binaryen')].join('\n'))
    .digest('hex');
  const stamp = join(pkg, '.made-from');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === made && existsSync(join(pkg, GLUE))) {
    writeEntry();
    return say('www/pkg/ is up to date');
  }

  const raw = join(target, 'bindgen');
  rmSync(raw, { recursive: true, force: true });
  say('binding it to JavaScript (wasm-bindgen) and optimising it (wasm-opt)');
  if (!run(program, [compiled, '--target', 'web', '--out-dir', raw, '--out-name', 'tracklight', '--no-typescript'])) {
    throw new SetupError('wasm-bindgen failed');
  }
  const wasm = join(raw, 'tracklight_bg.wasm');
  if (!run(process.execPath, [optimiser, ...PASSES, ...FEATURES, '--strip-producers', wasm, '-o', wasm])) {
    throw new SetupError('wasm-opt failed');
  }
  rmSync(pkg, { recursive: true, force: true });
  cpSync(raw, pkg, { recursive: true });
  renameSync(join(pkg, 'tracklight.js'), join(pkg, GLUE));
  writeEntry();
  writeFileSync(stamp, made);
}

/** What wasm-bindgen made. Its classes trust their arguments, so they are not what is imported. */
const GLUE = 'glue.js';

/** The package's module: the checked classes of `core-api/` around the glue. */
const ENTRY = `// Tracklight. Call \`await init()\` first.
import * as glue from './glue.js';
import { open } from './api/api.js';
import { readInput } from './api/start.js';

const api = open(glue, (method, input) => readInput(method, input, new URL('tracklight_bg.wasm', import.meta.url)));

export const { Machine, Run, version, languageReference, readSchema, initSync } = api;
export default api.default;
`;

/** Writes what lies around the glue: the module to import, its declarations, and the checks. */
function writeEntry() {
  const types = ['src/wasm/types.d.ts', 'www/src/core-api/init.d.ts'].map((path) =>
    readFileSync(join(top, path), 'utf8'),
  );
  keep(join(pkg, 'tracklight.js'), ENTRY);
  keep(join(pkg, 'tracklight.d.ts'), types.join(''));
  const api = join(www, 'src/core-api');
  mkdirSync(join(pkg, 'api'), { recursive: true });
  for (const name of readdirSync(api).filter((name) => /(?<!\.d)\.ts$/.test(name)))
    keep(join(pkg, 'api', name.replace(/ts$/, 'js')), plain(readFileSync(join(api, name), 'utf8')));
}

/** TypeScript as JavaScript, for who has only that. @param {string} text */
function plain(text) {
  const compilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    verbatimModuleSyntax: true,
    rewriteRelativeImportExtensions: true,
  };
  return ts.transpileModule(text, { compilerOptions }).outputText;
}

/** @param {string} name of an npm package */
function version(name) {
  return JSON.parse(readFileSync(join(www, 'node_modules', name, 'package.json'), 'utf8')).version;
}

/** What the page's worker needs of the glue beside its classes; see `split/parts.mjs`. */
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
const PARTS_ENTRY = `import * as glue from './glue.js';
import { open } from '../api/api.js';

// Only the worker starts this one, and says what from.
const api = open(glue, (_, input) => input);

export const { Machine, Run, version, languageReference, readSchema, initSync } = api;
export default api.default;
export { host, join } from './glue.js';
`;
const PARTS_TYPES = `
export const host: { load(): void };
export function join(module: WebAssembly.Module): WebAssembly.Instance;
`;

/** The core as the page loads it, in www/pkg/parts/: what the first drawing needs, and the rest. */
async function splitWasm() {
  if (!existsSync(join(pkg, GLUE)))
    throw new SetupError('www/pkg/ is from another version of the build: run `node www/build/build.mjs wasm` first');
  writeEntry();
  const glue = readFileSync(join(pkg, GLUE), 'utf8');
  const module = read(readFileSync(join(pkg, 'tracklight_bg.wasm')));
  const { bytes, notes } = instrument(module);
  const core = await import(pathToFileURL(join(pkg, 'tracklight.js')).href);
  const { memory } = core.initSync({ module: bytes });
  // It runs the page's own modules, which are TypeScript.
  const { firstDrawing } = await tsImport('./split/first.mjs', import.meta.url);
  await firstDrawing(core);
  // Which functions of the allocator are called is a matter of sizes and of what was freed before.
  for (const states of [10, 300])
    await firstDrawing(core, Array.from({ length: states }, (_, i) => `state spare${i}\n`).join(''));
  const used = new Uint8Array(memory.buffer, notes, module.bodies.length);
  const { first, rest } = split(module, (own) => used[own] === 1);

  const bound = '"./tracklight_bg.js": import0,';
  const address = 'tracklight_bg.wasm';
  if (!glue.includes(bound) || !glue.includes(address))
    throw new SetupError('the glue of wasm-bindgen is not as expected');
  const parts = join(pkg, 'parts');
  mkdirSync(parts, { recursive: true });
  keep(join(parts, 'first_bg.wasm'), first);
  keep(join(parts, 'rest_bg.wasm'), rest);
  keep(
    join(parts, GLUE),
    glue.replace(bound, `${bound} rest: { load: () => host.load() },`).replace(address, 'first_bg.wasm') + JOINING,
  );
  keep(join(parts, 'tracklight.js'), PARTS_ENTRY);
  keep(join(parts, 'tracklight.d.ts'), readFileSync(join(pkg, 'tracklight.d.ts'), 'utf8') + PARTS_TYPES);
}

/**
 * Writes a file unless it has that content: the site is built again after every change.
 * @param {string} path
 * @param {Uint8Array | string} content
 */
function keep(path, content) {
  const bytes = Buffer.from(content);
  if (!existsSync(path) || !readFileSync(path).equals(bytes)) writeFileSync(path, bytes);
}

async function buildSite() {
  await splitWasm();
  const index = join(dist, 'index.html');
  if (existsSync(index) && newest(top, isSiteInput) < statSync(index).mtimeMs) return say('dist/ is up to date');
  say('building the site (vite)');
  clearSite();
  const vite = join(www, 'node_modules/vite/bin/vite.js');
  const args = [vite, 'build', '--config', join(www, 'vite.config.mjs'), '--logLevel', 'warn'];
  if (!run(process.execPath, args)) throw new SetupError('the site does not build');
  await buildNet(dist);
  say('building the element for other pages');
  await buildEmbed(join(dist, 'embed'), JSON.parse(readFileSync(join(www, 'package.json'), 'utf8')).version);
  await buildFrame(dist);
  const { styleSheet } = await tsImport('./package/style.mjs', import.meta.url);
  writeFileSync(join(dist, 'embed/style.css'), styleSheet());
  const { manifest } = await tsImport('./embed-reference.ts', import.meta.url);
  writeFileSync(join(dist, 'embed/custom-elements.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
}

/** Removes the site that was there, and leaves what other steps made beside it. */
function clearSite() {
  mkdirSync(dist, { recursive: true });
  for (const name of readdirSync(dist))
    if (!BESIDE.includes(name)) rmSync(join(dist, name), { recursive: true, force: true });
}

/** @param {string} path relative to the top folder */
function isSiteInput(path) {
  if (!path.includes('/')) return path === 'index.html' || path === 'www';
  const [folder, name = ''] = path.split('/');
  return folder === 'www' && !['node_modules', 'test', 'bench'].includes(name);
}

/**
 * The latest change among the wanted files and folders; a folder changes when something in it is removed.
 * @param {string} root
 * @param {(path: string) => boolean} wanted
 * @param {string} [within]
 * @returns {number} in milliseconds
 */
function newest(root, wanted, within = '') {
  let latest = 0;
  for (const entry of readdirSync(join(root, within), { withFileTypes: true })) {
    const path = within ? `${within}/${entry.name}` : entry.name;
    if (!wanted(path)) continue;
    // www/ itself holds node_modules, whose tools write there.
    if (path !== 'www') latest = Math.max(latest, statSync(join(root, path)).mtimeMs);
    if (entry.isDirectory()) latest = Math.max(latest, newest(root, wanted, path));
  }
  return latest;
}

/** The npm package, of the core as built. */
async function buildNpm() {
  const to = join(dist, 'npm');
  const made = join(to, 'package.json');
  const core = join(pkg, 'tracklight_bg.wasm');
  if (!existsSync(core)) throw new SetupError('no core yet: run `node www/build/build.mjs wasm` first');
  const latest = Math.max(newest(top, isSiteInput), statSync(core).mtimeMs);
  if (existsSync(made) && latest < statSync(made).mtimeMs) return say('dist/npm/ is up to date');
  await splitWasm();
  say('building the npm package (vite, tsc)');
  // It reads the palette, which is TypeScript.
  const { buildPackage } = await tsImport('./package/package.mjs', import.meta.url);
  await buildPackage(to);
}

/** The guides, with the npm package as built. */
async function buildGuides() {
  await buildNpm();
  const to = join(dist, 'docs');
  const made = join(to, 'index.html');
  const latest = Math.max(
    newest(top, (path) => /^docs(\/|$)/.test(path) && !path.startsWith('docs/node_modules')),
    statSync(join(dist, 'npm/package.json')).mtimeMs,
  );
  if (existsSync(made) && latest < statSync(made).mtimeMs) return say('dist/docs/ is up to date');
  buildDocs(join(dist, 'npm'), to);
}

/** Clippy for the code that only exists on wasm32. */
function lintWasm() {
  const lint = cargo('clippy', [], ['--', '-D', 'warnings']);
  say(`linting the core for wasm32; standard library ${lint.std}`);
  if (!lint.run()) throw new SetupError('clippy found something, or is missing');
}

/** @type {Record<string, () => void | Promise<void>>} */
const steps = { wasm: buildWasm, site: buildSite, package: buildNpm, docs: buildGuides, lint: lintWasm };

try {
  const names = process.argv.slice(2);
  for (const name of names.length > 0 ? names : ['wasm', 'site', 'package', 'docs']) {
    const step = steps[name];
    if (!step) throw new SetupError(`no step \`${name}\`: ${Object.keys(steps).join(', ')}`);
    await step();
  }
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(`build: ${error.message}`);
  process.exitCode = 1;
}
