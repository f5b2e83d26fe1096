// The drawings of the whole gallery, at the start, in the middle and at the end of their runs, light and dark: nothing
// leaves its box, overlaps or lies on a line, and the first view can be read. `make picture` prints the figures.
// `make test` looks at the start of each run in the light theme with the page's own font, `make test-all` at all.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { full } from '../full.ts';
import { FONTS, assertReadable, faults, measure, smallestOf, table } from '../picture.ts';

for (const fonts of full ? FONTS : FONTS.slice(0, 1)) {
  test(`no text leaves its box or overlaps, no label lies on a line or a node, with the fonts ${fonts}`, async () => {
    const rows = await measure({ fonts, brief: !full });
    console.log(table(rows));
    // The page's own font has the widths that the layout measured with.
    assertReadable(rows, { pressed: fonts !== 'own' });
  });
}

test('a phone shows every drawing so that its small print can be read', async () => {
  const rows = await measure({ fonts: 'own', phone: true, brief: !full });
  console.log(table(rows));
  assert.deepEqual(
    faults(rows, ({ leaves, overlaps, lines }) => [...leaves, ...overlaps, ...lines]),
    [],
  );
  assert.deepEqual(
    faults(rows, ({ smallest }) => (smallest < smallestOf(Infinity) - 0.05 ? [`${smallest.toFixed(1)} px`] : [])),
    [],
  );
  assert.equal(rows.find(({ example }) => example === 'kettle')?.whole, true, 'the start example is seen whole');
});
