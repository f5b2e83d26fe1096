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
    for (const panel of ['Contexts', 'Agent', 'Inbox', 'Prompt', 'Graph', 'Events', 'Outline', 'Problems', 'Examples']) {
      await visitor.panel(panel);
      await page.locator('[role="tabpanel"] :is(.projected .section, .graph [data-node]), [role="tabpanel"]:not([aria-labelledby="tab-prompt"], [aria-labelledby="tab-graph"])').first().waitFor();
      await check(page, panel);
    }
    await visitor.panel('Contexts');
    await page.locator('[data-field="Water.celsius"]').click();
    await check(page, 'a value being edited');
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByLabel('Link', { exact: true }).waitFor();
    await check(page, 'share');
    await page.keyboard.press('Escape');
    await page.locator('[data-menu="file"] summary').click();
    await page.getByRole('button', { name: 'Open a link …' }).click();
    await page.getByLabel('Link', { exact: true }).fill('#hello');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await check(page, 'a link that is none');
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

  test(`${colorScheme}: the SQL panel with a result, a table's columns, an error`, () => visit({ colorScheme, before }, async (visitor, page) => {
    await visitor.step(1);
    const panel = await visitor.panel('SQL');
    await panel.getByRole('textbox', { name: 'Query' }).fill("SELECT NULL, '', 1, 1.5, '[1]', x'00', 'text'");
    await panel.getByRole('button', { name: 'Run query' }).click();
    await panel.locator('.grid').waitFor();
    await panel.locator('details.table summary').first().click();
    await panel.locator('.columns').waitFor();
    await check(page, 'SQL result');
    await page.evaluate(() => { location.hash = '#example=ferries'; });
    await page.locator('.top .title', { hasText: 'Two ferries' }).waitFor();
    await panel.getByRole('textbox', { name: 'Query' }).fill('SELECT nope');
    await panel.getByRole('button', { name: 'Run query' }).click();
    await panel.getByRole('alert').waitFor();
    await check(page, 'SQL error');
  }));

  test(`${colorScheme}: the title and its menu, versions with a comparison, settings, a second tab`, () => visit({ colorScheme, before }, async (visitor, page, { context, url }) => {
    await visitor.type('\n// mine');
    await page.locator('.top .kept', { hasText: /^saved$/ }).waitFor();
    await page.keyboard.press('Control+s');
    await check(page, 'name of a version');
    await page.keyboard.press('Enter');
    await visitor.type('\n// more');
    const panel = await visitor.panel('Documents');
    await panel.getByRole('button', { name: /^Version of/ }).click();
    await panel.locator('.diff').waitFor();
    await check(page, 'documents');
    await page.locator('[data-menu="document"] summary').click();
    await check(page, 'menu');
    await page.keyboard.press('Escape');
    await visitor.panel('Settings');
    await panel.getByRole('button', { name: /^Delete all local data/ }).click();
    await check(page, 'settings');
    const other = await context.newPage();
    await before(other);
    await other.goto(url);
    await other.locator('.notice', { hasText: 'edited in another tab' }).waitFor();
    await other.locator('tracklight-editor .cm-content').waitFor();
    await check(other, 'second tab');
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
