// What is shown around the drawing: the minimap, what is pointed at, tips, the font, the page on paper.

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fontsConfig } from '../picture.ts';
import { holdMinimap, visit, watchTimers } from './visitor.ts';
import type { Page } from 'playwright-core';

const view = (page: Page) => page.locator('tracklight-diagram .lens').first().getAttribute('transform');

const moved = (page: Page, from: string | null) =>
  page.waitForFunction(
    (place) =>
      (document.querySelector('tracklight-diagram') as any).shadowRoot
        .querySelector('.lens')
        .getAttribute('transform') !== place,
    from,
  );

test('a drawing seen in part has a minimap, which moves the view; Fit and the display options take it away', () =>
  visit({ path: '#example=fair', before: holdMinimap }, async (_visitor, page) => {
    const map = page.locator('tracklight-diagram .map');
    await map.waitFor();
    assert.equal(await map.locator('svg').getAttribute('aria-hidden'), 'true');
    assert.equal((await map.locator('.block').count()) > 10, true);
    const before = await view(page);
    const box = await map.boundingBox();
    assert.ok(box);
    await page.mouse.click(box.x + box.width / 2, box.y + box.height - 10);
    await moved(page, before);
    await page.getByRole('button', { name: 'Fit' }).click();
    await map.waitFor({ state: 'hidden' });
    await page.locator('tracklight-diagram .percent').click();
    await page.getByRole('button', { name: '100%', exact: true }).click();
    await map.waitFor();
    await page.locator('.drawn summary').click();
    await page.getByRole('checkbox', { name: 'minimap' }).uncheck();
    await map.waitFor({ state: 'hidden' });
  }));

test('a drawing that is seen whole has no minimap, and neither has a phone', async () => {
  await visit({}, async (_visitor, page) =>
    assert.equal(await page.locator('tracklight-diagram .map').isVisible(), false),
  );
  await visit({ viewport: { width: 390, height: 844 }, touch: true, path: '#example=fair' }, async (visitor, page) => {
    await visitor.pane('Diagram');
    await page.locator('tracklight-diagram .node').first().waitFor();
    assert.equal(await page.locator('tracklight-diagram .map').isVisible(), false);
  });
});

test('states of the drawing are those of the minimap', () =>
  visit({ path: '#example=fair' }, async (visitor, page) => {
    const blocks = page.locator('tracklight-diagram .map .state');
    await blocks.first().waitFor({ state: 'attached' });
    assert.equal(await blocks.count(), 1);
    const first = await blocks.first().getAttribute('y');
    await visitor.step();
    await page.waitForFunction((y) => {
      const all = (document.querySelector('tracklight-diagram') as any).shadowRoot.querySelectorAll('.map .state');
      return all.length > 0 && all[0].getAttribute('y') !== y;
    }, first);
  }));

test('what is pointed at stands out with its edges, and the rest steps back', () =>
  visit({}, async (_visitor, page) => {
    await page.locator('tracklight-diagram [id="n2"] > .card').hover();
    await page.locator('tracklight-diagram [id="n2"].hover').waitFor();
    await page.locator('tracklight-diagram [id="e0"].near').waitFor();
    await page.locator('tracklight-diagram [id="n4"].apart').waitFor();
    assert.equal(await page.locator('tracklight-diagram [id="n3"].apart').count(), 0);
    await page.mouse.move(4, 4);
    await page.locator('tracklight-diagram .hover').waitFor({ state: 'detached' });
    assert.equal(await page.locator('tracklight-diagram :is(.near, .apart)').count(), 0);
  }));

test('a tip can be pointed at, and Escape closes it', () =>
  visit({ before: watchTimers }, async (visitor, page) => {
    await visitor.step(2);
    await visitor.cell('v1-0').hover();
    const tip = page.locator('tracklight-diagram .tip', { hasText: 'was 20' });
    await tip.waitFor();
    await tip.hover();
    // The time that a tip stays behind is over.
    await visitor.rests();
    assert.equal(await tip.isVisible(), true);
    await page.keyboard.press('Escape');
    await tip.waitFor({ state: 'hidden' });
  }));

