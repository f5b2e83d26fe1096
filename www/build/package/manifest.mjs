// `package.json` of the npm package: version and license are those of `www/package.json`.

import { readFileSync } from 'node:fs';

const own = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const version = (/** @type {string} */ name) => own.dependencies[name] ?? own.devDependencies[name];

/** Modules that the package offers, by name. @param {string} name */
const module = (name) => ({ types: `./${name}.d.ts`, default: `./${name}.js` });

export const VERSION = own.version;

export function manifest() {
  return {
    name: 'tracklight',
    version: VERSION,
    description:
      'Executable state machines for agents: an element that runs them, pictures, fences for Markdown, the core',
    license: own.license,
    keywords: [
      'state-machine',
      'agents',
      'diagram',
      'graphviz',
      'web-component',
      'markdown-it',
      'remark',
      'docusaurus',
      'astro',
      'wasm',
    ],
    type: 'module',
    engines: own.engines,
    bin: { tracklight: './cli.js' },
    main: './index.js',
    types: './index.d.ts',
    exports: {
      '.': module('index'),
      './define': module('define'),
      './auto': module('auto'),
      './loader': module('loader'),
      './core': { types: './core/tracklight.d.ts', default: './core/tracklight.js' },
      './core.wasm': { types: './core/tracklight_bg.wasm.d.ts', default: './core/tracklight_bg.wasm' },
      './link': module('link'),
      './agents': module('agents'),
      './import': module('import'),
      './runner': module('runner'),
      './restate': module('restate'),
      './render': module('render'),
      './markdown-it': module('markdown-it'),
      './remark': module('remark'),
      './react': { 'react-server': module('react-server'), ...module('react') },
      './vue': module('vue'),
      './jsx': module('jsx'),
      './vue-types': module('vue-types'),
      './docusaurus': module('docusaurus'),
      './astro': module('astro'),
      './grammars/textmate': module('grammars/textmate'),
      './grammars/prism': module('grammars/prism'),
      './grammars/highlight': module('grammars/highlight'),
      './grammars/codemirror': module('grammars/codemirror'),
      './grammars/dygram.tmLanguage.json': './grammars/dygram.tmLanguage.json',
      './style.css': { types: './style.css.d.ts', default: './style.css' },
      './custom-elements.json': './custom-elements.json',
      './package.json': './package.json',
    },
    peerDependencies: { react: '>=19', '@types/react': '>=19', vue: '>=3.5', '@restatedev/restate-sdk': '^1.14.5' },
    peerDependenciesMeta: {
      '@restatedev/restate-sdk': { optional: true },
      react: { optional: true },
      '@types/react': { optional: true },
      vue: { optional: true },
    },
    customElements: 'custom-elements.json',
    // Of what an entry loads, the view defines elements of its own.
    sideEffects: [
      ...['define', 'auto', 'loader', 'view', 'cli'].map((name) => `./${name}.js`),
      './assets/*.js',
      './style.css',
    ],
    // Only PNG pictures need it; it is a program of its own for each system.
    optionalDependencies: { '@resvg/resvg-js': version('@resvg/resvg-js') },
  };
}
