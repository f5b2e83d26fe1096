// The first control, and what stands on the page before the engine does or when it never comes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withPage } from '../browser.ts';
import { visit } from './visitor.ts';

test('Run is the first control and the only filled one', () =>
  visit({}, async (visitor, page) => {
    const controls = page.locator('.runbar button');
    assert.equal(await controls.first().getAttribute('data-control'), 'run');
    const filled = await page.locator('button').evaluateAll((all) => {
      const plain = getComputedStyle(document.documentElement).getPropertyValue('--tracklight-accent').trim();
      const probe = document.createElement('i');
      probe.style.color = plain;
      document.body.append(probe);
      const accent = getComputedStyle(probe).color;
      probe.remove();
      return all.filter((one) => getComputedStyle(one).backgroundColor === accent).map((one) => one.dataset.control);
    });
    assert.deepEqual(filled, ['run']);
  }));

test('the source is readable before the engine and the editor are there', () =>
  withPage(
    {
      before: (page) => page.route(/\.wasm$|editor-.*\.js$/, () => {}),
    },
    async (page) => {
      await page.locator('pre.plain', { hasText: 'machine "Refund desk"' }).waitFor();
      await page.locator('.status-line', { hasText: 'Loading the engine' }).waitFor();
      assert.equal(await page.getByRole('toolbar', { name: 'Run' }).isVisible(), true);
    },
  ));

test('without an engine the page says why, and the source can still be edited', () =>
  withPage(
    {
      before: (page) => page.route(/\.wasm$/, (route) => route.fulfill({ status: 404, body: '' })),
      expect: [/\.wasm/, /console: /],
    },
    async (page) => {
      await page.getByText('The engine could not start').waitFor();
      await page.locator('tracklight-editor .cm-content').click();
      await page.keyboard.type('// mine');
      await page.locator('tracklight-editor', { hasText: '// mine' }).waitFor();
    },
  ));

test('a part of the engine that cannot be loaded is said to be missing; text and run stay; the next try works', () => {
  let there = false;
  return visit(
    {
      before: (page) => page.context().route(/rest_bg.*\.wasm$/, (route) => (there ? route.continue() : route.abort())),
      expect: [/rest_bg/, /^console: /],
    },
    async (visitor, page) => {
      await visitor.write('state   a\nstate   b\na->b\n');
      await page.locator('tracklight-diagram .node[aria-label*=" b"]').waitFor({ state: 'attached' });
      await page.getByRole('button', { name: 'Format' }).click();
      await page
        .locator('.notice.warning', { hasText: 'Part of the engine could not be loaded, so this did not work.' })
        .first()
        .waitFor();
      await visitor.holds('state   a\nstate   b\na->b\n');
      await visitor.control('step').filter({ hasText: 'Step' }).waitFor();
      there = true;
      await page.getByRole('button', { name: 'Format' }).click();
      await visitor.holds('state a\nstate b\na -> b\n');
      await visitor.press('step');
      await visitor.at('1');
    },
  );
});
