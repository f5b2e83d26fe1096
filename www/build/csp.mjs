// The content security policies of the page and of its broker frame: the build writes them in as meta elements,
// the test server sends them as headers, the page's on every other file.

import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const DIRECTIVES = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types tracklight tracklight#lit tracklight#dompurify',
];

/** The policy as one line. */
export const POLICY = DIRECTIVES.join('; ');

const NET_DIRECTIVES = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'connect-src https: http://localhost:* http://127.0.0.1:*',
  "form-action 'none'",
  "base-uri 'none'",
];

/** The policy of the broker frame, `net.html`: the only file that may connect to other origins. */
export const NET_POLICY = NET_DIRECTIVES.join('; ');

/** The policy of `404.html`, which only leads to the page. */
export const NOT_FOUND_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; form-action 'none'; base-uri 'none'";

/**
 * The policy of the guides, which a site builder makes: its inline scripts by hash, its styles, and no other origin.
 * @param {string} folder of the built guides
 */
export function docsPolicy(folder) {
  const scripts = new Set();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.html')) continue;
    const page = readFileSync(join(folder, name), 'utf8');
    for (const [, attributes = '', text = ''] of page.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g))
      if (!/\bsrc=/.test(attributes) && text !== '')
        scripts.add(`'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  }
  return [
    "default-src 'none'",
    `script-src 'self' 'wasm-unsafe-eval' ${[...scripts].sort().join(' ')}`,
    "worker-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}
