// Twelve machines in columns from 280 to 1,000 pixels, with a picture and without one.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COLUMN_STYLE, allDrawn, columns, problemsAt } from '../column-widths.ts';
import { withHost } from '../host-page.ts';

test('at every width from 280 to 1,000 nothing leaves an element, and all texts can be read', async () => {
  await withHost(
    await columns(),
    async (host) => {
      await allDrawn(host);
      assert.equal(await host.shift(), 0);
      const problems = [];
      for (let width = 280; width <= 1000; width += 10) problems.push(...(await problemsAt(host, width)));
      assert.deepEqual(problems, []);
    },
    COLUMN_STYLE,
  );
});