test('the font is loaded where no like one is installed, and only there', async () => {
  const loaded = (page: Page) =>
    page.evaluate(async () => {
      await document.fonts.ready;
      return performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => /\.woff2$/.test(name)).length;
    });
  await visit({}, async (_visitor, page) => assert.equal(await loaded(page), 0));
  const folder = await mkdtemp(join(tmpdir(), 'tracklight-fonts-'));
  try {
    const config = join(folder, 'fonts.conf');
    await writeFile(config, fontsConfig(folder));
    await visit({ env: { FONTCONFIG_FILE: config } }, async (_visitor, page) => assert.equal(await loaded(page), 2));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('on paper stands the drawing alone, in the light theme, and everything is back afterwards', () =>
  visit({ colorScheme: 'dark' }, async (_visitor, page) => {
    const before = await view(page);
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    await page.locator('html[data-theme="light"]').waitFor();
    const seen = await page.evaluate(() => {
      const root = (document.querySelector('tracklight-diagram') as any).shadowRoot;
      return {
        theme: document.documentElement.dataset.theme,
        tools: root.querySelector('.tools').checkVisibility(),
        runbar: document.querySelector('.runbar')?.checkVisibility(),
        view: root.querySelector('.stage').getAttribute('viewBox'),
        node: root.querySelector('.node .card').getBoundingClientRect().width,
      };
    });
    assert.deepEqual([seen.theme, seen.tools, seen.runbar], ['light', false, false]);
    assert.match(seen.view ?? '', /^[\d. ]+$/);
    assert.ok(seen.node > 40);
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await page.emulateMedia({ media: 'screen' });
    await page.locator('html[data-theme="dark"]').waitFor();
    await page.waitForFunction(
      (place) =>
        (document.querySelector('tracklight-diagram') as any).shadowRoot
          .querySelector('.lens')
          .getAttribute('transform') === place,
      before,
    );
  }));

test('the search of the gallery knows the names of nodes too', () =>
  visit({}, async (visitor, page) => {
    const panel = await visitor.panel('Examples');
    await panel.getByRole('searchbox', { name: 'Search machines' }).fill('reroute');
    await panel.locator('.tile', { hasText: 'Parcel round' }).waitFor();
    assert.equal(await panel.locator('.tile').count(), 1);
    await page.keyboard.press('Control+a');
    await page.keyboard.type('nothing has this');
    await panel.getByText('No machine matches.').waitFor();
  }));

test('the gallery marks the topic that is read, and one that was chosen where it cannot come to the top', () =>
  visit({}, async (visitor, page) => {
    const panel = await visitor.panel('Examples');
    const list = panel.locator('.gallery-tiles');
    const marked = panel.locator('nav [aria-current="true"]');
    const topics = await panel.locator('section[data-topic]').evaluateAll((all) => all.map((one) => one.dataset.topic));
    const isMarked = (topic: string | undefined) => marked.getByText(topic ?? '', { exact: true }).waitFor();
    const choose = (topic: string | undefined) => panel.getByRole('button', { name: new RegExp(`^${topic}`) }).click();
    const [first, second] = topics;
    const [beforeLast, last] = topics.slice(-2);
    await isMarked(first);
    await choose(second);
    await isMarked(second);
    await choose(beforeLast);
    await isMarked(beforeLast);
    await choose(last);
    await isMarked(last);
    await list.hover();
    await page.mouse.wheel(0, -50000);
    await isMarked(first);
    await page.mouse.wheel(0, 50000);
    await isMarked(last);
    assert.equal(await marked.count(), 1);
  }));

test('each example of the gallery shows its picture in the theme of the page, and only those in sight are loaded', () =>
  visit({}, async (visitor, page) => {
    const asked = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => name)
          .filter((name) => /examples\/.*\.svg$/.test(name)),
      );
    const panel = await visitor.panel('Examples');
    await panel
      .locator('img.in-light')
      .first()
      .evaluate((image) => (image as HTMLImageElement).decode());
    const pictures = panel.locator('.tile');
    assert.equal((await pictures.count()) >= 29, true);
    assert.equal(
      (await asked()).some((name) => name.endsWith('-dark.svg')),
      false,
    );
    assert.ok((await asked()).length < (await pictures.count()));
    await page.evaluate(() => {
      document.documentElement.dataset.theme = 'dark';
    });
    await panel
      .locator('img.in-dark')
      .first()
      .evaluate((image) => (image as HTMLImageElement).decode());
    assert.equal(
      (await asked()).some((name) => name.endsWith('/kettle-dark.svg')),
      true,
    );
  }));

test('the tip of a node has name, kind and resolved prompt, for pointer and focus; another one takes its place', () =>
  visit({ path: '#example=fuse' }, async (_visitor, page) => {
    const tip = page.locator('tracklight-diagram .tip');
    const node = page.locator('tracklight-diagram .node.tl-task').first();
    const name = (await node.locator('text').first().textContent())?.trim() ?? '';
    await node.locator('> .card').hover();
    await tip.filter({ hasText: name }).locator('.tip-prompt').waitFor();
    assert.equal(await tip.locator('.tip-head').innerText(), `${name} task`);
    assert.doesNotMatch(await tip.innerText(), /\{\{/);
    await page.mouse.move(4, 4);
    await tip.waitFor({ state: 'hidden' });
    await page.evaluate(() => (document.querySelector('tracklight-diagram') as any).focus());
    await page.keyboard.press('ArrowDown');
    await tip.waitFor();
    const described = await page.evaluate(() => {
      const root = (document.querySelector('tracklight-diagram') as any).shadowRoot;
      return {
        by: root.activeElement.getAttribute('aria-describedby'),
        all: root.querySelectorAll('[aria-describedby="tip"]').length,
        role: root.querySelector('#tip').getAttribute('role'),
      };
    });
    assert.deepEqual(described, { by: 'tip', all: 1, role: 'tooltip' });
    await page.keyboard.press('Escape');
    await tip.waitFor({ state: 'hidden' });
  }));
