// A comparison is in sight when it begins and when its other side changes, unless the user scrolled away from it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visit } from './visitor.ts';

const FIELDS = Array.from({ length: 60 }, (_, i) => `f${i}: 0`).join(', ');
const MANY = `machine "Many"
context Log { n: 0, ${FIELDS} }
init a
task b { prompt: "add 1 to Log.n" }
task c { prompt: "add 1 to Log.n" }
end d
a -> b
b -> c
c -> d
b, c -writes-> Log
`;

test('the panel of the contexts is scrolled to a comparison, until the user scrolls away from it', () =>
  visit({}, async (visitor, page) => {
    await visitor.write(MANY);
    await page.locator('tracklight-diagram .node[aria-label*=" c"]').first().waitFor();
    const panel = await visitor.panel('Context');
    for (const step of [1, 2, 3]) {
      await visitor.press('step');
      await page.locator('.timeline output', { hasText: `Step ${step}` }).waitFor();
    }
    const scrolled = () => page.locator('#panel').evaluate((one) => one.scrollTop);
    const scrollTo = (top: number) =>
      page.locator('#panel').evaluate((one, to) => {
        one.scrollTop = to;
        return new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())));
      }, top);
    await scrollTo(600);
    assert.equal(await scrolled(), 600);
    await page.locator('.timeline').getByRole('button', { name: 'Compare', exact: true }).click();
    const head = panel.locator('.compare h3');
    const isInSight = () =>
      head.evaluate((one) => {
        const [box, room] = [one, one.closest('.panel') as Element].map((part) => part.getBoundingClientRect());
        return !!box && !!room && box.top >= room.top && box.bottom <= room.bottom;
      });
    await head.waitFor();
    assert.ok(await isInSight());
    await visitor.press('back');
    await panel.locator('.compare td', { hasText: 'Log.n' }).first().waitFor();
    assert.ok(await isInSight());
    await scrollTo(500);
    await visitor.press('back');
    await page.locator('.timeline output', { hasText: 'Step 1' }).waitFor();
    assert.ok(!(await isInSight()));
    // The comparison that is begun anew is shown.
    await page.locator('.timeline').getByRole('button', { name: 'Compare', exact: true }).click();
    await head.waitFor({ state: 'detached' });
    await scrollTo(500);
    await page.locator('.timeline').getByRole('button', { name: 'Compare', exact: true }).click();
    await head.waitFor();
    assert.ok(await isInSight());
  }));
