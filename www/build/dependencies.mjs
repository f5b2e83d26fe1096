// What cargo made of the dependencies, in the user's cache: a fresh clone compiles only the core. Cargo itself checks
// what it finds, so that a wrong entry costs time and nothing else.
//
//   node www/build/dependencies.mjs restore    into target/, where nothing was compiled yet
//   node www/build/dependencies.mjs store      from target/, unless they are there

import { existsSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { cacheFolder, keyOf, restore, store } from './cache.mjs';
import { compiler, output, say, top } from './setup.mjs';

/** Cargo's folders: the native one and that of the wasm. */
const FOLDERS = ['target/debug', 'target/wasm'];
/** What is made of this package: its library, its tests and its benchmarks. */
const OWN = /^(lib)?(tracklight|main|scale|validation)[-.]/;
const WITHOUT = ['incremental', 'examples', 'bindgen'];

/** @param {string} folder */
function entryOf(folder) {
  const cache = cacheFolder();
  if (cache === null) return null;
  const { env } = compiler();
  const versions = [output('rustc', ['-vV']), output('rustc', ['-vV'], env), process.env.RUSTFLAGS];
  return join(cache, `${folder.replace('/', '-')}-${keyOf(['Cargo.lock', 'Cargo.toml'], versions)}`);
}

/** Whether a file of cargo's folder is of a dependency. @param {string} root @param {string} path */
function isOfDependency(root, path) {
  const parts = relative(root, path).split(sep);
  return !parts.some((part) => WITHOUT.includes(part)) && !OWN.test(basename(path));
}

for (const name of FOLDERS) {
  const folder = join(top, name);
  const entry = entryOf(name);
  if (entry === null) continue;
  if (process.argv[2] === 'restore') {
    if (!existsSync(folder) && restore(entry, folder)) say(`${name}/ has compiled dependencies from the cache`);
  } else if (existsSync(folder) && !existsSync(entry)) {
    store(entry, folder, { wanted: (path) => isOfDependency(folder, path) });
    say(`the compiled dependencies of ${name}/ are in the cache`);
  }
}
