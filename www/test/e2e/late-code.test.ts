// Code that does not come: it is asked for again, then the user is told and can have it tried once more. Where a newer
// version of the page took the files away, the page is reloaded with everything saved. Errors that nobody expected.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { withPage } from '../browser.ts';
import { KETTLE, Visitor, visit } from './visitor.ts';
import type { Page } from 'playwright-core';

const DIST = new URL('../../../dist/', import.meta.url);
const MANIFEST: Record<string, { file: string; css?: string[] }> = JSON.parse(
  readFileSync(new URL('.vite/manifest.json', DIST), 'utf8'),
);
/** What the browser says of requests that fail. */
const LOST = [/^request failed: .*(ERR_FAILED|ERR_ABORTED)/, /^console: Failed to load resource/, /^answered 404/];
/** The same of a script that is not one. */
const REFUSED = [...LOST, /^console: .*MIME type/];

/** The file that a source is built into. */
function fileOf(source: string) {
  const entry = MANIFEST[`www/src/${source}`];
  assert.ok(entry, `${source} has no file of its own`);
  return entry.file;
}

/** A file that does not come for so many times, or until `times` is 0. */
async function failing(page: Page, file: string, times: number) {
  const failure = { times };
  await page.route(`**/${file}`, (route) => {
    if (failure.times === 0) return route.continue();
    failure.times -= 1;
    return route.abort();
  });
  return failure;
}

const notice = (page: Page, text: string) => page.locator('.notice').filter({ hasText: text });
const lost = (page: Page) => notice(page, 'Part of the page could not be loaded. Check your connection.');
const tryAgain = (page: Page) => lost(page).getByRole('button', { name: 'Try again' }).click();

/** Another version of the page is on the server, and no file of this one. */
async function deploy(page: Page) {
  await page.context().route('**/assets/**', (route) => route.fulfill({ status: 404, body: '' }));
  await page.route('**/version.json', (route) => route.fulfill({ json: { version: '9.9.9', build: 'another' } }));
}

for (const [what, source] of [
  ['drawing', 'diagram/with-map.ts'],
  ['editor', 'editor/editor.ts'],
] as const) {
  test(`the ${what} comes though its file fails once`, () =>
    visit({ expect: LOST, before: (page) => failing(page, fileOf(source), 1) }, async (visitor, page) => {
      await visitor.step(2);
      await visitor.shows('v1-0', '60');
      assert.equal(await lost(page).count(), 0);
    }));

  test(`where the file of the ${what} never comes the page says so, works without it, and tries again`, () => {
    let failure = { times: 0 };
    return withPage(
      {
        path: KETTLE,
        expect: LOST,
        before: async (page) => {
          failure = await failing(page, fileOf(source), Infinity);
        },
      },
      async (page) => {
        const visitor = new Visitor(page);
        await lost(page).waitFor();
        await visitor.step(2);
        failure.times = 0;
        await tryAgain(page);
        await visitor.ready();
        await lost(page).waitFor({ state: 'detached' });
        await visitor.shows('v1-0', '60');
      },
    );
  });
}

for (const [item, source, ending] of [
  ['SVG', 'diagram/picture-file.ts', 'svg'],
  ['Mermaid', 'diagram/mermaid.ts', 'mmd'],
] as const)
  test(`an export whose code does not come says so, and is saved when it is tried again: ${ending}`, () =>
    visit({ expect: LOST }, async (_, page) => {
      const failure = await failing(page, fileOf(source), Infinity);
      await page.locator('[data-menu="export"] summary').click();
      await page.locator('[data-menu="export"]').getByRole('button', { name: item, exact: true }).click();
      await lost(page).waitFor();
      failure.times = 0;
      const [download] = await Promise.all([page.waitForEvent('download'), tryAgain(page)]);
      assert.equal(download.suggestedFilename(), `kettle.${ending}`);
    }));

test('Share opens when its code comes at last', () =>
  visit({ expect: LOST }, async (_, page) => {
    const failure = await failing(page, fileOf('features/share/controller.ts'), Infinity);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await lost(page).waitFor();
    assert.equal(await page.locator('.notice', { hasText: 'http' }).count(), 0);
    failure.times = 0;
    await tryAgain(page);
    await page.getByLabel('Link', { exact: true }).waitFor();
  }));

test('a panel says in its place that it did not come; its style sheet is asked for again as well', () =>
  visit({ expect: REFUSED }, async (visitor, page) => {
    const [sheet = ''] = MANIFEST['www/src/features/sql/panel.ts']?.css ?? [];
    assert.match(sheet, /\.css$/);
    let isPage = true;
    await page.route(`**/${sheet}`, (route) =>
      isPage ? route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }) : route.continue(),
    );
    const panel = await visitor.panel('SQL');
    const failed = panel.getByRole('alert').filter({ hasText: 'The panel could not be loaded.' });
    await failed.waitFor();
    isPage = false;
    await failed.getByRole('button', { name: 'Try again' }).click();
    await panel.locator('.sql').waitFor();
    const applied = await page.evaluate(
      (name) => [...document.styleSheets].some(({ href }) => href?.endsWith(name) === true),
      sheet,
    );
    assert.equal(applied, true);
  }));

