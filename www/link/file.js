// @ts-check
// A document as a file, `.tracklight.json`: the members of a link without its caps of length, with the name of the entry.

import { canonical, readDocument } from './document.js';

/** @typedef {import('./types.d.ts').LinkDocument} LinkDocument */

export const FORMAT = 'tracklight-document';

/**
 * @param {LinkDocument} document
 * @param {string} entry path of its source
 */
export function writeFile(document, entry) {
  return JSON.stringify({ format: FORMAT, version: 1, entry, ...JSON.parse(canonical(document, false)) }, null, 1);
}

/**
 * @param {string} text
 * @returns {{ document: LinkDocument, ignored: string[], entry: string | undefined }}
 */
export function readFile(text) {
  const { entry } = JSON.parse(text);
  const { document, ignored } = readDocument(text, false);
  const named = typeof entry === 'string' && /^[^/\\]+(?:\/[^/\\]+)*$/u.test(entry) ? entry : undefined;
  return { document, ignored: ignored.filter((member) => !['format', 'version', 'entry'].includes(member)), entry: named };
}
