// Builds the element for other pages into `dist/embed/`: first what comes late (`view.js`, with its workers, wasm and
// Graphviz in `assets/`), then the small files that a page names itself, each in one piece.

import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build as rolldown } from 'rolldown';
import { build } from 'vite';
import { POLICY } from './csp.mjs';

const here = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));
const SOURCE = '../src/embed/';
/** Where the shells find the rest: beside them. */
const VIEW = './view.js';
const TARGET = ['chrome114', 'firefox115', 'safari16.4'];

const shared = {
  configFile: /** @type {const} */ (false),
  logLevel: /** @type {const} */ ('warn'),
  root: here('..'),
  base: './',
  publicDir: /** @type {const} */ (false),
  cacheDir: here('../node_modules/.vite'),
};

/** @param {{ names?: string[] }} asset */
export const assetName = ({ names = [] }) =>
  names.includes('viz.js') ? 'assets/graphviz-[hash][extname]' : 'assets/[name]-[hash][extname]';

/**
 * Builds all of it.
 * @param {string} folder
 * @param {string} version of the package
 */
export async function buildEmbed(folder, version) {
  const define = versioned(version);
  await build({
    ...shared,
    define,
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: TARGET,
      assetsInlineLimit: 0,
      modulePreload: false,
      reportCompressedSize: false,
      cssCodeSplit: false,
      manifest: true,
      rolldownOptions: {
        input: { view: here(`${SOURCE}view/view.ts`) },
        preserveEntrySignatures: 'strict',
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'assets/[name]-[hash].js',
          assetFileNames: assetName,
        },
      },
    },
    worker: {
      format: 'es',
      rolldownOptions: {
        output: { entryFileNames: 'assets/[name]-[hash].js', assetFileNames: assetName },
      },
    },
  });
  await buildShells(folder, version);
}

/** The small files. @param {string} folder @param {string} version */
export async function buildShells(folder, version) {
  const define = versioned(version);
  for (const name of ['index', 'define', 'auto', 'frame']) await buildShell(folder, name, 'es', define);
  await buildShell(folder, 'loader', 'iife', define);
}

/** @param {string} version */
const versioned = (version) => ({ TRACKLIGHT_VERSION: JSON.stringify(version) });

/** The page that shows one machine in a frame. @param {string} folder of the site, with the element in `embed/` */
export async function buildFrame(folder) {
  const page = await readFile(here(`${SOURCE}frame.html`), 'utf8');
  const policy = `<meta http-equiv="Content-Security-Policy" content="${POLICY}" />`;
  await writeFile(`${folder}/frame.html`, page.replace('<meta charset', `${policy}\n    <meta charset`));
  await writeFile(`${folder}/embed/frame.css`, smaller(await readFile(here(`${SOURCE}frame.css`), 'utf8')));
}

/** One small file, without anything of the builder's. @param {string} folder @param {string} name @param {'es' | 'iife'} format @param {Record<string, string>} define */
async function buildShell(folder, name, format, define) {
  await rolldown({
    input: here(`${SOURCE}${name}.ts`),
    external: [/view\/view\.ts$/],
    platform: 'browser',
    logLevel: 'warn',
    transform: { define, target: TARGET },
    plugins: [inlineStyles()],
    output: {
      file: `${folder}/${name}.js`,
      format,
      codeSplitting: false,
      minify: true,
      paths: (id) => (/view\/view\.ts$/.test(id) ? VIEW : id),
    },
  });
}

/** Style sheets as text, without what only people read. @returns {import('rolldown').Plugin} */
function inlineStyles() {
  return {
    name: 'tracklight-styles',
    async load(id) {
      if (!id.endsWith('.css?inline')) return null;
      const text = await readFile(id.replace('?inline', ''), 'utf8');
      return { code: `export default ${JSON.stringify(smaller(text))};`, moduleType: 'js' };
    },
    resolveId(source, importer) {
      return source.endsWith('.css?inline') && importer ? join(dirname(importer), source) : null;
    },
  };
}

/** @param {string} css */
export const smaller = (css) =>
  css
    .replace(/\/\*.*?\*\/\s*/gs, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replace(/: /g, ':')
    .replace(/;\}/g, '}')
    .trim();
