// The widths of letters that pictures are made with are those that the core measures with.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { BOLD, REGULAR, widthOf } from '../../../src/diagram/widths.ts';

const core = readFileSync(new URL('../../../../src/view/measure.rs', import.meta.url), 'utf8');

for (const [name, table] of Object.entries({ REGULAR, BOLD })) {
  test(`the table ${name} is that of the core`, () => {
    const [, numbers = ''] = new RegExp(`const ${name}: \\[u16; 95\\] = \\[([^\\]]*)\\]`).exec(core) ?? [];
    assert.deepEqual(
      numbers
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean)
        .map(Number),
      table,
    );
  });
}

test('a text is as wide as its letters, wide ones count more, and a monospaced column counts the same', () => {
  assert.equal(widthOf('ab', 10, 'regular'), 11.12);
  assert.equal(widthOf('日本', 10, 'regular'), 20);
  assert.equal(widthOf('iiii', 10, 'mono'), 24);
});
