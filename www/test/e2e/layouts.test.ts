// The room that the parts of the page have on a phone and on a tablet.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseLayout, visit } from './visitor.ts';
import type { Locator, Page } from 'playwright-core';

const phone = { viewport: { width: 390, height: 844 }, touch: true };

test('nothing but the editor and the drawing is wider than a narrow phone', () =>
  visit({ viewport: { width: 320, height: 640 }, touch: true }, async (visitor, page) => {
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
    for (const name of ['Code', 'Diagram', 'Timeline', 'Panels']) {
      await visitor.pane(name);
      assert.ok(
        await page.evaluate(
          () =>
            document.documentElement.scrollWidth <= 320 && (document.querySelector('.runbar')?.scrollWidth ?? 0) <= 320,
        ),
        name,
      );
    }
  }));

test('fingers find every control', () =>
  visit(phone, async (_visitor, page) => {
    const small = await page.locator('button:visible, select:visible').evaluateAll((all) =>
      all
        .filter((one) => {
          const box = one.getBoundingClientRect();
          return box.height < 43.5;
        })
        .map((one) => one.textContent?.trim() || one.getAttribute('aria-label')),
    );
    assert.deepEqual(small, []);
  }));

const boxOf = async (page: Page, selector: string) =>
  (await page.locator(selector).first().boundingBox()) as NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

test('the open drawer of a tablet lies beside the drawing and leaves editor, run bar and timeline alone', () =>
  visit({ viewport: { width: 820, height: 1100 }, touch: true }, async (_visitor, page) => {
    await page.getByRole('button', { name: 'Open panels' }).tap();
    await page.getByRole('button', { name: 'Close panels' }).waitFor();
    const [side, runbar, timeline] = [
      await boxOf(page, '.side'),
      await boxOf(page, '.runbar'),
      await boxOf(page, '.timeline'),
    ];
    assert.ok(
      side.y >= runbar.y + runbar.height - 1 && side.y + side.height <= timeline.y + 1,
      JSON.stringify({ side, runbar, timeline }),
    );
  }));

test('in a low window the drawer keeps a height to work in', () =>
  visit({ viewport: { width: 1000, height: 700 }, touch: true }, async (_visitor, page) => {
    await page.getByRole('button', { name: 'Open panels' }).tap();
    const [side, top, timeline] = [
      await boxOf(page, '.side'),
      await boxOf(page, '.top'),
      await boxOf(page, '.timeline'),
    ];
    assert.ok(
      side.height >= 379 && side.y >= top.y + top.height && side.y + side.height <= timeline.y + 1,
      JSON.stringify({ side, top, timeline }),
    );
  }));

for (const width of [640, 760, 820]) {
  test(`no part of the header lies over another one at a width of ${width} with touch`, () =>
    visit({ viewport: { width, height: 900 }, touch: true }, async (visitor, page) => {
      await visitor.type('// so\n');
      await page.locator('.kept', { hasText: /^Saved/ }).waitFor({ state: 'attached' });
      const over = await page.locator('.top').evaluate((top) => {
        const parts = [...top.querySelectorAll('h1, button, summary, .kept')]
          .filter((one) => one.checkVisibility() && !one.closest('.items'))
          .map((one) => ({
            name: one.textContent?.trim() || one.getAttribute('aria-label'),
            box: one.getBoundingClientRect(),
          }));
        return parts
          .slice(1)
          .filter(({ box }, i) => box.left < (parts[i]?.box.right ?? 0) - 0.5)
          .map(({ name }) => name);
      });
      assert.deepEqual(over, []);
    }));
}

/** Whether all of the drawing stands in the part of its stage that is seen, with room around it. */
const isInSight = (page: Page) =>
  page.waitForFunction(() => {
    const root = (document.querySelector('tracklight-diagram') as any).shadowRoot;
    const [stage, drawing, tools] = ['.stage', '.lens', '.tools'].map((one) =>
      root.querySelector(one).getBoundingClientRect(),
    );
    const panels = document.querySelector('.side') as Element;
    const right = getComputedStyle(panels).visibility === 'visible' ? panels.getBoundingClientRect().left : stage.right;
    return (
      drawing.left >= stage.left + 3 &&
      drawing.right <= right - 3 &&
      drawing.top >= stage.top + 3 &&
      tools.right <= right &&
      tools.left >= stage.left
    );
  });
/** The left edge of the drawing, once it has not moved for half a second of frames. */
const leftAtRest = (page: Page) =>
  page
    .locator('tracklight-diagram .lens')
    .first()
    .evaluate(async (lens) => {
      let [left, frames] = [NaN, 0];
      while (frames < 30) {
        await new Promise(requestAnimationFrame);
        const now = lens.getBoundingClientRect().left;
        [left, frames] = [now, now === left ? frames + 1 : 0];
      }
      return left;
    });
const placeOf = (page: Page) => page.locator('tracklight-diagram .lens').first().getAttribute('transform');

for (const [name, options] of [['a tablet', { viewport: { width: 820, height: 1100 }, touch: true }]] as const) {
  test(`beside the open drawer of ${name} the drawing and its buttons are in sight; a moved view stays`, () =>
    visit({ ...options }, async (visitor, page) => {
      await chooseLayout(page, 'Diagram');
      const drawer = (what: 'Open' | 'Close') => page.getByRole('button', { name: `${what} panels` }).click();
      if (await page.getByRole('button', { name: 'Close panels' }).isVisible()) await drawer('Close');
      await isInSight(page);
      const alone = await leftAtRest(page);
      await drawer('Open');
      await isInSight(page);
      await drawer('Close');
      await page.waitForFunction(
        (place) =>
          Math.abs(
            (document.querySelector('tracklight-diagram') as any).shadowRoot
              .querySelector('.lens')
              .getBoundingClientRect().left - place,
          ) < 10,
        alone,
      );

      await page.getByRole('button', { name: 'Zoom out' }).click();
      const moved = await placeOf(page);
      await drawer('Open');
      await page.locator('.side').waitFor();
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      assert.equal(await placeOf(page), moved);
      await page.getByRole('button', { name: 'Fit' }).click();
      await isInSight(page);
      // The right half of a large view lies under the panels, where a node is not followed to.
      await page.locator('tracklight-diagram').focus();
      for (let i = 0; i < 7; i += 1) await page.keyboard.press('+');
      await visitor.step(1);
      await page.waitForFunction(() => {
        const node = (document.querySelector('tracklight-diagram') as any).shadowRoot
          .querySelector('.node.r-current')
          .getBoundingClientRect();
        return node.left + node.width / 2 < (document.querySelector('.side') as Element).getBoundingClientRect().left;
      });
    }));
}
