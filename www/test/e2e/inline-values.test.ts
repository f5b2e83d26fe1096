// Values in the text: they come, change and go without moving any line of it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkTo } from '../links.ts';
import { visit } from './visitor.ts';
import type { Page } from 'playwright-core';

/** A context whose line fills its row, a fork, and a second context with two fields. */
const SOURCE = `machine "Parade"

context Band { players<number>: 3; song<string>: "A very long march for brass" }
context Street { length<number>: 12 }
init start
task march { prompt: "add 1 to Band.players" }
state left
state right
end home

start -> march
march -writes-> Band
march -@async-> left
march -@async-> right
left, right -@join(both)-> home
`;

/** Top and height of each line, and how much of its row its text takes. */
const lines = (page: Page) =>
  page.evaluate(() => {
    const { shadowRoot: root } = document.querySelector('tracklight-editor') as any;
    return [...root.querySelectorAll('.cm-line')].map((line: HTMLElement) => {
      const { top, height } = line.getBoundingClientRect();
      return [Math.round(top), Math.round(height)].join(' ');
    });
  });

for (const width of [1440, 1280])
  test(`no line of the text is wrapped anew between any two steps, at ${width}`, async () =>
    visit({ path: linkTo({ s: SOURCE }), viewport: { width, height: 900 } }, async (visitor, page) => {
      await page.locator('.ticks li').first().waitFor();
      await page.locator('tracklight-editor .cm-path').waitFor();
      const before = await lines(page);
      for (let step = 1; step <= 3; step += 1) {
        await visitor.step();
        await page.locator('tracklight-editor .cm-value[data-fit]').first().waitFor();
        // At the fork the ids in the gutter are longer.
        if (step === 2)
          await page.locator('tracklight-editor .cm-path', { hasText: '.' }).first().waitFor({ state: 'attached' });
        assert.deepEqual(await lines(page), before, `step ${step}`);
      }
    }));

test('a value without room for all of it shows what changed, else a dot; hover shows all', async () => {
  const source = SOURCE.replace(/players<number>.*brass"/, 'players: 3; song: "March"');
  return visit({ path: linkTo({ s: source }) }, async (visitor, page) => {
    await visitor.step(2);
    const value = page.locator('tracklight-editor .cm-value', { hasText: 'players 4' });
    await value.and(page.locator('[data-fit="short"], [data-fit="dot"]')).waitFor();
    const all = value.locator('.cm-value-all');
    assert.equal(await all.isVisible(), false);
    await value.hover();
    await all.waitFor();
    assert.match(await all.innerText(), /players 4 · song "March"/);
    assert.equal(await value.getAttribute('title'), 'Values at this step');
    assert.equal(await page.locator('tracklight-editor .cm-value', { hasText: '12' }).getAttribute('data-fit'), 'all');
  });
});

for (const [paths, edges] of [
  ['one path', 'a -> b\n'],
  ['two paths', 'state c\na -@async-> b\na -@async-> c\n'],
])
  test(`with ${paths}, the dot of a value lies behind the text, however full its line is`, async () => {
    // One letter more each, so that one of them fills its row.
    const full = Array.from({ length: 12 }, (_, n) => `context C${n} { a: 1; b: "${'x'.repeat(20 + n)}" }`);
    const source = `${full.join('\n')}\ninit a\nstate b\n${edges}`;
    return visit({ path: linkTo({ s: source }) }, async (visitor, page) => {
      await visitor.step();
      const dots = page.locator('tracklight-editor .cm-value[data-fit="dot"]');
      await dots.nth(3).waitFor();
      assert.equal(await page.locator('tracklight-editor .cm-wide-marks').count(), paths === 'two paths' ? 1 : 0);
      const room = await dots.evaluateAll((all) =>
        all.map((one) => {
          const range = document.createRange();
          range.selectNodeContents(one.closest('.cm-line') as Node);
          range.setEndBefore(one);
          const { right = '0', width } = getComputedStyle(one, '::before');
          const seen = one.getBoundingClientRect().right - Number.parseFloat(right) - Number.parseFloat(width);
          return seen - ([...range.getClientRects()].at(-1)?.right ?? 0);
        }),
      );
      assert.ok(Math.min(...room) > -0.5, `a dot covers ${-Math.min(...room)} px of the text`);
      // Some line does fill its row.
      assert.ok(Math.min(...room) < 9, `${room}`);
    });
  });

test('the first Tab tells how the editor is left by keyboard, once', () =>
  visit({}, async (visitor, page) => {
    const hint = page.locator('tracklight-editor').getByText('Press Escape, then Tab to leave the editor.');
    await page.locator('tracklight-editor .cm-content').click();
    await page.keyboard.press('Tab');
    await hint.waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await hint.waitFor({ state: 'detached' });
    await page.reload();
    await visitor.ready();
    await page.locator('tracklight-editor .cm-content').click();
    await page.keyboard.press('Tab');
    await visitor.holds(/^ {2}|\n {2}/);
    assert.equal(await hint.count(), 0);
  }));

test('View turns off the wrapping of long lines, and the next visit has it so; values stand behind the text', () =>
  visit({ path: linkTo({ s: SOURCE }), viewport: { width: 1280, height: 900 } }, async (visitor, page) => {
    await visitor.step();
    const band = page.locator('tracklight-editor .cm-line', { hasText: 'context Band' });
    const rows = () => band.evaluate((line) => Math.round(line.getBoundingClientRect().height / 22));
    assert.ok((await rows()) > 1);
    await page.locator('[data-menu="view"] summary').click();
    await page.locator('[data-menu="view"]').getByRole('button', { name: 'Wrap long lines', pressed: true }).click();
    const editor = page.locator('tracklight-editor .cm-editor');
    await page.locator('tracklight-editor .cm-unwrapped').waitFor();
    assert.equal(await rows(), 1);
    assert.ok(await editor.locator('.cm-scroller').evaluate((one) => one.scrollWidth > one.clientWidth));
    const gap = await editor
      .locator('.cm-lineNumbers .cm-gutterElement')
      .last()
      .evaluate((one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return (one.closest('.cm-gutters')?.getBoundingClientRect().right ?? 0) - range.getBoundingClientRect().right;
      });
    assert.ok(gap >= 6, `${gap} between the numbers and what is scrolled behind them`);
    await band.locator('.cm-value[data-fit="all"]').waitFor();
    const [text, value] = await band.evaluate((line) => {
      const shown = line.querySelector('.cm-value-all')?.getBoundingClientRect();
      const range = document.createRange();
      range.selectNodeContents(line);
      range.setEndBefore(line.querySelector('.cm-value') as Node);
      return [range.getBoundingClientRect().right, shown?.left ?? 0];
    });
    assert.ok(value >= (text ?? 0) + 8, `${value} after ${text}`);
    await page.reload();
    await visitor.ready();
    await page.locator('tracklight-editor .cm-unwrapped').waitFor();
  }));
