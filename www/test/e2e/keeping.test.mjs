// What the visitor writes stays in the browser; links and examples never touch it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visit } from './visitor.mjs';

/** @param {import('playwright-core').Page} page */
const saved = (page) => page.locator('.top .kept', { hasText: /^saved$/ }).waitFor();

/** Opens the page anew and waits for it. @param {import('./visitor.mjs').Visitor} visitor */
async function again(visitor) {
  await visitor.page.reload();
  await visitor.ready();
  await visitor.page.locator('tracklight-editor .cm-content').waitFor();
}

test('text, files, run and position are there again after a reload', () => visit({}, async (visitor, page) => {
  await visitor.type('\n// mine');
  await page.locator('.source-bar').getByRole('button', { name: 'New file' }).click();
  await page.getByLabel('Name of the new file').fill('notes');
  await page.keyboard.press('Enter');
  await visitor.write('state lone\n');
  await visitor.step(3);
  await visitor.press('back');
  await page.locator('.ticks .here', { hasText: '2' }).waitFor();
  await saved(page);
  await page.waitForTimeout(700);
  await again(visitor);
  assert.match(await visitor.source(), /\/\/ mine$/);
  await page.locator('.file[data-file="notes.dygram"]').click();
  await page.waitForFunction(() => /** @type {any} */ (document.querySelector('tracklight-editor')).value === 'state lone\n');
  await page.locator('.ticks .here', { hasText: '2' }).waitFor();
  assert.equal(await visitor.rows(), 4);
}));

test('what was typed just before leaving is kept as well', () => visit({}, async (visitor) => {
  await visitor.type('\n// last words');
  await again(visitor);
  assert.match(await visitor.source(), /last words$/);
}));

test('a page that was only looked at keeps nothing', () => visit({}, async (visitor, page) => {
  await visitor.step(2);
  await again(visitor);
  assert.equal(await visitor.rows(), 1);
  const panel = await visitor.panel('Examples');
  assert.equal(await panel.getByText('Your machines').count(), 0);
  assert.equal(await page.locator('.top .kept').innerText(), '');
}));

test('a link and an example leave the own machine alone; it is opened from the list, deleted and put back', () => visit({}, async (visitor, page) => {
  await visitor.write('machine "Mine"\nstate a\nstate b\na -> b\n');
  await page.locator('.top .title', { hasText: 'Mine' }).waitFor();
  await saved(page);
  await page.evaluate(() => { location.hash = '#t1.aYSAtPiBiCg'; });
  await page.waitForFunction(() => /** @type {any} */ (document.querySelector('tracklight-editor')).value === 'a -> b\n');
  const panel = await visitor.panel('Examples');
  await panel.getByRole('button', { name: 'Delete Mine' }).click();
  await page.getByRole('button', { name: 'Put it back' }).click();
  await panel.getByRole('button', { name: 'Mine', exact: true }).click();
  await page.locator('.top .title', { hasText: 'Mine' }).waitFor();
  assert.match(await visitor.source(), /machine "Mine"/);
}));

test('a second tab works on a copy and says so', () => visit({}, async (visitor, page, { context, url }) => {
  await visitor.write('machine "Mine"\nstate a\nstate b\na -> b\n');
  await saved(page);
  const other = await context.newPage();
  await other.goto(url);
  await other.locator('.notice', { hasText: 'open in another tab' }).waitFor();
  await other.locator('.top .title', { hasText: 'Mine' }).waitFor();
}));
