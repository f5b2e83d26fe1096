// The guide in Help, and its examples.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { openGuide, visit } from './visit.ts';

test('Help begins with the guide, and names the pages of the documentation as they name themselves', () =>
  visit({}, async (visitor, page) => {
    await visitor.dialog('Help');
    const help = page.getByRole('dialog', { name: 'Help' });
    const pages = await help.locator('a[href^="docs/"]').evaluateAll((links) =>
      links.map((link) => ({
        file: link.getAttribute('href')?.replace('.html', '.md') ?? '',
        title: link.textContent?.trim(),
        target: link.getAttribute('target'),
        tip: link.getAttribute('title'),
      })),
    );
    assert.ok(pages.length > 0);
    for (const { file, title, target, tip } of pages) {
      const text = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
      assert.equal(title, /^# (.+)$/m.exec(text)?.[1], file);
      assert.deepEqual([target, tip], ['_blank', 'opens in a new tab'], file);
    }
    await help.getByRole('button', { name: 'Parallel paths' }).click();
    await page.locator('.guide').getByRole('heading', { name: 'Parallel paths' }).waitFor();
    assert.equal(await help.count(), 0);
  }));

test('an example of the guide opens beside it and runs', () =>
  visit({}, async (visitor, page) => {
    const guide = await openGuide(page, 'Conditions');
    await guide.getByRole('button', { name: 'Open this example' }).click();
    await page.locator('.top .title', { hasText: 'Bakery' }).waitFor();
    await visitor.holds(/^machine "Bakery"/);
    assert.equal(await guide.isVisible(), true);
    await visitor.step();
    await openGuide(page, 'How it works');
    await guide.getByRole('button', { name: 'Open this example' }).click();
    await page.locator('.top .title', { hasText: 'Kettle' }).waitFor();
  }));
