// The drawings of the whole gallery, at the start, in the middle and at the end of their runs, light and dark: nothing
// leaves its box, overlaps or lies on a line, and the first view can be read. `make picture` prints the figures.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FONTS, measure, table, type Row } from '../picture.ts';

/** Small print of a first view, in pixels: of machines that are seen as a whole, and of others. */
const SMALLEST = { few: 11, many: 10, nodes: 8 };

const all = (rows: Row[], wrong: (row: Row) => string[]) => [...new Set(rows.flatMap((row) => wrong(row).map((text) => `${row.example} at ${row.position}, ${row.theme}: ${text}`)))];

for (const fonts of FONTS) {
  test(`no text leaves its box or overlaps another, and no label lies on a line or a node, with the fonts ${fonts}`, async () => {
    const rows = await measure({ fonts });
    console.log(table(rows));
    assert.deepEqual(all(rows, ({ leaves }) => leaves), [], 'out of the box');
    assert.deepEqual(all(rows, ({ overlaps }) => overlaps), [], 'overlaps');
    assert.deepEqual(all(rows, ({ lines }) => lines), [], 'labels on lines');
    assert.deepEqual(all(rows, ({ position, nodes, smallest }) => (position === 'start' && smallest < (nodes <= SMALLEST.nodes ? SMALLEST.few : SMALLEST.many) - 0.05 ? [`${smallest.toFixed(1)} px`] : [])), [], 'too small at the first view');
    assert.deepEqual(all(rows, ({ misses }) => (misses > 0 ? [`${misses}`] : [])), [], 'patches that missed');
    assert.equal(rows.find(({ example }) => example === 'kettle')?.whole, true, 'the start example is seen whole');
    // The page's own font has the widths that the layout measured with.
    if (fonts === 'own') assert.deepEqual(all(rows, ({ pressed }) => (pressed > 0 ? [`${pressed}`] : [])), [], 'pressed');
  });
}

test('a phone shows every drawing so that its small print can be read', async () => {
  const rows = await measure({ fonts: 'own', phone: true });
  console.log(table(rows));
  assert.deepEqual(all(rows, ({ leaves, overlaps, lines }) => [...leaves, ...overlaps, ...lines]), []);
  assert.deepEqual(all(rows, ({ smallest }) => (smallest < SMALLEST.many - 0.05 ? [`${smallest.toFixed(1)} px`] : [])), []);
  assert.equal(rows.find(({ example }) => example === 'kettle')?.whole, true, 'the start example is seen whole');
});
