// axe finds nothing on the main states, in both themes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import axe from 'axe-core';
import { visit } from './visitor.mjs';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** @param {import('playwright-core').Page} page @param {string} state */
async function check(page, state) {
  const found = await page.evaluate(async (tags) => {
    const result = await /** @type {any} */ (globalThis).axe.run(document, { runOnly: tags, resultTypes: ['violations'] });
    return result.violations.map((/** @type {any} */ v) => `${v.id}: ${v.nodes.slice(0, 3).map((/** @type {any} */ n) => `${n.target.join(' ')} ${n.failureSummary?.split('\n')[1] ?? ''}`).join(' | ')}`);
  }, RULES);
  assert.deepEqual(found, [], state);
}

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  const before = (/** @type {import('playwright-core').Page} */ page) => page.addInitScript({ content: axe.source });

  test(`${colorScheme}: start, every panel, a run at its end, the share dialog`, () => visit({ colorScheme, before }, async (visitor, page) => {
    await check(page, 'start');
    await visitor.press('run');
    await visitor.status().filter({ hasText: 'Completed' }).waitFor();
    for (const panel of ['Contexts', 'Agent', 'Inbox', 'Events', 'Outline', 'Problems', 'Examples']) {
      await visitor.panel(panel);
      await check(page, panel);
    }
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await check(page, 'share');
  }));

  test(`${colorScheme}: breakpoints, find, what is drawn, an open row, filters and the table of the timeline`, () => visit({ colorScheme, before, path: '#example=parcel' }, async (visitor, page) => {
    await visitor.step(3);
    await page.locator('tracklight-editor .cm-line', { hasText: 'task deliver' }).click();
    await page.keyboard.press('F9');
    await page.getByRole('button', { name: 'Show what happened at 3' }).click();
    await page.getByRole('table', { name: 'Changed values' }).waitFor();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('search', { name: 'Filter' }).waitFor();
    await page.getByRole('button', { name: 'Find a node' }).click();
    await page.locator('.drawn summary').click();
    await check(page, 'timeline');
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    await page.getByRole('region', { name: 'Table' }).getByRole('table').waitFor();
    await page.locator('[data-menu="go"] summary').click();
    await page.getByRole('button', { name: 'to stop at' }).click();
    await page.getByRole('dialog', { name: 'Breakpoints and watches' }).waitFor();
    await check(page, 'breakpoints and table');
  }));

  test(`${colorScheme}: a request with its form, a question, problems`, () => visit({ colorScheme, before }, async (visitor, page) => {
    await visitor.agents('Manual');
    await visitor.step(2);
    const panel = await visitor.panel('Agent');
    await panel.getByRole('button', { name: 'write_Water' }).click();
    await check(page, 'form');
    await panel.getByRole('button', { name: 'JSON', exact: true }).click();
    await check(page, 'json');
    await page.evaluate(() => { location.hash = '#example=harbour'; });
    await page.locator('.top .title', { hasText: 'Harbour' }).waitFor();
    await visitor.agents('Stub');
    await visitor.step(2);
    await visitor.panel('Inbox');
    await check(page, 'question');
    await visitor.type('\nstate x {');
    // A list of offers is scrolled by the arrow keys of the text, which axe takes for a region that no key reaches.
    await page.waitForTimeout(300);
    await page.keyboard.press('Escape');
    await visitor.panel('Problems');
    await page.locator('.problem.error').first().waitFor();
    await check(page, 'problems');
  }));

  test(`${colorScheme}: the panes of a phone`, () => visit({ colorScheme, before, viewport: { width: 390, height: 844 }, touch: true }, async (_visitor, page) => {
    for (const name of ['Code', 'Diagram', 'Run', 'Panels']) {
      await page.getByRole('navigation', { name: 'Panes' }).getByRole('button', { name }).tap();
      await check(page, name);
    }
  }));
}

test('the drawing is one tab stop, and arrows walk it', () => visit({}, async (visitor, page) => {
  assert.equal(await page.locator('tracklight-diagram [tabindex="0"]').count(), 1);
  await visitor.drawn('n0').focus();
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.evaluate(() => document.querySelector('tracklight-diagram')?.shadowRoot?.activeElement?.id), 'n1');
  assert.match(await visitor.drawn('n2').getAttribute('aria-label') ?? '', /begin/);
}));

test('tabs are chosen with arrows', () => visit({}, async (_visitor, page) => {
  await page.getByRole('tab', { name: 'Contexts' }).focus();
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.getByRole('tab', { name: /^Agent/ }).getAttribute('aria-selected'), 'true');
}));
