// What is missing on arrival or later: another browser, the network, a file; and what is left to do then.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withPage } from '../browser.ts';
import { visit } from './visitor.ts';

test('a browser without what the engine needs says what is missing; the source is read, edited and downloaded', () =>
  withPage(
    {
      // As in browsers that have no modules in workers.
      before: (page) =>
        page.addInitScript(() => {
          globalThis.Worker = class extends EventTarget {
            constructor() {
              super();
              setTimeout(() => (this as any).onerror?.({ message: 'modules in workers are not supported' }), 0);
            }

            postMessage() {}

            terminate() {}
          } as any;
        }),
    },
    async (page) => {
      const notice = page.getByRole('alert').filter({ hasText: 'The engine could not start' });
      await notice.filter({ hasText: 'modules in workers are not supported' }).waitFor();
      await page.locator('tracklight-editor .cm-content').click();
      await page.keyboard.type('// mine');
      await page.locator('tracklight-editor', { hasText: '// mine' }).waitFor();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        notice.getByRole('button', { name: 'Export all machines' }).click(),
      ]);
      assert.equal(download.suggestedFilename(), 'machine.dygram');
    },
  ));

test('a browser that cannot read the page at all is told which ones can', () =>
  withPage(
    {
      expect: [/^uncaught: /],
      // As what it holds reads to a browser that is older than its syntax.
      before: (page) =>
        page.route(/assets\/index-.*\.js$/, (route) =>
          route.fulfill({ contentType: 'text/javascript', body: 'class A { #a = ; }' }),
        ),
    },
    async (page) => {
      await page.getByText('Tracklight needs Chrome or Edge 114').waitFor();
      await page.getByText('Loading the page').waitFor();
    },
  ));

test('once loaded the page works without a network; a panel that did not come says so until it is back', () =>
  visit(
    {
      expect: [/ERR_INTERNET_DISCONNECTED|Failed to fetch|dynamically imported/],
      // The HTTP cache of another test's visit may hold the panel, which then comes without a network.
      own: true,
    },
    async (visitor, page, { context }) => {
      await visitor.step(1);
      await context.setOffline(true);
      await visitor.step(1);
      await visitor.shows('v1-0', '60');
      await visitor.write('machine "Offline"\nstate one\nstate two\none -> two\n');
      await page.locator('tracklight-diagram .node[aria-label*=" two"]').waitFor({ state: 'attached' });
      // The main button begins a run of the new text, then runs it.
      await visitor.control('run').filter({ hasText: 'Restart' }).waitFor();
      await visitor.press('run');
      await visitor.control('run').filter({ hasText: 'Run' }).waitFor();
      await visitor.press('run');
      await visitor.status().filter({ hasText: 'Completed' }).waitFor();
      const panel = await visitor.panel('SQL');
      const failed = panel.getByRole('alert').filter({ hasText: 'The panel could not be loaded.' });
      await failed.waitFor();
      await context.setOffline(false);
      await failed.waitFor({ state: 'detached' });
      await panel.locator('.sql').waitFor();
    },
  ));

test('an example that does not load leaves the machine as it is and says so; an unknown one shows the gallery', () =>
  visit(
    {
      expect: [/404/],
      before: (page) => page.route(/examples\/harbour/, (route) => route.fulfill({ status: 404, body: '' })),
    },
    async (visitor, page) => {
      await visitor.step(2);
      const before = await visitor.source();
      const panel = await visitor.panel('Examples');
      await panel.getByRole('button', { name: /^Harbour log/ }).click();
      await page.locator('.notice.error', { hasText: 'Could not load the example “harbour”.' }).waitFor();
      assert.equal(await visitor.source(), before);
      await page.locator('.timeline output', { hasText: 'Step 2 of 2' }).waitFor();
      await visitor.panel('Context');
      await page.evaluate(() => {
        location.hash = '#example=nothing-of-this-name';
      });
      await page
        .locator('.notice.error', { hasText: 'There is no example “nothing-of-this-name”.' })
        .filter({ hasText: 'link-example' })
        .waitFor();
      await page.locator('dialog .gallery-body').waitFor();
      assert.equal(await visitor.source(), before);
    },
  ));
