// Graphviz in the files that use it. It is not built but copied: it carries its wasm as text, which a printer would
// escape to twice its size.

import { readFileSync } from 'node:fs';

const read = (/** @type {string} */ path) =>
  readFileSync(new URL(`../node_modules/@viz-js/viz/${path}`, import.meta.url), 'utf8');

const text = read('dist/viz.js');
const RANDOM = 'crypto.getRandomValues(view)';
if (!text.includes(RANDOM)) throw new Error('Graphviz gets its random bytes in another way than expected');
// It needs no address of its own, which bundlers would replace. A layout depends on no random bytes, and Next does not
// let a page ask for any while it is rendered ahead.
const body = text
  .replace(/export \{[^}]*\};\s*$/, '')
  .replaceAll('import.meta.url', '""')
  .replace(RANDOM, 'view.fill(1)');
/** @param {string} name of the variable */
const declared = (name) => `var ${name}=(()=>{${body}return instance})();\n`;

/** With the version, which so becomes part of the hash in a file's name. */
const PLACEHOLDER = `tracklight:graphviz-${JSON.parse(read('package.json')).version}`;
const IMPORT = new RegExp(
  `import\\s*\\{\\s*instance(?:\\s+as\\s+([\\w$]+))?\\s*\\}\\s*from\\s*["']${PLACEHOLDER}["'];?`,
);

/** @returns {import('vite').Plugin} */
export function copyGraphviz() {
  return {
    name: 'tracklight-graphviz',
    enforce: 'pre',
    apply: 'build',
    resolveId: (source) => (source === '@viz-js/viz' ? { id: PLACEHOLDER, external: true } : null),
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const found = IMPORT.exec(chunk.code);
        if (!found) continue;
        const [statement, name = 'instance'] = found;
        // At the end and in place of as many blanks, so that the source map stays right.
        const [code, map = ''] = chunk.code
          .replace(statement, ' '.repeat(statement.length))
          .split(/(?=\n\/\/# source)/);
        chunk.code = `${code}\n${declared(name)}${map}`;
      }
    },
  };
}
