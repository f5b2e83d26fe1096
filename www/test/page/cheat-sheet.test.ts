// The cheat sheet: from Help and the palette, with a search over the whole language.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visit } from './visit.ts';

test('Help leads to the cheat sheet, which lists and finds the words of the language', () =>
  visit({}, async (visitor, page) => {
    await visitor.control('step').focus();
    await page.keyboard.press('?');
    await page.getByRole('button', { name: 'Language cheat sheet' }).click();
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

test('the palette finds words of the language and opens the cheat sheet at them', () =>
  visit({}, async (_, page) => {
    await page.keyboard.press('Control+k');
    assert.equal(await page.getByRole('group', { name: 'Language' }).count(), 0);
    await page.locator('.palette input').fill('retry');
    const language = page.getByRole('group', { name: 'Language' });
    await language.getByRole('option', { name: /^@retry Retries/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Cheat sheet' });
    assert.equal(await sheet.getByRole('searchbox').inputValue(), '@retry');
    assert.match(
      (await sheet.locator('dt').first().textContent()) ?? '',
      /@retry /,
      'before the words that speak of it',
    );
  }));

test('the palette opens the cheat sheet', () =>
  visit({}, async (_, page) => {
    await page.keyboard.press('Control+k');
    await page.locator('.palette input').fill('cheat');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Cheat sheet' }).locator('dt').first().waitFor();
  }));

test('Enter on a word of the language opens the cheat sheet at it, with or without its @', () =>
  visit({}, async (_, page) => {
    for (const typed of ['join', '@join']) {
      await page.keyboard.press('Control+k');
      await page.locator('.palette input').fill(typed);
      await page.locator('.palette [role="option"][aria-selected="true"]', { hasText: /^\s*@join/ }).waitFor();
      await page.keyboard.press('Enter');
      const sheet = page.getByRole('dialog', { name: 'Cheat sheet' });
      assert.equal(await sheet.getByRole('searchbox').inputValue(), '@join');
      assert.equal(await sheet.getByRole('button', { name: /^Back to/ }).count(), 0);
      await sheet.getByRole('button', { name: 'Close' }).click();
      await sheet.waitFor({ state: 'detached' });
    }
  }));

test('the cheat sheet leads back to Help where Help led to it', () =>
  visit({}, async (visitor, page) => {
    const help = await visitor.dialog('Help');
    await page.getByRole('button', { name: 'Language cheat sheet' }).click();
    const sheet = page.getByRole('dialog', { name: 'Cheat sheet' });
    await sheet.getByRole('button', { name: 'Back to Help' }).click();
    await help.waitFor();
    assert.equal(await sheet.count(), 0);
  }));
