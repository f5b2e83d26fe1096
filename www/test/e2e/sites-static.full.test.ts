// Machines in the pages of site builders that do not run in Node: MkDocs and Sphinx with the Python package; Hugo,
// Jekyll, mdBook and a plain folder with `tracklight prerender`; slides of reveal.js. Each is built as its guide says,
// opened without scripts and with them, and run.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { hugo, jekyll, mdbook, mkdocs, sphinx } from '../../build/setup.mjs';
import { withPage } from '../browser.ts';
import { DARK, fits, headed, picture, prints, quiet, runs, shows, themed, works } from '../sites/checks.ts';
import { copyFixture, installSite, runIn } from '../sites/install.ts';
import { withPackage } from '../sites/python.ts';

const prerender = (site: string, folder: string, ...options: string[]) =>
  runIn(site, 'tracklight', ['prerender', folder, ...options]);

/** The theme button of the fixtures whose builder has no theme. */
const pressDark = (page: Page) => page.getByRole('button', { name: 'Dark' }).click();

const FAULTY = 'state open\nopen -when: "count >"-> closed\n';

/** @param place file and line of the fault, as the build names them */
function warnsOfFaults(printed: string, place: string, page: string) {
  assert.equal(printed.split(`${place}: The machine has 1 error: `).length - 1, 1, printed);
  assert.match(
    readFileSync(page, 'utf8'),
    /<tracklight-machine[^>]*>(<span[^>]*>)?<svg [^>]*tracklight-picture[^]*>closed</,
  );
}

test('MkDocs Material', async () => {
  const site = copyFixture('mkdocs');
  quiet(runIn(site, mkdocs(), ['build', '--strict'], withPackage()));
  await works(join(site, 'site'), (page) => page.locator('label[for="__palette_1"]').click());
});

test('MkDocs: faults are told by file and line, and without Node the source is there', async () => {
  const site = copyFixture('mkdocs');
  writeFileSync(join(site, 'docs/faulty.md'), `---\ntitle: x\n---\n\n\`\`\`dygram live\n${FAULTY}\`\`\`\n`);
  const printed = runIn(site, mkdocs(), ['build'], withPackage());
  warnsOfFaults(printed, 'faulty.md:7', join(site, 'site/faulty/index.html'));
  const config = join(site, 'mkdocs.yml');
  const page = 'https://play.example/';
  const options = `  - tracklight:\n      node: no-such-program\n      page: ${page}\n`;
  writeFileSync(config, readFileSync(config, 'utf8').replace('  - tracklight\n', options));
  // A note, and no warning that would end a strict build.
  const without = runIn(site, mkdocs(), ['build', '--strict'], withPackage());
  assert.equal(without.split('No pictures: `no-such-program` was not found.').length - 1, 1, without);
  await withPage({ folder: join(site, 'site'), headers: {} }, async (opened) => {
    await opened.locator('tracklight-machine[data-state="ready"]').first().waitFor();
    assert.equal(await opened.locator('tracklight-machine').first().getAttribute('page'), page);
  });
});

test('Sphinx with MyST', async () => {
  const site = copyFixture('sphinx');
  runIn(site, sphinx(), ['-W', '-j', '2', '.', '_site'], withPackage());
  await works(join(site, '_site'), async (page) => {
    const button = page.locator('.theme-toggle:visible').first();
    // It goes through the system's theme.
    while ((await page.locator('body').getAttribute('data-theme')) !== 'dark') await button.click();
  });
});

test('Sphinx: faults are told by file and line, other builders print the source, and Node may be missing', () => {
  const site = copyFixture('sphinx');
  writeFileSync(
    join(site, 'index.md'),
    `# A\n\n\`\`\`dygram live\n${FAULTY}\`\`\`\n\n\`\`\`dygram\nstate code\n\`\`\`\n`,
  );
  writeFileSync(join(site, 'second.rst'), `:orphan:\n\nB\n=\n\n.. dygram::\n\n   ${FAULTY.replace('\n', '\n   ')}`);
  const printed = runIn(site, sphinx(), ['.', '_site'], withPackage());
  warnsOfFaults(printed, 'index.md:5', join(site, '_site/index.html'));
  warnsOfFaults(printed, 'second.rst:9', join(site, '_site/second.html'));
  // A fence without `live` stays a code block, in color.
  assert.match(readFileSync(join(site, '_site/index.html'), 'utf8'), /<div class="highlight-dygram[^]*?<span class="k/);
  runIn(site, sphinx(), ['-W', '-b', 'text', '.', '_text'], withPackage());
  assert.match(readFileSync(join(site, '_text/second.txt'), 'utf8'), / {3}open -when: "count >"-> closed/);
  const without = runIn(site, sphinx(), ['-W', '-D', 'tracklight_node=none', '.', '_none'], withPackage());
  assert.match(without, /No pictures: `none` was not found\./);
  assert.match(readFileSync(join(site, '_none/second.html'), 'utf8'), /<tracklight-machine><pre><code>state open\n/);
});

