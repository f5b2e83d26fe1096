// Links: `#t1.` + codec + payload. Writes the shortest form, reads all of them, and never touches the network.

import { decodeUtf8, deflate, fromBase64url, inflate, toBase64url } from './deflate.ts';
import { CAPS, canonical, checkTextSize, minimal, readDocument } from './document.ts';
import { LinkError } from './error.ts';
import { isLegacy, readLegacy } from './legacy.ts';
import type { LinkDocument, Opened } from './types.ts';

export { canonical } from './document.ts';
export { LinkError } from './error.ts';

/** Codec characters: plain, compressed; of a bare source or of a document. */
const SOURCE = { plain: 'a', packed: 'b' };
const DOCUMENT = { plain: '0', packed: '1' };

/** The fragment of a document, `#` included. */
export async function encode(document: LinkDocument): Promise<string> {
  const kept = minimal(document);
  const bare = Object.keys(kept).length === 1;
  const codec = bare ? SOURCE : DOCUMENT;
  const bytes = new TextEncoder().encode(bare ? kept.s : canonical(kept));
  if (bytes.length > CAPS.inflated) throw new LinkError('link-too-big', 'the document');
  const plain = codec.plain + toBase64url(bytes);
  const packed = await deflate(bytes);
  const short = packed === null ? plain : codec.packed + toBase64url(packed);
  const fragment = `#t1.${short.length < plain.length ? short : plain}`;
  if (fragment.length > CAPS.hash) throw new LinkError('link-too-big', 'the link text');
  return fragment;
}

/**
 * What a fragment holds, in any published form.
 * @param fragment with or without `#`
 */
export async function decode(fragment: string): Promise<Opened> {
  const { text, broken } = clean(fragment);
  if (text === '') throw new LinkError('link-empty');
  if (isLegacy(text)) {
    if (text.length > CAPS.hash) throw new LinkError('link-too-big', 'the link text');
    if (broken) throw new LinkError('link-base64');
    return readLegacy(text);
  }
  const [, version, codec, payload] = /^t(\d+)\.(.)(.*)$/su.exec(text) ?? [];
  if (version === undefined) throw new LinkError('link-unknown');
  if (version !== '1') throw new LinkError('link-version');
  if (![...Object.values(SOURCE), ...Object.values(DOCUMENT)].includes(codec)) throw new LinkError('link-codec');
  if (text.length > CAPS.hash) throw new LinkError('link-too-big', 'the link text');
  if (broken) throw new LinkError('link-base64');
  const bytes = fromBase64url(payload);
  const packed = codec === SOURCE.packed || codec === DOCUMENT.packed;
  const read = decodeUtf8(packed ? await inflate(bytes, CAPS.inflated) : [bytes]);
  if (codec === DOCUMENT.plain || codec === DOCUMENT.packed)
    return { kind: 'document', ...readDocument(read), legacy: false };
  checkTextSize(read);
  return { kind: 'document', document: Object.assign(Object.create(null), { s: read }), ignored: [], legacy: false };
}

/**
 * Undoes what chat programs and mail do to links: percent codes, and punctuation at the end.
 * @returns `broken`: a percent code that means nothing
 */
function clean(fragment: string): { text: string; broken: boolean } {
  let text = fragment.replace(/^#/u, '');
  let broken = false;
  if (text.includes('%')) {
    try {
      text = decodeURIComponent(text);
    } catch {
      broken = true;
    }
  }
  return { text: dropTail(text), broken };
}

const TAIL = new Set([...'=.,;:!?)]}>"\'\u2018\u2019\u201A\u201B\u201C\u201D\u201E\u201F\u2039\u203A\u00AB\u00BB']);

/** @param text by hand, because a pattern at the end of a long text takes quadratic time */
function dropTail(text: string) {
  let end = text.length;
  while (end > 0 && (TAIL.has(text[end - 1]) || /\s/u.test(text[end - 1]))) end -= 1;
  return text.slice(0, end);
}
