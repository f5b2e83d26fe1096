// The guides as a site in dist/docs/: VitePress with the npm package as built, and a policy in every page.

import { cpSync, existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { docsPolicy } from './csp.mjs';
import { SetupError, run, say, top } from './setup.mjs';

const docs = join(top, 'docs');
const packages = join(docs, 'node_modules');

/**
 * VitePress with the package, as in any site.
 * @param {string} npm the built package
 * @returns {string} the folder of packages
 */
export function vitepress(npm) {
  install();
  // A site installs the package; a link would not find what the renderer needs.
  rmSync(join(packages, 'tracklight'), { recursive: true, force: true });
  cpSync(npm, join(packages, 'tracklight'), { recursive: true });
  return packages;
}

/** @param {string} npm the built package @param {string} to the folder of the site */
export function buildDocs(npm, to) {
  vitepress(npm);
  rmSync(to, { recursive: true, force: true });
  say('building the guides (VitePress)');
  const program = join(packages, 'vitepress/bin/vitepress.js');
  if (!run(process.execPath, [program, 'build', docs])) throw new SetupError('the guides do not build');
  addPolicy(to);
}

function install() {
  const stamp = join(packages, '.package-lock.json');
  const newer = (/** @type {string} */ name) => statSync(join(docs, name)).mtimeMs > statSync(stamp).mtimeMs;
  if (existsSync(stamp) && !newer('package.json') && !newer('package-lock.json')) return;
  say('installing the packages of the guides (npm ci)');
  if (!run('npm', ['ci', '--prefix', docs, '--include=dev', '--no-progress', '--loglevel=error']))
    throw new SetupError('the packages of the guides could not be installed');
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
