// The guide beside editor and drawing, and as a pane of a phone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openGuide, visit } from './visitor.ts';

test('the guide opens in the panels, leads from page to page, and goes back to the panel it came from', () =>
  visit({}, async (visitor, page) => {
    await visitor.panel('SQL');
    const guide = await openGuide(page, 'How it works');
    await guide.getByText('1 of 5').waitFor();
    await guide.locator('pre .tok-arrow').first().waitFor();
    for (const title of ['Conditions', 'Agents and answers', 'Parallel paths', 'Go back, branch, share']) {
      await guide.getByRole('button', { name: `Next: ${title}` }).click();
      const heading = guide.getByRole('heading', { name: title });
      await heading.waitFor();
      assert.ok(
        await heading.evaluate((one) => one.getBoundingClientRect().top > 0 && one.closest('.panel')?.scrollTop === 0),
      );
    }
    await guide.getByText('5 of 5').waitFor();
    assert.equal(await guide.getByRole('button', { name: /^Next/ }).count(), 0);
    await guide.getByRole('button', { name: 'Previous page' }).click();
    await guide.getByRole('heading', { name: 'Parallel paths' }).waitFor();
    assert.equal(await page.locator('tracklight-editor').isVisible(), true);
    await guide.getByRole('button', { name: 'Close guide' }).click();
    await page.getByRole('group', { name: 'SQL' }).waitFor();
  }));

test('on a phone the guide is a pane, and its example opens the drawing', () =>
  visit({ viewport: { width: 390, height: 844 }, touch: true }, async (visitor, page) => {
    const guide = await openGuide(page, 'Parallel paths');
    await page.getByRole('button', { name: 'All panels' }).waitFor();
    assert.ok(((await guide.boundingBox())?.width ?? 0) > 340);
    await guide.getByRole('button', { name: 'Open this example' }).tap();
    await page.locator('.page[data-pane="diagram"]').waitFor();
    await visitor.drawn('n1').waitFor();
    await page.locator('.top .title', { hasText: 'Approval' }).waitFor();
  }));
