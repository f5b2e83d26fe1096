// What a user downloads, gzipped, per tier of loading.
//
//   node www/build/sizes.mjs            fails over budget, and on growth of more than 5 % since the recorded size
//   node www/build/sizes.mjs --record   writes today's sizes into recorded-sizes.json, for growth that is meant
//
// Vite's manifest says which sources each file was made from and what it imports at once. Workers, their wasm and the
// broker frame are builds of their own, which the manifest does not describe: they are found by name.

import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const KB = 1000;
const GROWTH = 1.05;

/**
 * @typedef {object} Tier
 * @property {string} name
 * @property {number} budget in bytes
 * @property {RegExp} [named] files by name
 * @property {RegExp} [sources] files made from these, with all that they import at once
 * @property {true} [later] comes when it is wanted, not before the first drawing
 */

/** A file counts in the first tier that names it, else in the first whose sources lead to it. @type {Tier[]} */
const TIERS = [
  // First: what the page loads at once is there when a panel or the editor comes.
  { name: 'page', budget: 163 * KB, named: /^(index\.html|assets\/first\.js)$/, sources: /^index\.html$/ },
  { name: 'core wasm, first part', budget: 388 * KB, named: /^assets\/first_bg-.*\.wasm$/ },
  { name: 'core wasm, the rest', budget: 592 * KB, named: /^assets\/rest_bg-.*\.wasm$/, later: true },
  { name: 'Graphviz worker', budget: 490 * KB, named: /^assets\/layout\.worker-.*\.js$/ },
  {
    name: 'SQL',
    budget: 500 * KB,
    named: /^assets\/(sql\.worker|sqlite3)-.*\.(js|wasm)$/,
    sources: /\/features\/sql\//,
    later: true,
  },
  {
    name: 'view libraries, drawing and core worker',
    budget: 107 * KB,
    named: /^assets\/(view|core\.worker|from-graphviz)-.*\.js$/,
    sources: /\/diagram\/with-map\.ts$/,
  },
  { name: 'editor', budget: 138 * KB, named: /^assets\/codemirror-.*\.js$/, sources: /\/editor\/editor\.ts$/ },
  {
    name: 'import: worker, which knows the formats',
    budget: 4 * KB,
    named: /^assets\/import\.worker-.*\.js$/,
    later: true,
  },
  // With what is below, each format alone is at most 45 KB, and XState's, which comes in TypeScript, 80.
  { name: 'import: parser of JSON and JavaScript', budget: 38 * KB, named: /^assets\/json-text-.*\.js$/, later: true },
  { name: 'import: XState', budget: 34 * KB, named: /^assets\/xstate-.*\.js$/, later: true },
  {
    name: 'import: all other formats',
    budget: 43 * KB,
    named: /^assets\/(asl|dot|scxml|langgraph|mermaid.*|flow-graph|statechart|guards|machine-text)-.{8}\.js$/,
    later: true,
  },
  {
    name: 'export: XState and LangGraph',
    budget: 12 * KB,
    named: /^assets\/(write-(xstate|langgraph)|target-expression)-.{8}\.js$/,
    later: true,
  },
  { name: 'font, where no like one is installed', budget: 24 * KB, named: /^assets\/arimo-.*\.woff2$/, later: true },
  { name: 'panels, when they are opened', budget: 126 * KB, sources: /^/, later: true },
  { name: 'element: shell', budget: 7.4 * KB, named: /^embed\/define\.js$/, later: true },
  // A machine that had a picture goes on in it and needs no Graphviz, for 2 KB in the view.
  // All the script that a press asks for up to the first steps, beside Graphviz: `e2e/embed.test.ts` holds that it is
  // all. 64 KB were planned. To stay below, agents and links would have to leave the worker, and the words of a run the
  // view: a worker of several files, which the builders of other sites copy without what it imports, and a run bar that
  // works later than it is seen. For 25 KB beside 780 KB of Graphviz and core, one file each is the better shape.
  {
    name: 'element: what a click loads',
    budget: 124 * KB,
    named: /^embed\/(view|assets\/shared\.worker-.*)\.js$/,
    later: true,
  },
  {
    name: 'element: core wasm, first part',
    budget: 388 * KB,
    named: /^embed\/assets\/element-first_bg-.*\.wasm$/,
    later: true,
  },
  {
    name: 'element: Graphviz and what takes its drawing',
    budget: 500 * KB,
    named: /^embed\/assets\/(layout\.worker|from-graphviz)-.*\.js$/,
    later: true,
  },
  { name: 'broker frame', budget: 8.5 * KB, named: /^net\.(html|js|css)$/, later: true },
];
const TOTAL = { name: 'all before the first drawing', budget: 1264 * KB };

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
const recordFile = fileURLToPath(new URL('recorded-sizes.json', import.meta.url));

