// Workers that die or hang: the engine comes back with the run, a drawing that takes too long is given up, and what was
// written is never at stake.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withPage } from '../browser.mjs';
import { Visitor, visit } from './visitor.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** Lets the test end workers, and make one deaf to a kind of message. @param {Page} page */
const before = (page) => page.addInitScript(() => {
  const Plain = globalThis.Worker;
  const tools = /** @type {any} */ (globalThis);
  tools.workers = [];
  tools.deaf = '';
  // The page's clock stands while it is held.
  const now = performance.now.bind(performance);
  tools.held = null;
  performance.now = () => tools.held ?? now();
  globalThis.Worker = class extends Plain {
    /** @param {string | URL} address @param {WorkerOptions} [options] */
    constructor(address, options) {
      super(address, options);
      tools.workers.push(this);
    }

    /** @override @param {any} message */
    postMessage(message) {
      if (tools.deaf && (message?.call === tools.deaf || (tools.deaf === 'layout' && 'dot' in (message ?? {})))) return;
      super.postMessage(message);
    }
  };
});

/** Ends every worker that lives as a trap or too little memory does; those that are needed come again. @param {Page} page */
const end = (page) => page.evaluate(() => {
  for (const worker of /** @type {any} */ (globalThis).workers.splice(0)) {
    worker.terminate();
    worker.onerror?.(new ErrorEvent('error', { message: 'unreachable' }));
  }
});
/** @param {Page} page @param {string} what */
const deaf = (page, what) => page.evaluate((name) => { /** @type {any} */ (globalThis).deaf = name; }, what);
/** Holds the page's clock. @param {Page} page */
const holdClock = (page) => page.evaluate(() => { /** @type {any} */ (globalThis).held = performance.now(); });
/** @param {Page} page @param {RegExp | string} text */
const notice = (page, text) => page.locator('.notice').filter({ hasText: text });

test('a core worker that ends is replaced: text, run, cursor, branches and settings are there, and the run goes on', () => visit({ before }, async (visitor, page) => {
  await visitor.step(3);
  await visitor.press('back');
  await visitor.type('\nstate mine');
  await page.locator('.chip-note.earlier').waitFor();
  await end(page);
  await notice(page, 'The engine was restarted and the run restored.').waitFor();
  await page.locator('.timeline output', { hasText: 'Tick 2 of 3' }).waitFor();
  await visitor.type(' // again');
  assert.match(await visitor.source(), /state mine \/\/ again$/);
  await page.locator('.chip-note.earlier').getByRole('button', { name: 'Back to run' }).click();
  await visitor.shows('v1-0', '60');
  await visitor.press('step');
  await page.locator('.timeline .tag', { hasText: 'Branch' }).waitFor();
  await visitor.press('run');
  await visitor.status().filter({ hasText: 'Completed' }).waitFor();
}));

test('the fourth end within a minute stops the engine: the text stays, is downloaded, and a report without it is copied', () => visit({ before }, async (visitor, page, { context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await visitor.type('\n// secret');
  await visitor.step(1);
  // All of it happens within the minute.
  await holdClock(page);
  for (let i = 1; i <= 3; i += 1) {
    await end(page);
    await page.waitForFunction((n) => /** @type {any} */ (globalThis).workers.length >= 1 && n > 0, i);
    await notice(page, 'The engine was restarted').waitFor();
    await page.getByRole('button', { name: 'Close notice' }).first().click();
    await visitor.step(1);
  }
  await end(page);
  await notice(page, 'was stopped').waitFor();
  await visitor.type(' still typed');
  const [download] = await Promise.all([page.waitForEvent('download'), notice(page, 'was stopped').getByRole('button', { name: 'Download the files' }).click()]);
  assert.equal(download.suggestedFilename(), 'machine.dygram');
  await notice(page, 'was stopped').getByRole('button', { name: 'Copy a report' }).click();
  await notice(page, 'Copied.').waitFor();
  const report = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(report, /^Tracklight, core \S+, rules \d+\n/);
  assert.doesNotMatch(report, /secret|Kettle/);
}));

test('an engine that is silent for three seconds is said to be, and can be restarted at once; the step in hand is undone', () => visit({ before }, async (visitor, page) => {
  await visitor.step(2);
  await deaf(page, 'step');
  await visitor.press('step');
  await notice(page, 'has not answered for 3 seconds').waitFor();
  await visitor.type('\n// typed meanwhile');
  await deaf(page, '');
  await notice(page, 'has not answered').getByRole('button', { name: 'Restart it now' }).click();
  await notice(page, 'Undone: the step.').waitFor();
  await notice(page, 'has not answered').waitFor({ state: 'detached' });
  await page.locator('.timeline output', { hasText: 'Tick 2 of 2' }).waitFor();
  assert.match(await visitor.source(), /typed meanwhile$/);
}));

test('a layout that hangs is said to be slow and given up; the drawing stays, and Try again draws', () => visit({ before }, async (visitor, page) => {
  await deaf(page, 'layout');
  await visitor.type('\nstate later\n');
  await notice(page, 'takes longer than usual').waitFor();
  await visitor.drawn('n3').waitFor({ state: 'attached' });
  await visitor.press('step');
  const failure = page.getByRole('alert').filter({ hasText: 'the layout took longer than 10 seconds' });
  await failure.waitFor();
  await visitor.drawn('n3').waitFor({ state: 'attached' });
  const [download] = await Promise.all([page.waitForEvent('download'), failure.getByRole('button', { name: 'Save as DOT' }).click()]);
  assert.match(download.suggestedFilename(), /\.dot$/);
  await deaf(page, '');
  await failure.getByRole('button', { name: 'Try again' }).click();
  await page.locator('tracklight-diagram .node[aria-label*=" later"]').waitFor({ state: 'attached' });
  await failure.waitFor({ state: 'detached' });
}));

test('where no drawing can be made the outline stands in its place, and the run works', () => withPage({
  before: (page) => page.route(/layout\.worker.*\.js$/, (route) => route.fulfill({ contentType: 'text/javascript', body: 'onmessage = ({ data }) => postMessage({ id: data.id, error: "out of memory" });' })),
}, async (page) => {
  const visitor = new Visitor(page);
  await page.locator('.page[data-phase="ready"]').waitFor();
  await page.getByRole('alert').filter({ hasText: 'No drawing: out of memory.' }).waitFor();
  const outline = page.locator('tracklight-diagram .outline');
  await outline.getByText('heat').first().waitFor();
  await visitor.step(2);
  await outline.getByText('60').first().waitFor();
}));
