// @ts-check
// From the document of a link to a session record, and what of the document this version leaves aside.

import { lastTick } from "../link/document.js";

/**
 * @typedef {import("../link/types.js").LinkDocument} LinkDocument
 * @typedef {import("../engine/types.js").SessionRecord} SessionRecord
 */

/** Members and kinds of actions that are carried but not played. */
const LATER = { "u.b": "breakpoints", "r.l": "stored replies that no action names" };
const PLAYED = ["p", "r", "a", "x", "e", "h", "c", "f", "d", "m"];

/**
 * @param {LinkDocument} document
 * @returns {{ record: SessionRecord, left: string[] }} `left`: what cannot be replayed yet, in words; [] for most
 */
export function fromLink(document) {
  const { s, f, i, r, t = [], k } = document;
  const record = {
    s,
    ...(f === undefined ? {} : { f }),
    ...(i === undefined ? {} : { i }),
    r: { ...(r?.m === undefined ? {} : { m: r.m }), ...(r?.n === undefined ? {} : { n: r.n }), l: /** @type {any} */ (r?.l ?? []) },
    t,
    k: k ?? lastTick(t),
  };
  return { record, left: leftAside(document) };
}

/** Whether there is more to open than a text. @param {SessionRecord} record */
export function hasRun({ i, t, k }) {
  return i !== undefined || t.length > 0 || k > 0;
}

/** @param {LinkDocument} document @returns {string[]} */
function leftAside({ r, t = [], u }) {
  /** @type {string[]} */
  const left = [];
  if (u?.b !== undefined) left.push(LATER["u.b"]);
  const named = new Set(t.filter(([, kind]) => kind === "r").map(([, , index]) => index));
  if ((r?.l ?? []).some((_, index) => !named.has(index))) left.push(LATER["r.l"]);
  const kinds = new Set(t.map(([, kind]) => kind).filter((kind) => !PLAYED.includes(kind)));
  for (const kind of kinds) left.push(`actions of kind \`${kind}\``);
  return left;
}
