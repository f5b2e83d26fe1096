// Links: what is copied opens as it was, and a bad one harms nothing.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { clipboard, openLink, openShare } from '../links.ts';
import { atStep, openFrom, visit } from './visitor.ts';
import type { Page } from 'playwright-core';

test('a shared link opens the same text in another window', () =>
  visit({}, async (visitor, page, { newPage, url }) => {
    const text = 'machine "Größe 🌊"\nstate a; state b\na -> b\n';
    await visitor.write(text);
    await page.locator('.top .title', { hasText: 'Größe 🌊' }).waitFor();
    const box = await openShare(page);
    const link = await box.inputValue();
    assert.ok(link.startsWith(`${url}#t1.`), link);
    const other = await newPage();
    await other.goto(link);
    await other.locator('.top .title', { hasText: 'Größe 🌊' }).waitFor();
    await other.locator('tracklight-editor').waitFor();
    assert.equal(await other.evaluate(() => (document.querySelector('tracklight-editor') as any).value), text);
  }));

test('every form that can be copied opens at the position it was copied at', () =>
  visit({}, async (visitor, page, { context, newPage, url }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(url).origin });
    await visitor.write((await visitor.source()).replace('"Kettle"', '"Kettle [1] `` \\\\ x"'));
    await page.locator('.top .title', { hasText: 'Kettle [1]' }).waitFor();
    await visitor.step(2);
    await openShare(page);
    assert.equal(await page.evaluate(() => document.activeElement?.textContent?.includes('Copy link')), true);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Copied', exact: true }).waitFor();
    assert.match(await clipboard(page), /^http:.*#t1\./);
    await page.getByRole('button', { name: 'Copy link', exact: true }).waitFor();
    for (const form of ['Link', 'Markdown', 'Markdown + code', 'iframe', 'Web component']) {
      const name = form === 'Link' ? 'Copy link' : form;
      const was = await clipboard(page);
      await page.getByRole('button', { name, exact: true }).click();
      await page.getByRole('button', { name: 'Copied', exact: true }).waitFor();
      const text = await clipboard(page);
      assert.notEqual(text, form === 'Link' ? '' : was);
      assert.equal(await page.getByLabel(form, { exact: true }).inputValue(), text);
      await page.getByRole('button', { name, exact: true }).waitFor();
      if (form === 'iframe') assert.match(text, /^<iframe src="http:[^"]*\?embed=1#t1\./);
      if (form === 'Web component')
        assert.match(text, /<tracklight-machine link="#t1\.[\w-]+"><\/tracklight-machine>\n$/);
      if (form === 'iframe' || form === 'Web component') continue;
      if (form === 'Markdown') assert.ok(text.startsWith('[Kettle \\[1\\] \\`\\` \\\\ x](http'), text);
      if (form === 'Markdown + code') assert.match(text, /^```dygram\nmachine "Kettle[^]*\n```\n\n\[Kettle/);
      const other = await newPage();
      await other.goto(url);
      await other.locator('.page[data-phase="ready"]').waitFor();
      await openLink(other, text);
      await other.locator('.top .kept', { hasText: 'Shared' }).waitFor();
      await atStep(other, '2');
      await other.locator('tracklight-diagram [id^="a_"] text', { hasText: '60' }).waitFor();
      await other.close();
    }
  }));

test('the dialog says that a link leaves other branches out, and the document it offers keeps them all', () =>
  visit({}, async (visitor, page) => {
    await visitor.step(2);
    await openShare(page);
    assert.equal(await page.getByText('Left out').count(), 0);
    await page.keyboard.press('Escape');
    await visitor.press('back');
    await visitor.press('step');
    await page.locator('.branches li').nth(1).waitFor({ state: 'attached' });
    await openShare(page);
    await page.getByText('Left out of a link: 1 other branch. A document keeps it.').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name: 'Download document' }).click(),
    ]);
    const file = readFileSync(await download.path(), 'utf8');
    await page.keyboard.press('Escape');
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), openFrom(page, 'Open file…')]);
    await chooser.setFiles([
      { name: 'kettle.tracklight.json', mimeType: 'application/json', buffer: Buffer.from(file) },
    ]);
    await page.locator('.top .kept', { hasText: 'Unsaved' }).waitFor();
    await page.locator('.branches li').nth(1).waitFor({ state: 'attached' });
    await visitor.at('2');
    assert.equal(await page.locator('.branches li').count(), 2);
    await page.locator('.branch-button', { hasText: 'branch 2' }).waitFor();
  }));

