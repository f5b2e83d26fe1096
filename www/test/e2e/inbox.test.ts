// Questions outlive a reload, a link and a file.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { FORM, answer } from '../questions.ts';
import { openFrom, type Visitor, visit } from './visitor.ts';

/** The machine, stepped until it asks. */
async function asking(visitor: Visitor) {
  await visitor.write(FORM);
  await visitor.page.locator('tracklight-diagram .node[aria-label*=" walk"]').waitFor({ state: 'attached' });
  await visitor.step(2);
  const inbox = await visitor.panel('Inbox');
  await inbox.locator('.card').nth(2).waitFor();
  return inbox;
}

test('open and answered questions are there again after a reload, in a link and in a saved run', () =>
  visit({}, async (visitor, page, { newPage }) => {
    let inbox = await asking(visitor);
    await answer(inbox, 'Who are you?', 'Ada');
    await page.locator('.kept', { hasText: /^Saved$/ }).waitFor();
    await page.reload();
    await visitor.ready();
    const stands = async (one: Visitor) => {
      await one.status().filter({ hasText: 'is waiting for an answer' }).waitFor();
      const panel = await one.panel('Inbox');
      await panel.locator('.given li', { hasText: 'Ada' }).waitFor();
      assert.deepEqual(await panel.locator('.card h3').allInnerTexts(), ['Where do you live?', 'What do you like?']);
      return panel;
    };
    inbox = await stands(visitor);

    await page.locator('.share-button').click();
    const link = await page.locator('.is-share textarea').first().inputValue();
    const other = new (visitor.constructor as any)(await newPage());
    await other.page.goto(link);
    await other.ready();
    await answer(await stands(other), 'Where do you live?', 'Bern');
    await other.press('run');
    await other.status().filter({ hasText: 'Completed' }).waitFor();
    // A page behind another is drawn seldom, and a click waits for that.
    await page.bringToFront();
    await page.keyboard.press('Escape');

    await page.locator('[data-menu="export"] summary').click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save file' }).click(),
    ]);
    const saved = await readFile(await download.path());
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), openFrom(page, 'Open file…')]);
    await chooser.setFiles({ name: 'form.run.json', mimeType: 'application/json', buffer: saved });
    await page.locator('.kept', { hasText: 'Unsaved' }).waitFor();
    await answer(await stands(visitor), 'Where do you live?', 'Bern');
  }));
