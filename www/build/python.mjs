// The Python package in dist/python/: its sources with the files of the npm package, and the wheel made of them. Pages
// load some of those files, the others draw pictures in Node.

import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build as rolldown } from 'rolldown';
import { PICTURE_KEYS } from '../src/plugins/fence.ts';
import { FENCE_FLAGS, FENCE_KEYS } from '../src/protocol/fence-keys.ts';
import { SetupError, pythonTools, run, top } from './setup.mjs';

/** @param {string} npm the built package @param {string} to an empty folder */
export async function buildPython(npm, to) {
  const within = (/** @type {string} */ path) => join(to, 'tracklight', path);
  const sources = join(top, 'www/integrations/python');
  cpSync(sources, to, { recursive: true, filter: (path) => !/__pycache__/.test(path) });
  const copy = (/** @type {string} */ name, /** @type {string} */ folder) => {
    mkdirSync(dirname(within(`${folder}/${name}`)), { recursive: true });
    cpSync(join(npm, name), within(`${folder}/${name}`));
  };
  for (const name of JSON.parse(readFileSync(join(npm, 'page-files.json'), 'utf8'))) copy(name, 'static/tracklight');
  // Declarations are for compilers.
  for (const name of readdirSync(join(npm, 'core'), { recursive: true, encoding: 'utf8' }))
    if (/\.(js|wasm)$/.test(name)) copy(join('core', name), 'node');
  copy('package.json', 'node');
  await bundleCommand(npm, within('node'));
  writeFileSync(
    within('fence-keys.json'),
    `${JSON.stringify({ keys: FENCE_KEYS, flags: FENCE_FLAGS, pictureKeys: PICTURE_KEYS }, null, 2)}\n`,
  );
  for (const name of ['LICENSE-MIT', 'LICENSE-APACHE']) cpSync(join(top, name), join(to, name));
  writeFileSync(join(to, 'THIRD-PARTY.md'), readFileSync(join(npm, 'THIRD-PARTY.md')));
  if (!run(pythonTools()('hatchling'), ['build', '--target', 'wheel'], {}, to))
    throw new SetupError('the Python package does not build');
}

/** The command line in one piece: nobody installs packages of npm for it. @param {string} npm @param {string} to */
async function bundleCommand(npm, to) {
  await rolldown({
    input: join(npm, 'cli.js'),
    external: (id) => /^(node:|@resvg\/)|core\/tracklight\.js$/.test(id),
    platform: 'node',
    logLevel: 'warn',
    resolve: { modules: ['node_modules', join(top, 'www/node_modules')] },
    output: {
      dir: to,
      format: 'es',
      minify: true,
      entryFileNames: 'cli.js',
      chunkFileNames: '[name].js',
      paths: (id) => (id.endsWith('core/tracklight.js') ? './core/tracklight.js' : id),
    },
  });
}
