// Links: what is copied opens as it was, and a bad one harms nothing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visit } from './visitor.mjs';

/** @param {import('./visitor.mjs').Visitor} visitor */
async function sharedLink(visitor) {
  await visitor.page.getByRole('button', { name: 'Share', exact: true }).click();
  const box = visitor.page.getByLabel('Link to this machine');
  await box.waitFor();
  return box.inputValue();
}

test('a shared link opens the same text in another window', () => visit({}, async (visitor, page, { context, url }) => {
  const text = 'machine "Größe 🌊"\nstate a; state b\na -> b\n';
  await visitor.write(text);
  await page.locator('.top .title', { hasText: 'Größe 🌊' }).waitFor();
  const link = await sharedLink(visitor);
  assert.ok(link.startsWith(`${url}#t1.`), link);
  const other = await context.newPage();
  await other.goto(link);
  await other.locator('.top .title', { hasText: 'Größe 🌊' }).waitFor();
  await other.locator('tracklight-editor').waitFor();
  assert.equal(await other.evaluate(() => /** @type {any} */ (document.querySelector('tracklight-editor')).value), text);
}));

test('the plain and the older form open as well', () => visit({ path: '#content=YSAtPiBiCg~~&sections=11000mms00' }, async (visitor, page) => {
  assert.equal(await visitor.source(), 'a -> b\n');
  await page.waitForFunction(() => location.hash.startsWith('#t1.'));
  await page.evaluate(() => { location.hash = '#t1.ac3RhdGUgR3LDtsOfZSAi8J-MiiIK'; });
  await page.locator('tracklight-editor .cm-content', { hasText: 'Größe' }).waitFor();
}));

test('a damaged link gives a notice, and what was there stays', () => visit({}, async (visitor, page) => {
  await visitor.type('\n// mine');
  for (const [hash, words] of [['#t1.aYQ*', 'damaged'], ['#t2.aYQ', 'newer version'], ['#hello', 'no Tracklight link'], ['#example=nowhere', 'no example']]) {
    await page.evaluate((to) => { location.hash = to; }, hash);
    await page.locator('.notice.error', { hasText: words }).waitFor();
    assert.match(await visitor.source(), /mine/);
  }
}));

test('a damaged link on arrival opens the start example with a notice', () => visit({ path: '#t1.bAA' }, async (visitor, page) => {
  await page.locator('.notice.error', { hasText: 'damaged' }).waitFor();
  assert.match(await visitor.source(), /Kettle/);
}));

test('a link over an edited text can be undone', () => visit({}, async (visitor, page) => {
  await visitor.type('\n// mine');
  await page.evaluate(() => { location.hash = '#t1.aYSAtPiBiCg'; });
  await page.getByRole('button', { name: 'Bring it back' }).click();
  await page.locator('tracklight-editor .cm-content', { hasText: 'mine' }).waitFor();
}));

test('an example has its own address', () => visit({ path: '#example=toll-gate' }, async (visitor) => {
  assert.match(await visitor.source(), /Toll gate/);
}));
