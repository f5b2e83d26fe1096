// A machine of several files: a missing one, names, removal, the main file.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { add, LAUNDRY, MAIN, tab } from '../files.ts';
import { visit } from './visit.ts';

test('a missing file is a problem until it is there; then what it brings is drawn', () =>
  visit({}, async (visitor, page) => {
    await visitor.write(MAIN);
    // With its count the tab may have no room in the bar any more; then it is under More.
    await page.locator('#panel-button-problems', { hasText: /Problems\s*1/ }).waitFor({ state: 'attached' });
    const problems = await visitor.panel('Problems');
    await problems.locator('.problem', { hasText: 'cannot find file ./laundry' }).waitFor();
    await add(visitor, 'laundry', LAUNDRY);
    await problems.locator('.problem', { hasText: 'cannot find file ./laundry' }).waitFor({ state: 'detached' });
    await page.locator('tracklight-diagram .node[aria-label*=" Wash"]').waitFor();
  }));

test('renaming a file changes what imports it', () =>
  visit({}, async (visitor, page) => {
    await visitor.write(MAIN);
    await add(visitor, 'laundry', LAUNDRY);
    const panel = await visitor.panel('Files');
    await panel.getByRole('button', { name: 'Rename: laundry.dygram' }).click();
    const box = panel.getByLabel('New name of laundry.dygram');
    await box.fill('machine');
    await box.press('Enter');
    await panel.getByRole('alert').filter({ hasText: 'machine.dygram already exists' }).waitFor();
    await box.fill('lib/wash');
    await box.press('Enter');
    await page.locator('.file[data-file="lib/wash.dygram"]').waitFor();
    await tab(visitor, 'machine.dygram');
    assert.match(await visitor.source(), /from "\.\/lib\/wash/);
    await page.locator('tracklight-diagram .node[aria-label*=" Wash"]').waitFor();
  }));

test('a deleted file can be put back', () =>
  visit({}, async (visitor, page) => {
    await visitor.write(MAIN);
    await add(visitor, 'laundry', LAUNDRY);
    const panel = await visitor.panel('Files');
    assert.equal(await panel.getByRole('button', { name: 'Delete: machine.dygram' }).count(), 0);
    await panel.getByRole('button', { name: 'Delete: laundry.dygram' }).click();
    await page.getByRole('navigation', { name: 'Files' }).waitFor({ state: 'detached' });
    assert.equal(await visitor.source(), MAIN);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.locator('.file[aria-current="true"][data-file="laundry.dygram"]').waitFor();
    assert.equal(await visitor.source(), LAUNDRY);
  }));

test('another entry is what is drawn and run', () =>
  visit({}, async (visitor, page) => {
    await visitor.write(MAIN);
    await add(visitor, 'other', 'machine "Other"\ninit x\nx -> y\n');
    const panel = await visitor.panel('Files');
    await panel.getByRole('button', { name: 'Make main file: other.dygram' }).click();
    await page.locator('.top .title', { hasText: 'Other' }).waitFor();
    await page.locator('tracklight-diagram [aria-label*="x"]').first().waitFor();
    await visitor.step();
  }));
