// Builds the element for other pages: what comes late (`view.js`, with its workers, wasm and Graphviz in `assets/`),
// and the small files that a page names itself. In `dist/embed/` each of those is in one piece, so that a page makes
// one request; in the npm package they share one class.

import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build as rolldown } from 'rolldown';
import { build } from 'vite';
import { POLICY } from './csp.mjs';
import { copyGraphviz } from './graphviz.mjs';
import { renameLitPolicy } from './lit-policy.mjs';
import { closeTemplates } from './templates.mjs';

const here = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));
const SOURCE = '../src/embed/';
/** Where the shells find the rest: beside them. */
const VIEW = './view.js';
const ASSET = 'assets/[name]-[hash][extname]';
const TARGET = ['chrome114', 'firefox115', 'safari16.4'];

const shared = {
  configFile: /** @type {const} */ (false),
  logLevel: /** @type {const} */ ('warn'),
  root: here('..'),
  base: './',
  publicDir: /** @type {const} */ (false),
  cacheDir: here('../node_modules/.vite'),
};

/** `dist/embed/`. @param {string} folder @param {string} version of the package */
export async function buildEmbed(folder, version) {
  await buildView(folder, version, { manifest: true });
  // These are named by pages as they are: there is no builder that would read annotations.
  const plain = { comments: { annotation: false } };
  for (const name of ['index', 'define', 'auto', 'frame'])
    await buildShells([name], version, { file: `${folder}/${name}.js`, codeSplitting: false, ...plain });
  await buildLoader(folder, version, plain);
}

/** The element in the npm package, with source maps. @param {string} folder is emptied @param {string} version */
export async function buildElement(folder, version) {
  await buildView(folder, version, { sourcemap: true });
  const names = ['index', 'define', 'auto'];
  // All but the entries themselves, which differ in what they do.
  const machine = { name: 'machine', test: new RegExp(`/src/embed/(?!(${names.join('|')})\\.ts)`) };
  await buildShells(names, version, {
    dir: folder,
    sourcemap: true,
    chunkFileNames: '[name].js',
    codeSplitting: { groups: [machine] },
  });
  await buildLoader(folder, version, { sourcemap: true });
}

/**
 * What comes with the first machine.
 * @param {string} folder
 * @param {string} version
 * @param {import('vite').BuildOptions} options
 */
async function buildView(folder, version, options) {
  await build({
    ...shared,
    define: versioned(version),
    plugins: [closeTemplates(), plainImports(), renameLitPolicy()],
    experimental: { renderBuiltUrl: builtFile },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: TARGET,
      assetsInlineLimit: 0,
      modulePreload: false,
      reportCompressedSize: false,
      cssCodeSplit: false,
      ...options,
      rolldownOptions: {
        input: { view: here(`${SOURCE}view/view.ts`) },
        // What later files share with the view stays in it, so that a press makes one request for all of it; by their
        // real names, so that a file from another build cannot take one thing for another.
        preserveEntrySignatures: 'allow-extension',
        output: {
          minifyInternalExports: false,
          entryFileNames: '[name].js',
          chunkFileNames: 'assets/[name]-[hash].js',
          assetFileNames: ASSET,
        },
      },
    },
    worker: {
      format: 'es',
      plugins: () => [copyGraphviz(), notInlined()],
      rolldownOptions: {
        output: { entryFileNames: 'assets/[name]-[hash].js', assetFileNames: ASSET },
      },
    },
  });
}

/**
 * A file by its path in the package and by its address, for `src/embed/view/files.ts`: in place of the address alone,
 * which a bundler changes.
 * @param {string} path
 * @param {{ hostType: string, hostId: string }} host
 */
function builtFile(path, { hostType, hostId }) {
  if (hostType !== 'js') return undefined;
  if (dirname(hostId) !== '.') throw new Error(`${hostId} names ${path}, which only view.js should`);
  const literal = JSON.stringify(`./${path}`);
  return { runtime: `{path:${JSON.stringify(path)},address:()=>new URL(${literal},import.meta.url).href}` };
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

/** @param {string} folder @param {string} version @param {import('rolldown').OutputOptions} [options] */
const buildLoader = (folder, version, options) =>
  buildShells(['loader'], version, { ...options, file: `${folder}/loader.js`, format: 'iife', codeSplitting: false });

/** Browsers that know it compile the whole file while it loads, not each function when an element first calls it. */
const EAGER = '//# allFunctionsCalledOnLoad';

/**
 * Small files, without anything of the builder's.
 * @param {string[]} names
 * @param {string} version
 * @param {import('rolldown').OutputOptions} output
 */
async function buildShells(names, version, output) {
  await rolldown({
    input: Object.fromEntries(names.map((name) => [name, here(`${SOURCE}${name}.ts`)])),
    external: [/view\/view\.ts$/],
    platform: 'browser',
    logLevel: 'warn',
    transform: { define: versioned(version), target: TARGET },
    plugins: [inlineStyles()],
    output: {
      format: 'es',
      minify: true,
      postBanner: EAGER,
      paths: (id) => (/view\/view\.ts$/.test(id) ? VIEW : id),
      ...output,
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

/**
 * Vite wraps every `import()` in code that adds links to the head of the document. That document belongs to the host,
 * and the files import nothing that would come sooner by it. Its wrapper is also given the module's own address, which
 * bundlers replace by that of the file where they run: blanks keep the source map right.
 * @returns {import('vite').Plugin}
 */
function plainImports() {
  return {
    name: 'tracklight-imports',
    enforce: 'pre',
    load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : null),
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk')
            chunk.code = chunk.code.replace(/,\[\],import\.meta\.url(?=\))/g, (text) => ' '.repeat(text.length));
      },
    },
  };
}

/** Bundlers put smaller files into `data:` addresses, which no policy allows for workers. */
const INLINE_LIMIT = 4096;

/** Makes every worker large enough to stay a file in the sites of others. @returns {import('vite').Plugin} */
function notInlined() {
  return {
    name: 'tracklight-workers',
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk' && chunk.code.length <= INLINE_LIMIT)
          chunk.code += `\n/* kept out of data: addresses ${'.'.repeat(INLINE_LIMIT - chunk.code.length)} */\n`;
    },
  };
}

/** @param {string} css */
export const smaller = (css) =>
  css
    .replace(/\/\*.*?\*\/\s*/gs, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,!]) ?/g, '$1')
    .replace(/: /g, ':')
    .replace(/;\}/g, '}')
    .trim();
