// The npm package in dist/npm/: the element, modules for Node and site builders, the core beside its wasm,
// declarations, style sheet.

import { chmodSync, cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build as rolldown } from 'rolldown';
import { build } from 'vite';
import ts from 'typescript';
import textMate from '../../src/grammars/textmate.ts';
import { manifest as elements } from '../embed-reference.ts';
import { buildElement } from '../embed.mjs';
import { copyGraphviz } from '../graphviz.mjs';
import { VERSION, manifest } from './manifest.mjs';
import { writeFonts } from './fonts.mjs';
import { styleSheet } from './style.mjs';

const www = fileURLToPath(new URL('../..', import.meta.url));
const CORE = ['tracklight.js', 'tracklight.d.ts', 'glue.js', 'tracklight_bg.wasm', 'api'];
/** Entries of the element by name, from `src/`. */
const ELEMENT = {
  index: 'embed/index.ts',
  define: 'embed/define.ts',
  auto: 'embed/auto.ts',
  loader: 'embed/loader.ts',
};
/** Entries for Node and for site builders. */
const NODE = {
  render: 'plugins/render.ts',
  'markdown-it': 'plugins/markdown-it.ts',
  remark: 'plugins/remark.ts',
  docusaurus: 'plugins/docusaurus.ts',
  astro: 'plugins/astro.ts',
  link: 'plugins/link.ts',
  agents: 'plugins/agents.ts',
  import: 'plugins/import.ts',
  runner: 'runner/index.ts',
  restate: 'runner/restate.ts',
  cli: 'plugins/cli.ts',
  'react-server': 'components/react-server.ts',
};

/** Components for frameworks. */
const COMPONENTS = {
  react: 'components/react.ts',
  vue: 'components/vue.ts',
};
/** Types alone. */
const TYPES = {
  jsx: 'components/jsx.ts',
  'vue-types': 'components/vue-types.ts',
};
/** The language for highlighters. */
const GRAMMARS = Object.fromEntries(
  ['textmate', 'prism', 'highlight', 'codemirror'].map((name) => [`grammars/${name}`, `grammars/${name}.ts`]),
);

