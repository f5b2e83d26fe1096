// The texts of the page have the sizes of the type scale, and no others.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const SRC = fileURLToPath(new URL('../../../src', import.meta.url));
const SCALE = [11, 12, 13, 14, 15, 16];
/** In px, or of `font: 12px / 16px …`; signs that are no text may be larger. */
const SIZE = /font(?:-size)?:[^;]*?\b([\d.]+)px/g;

test('every style sheet of the page uses the sizes of the scale', () => {
  const sheets = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.css') && !name.startsWith('net'),
  );
  assert.ok(sheets.length > 30, `only ${sheets.length} style sheets were found`);
  const odd = sheets.flatMap((name) =>
    [...readFileSync(join(SRC, name), 'utf8').matchAll(SIZE)]
      .map(([, size]) => Number(size))
      .filter((size) => size < 17 && !SCALE.includes(size))
      .map((size) => `${name}: ${size}px`),
  );
  assert.deepEqual(odd, []);
});
