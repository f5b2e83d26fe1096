// The guides as a site: every machine is drawn before any script and runs in place, in step with the theme of the site.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { withPage } from '../browser.ts';
import { fontsCome, hydrated } from '../vitepress.ts';

const DOCS = fileURLToPath(new URL('../../../dist/docs', import.meta.url));

test('every machine of the guides has its picture', () => {
  const pages = readdirSync(DOCS).filter((name) => name.endsWith('.html') && name !== '404.html');
  assert.ok(pages.length >= 10, `${pages.length} pages`);
  const count = (html: string, pattern: RegExp) => html.match(pattern)?.length ?? 0;
  const machines = pages.map((name) => {
    const html = readFileSync(join(DOCS, name), 'utf8');
    const [elements, pictures] = [/<tracklight-machine\b/g, /<span [^>]*class="tracklight-pictures"/g].map((one) =>
      count(html, one),
    );
    assert.equal(pictures, elements, name);
    return elements ?? 0;
  });
  assert.ok(machines.reduce((sum, n) => sum + n) > 50, machines.join());
});

test('posts of a link to the playground or to a guide show its title and a picture, under any path', () => {
  for (const name of ['../index.html', 'index.html', 'language.html']) {
    const html = readFileSync(join(DOCS, name), 'utf8');
    const says = (property: string) => new RegExp(`<meta property="${property}" content="([^"]+)"`).exec(html)?.[1];
    assert.match(says('og:title') ?? '', name === 'language.html' ? /^The language/ : /^Tracklight/, name);
    assert.ok(says('og:description'), name);
    const picture = readFileSync(join(DOCS, name, '..', says('og:image') ?? ''));
    assert.deepEqual([picture.readUInt32BE(16), picture.readUInt32BE(20)], [1200, 630], name);
  }
});

test('without scripts the machine of the first page is seen', () =>
  withPage({ path: 'docs/', javaScript: false, expect: [/^request failed: \S+\.js csp$/] }, async (page) => {
    const box = await page.locator('tracklight-machine svg.tracklight-picture:visible').boundingBox();
    assert.ok(box && box.width > 250 && box.height > 200, JSON.stringify(box));
  }));

for (const colorScheme of ['light', 'dark'] as const)
  test(`pictures of the page are the ${colorScheme} ones on a ${colorScheme} page`, () =>
    withPage({ path: 'docs/tour.html', colorScheme }, async (page) => {
      const shown = page.locator(`img[src*="desktop-${colorScheme}"]`);
      await shown.waitFor();
      assert.equal(await page.locator('img[src*="desktop-"]:visible').count(), 1);
    }));

for (const width of [1440, 390])
  test(`${width} pixels wide, no step of a run is cut`, () =>
    withPage({ path: 'docs/language.html', viewport: { width, height: 900 } }, async (page) => {
      const cut = await page
        .locator('.steps table')
        .evaluateAll((blocks) =>
          blocks.filter((block) => block.scrollWidth > block.clientWidth).map((one) => one.textContent),
        );
      assert.deepEqual(cut, []);
    }));

test('a machine runs in place, follows the theme of the site, and opens in the playground', () =>
  withPage({ path: 'docs/' }, async (page, { context }) => {
    const machine = page.locator('tracklight-machine').first();
    await hydrated(page);
    await fontsCome(page);
    const box = await machine.boundingBox();
    await machine.getByRole('button', { name: 'Run this machine' }).click();
    await page.locator('tracklight-machine[data-state="ready"][data-theme="light"]').waitFor();
    await machine.locator('[data-control="step"]').click();
    await page.locator('tracklight-machine[data-tick="1"]').waitFor();
    await page.locator('.VPSwitchAppearance:visible').first().click();
    await page.locator('tracklight-machine[data-theme="dark"]').waitFor();
    assert.deepEqual(await machine.boundingBox(), box);
    const opened = context.waitForEvent('page');
    await machine.getByRole('button', { name: 'Open in the playground' }).click();
    const playground = await opened;
    await playground.locator('.top .title', { hasText: 'Kettle' }).waitFor();
    await playground.getByText('Step 1.').first().waitFor();
    assert.equal(new URL(playground.url()).pathname, '/');
    // Without a run, the link below does the same.
    await page.getByRole('link', { name: 'Open in playground' }).first().click();
    await page.locator('.top .title', { hasText: 'Kettle' }).waitFor();
  }));

