// Workers that die or hang: the engine comes back with the run, a drawing that takes too long is given up, and what was
// written is never at stake.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withPage } from '../browser.ts';
import { Visitor, visit } from './visitor.ts';
import type { Page } from 'playwright-core';

/** Lets the test end workers, and make one deaf to a kind of message. */
const before = (page: Page) =>
  page.addInitScript(() => {
    const Plain = globalThis.Worker;
    const tools = globalThis as any;
    tools.workers = [];
    tools.deaf = '';
    // The page's clock stands while it is held.
    const now = performance.now.bind(performance);
    tools.held = null;
    performance.now = () => tools.held ?? now();
    globalThis.Worker = class extends Plain {
      constructor(address: string | URL, options?: WorkerOptions) {
        super(address, options);
        // A spare one does nothing until it is needed.
        if (!options?.name?.endsWith('-spare')) tools.workers.push(this);
      }

      override postMessage(message: any) {
        const dot: string = message?.dots?.[0] ?? '';
        const isLayout =
          dot !== '' && (tools.deaf === 'layout' || (tools.deaf === 'full layout' && !dot.includes('splines="line"')));
        if (tools.deaf && message?.call === tools.deaf) return;
        // It loads Graphviz all the same, and answers what nobody asked.
        super.postMessage(isLayout ? { id: -1, dots: ['digraph {}'] } : message);
        if (message?.start) tools.workers.push(this);
      }
    };
  });

/** Ends every worker that works as a trap or too little memory does; those that are needed come again. */
const end = (page: Page) =>
  page.evaluate(() => {
    for (const worker of (globalThis as any).workers.splice(0)) {
      worker.terminate();
      worker.onerror?.(new ErrorEvent('error', { message: 'unreachable' }));
    }
  });
const deaf = (page: Page, what: string) =>
  page.evaluate((name) => {
    (globalThis as any).deaf = name;
  }, what);
/** Holds the page's clock. */
const holdClock = (page: Page) =>
  page.evaluate(() => {
    (globalThis as any).held = performance.now();
  });
const notice = (page: Page, text: RegExp | string) => page.locator('.notice').filter({ hasText: text });

test('a core worker that ends is replaced: text, run, cursor, branches and settings stay, and the run goes on', () =>
  visit({ before }, async (visitor, page) => {
    await visitor.step(3);
    await visitor.press('back');
    await visitor.type('\nstate mine');
    await page.locator('.status-row[data-state="older"]').waitFor();
    await end(page);
    await notice(page, 'The engine crashed and was restarted. Your run was restored.').waitFor();
    await page.locator('.timeline output', { hasText: 'Step 2 of 3' }).waitFor();
    await visitor.type(' // again');
    assert.match(await visitor.source(), /state mine \/\/ again$/);
    await visitor.status().getByRole('button', { name: 'Back to run' }).click();
    await visitor.shows('v1-0', '60');
    await visitor.press('step');
    await page.locator('.branch-button', { hasText: 'branch 2' }).waitFor();
    await visitor.press('run');
    await visitor.status().filter({ hasText: 'Completed' }).waitFor();
  }));

test('the fourth end in a minute stops the engine: the text stays, is downloaded, a report without it is copied', () =>
  visit({ before }, async (visitor, page, { context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await visitor.type('\n// secret');
    await visitor.step(1);
    // All of it happens within the minute.
    await holdClock(page);
    for (let i = 1; i <= 3; i += 1) {
      await end(page);
      await page.waitForFunction((n) => (globalThis as any).workers.length >= 1 && n > 0, i);
      await notice(page, 'The engine crashed and was restarted').waitFor();
      await page.getByRole('button', { name: 'Close notice' }).first().click();
      await visitor.step(1);
    }
    await end(page);
    await notice(page, 'was stopped').waitFor();
    await visitor.type(' still typed');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      notice(page, 'was stopped').getByRole('button', { name: 'Export all machines' }).click(),
    ]);
    assert.equal(download.suggestedFilename(), 'machine.dygram');
    await notice(page, 'was stopped').getByRole('button', { name: 'Copy report' }).click();
    await notice(page, 'Copied.').waitFor();
    const report = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(report, /^Tracklight, core \S+, rules \d+\n/);
    assert.doesNotMatch(report, /secret|Kettle/);
  }));

