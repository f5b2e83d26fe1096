// What has to hold in Firefox and in WebKit as in Chromium: the first minute, the measures of the drawing, both themes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstMinute } from '../first-minute.ts';
import { KETTLE } from '../visitor.ts';
import { inspect } from '../inspect.ts';
import { OTHERS, withOther } from '../other-browsers.ts';
import { assertReadable, measureOther, table } from '../picture.ts';

/** WebKitGTK makes every letter as wide as whole pixels, so that a text may be wider than measured: it is pressed. */
const WHOLE_PIXELS = ['webkit'];

for (const browser of OTHERS) {
  test(`${browser}: the first minute: open, run, step back, edit a value, share, open the link, write`, () =>
    withOther(browser, { path: KETTLE }, firstMinute));

  test(`${browser}: no text leaves its box or overlaps, no label lies on a line or node, light and dark`, async () => {
    const rows = await measureOther(browser);
    console.log(table(rows));
    assertReadable(rows, { pressed: WHOLE_PIXELS.includes(browser) });
  });

  test(`${browser}: a dark system has a dark page, a text that is too wide is found, the page fits its window`, () =>
    withOther(browser, { colorScheme: 'dark', path: '#example=fair&tick=6' }, async (tab) => {
      await tab.waitForFunction(() => {
        const { state } = (document.querySelector('tracklight-app') as any) ?? {};
        const diagram = document.querySelector('tracklight-diagram') as any;
        return (
          state?.run.snapshot?.position.tick === 6 &&
          !state.run.isRunning &&
          diagram?.settled &&
          diagram.shadowRoot.querySelector('.node') !== null
        );
      });
      assert.ok(
        (
          await tab.evaluate(() => getComputedStyle(document.body).backgroundColor.match(/\d+/g)?.map(Number) ?? [255])
        ).every((part) => part < 60),
        'dark',
      );
      assert.deepEqual((await tab.evaluate(inspect)).leaves, []);
      // Where the drawing is replaced in between, as when a font has come, the new one is taken.
      let leaves: string[] = [];
      for (let tries = 0; tries < 20 && leaves.length === 0; tries += 1) {
        await tab.evaluate(() => {
          (document.querySelector('tracklight-diagram') as any).shadowRoot.querySelector('.node text').style.fontSize =
            '60px';
        });
        leaves = (await tab.evaluate(inspect)).leaves;
      }
      assert.notDeepEqual(leaves, []);
      assert.deepEqual(
        await tab.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]),
        [1440, 900],
      );
    }));
}
