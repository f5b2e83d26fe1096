// Bytes of a link: base64url, raw DEFLATE by the platform, UTF-8. Inflating stops at a limit, so a small link cannot
// fill the memory.

import { LinkError } from './error.ts';

export function toBase64url(bytes: Uint8Array) {
  let text = '';
  // `fromCharCode` takes its arguments on the stack, hence in portions.
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/u, '');
}

/** @param text without padding */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[A-Za-z0-9_-]*$/u.test(text) || text.length % 4 === 1) throw new LinkError('link-base64');
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  // An iterator takes a hundred times as long.
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** @returns null where the platform cannot */
export async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array | null> {
  if (typeof CompressionStream === 'undefined') return null;
  const chunks = [];
  for await (const chunk of pump(bytes, new CompressionStream('deflate-raw'))) chunks.push(chunk);
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/**
 * @param cap most bytes that may come out
 * @returns in pieces, never joined
 */
export async function inflate(bytes: Uint8Array<ArrayBuffer>, cap: number): Promise<Uint8Array[]> {
  if (bytes.length === 0 || typeof DecompressionStream === 'undefined') throw new LinkError('link-inflate');
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of pump(bytes, new DecompressionStream('deflate-raw'))) {
      length += chunk.length;
      if (length > cap) throw new LinkError('link-too-big', 'the inflated document');
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof LinkError ? error : new LinkError('link-inflate');
  }
  return chunks;
}

export function decodeUtf8(chunks: Uint8Array[]): string {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join('') + decoder.decode();
  } catch {
    throw new LinkError('link-utf8');
  }
}

/** Sends bytes through a stream; leaving the loop early cancels it. */
async function* pump(
  bytes: Uint8Array<ArrayBuffer>,
  through: { readable: ReadableStream<Uint8Array<ArrayBuffer>>; writable: WritableStream<BufferSource> },
) {
  const writer = through.writable.getWriter();
  // A failure is seen on the reading side; here it would only be reported twice.
  writer.write(bytes).catch(() => {});
  writer.close().catch(() => {});
  const reader = through.readable.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}
