// What a visitor downloads, gzipped, per tier of loading.
//
//   node www/build/sizes.mjs            fails over budget, and on growth of more than 5 % since the recorded size
//   node www/build/sizes.mjs --record   writes today's sizes into sizes.json, for growth that is meant
//
// A tier whose recorded size is over its budget is a debt: it is printed as such at every run and may only shrink.
//
// Tiers are told apart by the names vite gives to the files of dist/. Of what no tier claims, the page is what index.html
// loads at once, and the rest comes when a panel is opened.

import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const KB = 1000;
const GROWTH = 1.05;
/** Compilers differ by a little. */
const SLACK = 1.01;

/** @typedef {{ name: string, budget: number, files: { test(path: string): boolean }, later?: true }} Tier `later`: comes when it is wanted, not before the first drawing */

/** The first tier that matches a file counts it. @type {Tier[]} */
const TIERS = [
  { name: 'core wasm, first part', budget: 290 * KB, files: /^assets\/first_bg-.*\.wasm$/ },
  { name: 'core wasm, the rest', budget: 390 * KB, files: /^assets\/rest_bg-.*\.wasm$/, later: true },
  { name: 'view libraries, drawing and core worker', budget: 72 * KB, files: /^assets\/(view|core\.worker|diagram|sanitise)-.*\.js$/ },
  { name: 'Graphviz worker', budget: 490 * KB, files: /^assets\/(graphviz|layout\.worker)-.*\.js$/ },
  { name: 'editor', budget: 130 * KB, files: /^assets\/(codemirror|editor)-.*\.js$/ },
  { name: 'SQL', budget: 500 * KB, files: /^assets\/(sql|sql\.worker|sql\.spawn|sqlite3)-.*\.(js|css|wasm)$/, later: true },
  { name: 'page', budget: 100 * KB, files: { test: (path) => atOnce().has(path) } },
  { name: 'font, where no like one is installed', budget: 24 * KB, files: /^assets\/arimo-.*\.woff2$/, later: true },
  { name: 'panels, when they are opened', budget: 66 * KB, files: /^assets\/.*\.(js|css)$/, later: true },
  { name: 'broker frame', budget: 8 * KB, files: /^net\.(html|js|css)$/, later: true },
];
const TOTAL = { name: 'all before the first drawing', budget: 1080 * KB };

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
const recordFile = fileURLToPath(new URL('sizes.json', import.meta.url));

/** @type {Set<string> | undefined} */
let loaded;

/** index.html with the scripts and styles that it and they import statically. */
function atOnce() {
  if (loaded) return loaded;
  loaded = new Set(['index.html']);
  for (const path of loaded) {
    const text = readFileSync(dist + path, 'utf8');
    const named = path.endsWith('.html') ? text.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g) : text.matchAll(/(?:\bfrom|\bimport)\s*"\.\/([^"]+\.js)"/g);
    for (const [, name] of named) loaded.add(path.endsWith('.html') ? `${name}` : `assets/${name}`);
  }
  return loaded;
}

/** @returns {Map<string, number>} bytes by tier */
function measure() {
  const sizes = new Map(TIERS.map(({ name }) => [name, 0]));
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const folder = entry.parentPath.slice(dist.length);
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    const tier = TIERS.find(({ files }) => files.test(path.replaceAll('\\', '/')));
    if (!tier) continue;
    const bytes = gzipSync(readFileSync(dist + path), { level: 9 }).length;
    sizes.set(tier.name, (sizes.get(tier.name) ?? 0) + bytes);
  }
  const total = TIERS.reduce((sum, { name, later }) => sum + (later ? 0 : sizes.get(name) ?? 0), 0);
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
    if (bytes > budget && before > budget) {
      console.log(`${' '.repeat(40)} over budget by ${kilobytes(bytes - budget).trim()}: a recorded debt, which may only shrink`);
      if (bytes > before * SLACK) wrong.push(`${name}: over budget, and grew since it was recorded`);
    } else if (bytes > budget) wrong.push(`${name}: over budget`);
    else if (before > 0 && bytes > before * GROWTH) wrong.push(`${name}: grew by more than 5 %; if that is meant, node www/build/sizes.mjs --record`);
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
