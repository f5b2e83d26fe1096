// Links: `#t1.` + codec + payload. Writes the shortest form, reads all of them, and never touches the network.

import { decodeUtf8, deflate, fromBase64url, inflate, toBase64url } from './deflate.ts';
import { CAPS, canonical, checkTextSize, minimal, readDocument } from './document.ts';
import { LinkError } from './error.ts';
import { findFragments } from './find.ts';
import { isLegacy, readLegacy } from './legacy.ts';
import type { LinkDocument, Opened } from './types.ts';

export { canonical } from './document.ts';
export { LinkError } from './error.ts';

/** Codec characters: plain, compressed; of a bare source or of a document. */
const SOURCE = { plain: 'a', packed: 'b' };
const DOCUMENT = { plain: '0', packed: '1' };

/** The fragment of a document, `#` included. */
export async function encode(document: LinkDocument): Promise<string> {
  const minimalDocument = minimal(document);
  const bare = Object.keys(minimalDocument).length === 1;
  const codec = bare ? SOURCE : DOCUMENT;
  const bytes = new TextEncoder().encode(bare ? minimalDocument.s : canonical(minimalDocument));
  if (bytes.length > CAPS.inflated) throw new LinkError('link-too-big', 'the document', bytes.length - CAPS.inflated);
  const plain = codec.plain + toBase64url(bytes);
  const packed = await deflate(bytes);
  const short = packed === null ? plain : codec.packed + toBase64url(packed);
  const fragment = `#t1.${short.length < plain.length ? short : plain}`;
  if (fragment.length > CAPS.hash) throw new LinkError('link-too-big', 'the link text', fragment.length - CAPS.hash);
  return fragment;
}

/**
 * What a link holds, in any published form.
 * @param text a fragment, with or without `#`, or a text with a link in it
 */
export async function decode(text: string): Promise<Opened> {
  return (await openLink(text)).opened;
}

/**
 * The same, with the link as it was found.
 * @returns `fragment`: with `#`, as it was written before anything broke it
 */
export async function openLink(text: string): Promise<{ opened: Opened; fragment: string }> {
  let wrong: LinkError | null = null;
  let longest = 0;
  for (const fragment of findFragments(text)) {
    try {
      return { opened: await readFragment(fragment), fragment: `#${fragment}` };
    } catch (error) {
      if (!(error instanceof LinkError)) throw error;
      if (error.code === 'link-too-big') throw error;
      if (fragment.length > longest) wrong = error;
      longest = Math.max(longest, fragment.length);
    }
  }
  throw wrong ?? new LinkError(/(?:^|#)$/u.test(text.trim()) ? 'link-empty' : 'link-unknown');
}

/** @param text a fragment without `#` */
async function readFragment(text: string): Promise<Opened> {
  if (isLegacy(text)) {
    if (text.length > CAPS.hash) throw new LinkError('link-too-big', 'the link text');
    return readLegacy(text);
  }
  const [, version, codec, payload] = /^t(\d+)\.(.)(.*)$/su.exec(text) ?? [];
  if (version === undefined) throw new LinkError('link-unknown');
  if (version !== '1') throw new LinkError('link-version');
  if (![...Object.values(SOURCE), ...Object.values(DOCUMENT)].includes(codec)) throw new LinkError('link-codec');
  if (text.length > CAPS.hash) throw new LinkError('link-too-big', 'the link text');
  const bytes = fromBase64url(payload);
  const packed = codec === SOURCE.packed || codec === DOCUMENT.packed;
  const read = decodeUtf8(packed ? await inflate(bytes, CAPS.inflated) : [bytes]);
  if (codec === DOCUMENT.plain || codec === DOCUMENT.packed)
    return { kind: 'document', ...readDocument(read), legacy: false };
  checkTextSize(read);
  return { kind: 'document', document: Object.assign(Object.create(null), { s: read }), ignored: [], legacy: false };
}
