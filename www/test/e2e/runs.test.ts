// Runs: the fields of the timeline that name something, and files of runs.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { openFrom, visit } from './visitor.ts';

test('the field that names a checkpoint is as tall as the one that renames a branch', () =>
  visit({}, async (visitor, page) => {
    await visitor.step(1);
    const tall = async (name: string) => (await page.getByLabel(name).boundingBox())?.height;
    await visitor.branches();
    await page.locator('.branches li.current').hover();
    await page.getByRole('button', { name: 'Rename main' }).click();
    const branch = await tall('New name of main');
    await page.keyboard.press('Escape');
    await visitor.branches();
    await page.getByRole('button', { name: 'Checkpoint', exact: true }).click();
    assert.equal(await tall('Name of the checkpoint'), branch);
  }));

test('a saved run is downloaded, and opens where it stood', () =>
  visit({}, async (visitor, page) => {
    await visitor.step(2);
    const save = async (item: string) => {
      await page.locator('[data-menu="export"] summary').click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: item }).click(),
      ]);
      return readFile(await download.path(), 'utf8');
    };
    const saved = await save('Save file');
    assert.match(await save('SVG'), /^<\?xml[^]*<svg[^]*heat/);
    assert.match(await save('Mermaid'), /^---\ntitle: "Kettle"/);
    await page.goto(page.url().replace(/#.*$/, '') + '#example=ferries');
    await page.locator('.top .title', { hasText: 'Two ferries' }).waitFor();
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), openFrom(page, 'Open file…')]);
    await chooser.setFiles({ name: 'kettle.run.json', mimeType: 'application/json', buffer: Buffer.from(saved) });
    await page.locator('.top .title', { hasText: 'Kettle' }).waitFor();
    await visitor.shows('v1-0', '60');
    await visitor.step(1);
  }));
