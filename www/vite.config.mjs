// The static site: what goes in, where it lands, and the policy it carries.
// `npm run dev` serves the sources without the policy, because the dev server injects inline code.

import { cp, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { POLICY } from './csp.mjs';

const top = fileURLToPath(new URL('..', import.meta.url));
const dist = fileURLToPath(new URL('../dist', import.meta.url));

export default defineConfig({
  root: top,
  base: './',
  publicDir: fileURLToPath(new URL('public', import.meta.url)),
  cacheDir: fileURLToPath(new URL('node_modules/.vite', import.meta.url)),
  build: {
    outDir: dist,
    emptyOutDir: true,
    target: ['chrome114', 'firefox115', 'safari16.4'],
    // A `data:` address would break the policy, and inlined wasm cannot be streamed.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The Graphviz chunk is large by nature; `sizes.mjs` holds the budgets.
    chunkSizeWarningLimit: 4000,
    manifest: true,
    reportCompressedSize: false,
  },
  worker: { format: 'es' },
  server: { host: '127.0.0.1' },
  plugins: [addPolicy(), copyExamples(), keepUtf8()],
});

/** Adds the content security policy as a meta element, as the first thing after the charset. */
function addPolicy() {
  return {
    name: 'tracklight-policy',
    apply: 'build',
    /** @returns {import('vite').HtmlTagDescriptor[]} */
    transformIndexHtml() {
      const attrs = { 'http-equiv': 'Content-Security-Policy', content: POLICY };
      return [{ tag: 'meta', attrs, injectTo: 'head-prepend' }];
    },
  };
}

/** The gallery is fetched at run time, so its files keep their names. */
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
 * Graphviz carries its wasm as text. Written with ASCII escapes that text grows by half, so a printer that
 * escapes it fails the build.
 */
function keepUtf8() {
  return {
    name: 'tracklight-utf8',
    apply: 'build',
    /** @param {unknown} _options @param {import('vite').Rollup.OutputBundle} bundle */
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        const text = file.type === 'chunk' ? file.code : file.source;
        if (typeof text !== 'string' || !text.includes('agerrMessages')) continue;
        if (!/[\u0080-\uffff]/.test(text)) throw new Error(`${file.fileName}: Graphviz was written with ASCII escapes`);
      }
    },
  };
}
