// The page on a phone, on a tablet, and in both themes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visit } from './visitor.mjs';

const phone = { viewport: { width: 390, height: 844 }, touch: true };

test('a phone shows one pane at a time, Agent below the timeline, with the run bar on each', () => visit(phone, async (visitor, page) => {
  const panes = { Code: '.source', Diagram: '.diagram', Run: '.timeline', Panels: '.side' };
  for (const [name, part] of Object.entries(panes)) {
    await page.getByRole('navigation', { name: 'Panes' }).getByRole('button', { name }).tap();
    for (const [other, selector] of Object.entries(panes)) assert.equal(await page.locator(selector).isVisible(), other === name || (name === 'Run' && other === 'Panels'), `${selector} on ${name}`);
    assert.equal(await visitor.control('step').isVisible(), true);
    assert.ok(part);
  }
}));

test('a phone steps and shows the value, and a pane keeps its state while hidden', () => visit(phone, async (visitor, page) => {
  const pane = (/** @type {string} */ name) => page.getByRole('navigation', { name: 'Panes' }).getByRole('button', { name });
  await pane('Diagram').tap();
  await visitor.press('step');
  await visitor.hasClass('n3', 'r-current');
  await visitor.press('step');
  await visitor.shows('v1-0', '60');
  await pane('Code').tap();
  await pane('Diagram').tap();
  await visitor.shows('v1-0', '60');
}));

test('nothing but the editor and the drawing is wider than a narrow phone', () => visit({ viewport: { width: 320, height: 640 }, touch: true }, async (_visitor, page) => {
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
  for (const name of ['Code', 'Diagram', 'Run', 'Panels']) {
    await page.getByRole('navigation', { name: 'Panes' }).getByRole('button', { name }).tap();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 320 && (document.querySelector('.runbar')?.scrollWidth ?? 0) <= 320), name);
  }
}));

test('fingers find every control', () => visit(phone, async (_visitor, page) => {
  const small = await page.locator('button:visible, select:visible').evaluateAll((all) => all
    .filter((one) => { const box = one.getBoundingClientRect(); return box.height < 43.5; })
    .map((one) => one.textContent?.trim() || one.getAttribute('aria-label')));
  assert.deepEqual(small, []);
}));

test('on a tablet the panels are a drawer', () => visit({ viewport: { width: 800, height: 1000 } }, async (_visitor, page) => {
  assert.equal(await page.locator('.side').isVisible(), false);
  await page.getByRole('button', { name: 'Open panels' }).click();
  assert.equal(await page.locator('.side').isVisible(), true);
  await page.getByRole('button', { name: 'Close panels' }).click();
  assert.equal(await page.locator('.side').isVisible(), false);
}));

test('the theme follows the system until one is chosen, and the choice is kept', () => visit({ colorScheme: 'dark' }, async (visitor, page) => {
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  assert.equal(await theme(), 'dark');
  await page.getByRole('button', { name: /^Theme/ }).click();
  assert.equal(await theme(), 'light');
  await page.reload();
  await visitor.ready();
  assert.equal(await theme(), 'light');
}));
