// The page that static hosts serve for an address without a file: `404.html`, with its policy.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NOT_FOUND_POLICY } from './csp.mjs';

/**
 * Such a page is served at any depth, so its files and its link need the path of the site. Where that is not known they
 * are relative: right beside the page, which is where the links are that it opens.
 * @param {string} folder of the built site, with the files of `public/`
 * @param {string | undefined} address of the site, with a slash at its end
 */
export function finishNotFound(folder, address) {
  const file = join(folder, '404.html');
  const policy = `<meta http-equiv="Content-Security-Policy" content="${NOT_FOUND_POLICY}" />`;
  const page = readFileSync(file, 'utf8').replace('<meta charset', `${policy}\n    <meta charset`);
  writeFileSync(file, address ? page.replaceAll('="./', `="${new URL(address).pathname}`) : page);
}
