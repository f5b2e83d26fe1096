// Machines in the pages of real site builders: VitePress with the fence plugin, MkDocs Material with `tracklight
// prerender`, and a page of plain HTML. Built here with the npm package as built, and opened without and with scripts.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { vitepress } from '../../build/docs.mjs';
import { mkdocs } from '../../build/setup.mjs';
import { withPage } from '../browser.ts';

const FIXTURES = fileURLToPath(new URL('../sites/', import.meta.url));
const NPM = fileURLToPath(new URL('../../../dist/npm', import.meta.url));
const VALVE = readFileSync(`${FIXTURES}valve.dygram`, 'utf8').trimEnd();
const folder = mkdtempSync(join(tmpdir(), 'tracklight-sites-'));
after(() => rmSync(folder, { recursive: true, force: true }));

let packages = '';
before(() => {
  packages = vitepress(NPM);
});

function call(program: string, args: string[], cwd: string) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  assert.equal(error, undefined);
  assert.equal(status, 0, stdout + stderr);
}

/** A copy of a fixture with the machine in its pages. */
function copy(name: string) {
  const to = join(folder, name);
  cpSync(FIXTURES + name, to, { recursive: true });
  for (const file of readdirSync(to, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.md')) continue;
    const path = join(to, file);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('%VALVE%', VALVE));
  }
  return to;
}

const prerender = (site: string) =>
  call(process.execPath, [join(packages, 'tracklight/cli.js'), 'prerender', site], folder);

/** What a site shows of its first machine. */
const picture = (page: Page) =>
  page
    .locator('tracklight-machine svg.tracklight-picture')
    .first()
    .evaluate((svg) => {
      const { width, height } = svg.getBoundingClientRect();
      const card = [...svg.querySelectorAll('rect')].find((one) => one.getAttribute('fill')?.includes('task-fill'));
      return { width, height, fill: card ? getComputedStyle(card).fill : '', texts: svg.textContent ?? '' };
    });
const LIGHT = 'rgb(226, 238, 251)';
const DARK = 'rgb(23, 48, 74)';

/** The page shows its machine without scripts, in the colors of its theme, and the source is there. */
async function shows(site: string, path: string) {
  // A browser without scripts still reports that it does not load them.
  const expect = [/^request failed: \S+\.js csp$/];
  await withPage({ folder: site, path, headers: {}, javaScript: false, expect }, async (page) => {
    const { width, height, fill, texts } = await picture(page);
    assert.ok(width > 150 && height > 100, `${width} × ${height}`);
    assert.equal(fill, LIGHT);
    assert.match(texts, /fill/);
    assert.equal(await page.locator('tracklight-machine').count(), 1);
    assert.equal((await page.locator('tracklight-machine pre').textContent())?.trimEnd(), VALVE);
  });
}

test('VitePress: pictures before scripts, hydration without a change, dark theme, navigation', async () => {
  const source = copy('vitepress');
  symlinkSync(packages, join(source, 'node_modules'));
  call(process.execPath, [join(packages, 'vitepress/bin/vitepress.js'), 'build'], source);
  const site = join(source, '.vitepress/dist');
  await shows(site, '');
  await withPage({ folder: site, headers: {} }, async (page) => {
    const before = await picture(page);
    await page.locator('.VPSwitchAppearance:visible').first().click();
    await page.waitForFunction(() => document.documentElement.classList.contains('dark'));
    assert.deepEqual(await picture(page), { ...before, fill: DARK });
    await page.getByRole('link', { name: 'Another page' }).click();
    await page.waitForFunction(() => document.querySelector('h1')?.textContent?.startsWith('Another page'));
    assert.match((await picture(page)).texts, /60/);
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await page.waitForFunction(() => document.querySelector('h1')?.textContent?.startsWith('Machines'));
    assert.deepEqual(await picture(page), { ...before, fill: DARK });
  });
});

test('MkDocs Material: pictures before scripts, palette, instant navigation', async () => {
  const source = copy('mkdocs');
  cpSync(NPM, join(source, 'docs/tracklight'), {
    recursive: true,
    filter: (file) => !/\.md$|LICENSE|types/.test(file),
  });
  call(mkdocs(), ['build', '--quiet'], source);
  const site = join(source, 'site');
  prerender(site);
  await shows(site, '');
  await withPage({ folder: site, headers: {} }, async (page) => {
    const before = await picture(page);
    await page.locator('label[for="__palette_1"]').click();
    await page.waitForFunction(() => document.body.getAttribute('data-md-color-scheme') === 'slate');
    assert.deepEqual(await picture(page), { ...before, fill: DARK });
    await page.getByRole('link', { name: 'Another page' }).first().click();
    await page.waitForFunction(() => document.querySelector('h1')?.textContent?.startsWith('Another page'));
    assert.equal((await picture(page)).fill, DARK);
  });
});

test('plain HTML: pictures in both themes of the markers, and many machines beside each other', async () => {
  const site = join(folder, 'plain');
  cpSync(join(NPM, 'style.css'), join(site, 'style.css'));
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
    `<!doctype html><title>Plain</title><link rel="stylesheet" href="style.css">${machine}${parts}`,
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
  });
});
