// Machines in the pages of real site builders: VitePress with the fence plugin, MkDocs Material and mdBook with
// `tracklight prerender`; in pages like those that Docusaurus and Starlight make, with the remark plugin; and in plain
// HTML. Built here with the npm package as built, opened without scripts and with them, and run.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { compile, run } from '@mdx-js/mdx';
import type { Page } from 'playwright-core';
import { vitepress } from '../../build/docs.mjs';
import { mdbook, mkdocs } from '../../build/setup.mjs';
import { escapeHtml } from '../../src/plugins/fence.ts';
import { remarkDygram } from '../../src/plugins/remark.ts';
import { loadRenderer } from '../../src/plugins/render.ts';
import { withPage } from '../browser.ts';
import { fontsCome, hydrated } from '../vitepress.ts';

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
    const above = await page.locator('tracklight-machine').evaluate((machine) => {
      const heading = machine.previousElementSibling;
      return heading ? machine.getBoundingClientRect().top - heading.getBoundingClientRect().bottom : null;
    });
    // In some themes the heading is elsewhere.
    assert.ok(above === null || above >= 16, `${above} px below the heading`);
    assert.equal((await page.locator('tracklight-machine pre').textContent())?.trimEnd(), VALVE);
  });
}

/** The files that a page loads, in a folder of a site. */
const addPackage = (to: string) =>
  cpSync(NPM, to, { recursive: true, filter: (file) => !/\.(md|map|d\.ts)$|LICENSE|types$/.test(file) });

/** The machine runs in place, in the box that it had. */
async function runs(page: Page) {
  const machine = page.locator('tracklight-machine').first();
  await machine.locator('button.run').waitFor();
  await fontsCome(page);
  const box = await machine.boundingBox();
  await machine.getByRole('button', { name: 'Run this machine' }).click();
  await page.locator('tracklight-machine:is([data-state="ready"], [data-state="paused"])').waitFor();
  const tick = Number(await machine.getAttribute('data-tick'));
  await machine.locator('[data-control="step"]').click();
  await page.locator(`tracklight-machine[data-tick="${tick + 1}"]`).waitFor();
  assert.deepEqual(await machine.boundingBox(), box);
}

const themed = (page: Page, theme: 'light' | 'dark') =>
  page.locator(`tracklight-machine[data-theme="${theme}"]`).first().waitFor();
const headed = (page: Page, title: string) =>
  page.waitForFunction((title) => document.querySelector('main h1, article h1')?.textContent?.startsWith(title), title);

test('VitePress: pictures before scripts, hydration without a change, a run in place, dark, navigation', async () => {
  const source = copy('vitepress');
  symlinkSync(packages, join(source, 'node_modules'));
  call(process.execPath, [join(packages, 'vitepress/bin/vitepress.js'), 'build'], source);
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
  const source = copy('mkdocs');
  addPackage(join(source, 'docs/tracklight'));
  call(mkdocs(), ['build', '--quiet'], source);
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
  const source = copy('mdbook');
  addPackage(join(source, 'src/tracklight'));
  call(mdbook(), ['build'], source);
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

/** A page as a builder makes it, with the machine as the remark plugin does. */
function staticSite(name: string, machine: string) {
  const site = join(folder, name);
  mkdirSync(site);
  addPackage(join(site, 'tracklight'));
  copyFileSync(`${FIXTURES}toggle.js`, join(site, 'toggle.js'));
  const head =
    '<link rel="stylesheet" href="tracklight/style.css"><script type="module" src="tracklight/define.js"></script>';
  const page = readFileSync(`${FIXTURES}${name}.html`, 'utf8');
  writeFileSync(
    join(site, 'index.html'),
    page.replace('%HEAD%', () => head).replace('%MACHINE%', () => machine),
  );
  return site;
}

async function showsAndRuns(site: string) {
  await shows(site, '');
  await withPage({ folder: site, headers: {} }, async (page) => {
    await runs(page);
    await page.locator('button.toggle').click();
    await themed(page, 'dark');
    assert.equal((await picture(page)).fill, DARK);
  });
}

const FENCE = `\`\`\`dygram live height=320\n${VALVE}\n\`\`\`\n`;

test('Docusaurus: the element of MDX, in a page of its markup', async () => {
  const code = await compile(FENCE, {
    outputFormat: 'function-body',
    elementAttributeNameCase: 'html',
    remarkPlugins: [[remarkDygram, { mdx: true, render: await loadRenderer() }]],
  });
  const html = (type: any, { children = [], ...props }: any): any => {
    const inner = [children].flat();
    if (typeof type === 'function') return type({ children, ...props });
    const attributes = Object.entries(props).map(([name, value]) => ` ${name}="${escapeHtml(String(value))}"`);
    const text = inner.map((child) => (typeof child === 'string' ? escapeHtml(child) : child.html)).join('');
    return { html: type === 'fragment' ? text : `<${type}${attributes.join('')}>${text}</${type}>` };
  };
  const { default: Content } = await run(code, { jsx: html, jsxs: html, Fragment: 'fragment' } as any);
  await showsAndRuns(staticSite('docusaurus', (Content as any)({}).html));
});

test('Starlight: the element of Markdown, in a page of its markup', async () => {
  const tree = {
    type: 'root',
    children: [{ type: 'code', lang: 'dygram', meta: 'live height=320', value: VALVE }] as any[],
  };
  remarkDygram({ render: await loadRenderer() })(tree);
  await showsAndRuns(staticSite('starlight', tree.children[0].value));
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
