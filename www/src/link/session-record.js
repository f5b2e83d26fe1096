// @ts-check
// From the document of a link to a session record.

import { lastTick } from "./document.js";
import { rootedFiles } from "./files.js";

/**
 * @typedef {import("./types.js").LinkDocument} LinkDocument
 * @typedef {import("../protocol/types.js").SessionRecord} SessionRecord
 * @typedef {import("../protocol/types.js").Sources} Sources
 */

/**
 * @param {LinkDocument} document
 * @param {string} [entry] path of its source, where the document says it
 * @returns {{ sources: Sources, record: SessionRecord }}
 */
export function fromLink({ s, f, i, r, t = [], k, v }, entry) {
  const { files, entry: path } = rootedFiles(f ?? {}, entry);
  const l = /** @type {any} */ (r?.l ?? []);
  const record = {
    s,
    ...(f === undefined && entry === undefined ? {} : { f: files, e: path }),
    ...(i === undefined ? {} : { i }),
    r: { ...(r?.m === undefined ? {} : { m: r.m }), ...(r?.n === undefined ? {} : { n: r.n }), l, ...(l.length > 0 ? { given: l.length } : {}) },
    t,
    k: k ?? lastTick(t),
    ...(v === undefined ? {} : { v }),
  };
  return { sources: { source: s, files, entry: path }, record };
}

/** Whether there is more to open than a text. @param {SessionRecord} record */
export function hasRun({ i, r, t, k }) {
  return i !== undefined || r.m !== undefined || r.n !== undefined || r.l.length > 0 || t.length > 0 || k > 0;
}