/** @param {string} to the folder of the package */
export async function buildPackage(to) {
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  await buildElement(to, VERSION);
  const pageFiles = filesBelow(to).filter((name) => !name.endsWith('.map'));
  await buildModules(to);
  await buildComponents(to);
  for (const name of Object.keys(TYPES)) writeFileSync(join(to, `${name}.js`), 'export {};\n');
  for (const name of CORE) cpSync(join(www, 'pkg', name), join(to, 'core', name), { recursive: true });
  writeFileSync(join(to, CORE_IN_NODE), coreInNode());
  writeFonts(join(to, 'fonts'));
  writeTypes(to, { ...ELEMENT, ...NODE, ...COMPONENTS, ...TYPES, ...GRAMMARS });
  writeFileSync(join(to, 'grammars/dygram.tmLanguage.json'), `${JSON.stringify(textMate, null, 2)}\n`);
  writeFileSync(join(to, 'custom-elements.json'), `${JSON.stringify(elements(), null, 2)}\n`);
  writeFileSync(join(to, 'style.css'), styleSheet());
  // Integrations copy them into sites.
  writeFileSync(join(to, 'page-files.json'), `${JSON.stringify([...pageFiles, 'style.css'], null, 2)}\n`);
  // What bundlers make of files that are no scripts.
  writeFileSync(join(to, 'style.css.d.ts'), 'export {};\n');
  writeFileSync(join(to, 'core/tracklight_bg.wasm.d.ts'), 'declare const address: string;\nexport default address;\n');
  cpSync(join(www, 'build/package/README.md'), join(to, 'README.md'));
  for (const name of ['LICENSE-MIT', 'LICENSE-APACHE']) cpSync(join(www, '..', name), join(to, name));
  writeFileSync(join(to, 'THIRD-PARTY.md'), notices(to));
  writeFileSync(join(to, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
  chmodSync(join(to, 'cli.js'), 0o755);
}

/** @param {string} folder @returns {string[]} */
const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();

/** Files of other packages that are copied as they are. */
const COPIED = ['node_modules/@viz-js/viz', 'node_modules/@fontsource/arimo'];

/** The licenses of all packages whose code is in the element's files, by the source maps. @param {string} to */
function notices(to) {
  const paths = new Set(COPIED);
  for (const file of readdirSync(to, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.js.map'))
      for (const source of JSON.parse(readFileSync(join(to, file), 'utf8')).sources)
        paths.add(/node_modules\/(.*node_modules\/)?(@[^/]+\/)?[^/]+(?=\/)/.exec(source)?.[0] ?? '');
  paths.delete('');
  const parts = [...paths].sort().map((path) => {
    const folder = join(www, path);
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const texts = readdirSync(folder).filter((file) => /^(licen[sc]e|notice)/i.test(file));
    return [
      `## ${name} ${version} (${license})`,
      ...texts.map((file) => readFileSync(join(folder, file), 'utf8').trim()),
    ].join('\n\n');
  });
  return `# Packages whose code is in these files\n\n${parts.join('\n\n')}\n`;
}

/** @param {string} to */
async function buildModules(to) {
  const entries = Object.entries({ ...NODE, ...GRAMMARS }).map(([name, path]) => [name, join(www, 'src', path)]);
  await build({
    configFile: false,
    root: www,
    logLevel: 'warn',
    publicDir: false,
    plugins: [keepApart(), copyGraphviz()],
    // A site's packages stay as they are when Tracklight is added to them.
    ssr: { noExternal: true },
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
        external: ['react', '@resvg/resvg-js', '@restatedev/restate-sdk', /^node:/],
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
}

/**
 * They are given the framework by the site, and share the element and the renderer with the other entries.
 * @param {string} to
 */
async function buildComponents(to) {
  const entries = Object.entries({ ...ELEMENT, ...NODE }).map(([name, path]) => [
    join(www, 'src', path),
    `./${name}.js`,
  ]);
  const built = new Map(/** @type {[string, string][]} */ (entries));
  await rolldown({
    input: Object.fromEntries(Object.entries(COMPONENTS).map(([name, path]) => [name, join(www, 'src', path)])),
    external: ['react', 'vue', ...built.keys()],
    platform: 'neutral',
    logLevel: 'warn',
    // That of React stays, because it begins an entry.
    onLog: (level, log, report) => void (log.code === 'MODULE_LEVEL_DIRECTIVE' || report(level, log)),
    output: {
      dir: to,
      format: 'es',
      sourcemap: true,
      chunkFileNames: '[name]-[hash].js',
      paths: (id) => built.get(id) ?? id,
    },
  });
}

const CORE_IN_NODE = 'core/in-node.js';

/** The core with its wasm as text: where a bundler has moved the code of a server, no file lies beside it. */
function coreInNode() {
  const wasm = brotliCompressSync(readFileSync(join(www, 'pkg/tracklight_bg.wasm'))).toString('base64');
  return `import { brotliDecompressSync } from 'node:zlib';
import init from './tracklight.js';
export * from './tracklight.js';
const wasm = '${wasm}';
export default () => init({ module_or_path: brotliDecompressSync(Buffer.from(wasm, 'base64')) });
`;
}

/**
 * The core stays a module of its own, and so does the component for browsers, which bundlers know by its directive.
 * @returns {import('vite').Plugin}
 */
function keepApart() {
  return {
    name: 'tracklight-apart',
    enforce: 'pre',
    resolveId(source) {
      if (source.endsWith('pkg/tracklight.js')) return { id: `./${CORE_IN_NODE}`, external: true };
      return source === './react.ts' ? { id: './react.js', external: true } : null;
    },
  };
}

/**
 * Declarations of the entries and of what those name, in `types/`, and a file beside each entry that leads there.
 * @param {string} to @param {Record<string, string>} entries
 */
function writeTypes(to, entries) {
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
  /** @type {Map<string, string>} */
  const made = new Map();
  program.emit(undefined, (path, text) => {
    const core = `${'../'.repeat(relative(to, path).split(sep).length - 1)}core/tracklight.js`;
    made.set(
      path,
      text
        .replace(/(from |import\()(['"])((?:\.\.\/)+pkg\/tracklight\.js)\2/g, `$1$2${core}$2`)
        .replace(/(from |import\()(['"])(\.[^'"]*)\.ts\2/g, '$1$2$3.js$2'),
    );
  });
  const write = (/** @type {string} */ path) => {
    const text = made.get(path);
    if (text === undefined) return;
    made.delete(path);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    for (const [, , name = ''] of text.matchAll(/(from |import\()['"](\.[^'"]*)\.js['"]/g))
      write(join(dirname(path), `${name}.d.ts`));
  };
  for (const path of Object.values(entries)) write(join(to, 'types', path.replace(/\.ts$/, '.d.ts')));
  for (const [name, path] of Object.entries(entries)) {
    const from = `${name.includes('/') ? '..' : '.'}/types/${path.replace(/\.ts$/, '.js')}`;
    const text = readFileSync(join(to, 'types', path.replace(/\.ts$/, '.d.ts')), 'utf8');
    const main = /export default|export \{[^}]*\bas default\b/.test(text) ? `export { default } from '${from}';\n` : '';
    writeFileSync(join(to, `${name}.d.ts`), `export * from '${from}';\n${main}`);
  }
}
