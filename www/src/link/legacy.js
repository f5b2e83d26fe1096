// @ts-check
// Older and bare forms: `#content=`, `#example=`, and whatever people paste into the From-link box.

import { decodeUtf8, fromBase64url } from "./bytes.js";
import { CAPS, checkTextSize, checkTicks } from "./document.js";
import { LinkError } from "./error.js";

/** @param {string} text a fragment without `#` */
export function isLegacy(text) {
  return /^(?:content|example|sections|tick)=/u.test(text);
}

/**
 * `content` is base64 with `-`, `_` and `~` for `+`, `/` and `=`; it wins over `example`. `sections` says nothing here.
 * @param {string} text
 * @returns {import("./types.js").Opened}
 */
export function readLegacy(text) {
  const parts = new Map(text.split("&").map((part) => /** @type {[string, string]} */ (splitOnce(part))));
  const content = parts.get("content");
  const example = parts.get("example");
  if (content !== undefined) {
    const source = decodeUtf8([fromBase64url(content.replaceAll("+", "-").replaceAll("/", "_").replace(/[~=]+$/u, ""))]);
    checkTextSize(source);
    return { kind: "document", document: Object.assign(Object.create(null), { s: source }), ignored: [], legacy: true };
  }
  if (example === undefined) throw new LinkError("link-unknown");
  const at = parts.get("tick") ?? "";
  const tick = /^\d+$/u.test(at) ? Number(at) : null;
  checkTicks({ k: tick ?? 0 }, CAPS.ticks);
  return { kind: "example", slug: example, tick };
}

/**
 * The fragment in a pasted text: a full address, Markdown with one link, a fragment, or a bare payload.
 * @param {string} pasted
 * @returns {string}
 */
export function findFragment(pasted) {
  const text = pasted.trim();
  // The last one: code before it may look like links.
  const link = [...text.matchAll(/\]\(([^()\s]*)\)/gu)].at(-1)?.[1] ?? text;
  const hash = link.indexOf("#");
  if (hash >= 0) return link.slice(hash);
  if (/^t\d+\./u.test(link) || isLegacy(link)) return `#${link}`;
  return /^[ab01][A-Za-z0-9_-]*$/u.test(link) ? `#t1.${link}` : `#${link}`;
}

/** @param {string} part */
function splitOnce(part) {
  const at = part.indexOf("=");
  return at < 0 ? [part, ""] : [part.slice(0, at), part.slice(at + 1)];
}
