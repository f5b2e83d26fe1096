// Machines in the pages of real site builders: VitePress with the fence plugin, MkDocs Material and mdBook with
// `tracklight prerender`; and in plain HTML. Built here with the npm package as built, opened without scripts and with
// them, and run.

import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { vitepress } from '../../build/docs.mjs';
import { mdbook, mkdocs } from '../../build/setup.mjs';
import { withPage } from '../browser.ts';
import { DARK, LIGHT, headed, picture, runs, shows, themed } from '../sites/checks.ts';
import { VALVE, copyFixture, runIn } from '../sites/install.ts';
import { hydrated } from '../vitepress.ts';

const NPM = fileURLToPath(new URL('../../../dist/npm', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'tracklight-sites-'));
after(() => rmSync(folder, { recursive: true, force: true }));

let packages = '';
before(() => {
  packages = vitepress(NPM);
});

const prerender = (site: string) =>
  runIn(folder, process.execPath, [join(packages, 'tracklight/cli.js'), 'prerender', site]);

/** The files that a page loads, in a folder of a site. */
const addPackage = (to: string) =>
  cpSync(NPM, to, { recursive: true, filter: (file) => !/\.(md|map|d\.ts)$|LICENSE|types$/.test(file) });

test('VitePress: pictures before scripts, hydration without a change, a run in place, dark, navigation', async () => {
  const source = copyFixture('vitepress');
  symlinkSync(packages, join(source, 'node_modules'));
  runIn(source, process.execPath, [join(packages, 'vitepress/bin/vitepress.js'), 'build']);
  const site = join(source, '.vitepress/dist');
  await shows(site, '');
  await withPage({ folder: site, headers: {} }, async (page) => {
    const before = await picture(page);
    await hydrated(page);
    await page.locator('.VPSwitchAppearance:visible').first().click();
    await themed(page, 'dark');
    assert.deepEqual(await picture(page), { ...before, fill: DARK });
    await runs(page);
    await page.getByRole('link', { name: 'Another page' }).click();
    await headed(page, 'Another page');
    assert.match((await picture(page)).texts, /60/);
    await runs(page);
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await headed(page, 'Machines');
    await page.locator('tracklight-machine[data-state="idle"]').waitFor();
    assert.deepEqual(await picture(page), { ...before, fill: DARK });
    await runs(page);
  });
});

test('MkDocs Material: pictures before scripts, a run in place, palette, instant navigation', async () => {
  const source = copyFixture('mkdocs');
  addPackage(join(source, 'docs/tracklight'));
  runIn(source, mkdocs(), ['build', '--quiet']);
  const site = join(source, 'site');
  prerender(site);
  await shows(site, '');
  await withPage({ folder: site, headers: {} }, async (page) => {
    const before = await picture(page);
    await page.locator('label[for="__palette_1"]').click();
    await themed(page, 'dark');
    assert.deepEqual(await picture(page), { ...before, fill: DARK });
    await runs(page);
    await page.getByRole('link', { name: 'Another page' }).first().click();
    await headed(page, 'Another page');
    assert.equal((await picture(page)).fill, DARK);
    await runs(page);
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await headed(page, 'Machines');
    await runs(page);
  });
});

test('mdBook: pictures before scripts, a nested chapter, a run in place, themes, the page for printing', async () => {
  const source = copyFixture('mdbook');
  addPackage(join(source, 'src/tracklight'));
  runIn(source, mdbook(), ['build']);
  const site = join(source, 'book');
  prerender(site);
  await shows(site, '');
  await withPage({ folder: site, headers: {} }, async (page) => {
    assert.equal((await picture(page)).fill, LIGHT);
    await page.locator('#mdbook-theme-toggle').click();
    await page.locator('#mdbook-theme-coal').click();
    await themed(page, 'dark');
    assert.equal((await picture(page)).fill, DARK);
    await runs(page);
    await page.getByRole('link', { name: 'Another page' }).last().click();
    await headed(page, 'Another page');
    await themed(page, 'dark');
    assert.match((await picture(page)).texts, /60/);
    await runs(page);
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await headed(page, 'Machines');
    await runs(page);
    await page.goto(new URL('print.html', page.url()).href);
    assert.equal(await page.locator('tracklight-machine svg.tracklight-picture').count(), 2);
  });
});

test('plain HTML: pictures in both themes of the markers, and many machines beside each other', async () => {
  const site = join(folder, 'plain');
  addPackage(join(site, 'tracklight'));
  const escaped = VALVE.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const machine = `<pre><code class="language-dygram live">${escaped}\n</code></pre>`;
  const markers = [
    'data-theme="dark"',
    'data-bs-theme="dark"',
    'data-color-mode="dark"',
    'class="mocha"',
    'class="rust"',
  ];
  const parts = markers.map((marker) => `<div ${marker}>${machine}</div>`).join('\n');
  writeFileSync(
    join(site, 'index.html'),
    '<!doctype html><title>Plain</title><link rel="stylesheet" href="tracklight/style.css">' +
      `<script type="module" src="tracklight/define.js"></script>${machine}${parts}`,
  );
  prerender(site);
  await withPage({ folder: site, headers: {} }, async (page) => {
    const fills = await page.locator('svg.tracklight-picture').evaluateAll((all) =>
      all.map((svg) => {
        const card = [...svg.querySelectorAll('rect')].find((one) => one.getAttribute('fill')?.includes('task-fill'));
        return card ? getComputedStyle(card).fill : '';
      }),
    );
    assert.deepEqual(fills, [LIGHT, DARK, DARK, DARK, DARK, LIGHT]);
    const ids = await page.locator('svg.tracklight-picture [id]').count();
    assert.equal(ids, 0);
    const themes = () =>
      page.locator('tracklight-machine').evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.theme));
    await page.locator('tracklight-machine[data-theme="dark"]').nth(3).waitFor();
    assert.deepEqual(await themes(), ['light', 'dark', 'dark', 'dark', 'dark', 'light']);
    await runs(page);
  });
});
