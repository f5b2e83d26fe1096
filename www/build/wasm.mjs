// The core as a wasm package in www/pkg/: cargo → wasm-bindgen → wasm-opt, and the checked classes of `core-api/`
// around the result.

import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { keyOf } from './cache.mjs';
import { SetupError, bindgen, compiler, output, run, say, top } from './setup.mjs';

const www = join(top, 'www');
/** The folder of the package. */
export const pkg = join(www, 'pkg');
// Apart from the native folder, so that the two compilers neither lock nor clear each other's results.
const target = join(top, 'target/wasm');

/** What the compiler reads. */
const CORE = ['src', 'Cargo.toml', 'Cargo.lock', 'build.rs'];

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

/** What wasm-bindgen made. Its classes trust their arguments, so they are not what is imported. */
export const GLUE = 'glue.js';

/** The package's module: the checked classes of `core-api/` around the glue. */
const ENTRY = `// Tracklight. Call \`await init()\` first.
import * as glue from './glue.js';
import { open } from './api/api.js';
import { readInput } from './api/start.js';

const api = open(glue, (method, input) => readInput(method, input, new URL('tracklight_bg.wasm', import.meta.url)));

export const { Machine, Run, Exploration, version, languageReference, readSchema, initSync } = api;
export default api.default;
`;

/** @type {import('./cache.mjs').Artefact} */
export const wasm = {
  name: 'wasm',
  folder: pkg,
  main: GLUE,
  build() {
    buildCore();
    writeEntry();
  },
};

/** The key of the package. */
export function wasmKey() {
  const { env, ...made } = compiler();
  const paths = [...CORE, 'www/src/core-api', 'www/build/wasm.mjs', 'www/build/setup.mjs'];
  return keyOf(paths, {
    ...made,
    linker: env.CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER,
    rustc: output('rustc', ['-vV'], env),
    // Cargo's settings from outside.
    settings: Object.entries(process.env)
      .filter(([name]) => /^(RUSTFLAGS$|CARGO_(ENCODED_RUSTFLAGS$|BUILD_|PROFILE_|TARGET_))/.test(name))
      .sort(),
    commit: coreCommit(),
    binaryen: version('binaryen'),
    typescript: version('typescript'),
  });
}

/**
 * The last commit that changed the core, so that other commits neither compile it again nor miss the cache. A core with
 * uncommitted changes, or without git, has none.
 */
function coreCommit() {
  // Without this, a tarball that is unpacked in some other checkout would take that project's commit.
  if (!existsSync(join(top, '.git')) || output('git', ['status', '--porcelain', '--', ...CORE]) !== '')
    return 'unknown';
  return output('git', ['log', '-1', '--format=%h', '--abbrev=12', '--', ...CORE]) || 'unknown';
}

/** @param {'build' | 'clippy'} command @param {string[]} [last] after everything else */
function cargo(command, last = []) {
  const made = compiler();
  // Panic messages name source files: without this those of dependencies would carry the paths of the machine that
  // built them. The core's own are relative, and a flag with its path would compile the dependencies again for it.
  const flags = [`--remap-path-prefix=${homedir()}=~`, INLINING];
  const env = {
    ...made.env,
    CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS: [...flags, ...made.flags].join(' '),
    TRACKLIGHT_COMMIT: coreCommit(),
  };
  const all = [command, '--lib', '--release', '--locked', ...made.args, '--target-dir', target, ...last];
  return { std: made.std, run: () => run(made.cargo, all, env) };
}

/** The glue and the wasm. */
function buildCore() {
  const build = cargo('build');
  const compiled = join(target, 'wasm32-unknown-unknown/release/tracklight.wasm');
  say(`compiling the core to wasm; standard library ${build.std}`);
  if (!build.run()) throw new SetupError('the core does not compile for wasm32');

  const raw = join(target, 'bindgen');
  rmSync(raw, { recursive: true, force: true });
  say('binding it to JavaScript (wasm-bindgen) and optimising it (wasm-opt)');
  const names = ['--out-dir', raw, '--out-name', 'tracklight'];
  if (!run(bindgen(), [compiled, '--target', 'web', ...names, '--no-typescript']))
    throw new SetupError('wasm-bindgen failed');
  const bound = join(raw, 'tracklight_bg.wasm');
  const optimiser = join(www, 'node_modules/binaryen/bin/wasm-opt');
  if (!run(process.execPath, [optimiser, ...PASSES, ...FEATURES, '--strip-producers', bound, '-o', bound]))
    throw new SetupError('wasm-opt failed');
  cpSync(raw, pkg, { recursive: true });
  renameSync(join(pkg, 'tracklight.js'), join(pkg, GLUE));
}

/** What lies around the glue: the module to import, its declarations, and the checks. */
function writeEntry() {
  const types = ['src/wasm/types.d.ts', 'www/src/core-api/init.d.ts'].map((path) =>
    readFileSync(join(top, path), 'utf8'),
  );
  writeFileSync(join(pkg, 'tracklight.js'), ENTRY);
  writeFileSync(join(pkg, 'tracklight.d.ts'), types.join(''));
  const api = join(www, 'src/core-api');
  mkdirSync(join(pkg, 'api'), { recursive: true });
  for (const name of readdirSync(api).filter((name) => /(?<!\.d)\.ts$/.test(name)))
    writeFileSync(join(pkg, 'api', name.replace(/ts$/, 'js')), plain(readFileSync(join(api, name), 'utf8')));
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

/** Clippy for the code that only exists on wasm32. */
export function lintWasm() {
  const lint = cargo('clippy', ['--', '-D', 'warnings']);
  say(`linting the core for wasm32; standard library ${lint.std}`);
  if (!lint.run()) throw new SetupError('clippy found something, or is missing');
}
