// Finds the link in a text: a fragment, an address, or whatever somebody pastes around one. It undoes what mail and
// chat programs do to links: percent codes, line breaks, quotation marks, invisible characters, redirects. Pure.

import { CAPS } from './document.ts';
import { LinkError } from './error.ts';

/** A text around a link may be so much longer than the longest link. */
const MAX_TEXT = 8 * CAPS.hash;
/** Redirects of redirects encode an address once more each. */
const MAX_ENCODINGS = 6;
/** Of a text with many links or many line breaks, so many readings are tried, and so many characters of them. */
const MAX_READINGS = 64;
const MAX_TRIED_CHARACTERS = 4 * CAPS.hash;

const INVISIBLE = /[\u00AD\u200B-\u200D\u2060\uFEFF]/gu;

/** What begins a link, with the destination of a Markdown link that it stands in. */
const LINK_START = /(\]\([^()\s#]*)?#\s*t\s*(\d+)\s*\.\s*(?=\S)/gu;
const LEGACY_START = /#((?:content|example|sections|tick)=)/u;
const LINK_WITHOUT_HASH = /^(?:t\d+\.|(?:content|example|sections|tick)=)/u;

/** What never stands in a link and often behind one. */
const LINK_END = /[=.,;:!?()[\]{}<>|&"'`\u2018-\u201F\u2026\u2039\u203A\u00AB\u00BB]/u;

/**
 * What may be the fragment of a link in a text, without `#`. The first is the likeliest; later ones are for who finds
 * that those before cannot be read.
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

/** Percent codes, entities and invisible characters become what they stand for, also where they were encoded twice. */
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

/** @param codes percent codes, which a cut may have left without a meaning */
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
  // Of Markdown the last one: code before it may look like links.
  const likeliest = found.findLast(isMarkdown);
  for (const start of likeliest ? [likeliest, ...found.filter((one) => one !== likeliest)] : found) {
    const from = (start.index ?? 0) + start[0].length;
    for (const payload of payloads(text.slice(from, from + 2 * CAPS.hash))) yield `t${start[2]}.${payload}`;
  }
}

/**
 * What may be the payload at the beginning of a text: its pieces up to a character that no payload has, all of them or
 * only the first ones, because what stands behind white space may be the next words of the text.
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
  // A part of a plain source reads as well, a part of anything else does not: there, words behind it stay out.
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
  // The name of an example is too short to be broken.
  if (whole.includes('content=') && /^[\w\s+/~=&.-]*$/u.test(whole)) {
    const joined = whole.replace(/=\r?\n|\s+/gu, '');
    yield trimEnd(joined);
    yield trimEnd(joined.replace(/=3D/gu, '='));
  }
  yield trimEnd(whole.replace(/[\s"'<>|)\]}].*$/su, ''));
}

/** @param text by hand, because a pattern at the end of a long text takes quadratic time */
function trimEnd(text: string) {
  let end = text.length;
  while (end > 0 && LINK_END.test(text[end - 1])) end -= 1;
  return text.slice(0, end);
}
