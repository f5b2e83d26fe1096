// Keys of the page: single ones, those of the palette, own ones; and what a screen reader hears.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { focused, visit } from './visit.ts';

test('single keys are text in the editor and steps in the run bar', () =>
  visit({}, async (visitor, page) => {
    const before = await visitor.source();
    await visitor.type('sbr');
    assert.equal(await visitor.source(), `${before}sbr`);
    // Keys that come one after the other are taken back together.
    for (let key = 0; key < 3 && (await visitor.source()) !== before; key += 1) await page.keyboard.press('Control+z');
    assert.equal(await visitor.source(), before);
    await page.locator('[data-control="step"][aria-disabled="false"]').waitFor();
    assert.equal(await visitor.rows(), 1);
    await visitor.control('step').focus();
    await page.keyboard.press('s');
    await page.waitForFunction(() => document.querySelectorAll('.ticks li').length === 2);
    await page.keyboard.press('b');
    await visitor.at('0');
    await page.keyboard.press('f');
    await visitor.at('1');
  }));

test('join in the palette leads to its word first, and below it to the examples and the guide that show it', () =>
  visit({}, async (_, page) => {
    await page.keyboard.press('Control+k');
    await page.locator('.palette input').fill('join');
    await page.locator('.palette [aria-selected="true"]', { hasText: '@join' }).waitFor();
    await page
      .getByRole('group', { name: 'Examples' })
      .getByRole('option', { name: /^Tree survey\s+join/ })
      .waitFor();
    const guide = page.getByRole('group', { name: 'Guides' }).getByRole('option');
    assert.deepEqual(
      (await guide.allInnerTexts()).map((text) => text.split(/\s*\n\s*/)),
      [['Parallel paths', '@join']],
    );
    await guide.click();
    await page.locator('.guide h3', { hasText: 'Parallel paths' }).waitFor();
  }));

test('the palette does a command, shows a node, opens an example, and gives the focus back', () =>
  visit({}, async (visitor, page) => {
    const { keyboard } = page;
    const input = page.getByRole('combobox', { name: 'Search or run a command' });
    await visitor.control('run').focus();
    await keyboard.press('Control+k');
    await input.waitFor();
    await keyboard.type('step');
    await keyboard.press('Enter');
    await visitor.hasClass('n3', 'r-current');
    assert.equal(await focused(page), 'runbar run');

    await keyboard.press('Control+k');
    await input.waitFor();
    await keyboard.type('heat node');
    await keyboard.press('Enter');
    await page.locator('tracklight-diagram #n3.selected').waitFor();

    await keyboard.press('Control+k');
    await input.waitFor();
    await keyboard.type('harb');
    await page.getByRole('option', { name: /^Harbour/ }).waitFor();
    await keyboard.press('Enter');
    await page.locator('.top .title', { hasText: 'Harbour' }).waitFor();

    await keyboard.press('Control+k');
    await input.waitFor();
    await keyboard.press('ArrowDown');
    assert.equal(await page.locator('.palette [aria-selected="true"]').getAttribute('id'), 'palette-1');
    await keyboard.press('ArrowUp');
    await keyboard.press('ArrowUp');
    assert.equal(await page.locator('.palette [role="option"]').last().getAttribute('aria-selected'), 'true');
    await keyboard.type('zzz');
    await page.getByText('No results.').waitFor();
    await keyboard.press('Escape');
    await input.waitFor({ state: 'detached' });
  }));

test('Help lists the keys; a key is changed, a taken one refused, one turned off, and all of it is kept', () =>
  visit({}, async (visitor, page) => {
    const { keyboard } = page;
    await visitor.control('step').focus();
    await keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Help' });
    const row = help.locator('[data-command="step"]');
    await row.waitFor();
    await help.getByRole('button', { name: 'Change the shortcut of Step', exact: true }).click();
    await keyboard.press('F8');
    await help.getByRole('alert').filter({ hasText: 'F8 is already the shortcut of “Run or pause”' }).waitFor();
    await keyboard.press('F4');
    await row.getByText('F4').waitFor();
    await help.getByRole('button', { name: 'Remove the shortcut of Run or pause' }).click();
    await help.getByRole('checkbox', { name: /^Single-key shortcuts/ }).uncheck();
    await keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    assert.equal(await focused(page), 'runbar step');

    await page.reload();
    await visitor.ready();
    await page.keyboard.press('F4');
    await visitor.hasClass('n3', 'r-current');
    await visitor.control('step').focus();
    await keyboard.press('F10');
    await keyboard.press('s');
    await keyboard.press('F8');
    await keyboard.press('F4');
    await visitor.shows('v1-0', '60');
    assert.equal(await visitor.rows(), 3);
    assert.match((await visitor.control('step').getAttribute('title')) ?? '', /F4/);
    await page.getByRole('button', { name: 'Help' }).click();
    await help.getByRole('button', { name: 'Reset all shortcuts' }).click();
    await row.getByText('F10').waitFor();
  }));

test('a new layout of the drawing leaves the focus on its element', () =>
  visit({}, async (visitor, page) => {
    await visitor.drawn('n3').focus();
    const layouts = (await visitor.counters()).layouts;
    await page.evaluate(() => (document.querySelector('tracklight-diagram') as any).redraw());
    await page.waitForFunction(
      (n) =>
        (document.querySelector('tracklight-diagram') as any).counters.layouts > n &&
        (document.querySelector('tracklight-diagram') as any).settled,
      layouts,
    );
    assert.equal(await focused(page), 'diagram n3');
  }));

test('a first visit is told what this is, until the first step, and not again', () =>
  visit({ first: true }, async (visitor, page) => {
    const welcome = page.locator('[data-state="welcome"]');
    await welcome.filter({ hasText: 'Write or draw a state machine for an AI agent' }).waitFor();
    await visitor.step();
    assert.equal(await welcome.count(), 0);
    await page.reload();
    await visitor.ready();
    assert.equal(await welcome.count(), 0);
  }));

test('a screen reader hears of each step, and of the start and the end of a run', () =>
  visit({}, async (visitor, page) => {
    const said = page.locator('[role="status"].hidden');
    await visitor.step();
    await said.filter({ hasText: 'Step 1: path 1 moved from begin to heat.' }).waitFor({ state: 'attached' });
    await visitor.step();
    await said.filter({ hasText: 'Water.celsius is now 60.' }).waitFor({ state: 'attached' });
    await visitor.press('run');
    await said.filter({ hasText: 'Completed in' }).waitFor({ state: 'attached' });
  }));