test('an engine silent for three seconds is said to be, and can be restarted at once; the step in hand is undone', () =>
  visit({ before }, async (visitor, page) => {
    await visitor.step(2);
    await deaf(page, 'step');
    await visitor.press('step');
    await notice(page, 'has not responded for 3 seconds').waitFor();
    await visitor.type('\n// typed meanwhile');
    await deaf(page, '');
    await notice(page, 'has not responded').getByRole('button', { name: 'Restart now' }).click();
    await notice(page, 'Undone: the step.').waitFor();
    await notice(page, 'has not responded').waitFor({ state: 'detached' });
    await page.locator('.timeline output', { hasText: 'Step 2 of 2' }).waitFor();
    assert.match(await visitor.source(), /typed meanwhile$/);
  }));

test('a layout that hangs is made without edge labels, which is said; steps are patches, and Try again is full', () =>
  visit({ path: '#example=letter', before }, async (visitor, page) => {
    const labels = page.locator('tracklight-diagram .label text');
    assert.ok((await labels.count()) > 0);
    await deaf(page, 'full layout');
    await visitor.type('\nstate later\n');
    await page.locator('tracklight-diagram .node[aria-label*=" later"]').waitFor({ state: 'attached' });
    const note = page.getByRole('status').filter({ hasText: 'Drawn without edge labels' });
    await note.waitFor();
    assert.equal(await labels.count(), 0);
    const { layouts } = await visitor.counters();
    await visitor.step(2);
    assert.equal((await visitor.counters()).layouts, layouts);
    await deaf(page, '');
    await note.getByRole('button', { name: 'Try again' }).click();
    await note.waitFor({ state: 'detached' });
    assert.ok((await labels.count()) > 0);
  }));

test('a layout that hangs is said to be slow and given up; the drawing stays, and Try again draws', () =>
  visit({ before }, async (visitor, page) => {
    await deaf(page, 'layout');
    await visitor.type('\nstate later\n');
    await notice(page, 'is taking longer than usual').waitFor();
    await visitor.drawn('n3').waitFor({ state: 'attached' });
    await visitor.press('step');
    const failure = page.getByRole('alert').filter({ hasText: 'the layout took longer than 10 seconds' });
    await failure.waitFor();
    await visitor.drawn('n3').waitFor({ state: 'attached' });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      failure.getByRole('button', { name: 'Save as DOT' }).click(),
    ]);
    assert.match(download.suggestedFilename(), /\.dot$/);
    await deaf(page, '');
    await failure.getByRole('button', { name: 'Try again' }).click();
    await page.locator('tracklight-diagram .node[aria-label*=" later"]').waitFor({ state: 'attached' });
    await failure.waitFor({ state: 'detached' });
  }));

test('where no drawing can be made the outline stands in its place, and the run works', () =>
  withPage(
    {
      before: (page) =>
        page.route(/layout\.worker.*\.js$/, (route) =>
          route.fulfill({
            contentType: 'text/javascript',
            body:
              'onmessage = ({ data }) => postMessage({ id: data.id, error: "out of memory" }); postMessage({ up: ' +
              'true });',
          }),
        ),
    },
    async (page) => {
      const visitor = new Visitor(page);
      await page.locator('.page[data-phase="ready"]').waitFor();
      await page.getByRole('alert').filter({ hasText: 'Could not render the diagram: out of memory.' }).waitFor();
      const outline = page.locator('tracklight-diagram .outline');
      await outline.getByText('assess').first().waitFor();
      await visitor.step(2);
      await outline.getByText('two weeks ago').first().waitFor();
    },
  ));
