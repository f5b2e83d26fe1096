// The guides as a site in dist/docs/: VitePress with the npm package as built, and a policy in every page.

import { cpSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keyOf } from './cache.mjs';
import { docsPolicy } from './csp.mjs';
import { SetupError, run, say, top } from './setup.mjs';

/** The VitePress project. Its pages are in `docs/`. */
const project = join(top, 'www/docs-site');
const packages = join(project, 'node_modules');

/** What the guides are made from, beside the npm package. */
export const DOCS_SOURCES = [
  'docs',
  'www/docs-site',
  ...['docs', 'csp', 'setup'].map((name) => `www/build/${name}.mjs`),
];

/**
 * VitePress with the package, as in any site.
 * @param {string} npm the built package
 * @returns {string} the folder of packages
 */
export function vitepress(npm) {
  install();
  // A site installs the package: a copy, not a link.
  rmSync(join(packages, 'tracklight'), { recursive: true, force: true });
  cpSync(npm, join(packages, 'tracklight'), { recursive: true });
  return packages;
}

/** @param {string} npm the built package @param {string} to the folder of the site, which is empty */
export function buildDocs(npm, to) {
  vitepress(npm);
  say('building the guides (VitePress)');
  const program = join(packages, 'vitepress/bin/vitepress.js');
  if (!run(process.execPath, [program, 'build', project])) throw new SetupError('the guides do not build');
  addPolicy(to);
}

function install() {
  const key = keyOf(['package.json', 'package-lock.json', '.npmrc'], null, { root: project });
  const stamp = join(packages, '.made-from');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === key) return;
  say('installing the packages of the guides (npm ci)');
  if (!run('npm', ['ci', '--prefix', project, '--include=dev', '--no-progress', '--loglevel=error']))
    throw new SetupError('the packages of the guides could not be installed');
  writeFileSync(stamp, key);
}

/** Servers that send no headers, such as a static host, get the policy with the page. @param {string} folder */
function addPolicy(folder) {
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
  const policy = docsPolicy(folder);
  for (const name of pages) {
    const path = join(folder, name);
    const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace('<meta charset="utf-8">', `<meta charset="utf-8">\n    ${meta}`),
    );
  }
}
