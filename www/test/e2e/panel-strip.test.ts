// The strip of a wide window: its room, its words, and where the focus goes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseLayout, visit } from './visitor.ts';
import type { Page } from 'playwright-core';

const strip = (page: Page) => page.getByRole('toolbar', { name: 'Panels' });
const widthOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((one) => one.getBoundingClientRect().width);
const isClosed = (page: Page) => page.locator('.panel-column').waitFor({ state: 'detached' });

for (const [width, height, share] of [
  [1440, 900, 0.65],
  [1280, 720, 0.65],
  [1200, 700, 0.64],
] as const) {
  test(`at ${width} the drawing has at least ${share * 100} % of the width, and no word of the strip is cut`, () =>
    visit({ viewport: { width, height }, first: true }, async (visitor, page) => {
      assert.ok((await widthOf(page, '.diagram')) >= share * width, `${await widthOf(page, '.diagram')}`);
      assert.equal(await page.locator('.timeline').evaluate((one) => one.getBoundingClientRect().height), 132);
      assert.equal(await page.locator('.status-row').evaluate((one) => one.getBoundingClientRect().height), 40);
      await visitor.panel('Agent context');
      const cut = await strip(page)
        .locator('button')
        .evaluateAll((all) =>
          all.filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight),
        );
      assert.equal(cut.length, 0);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
    }));
}

test('in a low window buttons without room go under More, the open panel and one with a count last', () =>
  visit({ viewport: { width: 1280, height: 420 }, first: true }, async (visitor, page) => {
    await visitor.write('machine "M"\ninit a\nend c\nstate lonely\na -> c\n');
    await page.locator('#panel-button-problems .count').waitFor();
    await page.locator('#panel-button-events').waitFor({ state: 'hidden' });
    assert.equal(await page.locator('#panel-button-problems').isVisible(), true);
    const boxes = await strip(page)
      .locator('button:visible')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
    const end = await page.locator('.side').evaluate((one) => one.getBoundingClientRect().bottom);
    assert.ok(boxes.length >= 2 && boxes.every((bottom) => bottom <= end + 0.5), JSON.stringify({ boxes, end }));
    await page.getByRole('button', { name: 'More panels' }).click();
    const list = await page.locator('.more-panels').boundingBox();
    assert.ok(list && list.y >= 0 && list.y + list.height <= 420, JSON.stringify(list));
    await page.getByRole('option', { name: 'Events' }).click();
    await page.getByRole('group', { name: 'Events' }).waitFor();
    assert.equal(await page.locator('#panel-button-events').isVisible(), true);
  }));

test('a panel that a command opened gives the focus back to what had it', () =>
  visit({ first: true }, async (visitor, page) => {
    const share = page.getByRole('button', { name: 'Share', exact: true });
    await share.focus();
    await visitor.command('Panel: Outline');
    await page.waitForFunction(() => document.activeElement?.id === 'panel');
    await page.keyboard.press('Escape');
    await isClosed(page);
    assert.equal(await share.evaluate((one) => one === document.activeElement), true);
    // Its button goes on standing in the strip.
    await strip(page).getByRole('button', { name: 'Outline', exact: true }).waitFor();
  }));

test('F6 leads to the strip, and Tab through it in one step', () =>
  visit({ first: true }, async (_visitor, page) => {
    await page.getByRole('button', { name: 'Filter', exact: true }).focus();
    await page.keyboard.press('Shift+F6');
    const inside = () => page.evaluate(() => document.activeElement?.closest('.side, .timeline')?.className ?? '');
    assert.equal(await inside(), 'side');
    await page.keyboard.press('Tab');
    assert.equal(await inside(), 'timeline');
  }));

test('the column has the size that was chosen, and a smaller drawing gets it back when it closes', () =>
  visit({ first: true }, async (_visitor, page) => {
    const alone = await widthOf(page, '.diagram');
    await strip(page).getByRole('button', { name: 'Events', exact: true }).click();
    const before = await widthOf(page, '.panel-column');
    const separator = page.getByRole('separator', { name: 'Width of the panels' });
    await separator.focus();
    await page.keyboard.press('ArrowLeft');
    assert.equal(await widthOf(page, '.panel-column'), before + 16);
    await strip(page).getByRole('button', { name: 'Events', exact: true }).click();
    assert.equal(await widthOf(page, '.diagram'), alone);
  }));

test('the layout Run has a timeline of 320 pixels', () =>
  visit({}, async (_visitor, page) => {
    await chooseLayout(page, 'Run');
    assert.equal(await page.locator('.timeline').evaluate((one) => one.getBoundingClientRect().height), 320);
  }));

test('the list of branches stands above the timeline, in the window', () =>
  visit({ viewport: { width: 1280, height: 720 } }, async (visitor, page) => {
    await visitor.step(2);
    const list = await (await visitor.branches()).boundingBox();
    const head = await page.locator('.timeline-head').boundingBox();
    assert.ok(list && head && list.y >= 0 && list.y + list.height <= head.y + 1, JSON.stringify({ list, head }));
    await page.keyboard.press('Escape');
    await page.locator('.branches').waitFor({ state: 'hidden' });
  }));
