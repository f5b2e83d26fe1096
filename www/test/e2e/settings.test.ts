// Settings that have effects elsewhere: the direction of the drawing, formatting when a version is kept.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Visitor, visit } from './visitor.ts';
import type { Page } from 'playwright-core';

/** Which way the drawing goes. */
const goes = (page: Page, way: 'LR' | 'TB') =>
  page.waitForFunction((wanted) => {
    const { shadowRoot: root, settled } = (document.querySelector('tracklight-diagram') ?? {}) as any;
    const [a, b] = ['n2', 'n3'].map((id) => root?.querySelector(`[id="${id}"]`)?.getBoundingClientRect());
    return settled && a && b && (Math.abs(a.x - b.x) > Math.abs(a.y - b.y) ? 'LR' : 'TB') === wanted;
  }, way);
/** What Settings and the menu of the drawing say. */
const said = async (visitor: Visitor) => {
  const settings = await visitor.panel('Settings');
  const direction = await settings.getByLabel('Direction').inputValue();
  await visitor.close();
  const radios = visitor.page.locator('.drawn input[name="direction"]');
  return [direction, await radios.evaluateAll((all) => all.findIndex((one) => (one as HTMLInputElement).checked))];
};
/** Chooses a direction in Settings. */
const choose = async (visitor: Visitor, direction: string) => {
  await (await visitor.panel('Settings')).getByLabel('Direction').selectOption(direction);
  await visitor.close();
};

test('the menu of the drawing, Settings and a link show and choose the same direction', () =>
  visit({}, async (visitor, page, { newPage }) => {
    assert.deepEqual(await said(visitor), ['auto', 0]);
    await page.locator('.drawn summary').click();
    await page.locator('.drawn').getByLabel('Left to right').check();
    await goes(page, 'LR');
    assert.deepEqual(await said(visitor), ['LR', 2]);
    await choose(visitor, 'TB');
    await goes(page, 'TB');
    assert.deepEqual(await said(visitor), ['TB', 1]);
    await choose(visitor, 'LR');
    await goes(page, 'LR');

    await page.locator('.share-button').click();
    const box = page.locator('.is-share textarea').first();
    await box.waitFor();
    const before = await box.inputValue();
    await page.getByRole('checkbox', { name: 'View' }).check();
    await page.waitForFunction((old) => (document.querySelector('.is-share textarea') as any).value !== old, before);
    const link = await box.inputValue();
    await page.keyboard.press('Escape');
    await choose(visitor, 'auto');
    await goes(page, 'TB');

    const other = new Visitor(await newPage());
    await other.page.goto(link);
    await goes(other.page, 'LR');
    assert.deepEqual(await said(other), ['LR', 2], 'a link says which way it is drawn');
    const gallery = await other.panel('Examples');
    await gallery.getByRole('button', { name: /^Kettle/ }).click();
    await goes(other.page, 'TB');
    assert.deepEqual(await said(other), ['auto', 0], "and leaves the user's own choice as it was");
  }));

test('a version is formatted before it is kept where that is chosen; a text with errors is kept as it is', () =>
  visit({}, async (visitor, page) => {
    const rough = 'machine   "Rough"\nstate a\nstate b\na   ->   b\n';
    const keep = async (name: string) => {
      await page.keyboard.press('Control+s');
      await page.getByLabel('Name of the version').fill(name);
      await page.keyboard.press('Enter');
    };
    await visitor.write(rough);
    await keep('one');
    assert.equal(await visitor.source(), rough, 'off by default');
    const panel = await visitor.panel('Settings');
    await panel.getByLabel('Format when saving a version').check();
    await visitor.close();
    await page.locator('tracklight-editor .cm-content').click();
    await keep('two');
    await page.waitForFunction(() => (document.querySelector('tracklight-editor') as any).value.includes('\na -> b\n'));
    await page.locator('tracklight-editor .cm-content').click();
    await page.keyboard.press('Control+z');
    // One step of the history.
    await visitor.holds(rough);
    const versions = await visitor.panel('Versions');
    const kept = versions.getByRole('listitem').filter({ hasText: 'two' }).first();
    await kept.waitFor();
    await kept.getByRole('button', { name: 'Restore' }).click();
    await page.waitForFunction(() => (document.querySelector('tracklight-editor') as any).value.includes('\na -> b\n'));

    await visitor.write(`${rough}a -> {`);
    await keep('three');
    await page.locator('.notice', { hasText: 'Not formatted' }).waitFor();
    await versions.getByRole('listitem').filter({ hasText: 'three' }).first().waitFor();
  }));
