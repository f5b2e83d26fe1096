// The static site: what goes in, where it lands, and the policy it carries.
// `npm run dev` serves the sources without the policy, because the dev server injects inline code.

import { readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { POLICY } from './build/csp.mjs';
import { copyGraphviz } from './build/graphviz.mjs';
import { renameLitPolicy } from './build/lit-policy.mjs';
import { addPictures } from './build/pictures/plugin.mjs';
import { withAddress } from './build/site-address.mjs';
import { closeTemplates } from './build/templates.mjs';

const top = fileURLToPath(new URL('..', import.meta.url));
const dist = fileURLToPath(new URL('../dist', import.meta.url));

// Libraries in files of their own: `sizes.mjs` measures them apart, and they stay in the browser's cache when only our
// code changes.
const LIBRARIES = [
  { name: 'codemirror', test: /node_modules\/(@codemirror|@lezer|@marijn|crelt|style-mod|w3c-keyname)\// },
  { name: 'view', test: /node_modules\/(@lit|lit|lit-element|lit-html)\// },
];

// What makes and shows replies, in one file, as small files compress badly; what they import stays where it is.
const REPLIES = { name: 'replies', test: /\/workspace\/(repl(y-|ies)|turn-strings)/ };

export default defineConfig({
  root: top,
  base: './',
  publicDir: fileURLToPath(new URL('public', import.meta.url)),
  cacheDir: fileURLToPath(new URL('node_modules/.vite', import.meta.url)),
  build: {
    outDir: dist,
    // `build.mjs` empties it, but for the folders beside the page.
    emptyOutDir: false,
    target: ['chrome114', 'firefox115', 'safari16.4'],
    // A `data:` address would break the policy, and inlined wasm cannot be streamed.
    assetsInlineLimit: 0,
    // With the file itself, so that it is fetched like what it imports.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, files, { hostType }) => (hostType === 'js' ? [...new Set([file, ...files])] : files),
    },
    reportCompressedSize: false,
    // Which sources each file is made of: `build/sizes.mjs` reads it.
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [...LIBRARIES, REPLIES], includeDependenciesRecursively: false },
      },
    },
  },
  worker: { format: 'es', plugins: () => [copyGraphviz(), onlyMemory()] },
  server: { host: '127.0.0.1' },
  plugins: [
    fetchFilesFirst(),
    addPolicy(),
    addAddress(),
    addPictures(dist),
    closeTemplates(),
    renameLitPolicy(),
    copyExamples(),
    copyNotices(),
  ],
});

/**
 * What stands around every `import()` in the built page: the page's own, in place of Vite's, which asks a browser for a
 * module that it may remember as failed, and for a style sheet only once.
 * @returns {import('vite').Plugin}
 */
function fetchFilesFirst() {
  const files = fileURLToPath(new URL('src/load/files.ts', import.meta.url));
  return {
    name: 'tracklight-files',
    apply: 'build',
    enforce: 'pre',
    load: (id) =>
      id === '\0vite/preload-helper.js'
        ? `export { importWithFiles as __vitePreload } from ${JSON.stringify(files)};`
        : null,
  };
}

/**
 * Adds the content security policy as a meta element, before anything it should govern.
 * @returns {import('vite').Plugin}
 */
function addPolicy() {
  return {
    name: 'tracklight-policy',
    apply: 'build',
    transformIndexHtml() {
      const attrs = { 'http-equiv': 'Content-Security-Policy', content: POLICY };
      return [{ tag: 'meta', attrs, injectTo: 'head-prepend' }];
    },
  };
}

/**
 * The page's own tags name it by `SITE_URL`.
 * @returns {import('vite').Plugin}
 */
function addAddress() {
  return {
    name: 'tracklight-address',
    apply: 'build',
    transformIndexHtml: (html) => withAddress(html, process.env.SITE_URL),
  };
}

/**
 * The gallery is fetched at run time, so its files keep their names.
 * @returns {import('vite').Plugin}
 */
function copyExamples() {
  return {
    name: 'tracklight-examples',
    apply: 'build',
    async closeBundle() {
      const from = fileURLToPath(new URL('examples', import.meta.url));
      await cp(from, `${dist}/examples`, { recursive: true });
    },
  };
}

/**
 * The font of the drawing is under a license that goes with it.
 * @returns {import('vite').Plugin}
 */
function copyNotices() {
  return {
    name: 'tracklight-notices',
    apply: 'build',
    generateBundle() {
      const license = new URL('node_modules/@fontsource/arimo/LICENSE', import.meta.url);
      this.emitFile({ type: 'asset', fileName: 'assets/arimo-OFL.txt', source: readFileSync(license) });
    },
  };
}

/**
 * SQLite's package can keep databases in the browser's files, with further workers. The page uses it in memory, in its
 * own worker: their addresses are taken out, so that neither the workers nor their code are built.
 * @returns {import('vite').Plugin}
 */
function onlyMemory() {
  const addresses = ['sqlite3.wasm', 'sqlite3-opfs-async-proxy.js', 'sqlite3-worker1.mjs'];
  return {
    name: 'tracklight-sqlite',
    enforce: 'pre',
    transform(code, id) {
      if (!/@sqlite\.org\/sqlite-wasm\/dist\/index\.mjs$/.test(id)) return null;
      return addresses.reduce((text, name) => {
        const address = `new URL("${name}", import.meta.url)`;
        if (text.split(address).length !== 2) throw new Error(`sqlite-wasm: ${address} is not there once`);
        return text.replace(address, 'new URL("about:blank")');
      }, code);
    },
  };
}
