// @ts-check
// What a fragment means for the page, and the fragment of a document. Never throws: errors are part of the answer.

import { LinkError, decode, encode } from './link/codec.js';
import { relativeFiles, rootedFiles } from './link/files.js';

/**
 * @typedef {import('./link/types.d.ts').LinkDocument} LinkDocument
 * @typedef {import('./engine/types.d.ts').SessionRecord} SessionRecord
 * @typedef {import('./engine/types.d.ts').Sources} Sources
 * @typedef {{ kind: 'none' } | { kind: 'example', slug: string } | { kind: 'error', code: string, message: string }
 *   | { kind: 'document', sources: Sources, record: SessionRecord | null, ignored: string[], legacy: boolean }} Read
 */

/** Members that this page does not act on. */
const NOT_YET = { u: 'the view' };

/**
 * @param {string} hash with or without `#`
 * @returns {Promise<Read>}
 */
export async function readLink(hash) {
  if (hash.replace(/^#/, '') === '') return { kind: 'none' };
  try {
    const opened = await decode(hash);
    if (opened.kind === 'example') return { kind: 'example', slug: opened.slug };
    const { document, ignored, legacy } = opened;
    const left = Object.entries(NOT_YET).filter(([member]) => Object.hasOwn(document, member)).map(([, name]) => name);
    const sources = { source: document.s, ...rootedFiles(document.f ?? {}) };
    return { kind: 'document', sources, record: recordOf(document, sources), ignored: [...ignored, ...left], legacy };
  } catch (error) {
    if (error instanceof LinkError) return error.code === 'link-empty' ? { kind: 'none' } : { kind: 'error', code: error.code, message: sentence(error.message) };
    throw error;
  }
}

/**
 * The fragment of a machine's texts, or null when it is over a cap.
 * @param {Sources} sources
 * @returns {Promise<string | null>}
 */
export async function linkOf({ source, files, entry }) {
  const f = relativeFiles(files, entry);
  try {
    return await encode({ s: source, ...(f === undefined ? {} : { f }) });
  } catch (error) {
    if (error instanceof LinkError) return null;
    throw error;
  }
}

/** The run in a document; null when it holds none. @param {LinkDocument} document @param {Sources} sources @returns {SessionRecord | null} */
function recordOf(document, { files, entry }) {
  const { s, f, i, r, t = [], k } = document;
  if (!i && !r && t.length === 0 && k === undefined) return null;
  const { m, n, l = [] } = r ?? {};
  return {
    s,
    ...(f ? { f: files, e: entry } : {}),
    ...(i ? { i } : {}),
    r: /** @type {SessionRecord['r']} */ ({ ...(m ? { m } : {}), ...(n ? { n } : {}), l }),
    t,
    k: k ?? Math.max(0, ...t.map(([tick]) => tick)),
  };
}

/** @param {string} text */
const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
