// From Rust to a static site: cargo → wasm-bindgen → wasm-opt → (for the page) split → vite.
//
//   node www/build/build.mjs          everything that is out of date
//   node www/build/build.mjs wasm     only the wasm package in www/pkg/
//   node www/build/build.mjs site     only the site in dist/, with the wasm package
//   node www/build/build.mjs package  only the npm package in dist/npm/, with the wasm package
//   node www/build/build.mjs python   only the Python package in dist/python/, with the npm package; not a default
//   node www/build/build.mjs docs     only the guides in dist/docs/, with the npm package
//   node www/build/build.mjs lint     Clippy for wasm32
//
// A step does nothing when its result was made from the same input, and copies the result when the cache has it
// (`cache.mjs`).

import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { tsImport } from 'tsx/esm/api';
import { keyOf, make } from './cache.mjs';
import { DOCS_SOURCES, buildDocs } from './docs.mjs';
import { buildEmbed, buildFrame } from './embed.mjs';
import { buildNet } from './net.mjs';
import { finishNotFound } from './not-found.mjs';
import { PYTHON_SOURCES } from './python-sources.mjs';
import { SetupError, run, say, top } from './setup.mjs';
import { parts } from './split/write.mjs';
import { stampBuild } from './version.mjs';
import { lintWasm, wasm, wasmKey } from './wasm.mjs';

const www = join(top, 'www');
const dist = join(top, 'dist');

/** @typedef {import('./cache.mjs').Artefact} Artefact */

/** @type {Artefact} */
const site = { name: 'site', folder: dist, main: 'index.html', beside: ['npm', 'docs', 'python'], build: buildSite };
/** @type {Artefact} */
const npm = { name: 'npm', folder: join(dist, 'npm'), main: 'package.json', build: buildNpm };
/** @type {Artefact} */
const docs = {
  name: 'docs',
  folder: join(dist, 'docs'),
  main: 'index.html',
  build: () => buildDocs(npm.folder, docs.folder),
};
/** @type {Artefact} */
const python = { name: 'python', folder: join(dist, 'python'), main: 'pyproject.toml', build: buildWheel };

// As it was: Vite sets NODE_ENV where it runs.
const given = { ...process.env };
/** What every bundler's output depends on, beside files. @param {string[]} names of variables */
const environment = (...names) => [process.version, ...['NODE_ENV', ...names].map((name) => given[name] ?? null)];

/** The key of what is made from the page's sources and the core as built. @param {string[]} names of variables */
function pageKey(...names) {
  const files = ['index.html', 'www', 'www/node_modules/.package-lock.json', 'www/test/tsconfig.json'];
  return keyOf([...files, 'LICENSE-APACHE', 'LICENSE-MIT'], environment(...names), {
    skip: (path) => /^www\/(node_modules|docs-site|integrations|test|bench|pkg\/parts)$/.test(path),
  });
}

/** The key of the guides, with the npm package as built. Its source maps are in another order in every build. */
function docsKey() {
  return keyOf([...DOCS_SOURCES, 'dist/npm'], environment('SITE_URL', 'DOCS_BASE'), {
    skip: (path) => /^www\/docs-site\/(node_modules|\.vitepress\/\.temp)$|^dist\/npm\/.*\.map$/.test(path),
  });
}

/** The key of the Python package. */
function pythonKey() {
  return keyOf([...PYTHON_SOURCES, 'dist/npm'], environment(), {
    skip: (path) => /__pycache__$|^dist\/npm\/.*\.map$/.test(path),
  });
}

/** @param {Artefact} artefact @param {() => string} key */
async function bring(artefact, key) {
  const how = await make(artefact, key);
  const folder = `${relative(top, artefact.folder)}/`;
  if (how !== 'built') say(how === 'kept' ? `${folder} is up to date` : `${folder} is taken from the cache`);
}

/** @param {() => Promise<void>} step */
function once(step) {
  /** @type {Promise<void> | undefined} */
  let begun;
  return () => (begun ??= step());
}

// A key is of what the steps before have made.
const makeWasm = once(() => bring(wasm, wasmKey));
const makeParts = once(() => makeWasm().then(() => bring(parts, pageKey)));
const makeSite = once(() => makeParts().then(() => bring(site, () => pageKey('SITE_URL'))));
const makeNpm = once(() => makeParts().then(() => bring(npm, pageKey)));
const makeDocs = once(() => makeNpm().then(() => bring(docs, docsKey)));
const makePython = once(() => makeNpm().then(() => bring(python, pythonKey)));

async function buildSite() {
  say('building the site (vite)');
  const vite = join(www, 'node_modules/vite/bin/vite.js');
  const args = [vite, 'build', '--config', join(www, 'vite.config.mjs'), '--logLevel', 'warn'];
  if (!run(process.execPath, args)) throw new SetupError('the site does not build');
  await buildNet(dist);
  say('building the element for other pages');
  const { version } = JSON.parse(readFileSync(join(www, 'package.json'), 'utf8'));
  await buildEmbed(join(dist, 'embed'), version);
  await buildFrame(dist);
  const { styleSheet } = await tsImport('./package/style.mjs', import.meta.url);
  writeFileSync(join(dist, 'embed/style.css'), styleSheet());
  const { manifest } = await tsImport('./embed-reference.ts', import.meta.url);
  writeFileSync(join(dist, 'embed/custom-elements.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
  finishNotFound(dist, process.env.SITE_URL);
  stampBuild(dist, version);
}

async function buildNpm() {
  say('building the npm package (vite, tsc)');
  // It reads the palette, which is TypeScript.
  const { buildPackage } = await tsImport('./package/package.mjs', import.meta.url);
  await buildPackage(npm.folder);
}

async function buildWheel() {
  say('building the Python package (rolldown, hatchling)');
  // It reads the keys of fences, which are TypeScript.
  const { buildPython } = await tsImport('./python.mjs', import.meta.url);
  await buildPython(npm.folder, python.folder);
}

/** @type {Record<string, () => void | Promise<void>>} */
const steps = { wasm: makeWasm, site: makeSite, package: makeNpm, python: makePython, docs: makeDocs, lint: lintWasm };

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
