// The drawing's font as TrueType files: what makes PNG pictures reads no packed fonts.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';

const fonts = new URL('../../node_modules/@fontsource/arimo/files/', import.meta.url);

/** @param {string} to folder of the fonts */
export function writeFonts(to) {
  mkdirSync(to, { recursive: true });
  for (const weight of [400, 700])
    writeFileSync(
      join(to, `arimo-${weight}.ttf`),
      trueType(readFileSync(new URL(`arimo-latin-${weight}-normal.woff`, fonts))),
    );
}

/** Lengths of the headers and of an entry for one table, in a WOFF file and in a TrueType file. */
const WOFF = { header: 44, entry: 20 };
const TRUE_TYPE = { header: 12, entry: 16 };

/**
 * The font in a WOFF file (https://www.w3.org/TR/WOFF/), whose tables are deflated one by one.
 * @param {Buffer} woff
 */
function trueType(woff) {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('the font is no WOFF file');
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(TRUE_TYPE.header + TRUE_TYPE.entry * count);
  const power = 2 ** Math.floor(Math.log2(count));
  woff.copy(head, 0, 4, 8);
  const search = [count, 16 * power, Math.log2(power), 16 * (count - power)];
  for (const [i, value] of search.entries()) head.writeUInt16BE(value, 4 + 2 * i);
  /** @type {Buffer[]} */
  const parts = [head];
  let offset = head.length;
  for (let i = 0; i < count; i += 1) {
    const from = WOFF.header + WOFF.entry * i;
    const at = TRUE_TYPE.header + TRUE_TYPE.entry * i;
    const [start = 0, packed = 0, length = 0] = [4, 8, 12].map((far) => woff.readUInt32BE(from + far));
    const data = woff.subarray(start, start + packed);
    const table = packed < length ? inflateSync(data) : data;
    // Tag and checksum.
    woff.copy(head, at, from, from + 4);
    woff.copy(head, at + 4, from + 16, from + 20);
    head.writeUInt32BE(offset, at + 8);
    head.writeUInt32BE(length, at + 12);
    const padding = -length & 3;
    parts.push(table, Buffer.alloc(padding));
    offset += length + padding;
  }
  return Buffer.concat(parts);
}
