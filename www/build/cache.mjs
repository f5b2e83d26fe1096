// Build results in the user's cache folder, found by the content of everything they are made from: in a fresh clone,
// time stamps say nothing.
//
//   node www/build/cache.mjs clean    removes the cached results
//
// TRACKLIGHT_CACHE=off builds without the cache.

import { createHash, randomUUID } from 'node:crypto';
import {
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheOf, say, top } from './setup.mjs';

/**
 * @typedef {object} Artefact a folder that one step of the build makes
 * @property {string} name
 * @property {string} folder
 * @property {string} main a file in every result, to tell whether the folder still holds one
 * @property {string[]} [beside] names in the folder that belong to other artefacts
 * @property {() => void | Promise<void>} build fills the folder, which is empty except for those
 */

/** In bytes: about a dozen states of everything that is built, beside the compiled dependencies of two states. */
const LIMIT = 2e9;

/**
 * The key of what is made from these files and values.
 * @param {string[]} paths of files and folders below `root`
 * @param {unknown} [values] versions, flags and settings
 * @param {{ root?: string, skip?: (path: string) => boolean }} [options]
 */
export function keyOf(paths, values = null, { root = top, skip = () => false } = {}) {
  const hash = createHash('sha256').update(`${JSON.stringify(values)}\n`);
  for (const path of filesOf(root, paths, skip)) {
    const bytes = readFileSync(join(root, path));
    hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}

/**
 * @param {string} root @param {string[]} paths @param {(path: string) => boolean} skip
 * @returns {Generator<string>} files in an order that no file system decides
 */
function* filesOf(root, paths, skip) {
  for (const path of [...paths].sort()) {
    if (skip(path)) continue;
    if (!statSync(join(root, path)).isDirectory()) yield path;
    else
      yield* filesOf(
        root,
        readdirSync(join(root, path)).map((name) => `${path}/${name}`),
        skip,
      );
  }
}

/**
 * Brings an artefact's folder to its key, with as little work as possible.
 * @param {Artefact} artefact
 * @param {() => string} keyNow
 * @param {{ folder?: string | null, stamps?: string, limit?: number }} [options]
 * @returns {Promise<'kept' | 'restored' | 'built'>}
 */
export async function make(
  { name, folder: result, main, beside = [], build },
  keyNow,
  { folder = cacheFolder(), stamps = join(top, 'target/made'), limit = LIMIT } = {},
) {
  const key = keyNow();
  const stamp = join(stamps, name);
  if (existsSync(join(result, main)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === key) return 'kept';
  // A build that is killed leaves no stamp.
  rmSync(stamp, { force: true });
  clear(result, beside);
  const entry = folder && join(folder, `${name}-${key}`);
  const restored = entry !== null && restore(entry, result);
  if (!restored) {
    clear(result, beside);
    await build();
    // Somebody edited a source meanwhile, so nobody knows what this was made from.
    if (keyNow() !== key) return 'built';
    if (entry !== null) store(entry, result, { wanted: (path) => !beside.includes(relative(result, path)), limit });
  }
  mkdirSync(stamps, { recursive: true });
  writeFileSync(stamp, key);
  return restored ? 'restored' : 'built';
}

/**
 * Copies an entry of the cache.
 * @param {string} entry @param {string} to
 * @returns {boolean} whether there is one
 */
export function restore(entry, to) {
  try {
    // The time of the last use. It fails when there is no such entry.
    utimesSync(entry, new Date(), new Date());
    copy(entry, to);
    return true;
  } catch {
    return false;
  }
}

/**
 * Makes an entry of a folder. It gets its name only when it is whole, also when two builds make it at once.
 * @param {string} entry @param {string} from
 * @param {{ wanted?: (path: string) => boolean, limit?: number }} [options] what of the folder goes in
 */
export function store(entry, from, { wanted = () => true, limit = LIMIT } = {}) {
  const aside = `${entry}.${randomUUID()}`;
  try {
    copy(from, aside, wanted);
    renameSync(aside, entry);
    prune(dirname(entry), limit);
  } catch (error) {
    // If it exists, another build was faster with it, or is pruning too.
    if (!existsSync(entry))
      say(`the build cache could not be written: ${error instanceof Error ? error.message : error}`);
    // Half a copy has a name that no build looks for, so pruning gets what cannot be removed now.
    try {
      rmSync(aside, { recursive: true, force: true });
    } catch {}
  }
}

/** Removes what was not used for longest until the rest is within the limit. @param {string} root */
function prune(root, /** @type {number} */ limit) {
  const entries = readdirSync(root).map((name) => ({ path: join(root, name), ...usageOf(join(root, name)) }));
  let total = 0;
  for (const { path, bytes } of entries.sort((a, b) => b.used - a.used)) {
    total += bytes;
    if (total <= limit) continue;
    // Renamed first, so that nobody finds half of it under its name.
    const aside = `${path}.${randomUUID()}`;
    renameSync(path, aside);
    rmSync(aside, { recursive: true });
  }
}

/** @param {string} entry */
function usageOf(entry) {
  const paths = readdirSync(entry, { recursive: true, encoding: 'utf8' }).map((name) => statSync(join(entry, name)));
  return {
    used: statSync(entry).mtimeMs,
    bytes: paths.reduce((sum, one) => sum + (one.isFile() ? one.size : 0), 0),
  };
}

/**
 * Copies, because a later write to a hard link would change the cache. The entry itself keeps the time of its last use;
 * its files keep theirs, which cargo goes by.
 * @param {string} from @param {string} to @param {(path: string) => boolean} [wanted]
 */
function copy(from, to, wanted = () => true) {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from))
    if (wanted(join(from, name)))
      cpSync(join(from, name), join(to, name), {
        recursive: true,
        preserveTimestamps: true,
        filter: wanted,
        mode: constants.COPYFILE_FICLONE,
      });
}

/** @param {string} folder @param {string[]} except */
function clear(folder, except) {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder))
    if (!except.includes(name)) rmSync(join(folder, name), { recursive: true, force: true });
}

/** @returns {string | null} null where the cache is off */
export function cacheFolder() {
  return process.env.TRACKLIGHT_CACHE === 'off' ? null : cacheOf('build');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv[2] === 'clean') rmSync(cacheOf('build'), { recursive: true, force: true });
  else {
    console.error('cache: the only command is `clean`');
    process.exitCode = 1;
  }
}
