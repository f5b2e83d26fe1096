// The cheat sheet: from Help and the palette, with a search over the whole language.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visit } from './visitor.ts';

test('Help leads to the cheat sheet, which lists and finds the words of the language', () =>
  visit({}, async (visitor, page) => {
    await visitor.control('step').focus();
    await page.keyboard.press('?');
    await page.getByRole('button', { name: 'Cheat sheet of the language' }).click();
    const sheet = page.getByRole('dialog', { name: 'Cheat sheet' });
    await sheet.locator('dt', { hasText: '@join' }).waitFor();
    assert.equal(await sheet.locator('dt', { hasText: 'fillcolor' }).count(), 0, 'what few machines need');
    await page.keyboard.type('fill col');
    await sheet.locator('dt', { hasText: 'fillcolor' }).waitFor();
    await sheet.getByText('@join').waitFor({ state: 'detached' });
    await page.keyboard.type('ibri');
    await sheet.getByText('No results.').waitFor();
    await sheet.getByRole('searchbox').fill('');
    await sheet.getByRole('heading', { name: 'In a stub' }).waitFor();
    await sheet.getByRole('checkbox', { name: /^All \d+ words$/ }).check();
    await sheet.locator('dt', { hasText: 'fillcolor' }).waitFor();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    assert.equal(
      await page.evaluate(() => document.activeElement?.getAttribute('data-control')),
      'step',
      'the focus is back',
    );
  }));

test('the palette opens the cheat sheet', () =>
  visit({}, async (_, page) => {
    await page.keyboard.press('Control+k');
    await page.locator('.palette input').fill('cheat');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Cheat sheet' }).locator('dt').first().waitFor();
  }));