test('the dialog says that links and documents leave other runs out, and a document keeps all of its run', async () => {
  let file = '';
  await visit({}, async (visitor, page) => {
    await visitor.step(2);
    await visitor.press('reset');
    await visitor.branches();
    await page.getByTitle(/^Open run 1/).waitFor();
    await openShare(page);
    await page.getByText('1 other run is not included.').waitFor();
    assert.equal(await page.getByText('Left out of a link:').count(), 0);
    await page.keyboard.press('Escape');
    await visitor.step(2);
    await visitor.press('back');
    await visitor.press('step');
    await visitor.branches();
    await page.locator('.branches li:has([data-branch]).current', { hasText: 'branch 2' }).hover();
    await page.getByRole('button', { name: 'Rename branch 2' }).click();
    await page.getByLabel('New name of branch 2').fill('hot');
    await page.keyboard.press('Enter');
    await visitor.branches();
    await page.getByRole('button', { name: 'Checkpoint', exact: true }).click();
    await page.getByLabel('Name of the checkpoint').fill('warm');
    await page.keyboard.press('Enter');
    await page.getByTitle('Go to warm').waitFor();
    await openShare(page);
    assert.deepEqual(await page.locator('.is-share .warn:visible').allInnerTexts(), [
      'Left out of a link: 1 other branch, 1 named checkpoint. A document keeps them.',
      '1 other run is not included.',
    ]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name: 'Download document' }).click(),
    ]);
    file = readFileSync(await download.path(), 'utf8');
  });
  await visit({}, async (visitor, page) => {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), openFrom(page, 'Open file…')]);
    await chooser.setFiles([
      { name: 'kettle.tracklight.json', mimeType: 'application/json', buffer: Buffer.from(file) },
    ]);
    await visitor.branches();
    await page.getByTitle('Go to warm').waitFor();
    await visitor.at('2');
    await visitor.branches();
    assert.deepEqual(await page.locator('.branches .branch .name').allInnerTexts(), ['main', 'hot', 'warm']);
  });
});

test('a link shows what its maker looked at', () =>
  visit({}, async (visitor, page, { newPage }) => {
    await visitor.step(2);
    await visitor.panel('Events');
    await page.locator('tracklight-diagram .node', { hasText: 'heat' }).first().click();
    await page.getByRole('button', { name: 'Set breakpoint' }).click();
    const box = await openShare(page);
    const before = await box.inputValue();
    await page.getByRole('checkbox', { name: 'View' }).check();
    await page.waitForFunction((old) => (document.querySelector('.is-share textarea') as any).value !== old, before);
    const other = await newPage();
    await other.goto(await box.inputValue());
    await atStep(other, '2');
    await other.getByRole('group', { name: 'Events' }).waitFor();
    await other.locator('tracklight-diagram .selected').first().waitFor();
    await other.locator('tracklight-diagram .node', { hasText: 'heat' }).first().click();
    await other.getByRole('button', { name: 'Remove breakpoint' }).waitFor();
  }));

test('long links are noted, longer ones warned of, and over a cap there is the document', () =>
  visit({}, async (visitor, page) => {
    const noise = (n: number) =>
      Array.from(
        { length: n },
        (_, i) => `// ${Math.imul(i + 1, 2654435761).toString(36)}${Math.imul(i + 7, 40503217).toString(36)}`,
      ).join('\n');
    await openShare(page);
    await page.getByText(/^\d+ characters$/).waitFor();
    await page.keyboard.press('Escape');
    for (const [lines, words] of [
      [160, 'Some chats and trackers cut'],
      [900, 'Download document is safer'],
    ] as [number, string][]) {
      await visitor.write(`a -> b\n${noise(lines)}\n`);
      await openShare(page);
      await page.getByText(words).waitFor();
      await page.keyboard.press('Escape');
    }
    await visitor.write(`a -> b\n// ${'x'.repeat(2 ** 20)}\n`);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('alert').filter({ hasText: 'the source and its files' }).waitFor();
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download document' }).click();
    assert.match((await download).suggestedFilename(), /\.tracklight\.json$/);
  }));

test('a document file holds text, run and view, and opens again', () =>
  visit({}, async (visitor, page) => {
    await visitor.step(2);
    await page.locator('[data-menu="export"] summary').click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Document (source' }).click();
    const file = await (await download).path();
    await page.evaluate(() => {
      location.hash = '#t1.aYSAtPiBiCg';
    });
    await page.locator('tracklight-editor .cm-content', { hasText: 'a -> b' }).waitFor();
    await openFile(page, { name: 'kettle.tracklight.json', buffer: readFileSync(file) });
    await visitor.at('2');
    assert.match(await visitor.source(), /Kettle/);
  }));

test('a trace is replayed and compared with what it says', () =>
  visit({}, async (visitor, page) => {
    await visitor.step(2);
    await page.locator('[data-menu="export"] summary').click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Trace (JSON)' }).click();
    const text = readFileSync(await (await download).path(), 'utf8');
    await openFile(page, { name: 'kettle.trace.json', buffer: Buffer.from(text) });
    await page.locator('.notice', { hasText: 'all events and final values match' }).waitFor();
    await openFile(page, {
      name: 'kettle.trace.json',
      buffer: Buffer.from(text.replace('"agentReplied"', '"agentSilent"')),
    });
    await page.locator('.notice.warning', { hasText: 'was agentSilent and is now agentReplied' }).waitFor();
  }));

async function openFile(page: Page, { name, buffer }: { name: string; buffer: Buffer }) {
  const chooser = page.waitForEvent('filechooser');
  await openFrom(page, 'Open file…');
  await (await chooser).setFiles({ name, mimeType: 'application/json', buffer });
}