/** @type {Record<string, { file: string, src?: string, imports?: string[], css?: string[] }>} */
const manifest = existsSync(`${dist}.vite/manifest.json`)
  ? JSON.parse(readFileSync(`${dist}.vite/manifest.json`, 'utf8'))
  : {};

/**
 * The files that come at once with the given entry of the manifest.
 * @param {string} key
 * @param {Set<string>} [seen]
 * @returns {Set<string>}
 */
function filesOf(key, seen = new Set()) {
  const entry = manifest[key];
  if (!entry || seen.has(entry.file)) return seen;
  seen.add(entry.file);
  for (const sheet of entry.css ?? []) seen.add(sheet);
  for (const other of entry.imports ?? []) filesOf(other, seen);
  return seen;
}

/** The tier of each file. @returns {Map<string, string>} */
function tiersOf() {
  const claimed = new Map();
  for (const { name, sources } of TIERS) {
    if (!sources) continue;
    for (const key of Object.keys(manifest)) {
      if (!sources.test(key)) continue;
      for (const file of filesOf(key)) if (!claimed.has(file)) claimed.set(file, name);
    }
  }
  return claimed;
}

/** @returns {Map<string, number>} bytes by tier */
function measure() {
  const sizes = new Map(TIERS.map(({ name }) => [name, 0]));
  const claimed = tiersOf();
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const folder = entry.parentPath.slice(dist.length);
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    const file = path.replaceAll('\\', '/');
    const tier = TIERS.find(({ named }) => named?.test(file))?.name ?? claimed.get(file);
    if (tier === undefined) continue;
    const bytes = gzipSync(readFileSync(dist + path), { level: 9 }).length;
    sizes.set(tier, (sizes.get(tier) ?? 0) + bytes);
  }
  const total = TIERS.reduce((sum, { name, later }) => sum + (later ? 0 : (sizes.get(name) ?? 0)), 0);
  return sizes.set(TOTAL.name, total);
}

/**
 * Prints the table.
 * @param {Map<string, number>} sizes
 * @param {Record<string, number>} recorded
 * @returns {string[]} what is wrong
 */
function compare(sizes, recorded) {
  const wrong = [];
  for (const { name, budget } of [...TIERS, TOTAL]) {
    const bytes = sizes.get(name) ?? 0;
    const before = recorded[name] ?? 0;
    const change = before > 0 ? `${bytes < before ? '' : '+'}${((bytes / before - 1) * 100).toFixed(1)} %` : 'new';
    console.log(`${name.padEnd(40)} ${kilobytes(bytes)} of ${kilobytes(budget)}   ${change}`);
    // A tier without files means that a name changed and the tier is counted elsewhere.
    if (bytes === 0) wrong.push(`${name}: no file found`);
    if (bytes > budget) wrong.push(`${name}: over budget`);
    else if (before > 0 && bytes > before * GROWTH)
      wrong.push(`${name}: grew by more than 5 %; if that is meant, node www/build/sizes.mjs --record`);
  }
  return wrong;
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return `${(bytes / KB).toFixed(1).padStart(7)} KB`;
}

if (!existsSync(`${dist}index.html`)) {
  console.error('sizes: nothing to measure, run `make build`');
  process.exit(1);
}
const sizes = measure();
if (process.argv.includes('--record')) {
  writeFileSync(recordFile, `${JSON.stringify(Object.fromEntries(sizes), null, 2)}\n`);
}
const wrong = compare(sizes, JSON.parse(readFileSync(recordFile, 'utf8')));
for (const line of wrong) console.error(`sizes: ${line}`);
if (wrong.length > 0) process.exitCode = 1;