test('after a deploy the page says that there is a newer version, and reloads with what was written', () =>
  visit({ expect: LOST }, async (visitor, page) => {
    await deploy(page);
    await visitor.type('\n// last words');
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const newer = notice(page, 'A new version is available.');
    await newer.waitFor();
    assert.equal(await lost(page).count(), 0);
    await page.context().unrouteAll();
    await page.unrouteAll();
    await newer.getByRole('button', { name: 'Reload' }).click();
    await newer.waitFor({ state: 'detached' });
    await visitor.ready();
    await visitor.holds(/last words$/);
  }));

/** Notes the core workers of the page, and whether the spare one stands by. */
const watchCores = (page: Page) =>
  page.addInitScript(() => {
    const tools = globalThis as any;
    tools.cores = [];
    tools.spare = null;
    tools.Worker = class extends Worker {
      constructor(address: string | URL, options?: WorkerOptions) {
        super(address, options);
        if (options?.name === 'tracklight-core') tools.cores.push(this);
        if (options?.name === 'tracklight-core-spare')
          this.addEventListener('message', ({ data }) => {
            if (data.up) tools.spare = this;
          });
      }

      override postMessage(message: any) {
        super.postMessage(message);
        if (message.start) tools.cores.push(this);
        if (message.start) tools.spare = null;
      }
    };
  });
/** The engine's worker ends as by a trap. */
const endCore = (page: Page) =>
  page.evaluate(() => {
    const core = (globalThis as any).cores.pop();
    core.terminate();
    core.onerror(new ErrorEvent('error', { message: 'unreachable' }));
  });
const spareStands = (page: Page) => page.waitForFunction(() => (globalThis as any).spare !== null);

test('an engine that crashes after a deploy starts again in the spare worker, with the run', () =>
  visit({ expect: LOST, before: watchCores }, async (visitor, page) => {
    await visitor.step(2);
    await spareStands(page);
    await deploy(page);
    await endCore(page);
    await notice(page, 'Your run was restored.').waitFor();
    await visitor.at('2');
    await visitor.step(1);
    await visitor.write('machine "After"\nstate one\nstate two\none -> two\n');
    await page.locator('tracklight-diagram .node[aria-label*=" two"]').waitFor({ state: 'attached' });
    // No second spare can be made, and no other worker: that is a matter of the new version.
    await endCore(page);
    await notice(page, 'A new version is available.').getByRole('button', { name: 'Reload' }).waitFor();
    await visitor.type(' // still typed');
    await page.context().unrouteAll();
    await page.unrouteAll();
    await notice(page, 'A new version is available.').getByRole('button', { name: 'Reload' }).click();
    await visitor.ready();
    await visitor.holds(/still typed$/);
  }));

test('a spare worker that was used is followed by another, whose core is not started', () =>
  visit({ before: watchCores }, async (visitor, page) => {
    for (let crashes = 1; crashes <= 2; crashes += 1) {
      await spareStands(page);
      await visitor.step(1);
      await endCore(page);
      await notice(page, 'Your run was restored.').waitFor();
      await page.getByRole('button', { name: 'Close notice' }).first().click();
    }
    await visitor.at('2');
  }));

test('the engine starts though its worker and its core fail once', () =>
  visit(
    {
      expect: LOST,
      before: async (page) => {
        for (const pattern of [/core\.worker-.*\.js$/, /first_bg-.*\.wasm$/]) {
          let times = 1;
          await page.context().route(pattern, (route) => {
            times -= 1;
            return times < 0 ? route.continue() : route.abort();
          });
        }
      },
    },
    async (visitor) => {
      await visitor.step(2);
      await visitor.shows('v1-0', '60');
    },
  ));

test('the drawing is laid out though Graphviz fails once', () =>
  visit(
    {
      expect: LOST,
      before: async (page) => {
        let times = 1;
        await page.context().route(/layout\.worker-.*\.js$/, (route) => {
          times -= 1;
          return times < 0 ? route.continue() : route.abort();
        });
      },
    },
    (visitor) => visitor.step(1),
  ));

test('a rejection that nobody handled and an uncaught error are told, each once', () =>
  visit({ expect: [/^uncaught: /] }, async (_, page) => {
    await page.evaluate(() => {
      for (let i = 0; i < 3; i += 1) void Promise.reject(new Error('no room at all'));
      setTimeout(() => {
        throw new Error('x is undefined');
      });
    });
    await notice(page, 'Something went wrong: no room at all').waitFor();
    await notice(page, 'x is undefined').waitFor();
    assert.equal(await page.locator('.notice').count(), 2);
  }));

test('the page tells its build, and the server too, which no cache may answer for', () =>
  visit({}, async (_, page, { url }) => {
    const own = await page.locator('meta[name="tracklight-build"]').getAttribute('content');
    const response = await page.request.get(`${url}version.json`);
    assert.match(own ?? '', /^[0-9a-f]{16}$/);
    assert.equal((await response.json()).build, own);
    assert.equal(response.headers()['cache-control'], 'no-cache');
  }));
