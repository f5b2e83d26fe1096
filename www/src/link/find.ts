// Finds the link in a text: a fragment, a URL, or a text with one in it. Undoes what mail and chat programs do to
// links: percent codes, line breaks, quotation marks, invisible characters, redirects. Pure.

import { CAPS } from './document.ts';
import { LinkError } from './error.ts';

/** In characters: a text may be longer than the link in it. */
const MAX_TEXT = 8 * CAPS.hash;
/** Each redirect encodes the URL once more. */
const MAX_ENCODINGS = 6;
/** Limits for texts with many links or many line breaks. */
const MAX_READINGS = 64;
const MAX_TRIED_CHARACTERS = 4 * CAPS.hash;

const INVISIBLE = /[\u00AD\u200B-\u200D\u2060\uFEFF]/gu;

/** The start of a link, with the destination if it is in a Markdown link. */
const LINK_START = /(\]\([^()\s#]*)?#\s*t\s*(\d+)\s*\.\s*(?=\S)/gu;
const LEGACY_START = /#((?:content|example|sections|tick)=)/u;
const LINK_WITHOUT_HASH = /^(?:t\d+\.|(?:content|example|sections|tick)=)/u;

/** Characters that are never in a link and often follow one. */
const LINK_END = /[=.,;:!?()[\]{}<>|&"'`\u2018-\u201F\u2026\u2039\u203A\u00AB\u00BB]/u;

/**
 * The possible fragments of links in a text, without `#`, the likeliest first. Later ones are for callers that cannot
 * read those before.
 */
export function* findFragments(text: string): Generator<string> {
  if (text.length > MAX_TEXT) throw new LinkError('link-too-big', 'the link text');
  const plain = decodeText(text).trim();
  let left = MAX_TRIED_CHARACTERS;
  let count = 0;
  for (const fragment of allFragments(plain)) {
    if (count > 0 && (count >= MAX_READINGS || fragment.length > left)) return;
    count += 1;
    left -= fragment.length;
    yield fragment;
  }
}

function* allFragments(plain: string) {
  yield* links(plain);
  yield* legacyLinks(plain);
}

/** Decodes percent codes and entities, also repeated ones, and removes invisible characters. */
function decodeText(text: string): string {
  let plain = text.replace(INVISIBLE, '');
  for (let i = 0; i < MAX_ENCODINGS; i += 1) {
    const before = plain;
    plain = before
      .replace(/&amp;/giu, '&')
      .replace(/&(?:#35|#x23|num);/giu, '#')
      .replace(/(?:%[0-9a-f]{2})+/giu, decodePercent)
      .replace(INVISIBLE, '');
    if (plain === before) break;
  }
  return plain;
}

/** Percent codes stay as they are if they are cut off. */
function decodePercent(codes: string) {
  try {
    return decodeURIComponent(codes);
  } catch {
    return codes;
  }
}

/** Links of the present form. */
function* links(plain: string) {
  const bare = /^t\d+\./u.test(plain) ? `#${plain}` : /^[ab01][\w-]*$/u.test(plain) ? `#t1.${plain}` : plain;
  // Quoted mail, quoted-printable lines, and the backslashes of Markdown.
  const text = bare
    .replace(/^[ \t]*>[> \t]*/gmu, '')
    .replace(/=\r?\n/gu, '\n')
    .replace(/=(23|2D|2E|3D|5F)/gu, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\(?=[_-])/gu, '');
  const found = [...text.matchAll(LINK_START)];
  const isMarkdown = ([, destination]: RegExpMatchArray) => destination !== undefined;
  // In Markdown the last link is the likeliest: code before it may contain others.
  const likeliest = found.findLast(isMarkdown);
  for (const start of likeliest ? [likeliest, ...found.filter((candidate) => candidate !== likeliest)] : found) {
    const from = (start.index ?? 0) + start[0].length;
    for (const payload of payloads(text.slice(from, from + 2 * CAPS.hash))) yield `t${start[2]}.${payload}`;
  }
}

/**
 * The possible payloads at the start of a text: its pieces between white space up to a character that no payload has.
 * Only the first ones may belong to it, because the text may go on after white space.
 */
function payloads(text: string): string[] {
  const ends: number[] = [];
  let whole = '';
  for (const [piece] of text.matchAll(/\S+/gu)) {
    const end = piece.search(LINK_END);
    whole += end < 0 ? piece : piece.slice(0, end);
    ends.push(whole.length);
    if (end >= 0) break;
  }
  // Only a part of a plain source can be read by itself, so the longest payload is tried first there.
  const isSource = whole.startsWith('a');
  const last = ends.slice(-MAX_READINGS / 2).reverse();
  const ordered = ends.length > last.length ? [...last, ...ends] : isSource ? last : ends;
  return ordered.map((end) => whole.slice(0, end));
}

/** Links of older forms. */
function* legacyLinks(plain: string) {
  const text = LINK_WITHOUT_HASH.test(plain) ? `#${plain}` : plain;
  const start = LEGACY_START.exec(text)?.index;
  if (start === undefined) return;
  const whole = text.slice(start + 1);
  // The name of an example is too short for line breaks.
  if (whole.includes('content=') && /^[\w\s+/~=&.-]*$/u.test(whole)) {
    const joined = whole.replace(/=\r?\n|\s+/gu, '');
    yield trimEnd(joined);
    yield trimEnd(joined.replace(/=3D/gu, '='));
  }
  yield trimEnd(whole.replace(/[\s"'<>|)\]}].*$/su, ''));
}

/** Without a regular expression, because one at the end of a long text takes quadratic time. */
function trimEnd(text: string) {
  let end = text.length;
  while (end > 0 && LINK_END.test(text[end - 1])) end -= 1;
  return text.slice(0, end);
}