test('Hugo', async () => {
  const site = installSite('hugo');
  quiet(runIn(site, hugo(), []));
  assert.match(
    prerender(site, 'public', '--all', '--files', 'tracklight'),
    /^tracklight: \d pages, 2 machines, 2 pictures\n$/,
  );
  await works(join(site, 'public'), pressDark);
});

test('Jekyll', async () => {
  const site = installSite('jekyll');
  quiet(runIn(site, jekyll(), ['build']));
  prerender(site, '_site', '--files', 'assets/tracklight');
  await works(join(site, '_site'), pressDark);
});

test('a folder of HTML', async () => {
  const site = installSite('plain');
  prerender(site, '.', '--files', 'tracklight', '--page', 'https://play.example/');
  assert.equal(existsSync(join(site, 'tracklight/package.json')), false);
  assert.match(readFileSync(join(site, 'more/second.html'), 'utf8'), / src="\.\.\/tracklight\/auto\.js"/);
  await works(site, pressDark);
});

test('mdBook, without a word of its highlighter', async () => {
  const site = installSite('mdbook');
  quiet(runIn(site, mdbook(), ['build']));
  prerender(site, 'book', '--files', 'tracklight');
  const said: string[] = [];
  const before = async (page: Page) => {
    page.on('console', (message) => said.push(message.text()));
  };
  await shows(join(site, 'book'), '');
  await withPage({ folder: join(site, 'book'), headers: {}, before }, async (page) => {
    await page.locator('#mdbook-theme-toggle').click();
    await page.locator('#mdbook-theme-coal').click();
    await themed(page, 'dark');
    assert.equal((await picture(page)).fill, DARK);
    await runs(page);
    await page.getByRole('link', { name: 'Another page' }).last().click();
    await headed(page, 'Another page');
    await themed(page, 'dark');
    await runs(page);
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await headed(page, 'Machines');
    await runs(page);
    // The list of chapters moves the column away in a narrow window.
    await page.locator('#mdbook-sidebar-toggle').click();
    await page.waitForFunction(() => !document.getAnimations().some((animation) => animation instanceof CSSTransition));
    await fits(page);
    await prints(page);
  });
  assert.deepEqual(said, []);
});

test('reveal.js: the machine fills its slide, and fragments move it', async () => {
  const site = installSite('reveal');
  await withPage({ folder: site, headers: {}, path: '#/1' }, async (page) => {
    const machine = page.locator('tracklight-machine');
    const tick = (n: number) => page.locator(`tracklight-machine[data-tick="${n}"]`).waitFor();
    await page.locator('tracklight-machine[data-state="ready"]').waitFor();
    const filled = await machine.evaluate((element) => {
      const slides = (element.closest('.slides') as HTMLElement).getBoundingClientRect();
      const box = element.getBoundingClientRect();
      const heading = (element.previousElementSibling as HTMLElement).getBoundingClientRect();
      const diagram = [...(element.shadowRoot?.querySelectorAll('*') ?? [])].find((child) => child.shadowRoot);
      const drawing = (diagram?.shadowRoot?.querySelector('.lens') as SVGElement).getBoundingClientRect();
      return {
        width: box.width / slides.width,
        height: (box.bottom - heading.top) / slides.height,
        aside: (drawing.left + drawing.right - box.left - box.right) / 2,
      };
    });
    assert.ok(Math.abs(filled.aside) < 10, `${filled.aside} px beside the middle`);
    assert.ok(filled.width > 0.95, `${filled.width} of the width`);
    assert.ok(filled.height > 0.9, `${filled.height} of the height`);
    await page.keyboard.press('ArrowRight');
    await tick(1);
    await page.keyboard.press('ArrowRight');
    await tick(3);
    await page.keyboard.press('ArrowLeft');
    await tick(1);
    await page.keyboard.press('ArrowLeft');
    await tick(0);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await tick(3);
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => location.hash === '#/2');
  });
});

test('reveal.js scales its slides: a drawing goes with the pointer, and zooms around it', async () => {
  const site = installSite('reveal');
  await withPage({ folder: site, headers: {}, path: '#/1' }, async (page) => {
    await page.locator('tracklight-machine[data-state="ready"]').waitFor();
    const card = page.locator('tracklight-machine .node', { hasText: 'add 40' });
    const corner = async () => {
      const { x, y } = (await card.boundingBox()) ?? { x: Number.NaN, y: Number.NaN };
      return [Math.round(x), Math.round(y)];
    };
    const [x, y] = await corner();
    await page.mouse.move(x - 20, y);
    await page.mouse.down();
    await page.mouse.move(x + 40, y + 30, { steps: 3 });
    await page.mouse.up();
    const dragged = await corner();
    assert.ok(Math.hypot(dragged[0] - x - 60, dragged[1] - y - 30) < 3, `${dragged} after ${x},${y}`);
    // Around the corner of a card, which then stays there.
    await page.mouse.move(dragged[0], dragged[1]);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -200);
    await page.keyboard.up('Control');
    const zoomed = await corner();
    assert.ok(Math.hypot(zoomed[0] - dragged[0], zoomed[1] - dragged[1]) < 4, `${zoomed} after ${dragged}`);
  });
});
