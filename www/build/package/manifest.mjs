// `package.json` of the npm package: version, license and dependencies are those of `www/package.json`.

import { readFileSync } from 'node:fs';

const own = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const version = (/** @type {string} */ name) => own.dependencies[name] ?? own.devDependencies[name];

/** Modules that the package offers, by name. @param {string} name */
const module = (name) => ({ types: `./${name}.d.ts`, default: `./${name}.js` });

/** @param {string[]} entries of the element, as far as they were built */
export function manifest(entries) {
  const has = (/** @type {string} */ name) => entries.includes(name);
  return {
    name: 'tracklight',
    version: own.version,
    description:
      'Executable state machines for agents: an element that runs them, pictures, fences for Markdown, the core',
    license: own.license,
    keywords: ['state-machine', 'agents', 'diagram', 'graphviz', 'web-component', 'markdown-it', 'remark', 'wasm'],
    type: 'module',
    engines: own.engines,
    bin: { tracklight: './cli.js' },
    ...(has('index') ? { main: './index.js', types: './index.d.ts' } : {}),
    exports: {
      ...(has('index') ? { '.': module('index') } : {}),
      ...Object.fromEntries(['define', 'auto', 'loader'].filter(has).map((name) => [`./${name}`, module(name)])),
      './core': { types: './core/tracklight.d.ts', default: './core/tracklight.js' },
      './core.wasm': { types: './core/tracklight_bg.wasm.d.ts', default: './core/tracklight_bg.wasm' },
      './link': module('link'),
      './agents': module('agents'),
      './render': module('render'),
      './markdown-it': module('markdown-it'),
      './remark': module('remark'),
      './style.css': { types: './style.css.d.ts', default: './style.css' },
      ...(has('index') ? { './custom-elements.json': './custom-elements.json' } : {}),
      './package.json': './package.json',
    },
    ...(has('index') ? { customElements: 'custom-elements.json' } : {}),
    sideEffects: ['./define.js', './auto.js', './loader.js', './cli.js', './style.css'],
    // Only the renderer loads them.
    dependencies: { '@viz-js/viz': version('@viz-js/viz'), linkedom: version('linkedom') },
  };
}
