// Says which build a site is: in `version.json`, which the page asks when a file of its own does not come, and in the
// page itself. Equal sources give equal builds.

import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Of all other files the names, with the hashes of their contents, are in these. */
const PAGES = ['index.html', 'net.html', 'net.js', 'net.css'];
const UNSTAMPED = '<meta name="tracklight-build" content="" />';

/** @param {string} folder of the built site @param {string} version of the package */
export function stampBuild(folder, version) {
  const hash = createHash('sha256').update(version);
  for (const name of PAGES) hash.update(readFileSync(join(folder, name)));
  const build = hash.digest('hex').slice(0, 16);
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  if (!page.includes(UNSTAMPED)) throw new Error(`index.html has no ${UNSTAMPED}`);
  writeFileSync(join(folder, 'index.html'), page.replace(UNSTAMPED, UNSTAMPED.replace('""', `"${build}"`)));
  writeFileSync(join(folder, 'version.json'), `${JSON.stringify({ version, build })}\n`);
}