test('on a phone the box is as high as its drawing, which stays where its picture was', () =>
  withPage({ path: 'docs/', viewport: { width: 390, height: 844 }, touch: true }, async (page) => {
    const machine = page.locator('tracklight-machine').first();
    await fontsCome(page);
    const picture = await machine.locator('svg.tracklight-picture:visible').boundingBox();
    const box = await machine.boundingBox();
    assert.ok(picture && box && box.height - picture.height < 120, JSON.stringify({ picture, box }));
    await machine.getByRole('button', { name: 'Run this machine' }).tap();
    await page.locator('tracklight-machine[data-state="ready"]').waitFor();
    await machine.locator('[data-control="step"]').tap();
    await page.locator('tracklight-machine[data-tick="1"]').waitFor();
    const names = await machine.locator('svg.stage g.node').evaluateAll((nodes) =>
      nodes.map((node) => {
        const { left, right, top, bottom } = node.getBoundingClientRect();
        return { left, right, top, bottom };
      }),
    );
    const bar = await machine.locator('.toolbar').boundingBox();
    for (const { left, right, top, bottom } of names)
      assert.ok(left >= box.x && right <= box.x + box.width && top >= box.y && bottom <= (bar?.y ?? 0));
    // Nothing of it would change: the button that fits it comes when it was moved.
    assert.equal(await machine.locator('.tool-fit').isVisible(), false);
    // The page may have scrolled to what was tapped.
    const { x, width, height } = (await machine.boundingBox()) ?? {};
    assert.deepEqual({ x, width, height }, { x: box.x, width: box.width, height: box.height });
    // All controls are within the bar, or in its menu.
    for (const control of await machine.locator('[data-control]:visible').all()) {
      const at = await control.boundingBox();
      assert.ok(at && at.x >= box.x && at.x + at.width <= box.x + box.width, JSON.stringify(at));
    }
  }));

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
])
  test(`the text of each machine of a guide stands above its drawing, at ${viewport.width} pixels`, () =>
    withPage({ path: 'docs/language.html', viewport }, async (page) => {
      await page.locator('pre', { hasText: 'machine "Lamp post"' }).first().waitFor();
      const missing = await page.locator('tracklight-machine').evaluateAll((machines) =>
        machines
          .filter((machine) => {
            const text = machine.previousElementSibling?.querySelector('pre');
            const source = machine.querySelector(':scope > pre')?.textContent?.trim();
            return text?.textContent?.trim() !== source || text?.getClientRects().length === 0;
          })
          .map((machine) => machine.textContent),
      );
      assert.deepEqual(missing, []);
    }));

test('the guides are searched without a server', () =>
  withPage({ path: 'docs/' }, async (page) => {
    await hydrated(page);
    await page.keyboard.press('Control+k');
    await page.locator('#localsearch-input').fill('merge conflict');
    await page.locator('.VPLocalSearchBox .result').first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/docs\/\w+\.html#/);
    await page.locator('h1').first().waitFor();
  }));

test('from page to page and back machines are drawn, run, and leave nothing behind', () =>
  withPage({ path: 'docs/' }, async (page) => {
    for (let i = 0; i < 2; i += 1) {
      await page.locator('tracklight-machine button.run').first().click();
      await page.locator('tracklight-machine[data-state="ready"]').waitFor();
      await page.locator('.VPSidebar').getByRole('link', { name: 'Contexts' }).click();
      await page.locator('h1', { hasText: 'Contexts' }).waitFor();
      await page.locator('tracklight-machine[data-state="idle"] svg.tracklight-picture:visible').first().waitFor();
      while (page.workers().length > 0) await page.evaluate(() => new Promise(requestAnimationFrame));
      await page.goBack();
      await page.locator('h1', { hasText: 'Tracklight' }).waitFor();
    }
  }));
