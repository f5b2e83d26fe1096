// The npm package in dist/npm/: modules for Node and site builders, the core beside its wasm, declarations, style sheet.

import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import ts from 'typescript';
import { manifest } from './manifest.mjs';
import { styleSheet } from './style.mjs';

const www = fileURLToPath(new URL('../..', import.meta.url));
const CORE = ['tracklight.js', 'tracklight.d.ts', 'glue.js', 'tracklight_bg.wasm', 'api'];
/** Entries by name, from `src/`. */
const NODE = {
  render: 'plugins/render.ts',
  'markdown-it': 'plugins/markdown-it.ts',
  remark: 'plugins/remark.ts',
  link: 'plugins/link.ts',
  agents: 'plugins/agents.ts',
  cli: 'plugins/cli.ts',
};

/** @param {string} to the folder of the package */
export async function buildPackage(to) {
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  await buildModules(to);
  for (const name of CORE) cpSync(join(www, 'pkg', name), join(to, 'core', name), { recursive: true });
  writeTypes(to, NODE);
  writeFileSync(join(to, 'style.css'), styleSheet());
  // What bundlers make of files that are no scripts.
  writeFileSync(join(to, 'style.css.d.ts'), 'export {};\n');
  writeFileSync(join(to, 'core/tracklight_bg.wasm.d.ts'), 'declare const address: string;\nexport default address;\n');
  cpSync(join(www, 'build/package/README.md'), join(to, 'README.md'));
  for (const name of ['LICENSE-MIT', 'LICENSE-APACHE']) cpSync(join(www, '..', name), join(to, name));
  writeFileSync(join(to, 'package.json'), `${JSON.stringify(manifest([]), null, 2)}\n`);
  chmodSync(join(to, 'cli.js'), 0o755);
}

/** @param {string} to */
async function buildModules(to) {
  const entries = Object.entries(NODE).map(([name, path]) => [name, join(www, 'src', path)]);
  await build({
    configFile: false,
    root: www,
    logLevel: 'warn',
    publicDir: false,
    plugins: [keepCore()],
    build: {
      ssr: true,
      outDir: to,
      emptyOutDir: false,
      reportCompressedSize: false,
      target: 'node20',
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        input: Object.fromEntries(entries),
        external: ['@viz-js/viz', 'linkedom', /^node:/],
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
}

/**
 * The core stays a module of its own beside its wasm.
 * @returns {import('vite').Plugin}
 */
function keepCore() {
  return {
    name: 'tracklight-core',
    enforce: 'pre',
    resolveId: (source) =>
      source.endsWith('pkg/tracklight.js') ? { id: './core/tracklight.js', external: true } : null,
  };
}

/**
 * Declarations of the entries and of all that they name, in `types/`, and a file beside each entry that leads there.
 * @param {string} to @param {Record<string, string>} entries
 */
export function writeTypes(to, entries) {
  const config = ts.readConfigFile(join(www, 'test/tsconfig.json'), ts.sys.readFile).config;
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, join(www, 'test'));
  const program = ts.createProgram(
    Object.values(entries).map((path) => join(www, 'src', path)),
    {
      ...options,
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: join(www, 'src'),
      outDir: join(to, 'types'),
    },
  );
  program.emit(undefined, (path, text) => {
    mkdirSync(dirname(path), { recursive: true });
    const core = `${'../'.repeat(relative(to, path).split(sep).length - 1) || './'}core/tracklight.js`;
    writeFileSync(
      path,
      text
        .replace(/(from |import\()(['"])((?:\.\.\/)+pkg\/tracklight\.js)\2/g, `$1$2${core}$2`)
        .replace(/(from |import\()(['"])(\.[^'"]*)\.ts\2/g, '$1$2$3.js$2'),
    );
  });
  for (const [name, path] of Object.entries(entries)) {
    const from = `./types/${path.replace(/\.ts$/, '.js')}`;
    const text = readFileSync(join(to, 'types', path.replace(/\.ts$/, '.d.ts')), 'utf8');
    const main = /export default|export \{[^}]*\bas default\b/.test(text) ? `export { default } from '${from}';\n` : '';
    writeFileSync(join(to, `${name}.d.ts`), `export * from '${from}';\n${main}`);
  }
}
