// Builds the broker frame: one classic script, because a frame with an origin of its own may not load modules.

import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { NET_POLICY } from './csp.mjs';

const here = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url));

/** Writes `net.html`, `net.ts` and `net.css`. @param {string} folder */
export async function buildNet(folder) {
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      outDir: folder,
      emptyOutDir: false,
      reportCompressedSize: false,
      target: ['chrome114', 'firefox115', 'safari16.4'],
      lib: { entry: here('../src/net/net.ts'), formats: ['iife'], name: 'net', fileName: () => 'net.js' },
    },
  });
  const page = await readFile(here('../src/net/net.html'), 'utf8');
  const policy = `<meta http-equiv="Content-Security-Policy" content="${NET_POLICY}" />`;
  await writeFile(`${folder}/net.html`, page.replace('<meta charset', `${policy}\n    <meta charset`));
  const sheet = await readFile(here('../src/net/net.css'), 'utf8');
  await writeFile(
    `${folder}/net.css`,
    sheet
      .replace(/\/\*.*?\*\/\s*/gs, '')
      .replace(/\s+/g, ' ')
      .replace(/ ?([{};:,>]) /g, '$1')
      .replaceAll(' {', '{')
      .replaceAll(';}', '}'),
  );
}
