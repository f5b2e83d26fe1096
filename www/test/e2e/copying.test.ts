// Where the browser has no clipboard, or refuses, every button that copies shows the text, selected.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { machine, withHost } from '../host-page.ts';
import { openShare } from '../links.ts';
import { visit } from './visitor.ts';
import type { Page } from 'playwright-core';

/** Waits until all of a field is selected, and gives its text. */
const selected = async (page: Page, selector: string) => {
  await page.waitForFunction((selector) => {
    const field = document.querySelector<HTMLTextAreaElement>(selector);
    return (
      field !== null &&
      field.value !== '' &&
      document.activeElement === field &&
      field.selectionStart === 0 &&
      field.selectionEnd === field.value.length
    );
  }, selector);
  return page.locator(selector).inputValue();
};

const refuses = (page: Page) =>
  page.addInitScript(() => {
    navigator.clipboard.writeText = async () => {
      throw new DOMException('Write permission denied.', 'NotAllowedError');
    };
  });

for (const [where, options] of [
  ['on plain http', { insecure: true }],
  ['where the browser refuses', { before: refuses }],
] as const) {
  test(`Share ${where} selects the text, and Ctrl+C copies it`, () =>
    visit(options, async (visitor, page) => {
      const box = await openShare(page);
      const link = await box.inputValue();
      await page.getByRole('button', { name: 'Copy link', exact: true }).click();
      await page.locator('.is-share [role="status"]', { hasText: 'The browser blocked copying.' }).waitFor();
      assert.equal(await selected(page, '#share-text'), link);
      await page.keyboard.press('Control+c');
      await page.getByRole('button', { name: 'iframe', exact: true }).click();
      assert.match(await selected(page, '#share-text'), /^<iframe /);
      await visitor.close();
      await page.locator('tracklight-editor .cm-content').click();
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Control+v');
      await visitor.holds(link);
    }));

  test(`the copy buttons of the panels and of the examples ${where} show the text`, () =>
    visit({ ...options, path: '#example=parcel' }, async (visitor, page) => {
      await visitor.step(2);
      const shown = () => selected(page, '.notice textarea');
      const notice = page.locator('.notice', { hasText: 'The browser blocked copying.' });
      const events = await visitor.panel('Events');
      await events.getByRole('button', { name: 'Copy', exact: true }).click();
      assert.match(await shown(), /^seq\ttick\t/);
      const prompt = await visitor.panel('Prompt');
      await prompt.getByRole('button', { name: 'Copy as text' }).click();
      await notice.locator('textarea').filter({ hasNotText: 'seq' }).waitFor();
      assert.equal(await notice.count(), 1);
      const sql = await visitor.panel('SQL');
      await sql.getByRole('button', { name: 'Copy', exact: true }).click();
      await page.waitForFunction(() =>
        document.querySelector<HTMLTextAreaElement>('.notice textarea')?.value.includes('CREATE TABLE'),
      );
      await shown();
      await page.getByRole('button', { name: 'Close notice' }).first().click();
      const examples = await visitor.panel('Examples');
      await examples.getByRole('button', { name: 'Copy link to Toll gate' }).click();
      assert.match(await selected(page, 'dialog .notice textarea'), /#example=toll-gate$/);
      await visitor.close();
      await notice.waitFor();
      await page.getByRole('button', { name: 'Close notice' }).first().click();
      await notice.waitFor({ state: 'detached' });
    }));

  test(`an embedded machine ${where} shows the link, selected`, () =>
    withHost(
      machine('id="a" loading="eager" controls="step share" page="https://example.org/"'),
      async (host) => {
        const { page } = host;
        await host.call('a', 'ready');
        await page.locator('#a [data-control="share"]').click();
        await page.locator('#a .status', { hasText: 'The browser blocked copying.' }).waitFor();
        await page.waitForFunction(() => {
          const field = document.getElementById('a')?.shadowRoot?.activeElement;
          return field instanceof HTMLInputElement && field.selectionEnd === field.value.length;
        });
        // The toolbar keeps within the element.
        const [own, frame] = [await page.locator('#a').boundingBox(), await page.locator('#a .toolbar').boundingBox()];
        assert.ok(own && frame && frame.x >= own.x && frame.x + frame.width <= own.x + own.width);
        assert.match(await page.locator('#a .toolbar input').inputValue(), /^https:\/\/example\.org\/#t1\./);
        await page.locator('#a [data-control="step"]').click();
        await page.locator('#a .toolbar input').waitFor({ state: 'detached' });
      },
      options,
    ));
}
