// @ts-check
// The document of a link made from what the page holds, and the forms it is copied in.

import { xmlText } from './xml.js';
import { LinkError, encode } from './codec.js';
import { relativeFiles } from './files.js';

/**
 * @typedef {import('./types.ts').LinkDocument} LinkDocument
 * @typedef {import('../protocol/types.ts').Sources} Sources
 * @typedef {import('../protocol/types.ts').LinkRun} LinkRun
 * @typedef {{ link: string, markdown: string, code: string }} Forms
 */

/**
 * @param {Sources} sources
 * @param {Partial<LinkRun> | null} run
 * @param {LinkDocument['u'] | null} view
 * @param {number} rules version of the core's rules
 * @returns {LinkDocument}
 */
export function documentOf({ source, files, entry }, run, view, rules) {
  const f = relativeFiles(files, entry);
  // Stored replies and answers are lists of mixed kinds.
  const { s = source, ...members } = /** @type {Partial<LinkDocument>} */ (run ?? {});
  return { ...members, s, ...(f === undefined ? {} : { f }), ...(view ? { u: view } : {}), v: rules };
}

/**
 * The fragment of a document, or the cap it is over.
 * @param {LinkDocument} document
 * @returns {Promise<{ fragment: string } | { tooBig: string }>}
 */
export async function fragmentOf(document) {
  try {
    return { fragment: await encode(document) };
  } catch (error) {
    if (error instanceof LinkError) return { tooBig: error.detail };
    throw error;
  }
}

/**
 * A link in the forms that it is copied in.
 * @param {string} link whole address
 * @param {string} title
 * @param {string} source
 * @returns {Forms}
 */
export function formsOf(link, title, source) {
  const markdown = `[${xmlText(title).replace(/[[\]\\<>&`]/g, '\\$&').replace(/\s+/g, ' ')}](${link})`;
  const runs = source.match(/`+/g) ?? [];
  const fence = '`'.repeat(runs.reduce((most, run) => Math.max(most, run.length + 1), 3));
  return { link, markdown, code: `${fence}dygram\n${source}${source.endsWith('\n') ? '' : '\n'}${fence}\n\n${markdown}\n` };
}
