// Machines in the pages of site builders that run in Node: Docusaurus, Astro and Starlight, each built as its guide
// says, opened without scripts and with them, and run.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { withPage } from '../browser.ts';
import { DARK, LIGHT, fits, headed, picture, prints, quiet, runs, shows, themed } from '../sites/checks.ts';
import { installSite, runIn } from '../sites/install.ts';

/** A machine with its picture in the HTML of a page. */
const PICTURE = /<tracklight-machine[^>]*>(<span[^>]*>)?<svg ([^>]* )?class="tracklight-picture\b/;

/** What a site is asked. With scripts, it begins in the light theme. */
async function works(folder: string, toDark: (page: Page) => Promise<unknown>, fillWithoutScripts = LIGHT) {
  await shows(folder, '', fillWithoutScripts);
  await withPage({ folder, headers: {} }, async (page) => {
    const before = await picture(page);
    assert.equal(before.fill, LIGHT);
    await toDark(page);
    await themed(page, 'dark');
    assert.deepEqual(await picture(page), { ...before, fill: DARK });
    await runs(page);
    await page.getByRole('link', { name: 'Another page' }).last().click();
    await headed(page, 'Another page');
    await themed(page, 'dark');
    assert.match((await picture(page)).texts, /60/);
    await runs(page);
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await headed(page, 'Machines');
    await page.locator('tracklight-machine[data-state="idle"]').waitFor();
    assert.deepEqual(await picture(page), { ...before, fill: DARK });
    await runs(page);
    await fits(page);
    await prints(page);
  });
}

/** A page with an error in its machine, below its front matter. @returns what a build says of it */
function addFaulty(site: string, path: string) {
  const source = 'state open\nopen -when: "count >"-> closed\n';
  const lines = ['---', 'title: Faulty', '---', '', '```dygram live', ...source.trimEnd().split('\n'), '```', ''];
  writeFileSync(join(site, path), lines.join('\n'));
  return `tracklight: ${path}:${lines.indexOf('```dygram live') + 3}: The machine has 1 error: `;
}

/** The build names the fault, once, and has no other warning; the machine is drawn as far as it goes. */
function drawsFaulty(printed: string, warning: string, page: string) {
  assert.equal(printed.split(warning).length - 1, 1, printed);
  const html = readFileSync(page, 'utf8');
  assert.ok(PICTURE.test(html), page);
  assert.match(html, />closed</);
}

test('Docusaurus', async () => {
  const site = installSite('docusaurus');
  const warning = addFaulty(site, 'docs/faulty.md');
  const printed = runIn(site, 'docusaurus', ['build']);
  quiet(printed);
  const built = join(site, 'build');
  drawsFaulty(printed, warning, join(built, 'faulty/index.html'));
  // A post, a page, and `<Machine>` in MDX.
  for (const page of ['blog/2026/11/02/valve/index.html', 'about/index.html', 'door/index.html'])
    assert.ok(PICTURE.test(readFileSync(join(built, page), 'utf8')), page);
  await works(built, async (page) => {
    await page.locator('html[data-has-hydrated="true"]').waitFor();
    await page.getByRole('button', { name: /dark and light mode/ }).click();
  });
});

for (const [name, theirs, toDark] of [
  ['astro', [], (page: Page) => page.getByRole('button', { name: 'Theme' }).click()],
  [
    'starlight',
    // Starlight's own, without any integration.
    [/MODULE_LEVEL_DIRECTIVE/, /The collection "i18n" does not exist/, /Entry docs → 404/, /Sitemap integration/],
    (page: Page) => page.getByLabel('Select theme').first().selectOption('dark'),
  ],
] as const)
  test(name, async () => {
    const site = installSite(name);
    const pages = name === 'astro' ? 'src/pages' : 'src/content/docs';
    const warning = addFaulty(site, `${pages}/faulty.md`);
    const printed = runIn(site, 'astro', ['build']);
    quiet(printed.replace(warning, ''), [...theirs]);
    drawsFaulty(printed, warning, join(site, 'dist/faulty/index.html'));
    // Starlight's pages are dark until a script has read the reader's choice.
    await works(join(site, 'dist'), toDark, name === 'starlight' ? DARK : LIGHT);
  });
