// A machine of several files: tabs with a history each, places in other files, links.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import axe from 'axe-core';
import { encode } from '../../src/link/codec.ts';
import { add, LAUNDRY, MAIN, tab } from '../files.ts';
import { visit } from './visitor.ts';

test('one file has no tabs; a second one has, and each keeps its text and its history', () =>
  visit({}, async (visitor, page) => {
    await visitor.write(MAIN);
    assert.equal(await page.getByRole('navigation', { name: 'Files' }).count(), 0);
    await add(visitor, 'laundry', LAUNDRY);
    await visitor.type('// mine');
    await tab(visitor, 'machine.dygram');
    assert.equal(await visitor.source(), MAIN);
    await page.locator('tracklight-editor .cm-content').focus();
    await page.keyboard.press('Control+z');
    await page.waitForFunction((text) => (document.querySelector('tracklight-editor') as any).value !== text, MAIN);
    await page.keyboard.press('Control+y');
    await visitor.holds(MAIN);
    await tab(visitor, 'laundry.dygram');
    assert.equal(await visitor.source(), `${LAUNDRY}// mine`);
    await page
      .locator('tracklight-editor .tok-keyword, tracklight-editor .tok-type', { hasText: 'task' })
      .first()
      .waitFor();
  }));

test('a problem in another file is listed under its name, and leads there', async () =>
  visit(
    { path: await encode({ s: MAIN, f: { 'laundry.dygram': `${LAUNDRY}state x {\n` } }) },
    async (visitor, page) => {
      const problems = await visitor.panel('Problems');
      await problems.getByRole('heading', { name: 'laundry.dygram' }).waitFor();
      await problems.locator('.problem.error button').first().click();
      await page.locator('.file[aria-current="true"][data-file="laundry.dygram"]').waitFor();
      await page.locator('tracklight-editor .cm-activeLine', { hasText: 'state x {' }).waitFor();
      await page.locator('tracklight-editor .cm-lintRange-error').first().waitFor();
    },
  ));

test('the definition of an imported name is in its file', async () =>
  visit({ path: await encode({ s: MAIN, f: { 'laundry.dygram': LAUNDRY } }) }, async (visitor, page) => {
    await page
      .locator('tracklight-editor .tok-node', { hasText: /^Wash$/ })
      .last()
      .click({ modifiers: ['Control'] });
    await page.locator('.file[aria-current="true"][data-file="laundry.dygram"]').waitFor();
    await page.locator('tracklight-editor .cm-activeLine', { hasText: 'task Wash' }).waitFor();
  }));

test('a link carries all files', async () =>
  visit({ path: await encode({ s: MAIN, f: { 'laundry.dygram': LAUNDRY } }) }, async (visitor, page, { newPage }) => {
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByText('Source (2 files)').waitFor();
    const link = await page.getByLabel('Link', { exact: true }).inputValue();
    const other = await newPage();
    await other.goto(link);
    const files = other.getByRole('navigation', { name: 'Files' });
    await files.getByRole('button', { name: 'laundry.dygram' }).click();
    await other.waitForFunction(
      (text) => (document.querySelector('tracklight-editor') as any)?.value === text,
      LAUNDRY,
    );
    assert.equal(await other.locator('.notice.warning').count(), 0);
  }));

test('the outline is of the shown file', async () =>
  visit({ path: await encode({ s: MAIN, f: { 'laundry.dygram': LAUNDRY } }) }, async (visitor, page) => {
    await tab(visitor, 'laundry.dygram');
    const outline = await visitor.panel('Outline');
    await outline.getByRole('button', { name: /^Wash/ }).waitFor();
    assert.equal(await outline.getByRole('button', { name: /^begin/ }).count(), 0);
    await tab(visitor, 'machine.dygram');
    await outline
      .getByRole('button', { name: /^begin/ })
      .first()
      .click();
    await page.locator('tracklight-editor .cm-activeLine', { hasText: 'begin' }).waitFor();
  }));

for (const options of [
  { colorScheme: 'light' },
  { colorScheme: 'dark' },
  { viewport: { width: 390, height: 844 }, touch: true },
] as const) {
  test(`axe finds nothing in tabs, the name box and the panel of files: ${JSON.stringify(options)}`, () =>
    visit({ ...options, before: (page) => page.addInitScript({ content: axe.source }) }, async (visitor, page) => {
      const check = async (state: string) => {
        const found = await page.evaluate(
          async (tags) => {
            const result = await (globalThis as any).axe.run(document, { runOnly: tags, resultTypes: ['violations'] });
            return result.violations.map(
              (v: any) =>
                `${v.id}: ${v.nodes
                  .slice(0, 3)
                  .map((n: any) => n.target.join(' '))
                  .join(' | ')}`,
            );
          },
          ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
        );
        assert.deepEqual(found, [], state);
      };
      if ('touch' in options) await visitor.pane('Code');
      await add(visitor, 'laundry', LAUNDRY);
      await check('tabs');
      await page.locator('.source-bar').getByRole('button', { name: 'Add file' }).click();
      await page.getByLabel('Name of the new file').fill('machine');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').filter({ hasText: 'already exists' }).waitFor();
      await check('name box');
      await page.keyboard.press('Escape');
      if ('touch' in options) await visitor.pane('Panels');
      await visitor.panel('Files');
      await check('files');
    }));
}
