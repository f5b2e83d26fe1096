// What of a large drawing is drawn at which scale, and what lies over it: Fit is a map, nothing covers the current
// node, the minimap folds away, and the heads of modules stay in sight.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { holdMinimap, passTimers, visit, type Visitor } from './visitor.ts';
import type { Page } from 'playwright-core';

const HOSPITAL = readFileSync(new URL('../hospital.dygram', import.meta.url), 'utf8');
const MODULES = HOSPITAL.match(/^\w+(?= \{)/gm)?.filter((name) => name !== 'machine') ?? [];

interface Text {
  text: string;
  /** Pixels on screen. */
  height: number;
  /** For a name that has grown: whether it ends in its card. */
  isInside: boolean;
  of: string;
}

/** The texts that are drawn. */
const texts = (page: Page): Promise<Text[]> =>
  page.evaluate(() => {
    const root = (document.querySelector('tracklight-diagram') as any).shadowRoot as ShadowRoot;
    const lens = root.querySelector('.lens') as SVGGElement;
    const scale = new DOMMatrix(getComputedStyle(lens).transform).a;
    const cards = [...lens.querySelectorAll(':is(.node, .cluster) > :is(.card, .shape)')].map((card) =>
      card.getBoundingClientRect(),
    );
    return [...lens.querySelectorAll('text')]
      .filter((one) => one.getClientRects().length > 0 && one.checkVisibility({ visibilityProperty: true }))
      .filter((one) => one.textContent?.trim())
      .map((one) => {
        const box = one.getBoundingClientRect();
        return {
          text: one.textContent ?? '',
          height: parseFloat(getComputedStyle(one).fontSize) * scale,
          isInside:
            one.closest('.names') === null ||
            cards.some(({ left, right }) => left <= box.left + 0.5 && right >= box.right - 0.5),
          of: one.closest('g[class]')?.getAttribute('class') ?? '',
        };
      });
  });

const scaleOf = (page: Page) =>
  page.evaluate(
    () =>
      new DOMMatrix(
        getComputedStyle((document.querySelector('tracklight-diagram') as any).shadowRoot.querySelector('.lens'))
          .transform,
      ).a,
  );

const press = (page: Page, tool: string) => page.locator(`tracklight-diagram .tool-${tool}`).dispatchEvent('click');

/** Shows the drawing in full size. */
async function inFullSize(page: Page) {
  await page.locator('tracklight-diagram .percent').click();
  await page.locator('tracklight-diagram .scales button', { hasText: '100%' }).click();
}

/** The large machine, whose modules are folded at first. */
async function openFolded(visitor: Visitor, page: Page) {
  await visitor.write(HOSPITAL);
  await page.locator('tracklight-diagram .lens .chevron').first().waitFor({ state: 'attached' });
  await visitor.settled();
}

/** Unfolds all modules by hand. */
async function unfold(visitor: Visitor, page: Page) {
  for (const module of MODULES) {
    await page.locator(`tracklight-diagram .lens .chevron[aria-label="Unfold ${module}"]`).focus();
    await page.keyboard.press('Enter');
    await page.locator(`tracklight-diagram .lens .chevron[aria-label="Fold ${module}"]`).waitFor({ state: 'attached' });
  }
  await page.locator('tracklight-diagram .node[aria-label*="discharge.report"]').waitFor({ state: 'attached' });
  await visitor.settled();
}

async function openHospital(visitor: Visitor, page: Page) {
  await openFolded(visitor, page);
  await unfold(visitor, page);
}

/** Boxes on screen of what matches. */
const boxes = (page: Page, selector: string) =>
  page.evaluate(
    (wanted) =>
      [...(document.querySelector('tracklight-diagram') as any).shadowRoot.querySelectorAll(wanted)]
        .filter((one: Element) => one.checkVisibility({ visibilityProperty: true }))
        .map((one: Element) => {
          const { left, top, right, bottom } = one.getBoundingClientRect();
          return { left, top, right, bottom };
        }),
    selector,
  );
type Box = Awaited<ReturnType<typeof boxes>>[number];
const isOver = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

test('at each scale every text that is drawn can be read, and Fit of 120 nodes shows the names of all modules', () =>
  visit({ reducedMotion: 'reduce' }, async (visitor, page) => {
    await openFolded(visitor, page);
    const measure = async () => {
      const [scale, drawn] = [await scaleOf(page), await texts(page)];
      assert.deepEqual(
        drawn.filter(({ height, isInside }) => height < 8.99 || !isInside),
        [],
        `at ${scale}`,
      );
      return { scale, drawn };
    };
    await press(page, 'fit');
    const { drawn: folded } = await measure();
    // The first letters of each module's name are there.
    for (const module of MODULES)
      assert.ok(
        folded.some(({ text }) => text === module || (text.endsWith('…') && module.startsWith(text.slice(0, -1)))),
        `${module} of ${folded.map(({ text }) => text).join(' ')}`,
      );
    await unfold(visitor, page);
    await visitor.step(3);
    await press(page, 'fit');
    const { scale: fitted } = await measure();
    assert.ok(fitted < 0.3, 'the machine is large');
    const [disc] = await boxes(page, '.state-disc.is-current');
    assert.ok(disc && disc.right - disc.left >= 9 && disc.bottom - disc.top >= 9, 'the state has a disc');
    const names = [];
    for (let scale = fitted; scale < 1; ) {
      await press(page, 'plus');
      const now = await measure();
      scale = now.scale;
      names.push(now.drawn.length);
    }
    assert.deepEqual(
      names,
      names.toSorted((a, b) => a - b),
      'the larger, the more',
    );
    const all = await texts(page);
    assert.ok(all.length > 400 && all.every(({ text }) => !text.endsWith('…')), 'all of it is drawn');
  }));

test('a name that is cut has its whole accessible name, and on paper all is drawn', () =>
  visit({ reducedMotion: 'reduce' }, async (visitor, page) => {
    await openHospital(visitor, page);
    const accessible = () =>
      page
        .locator('tracklight-diagram .lens')
        .evaluate((lens) => [...lens.querySelectorAll('[role="button"]')].map((one) => one.getAttribute('aria-label')));
    await inFullSize(page);
    const [names, full] = [await accessible(), await texts(page)];
    await press(page, 'fit');
    assert.ok((await texts(page)).length < 30, 'Fit leaves most of it out');
    assert.deepEqual(await accessible(), names);
    await page.emulateMedia({ media: 'print' });
    assert.deepEqual(
      (await texts(page)).map(({ text, of }) => [text, of.replace(/ (without-status|names-only|left-out)/g, '')]),
      full.map(({ text, of }) => [text, of]),
    );
  }));

test('the current node is never under the minimap, the bars or the head of a module', () =>
  visit({ before: holdMinimap, reducedMotion: 'reduce' }, async (visitor, page) => {
    await openHospital(visitor, page);
    await inFullSize(page);
    const isSeen = async (step: number) => {
      const [current] = await boxes(page, '.node.r-current > .card');
      const [stage] = await boxes(page, '.frame');
      assert.ok(current && stage);
      assert.ok(
        current.left >= stage.left &&
          current.right <= stage.right &&
          current.top >= stage.top &&
          current.bottom <= stage.bottom,
        `step ${step} is in the stage`,
      );
      for (const over of await boxes(page, '.tools, .map, .sticky-head, .find'))
        assert.ok(!isOver(current, over), `step ${step} is covered`);
    };
    await press(page, 'find');
    for (let step = 1; step <= 14; step += 1) {
      await visitor.step();
      await isSeen(step);
    }
  }));

test('Follow goes to a readable scale when it has to move, and keeps clear of what others take of the stage', () =>
  visit({ reducedMotion: 'reduce' }, async (visitor, page) => {
    await openHospital(visitor, page);
    await page.evaluate(() => {
      (document.querySelector('tracklight-diagram') as any).insets = { top: 0, right: 300, bottom: 0, left: 0 };
    });
    await press(page, 'fit');
    const [stage] = await boxes(page, '.frame');
    const [whole] = await boxes(page, '.lens > g');
    assert.ok(stage && whole, 'both are drawn');
    assert.ok(whole.right <= stage.right - 300 && whole.left >= stage.left, 'Fit leaves the room free');
    await press(page, 'follow');
    await press(page, 'follow');
    await page.waitForFunction(() =>
      [...(document.querySelector('tracklight-diagram') as any).shadowRoot.querySelectorAll('.lens')].some(
        (lens) => new DOMMatrix(getComputedStyle(lens).transform).a >= 0.9,
      ),
    );
    for (let step = 1; step <= 4; step += 1) {
      await visitor.step();
      const [current] = await boxes(page, '.node.r-current > .card');
      assert.ok(current && current.right <= stage.right - 300 && current.left >= stage.left, `step ${step}`);
    }
  }));

test('the minimap folds away when the view has rested for two seconds, and comes back with a pan and a step', () =>
  visit({ before: holdMinimap, reducedMotion: 'reduce' }, async (visitor, page) => {
    await openHospital(visitor, page);
    await inFullSize(page);
    const map = page.locator('tracklight-diagram .map');
    await map.waitFor();
    await page.mouse.move(5, 5);
    await passTimers(page);
    await map.waitFor({ state: 'hidden' });
    const stage = await page.locator('tracklight-diagram .stage').boundingBox();
    assert.ok(stage);
    await page.mouse.move(stage.x + stage.width / 2, stage.y + 100);
    await page.mouse.wheel(0, 20);
    await map.waitFor();
    await passTimers(page);
    await map.waitFor({ state: 'hidden' });
    await visitor.step();
    await map.waitFor();
    // It stays under the pointer, which is about to use it.
    await map.hover();
    await passTimers(page);
    assert.equal(await map.isVisible(), true);
    await page.mouse.move(5, 5);
    await passTimers(page);
    await map.waitFor({ state: 'hidden' });
  }));

test('the head of a module whose upper end is out of sight stands at the top, and leads there', () =>
  visit({ reducedMotion: 'reduce' }, async (visitor, page) => {
    await openHospital(visitor, page);
    await visitor.step(2);
    await inFullSize(page);
    const head = page.locator('tracklight-diagram .sticky-head', { hasText: 'admission' });
    const [module] = await boxes(page, '.cluster:has(> [id="a_s3"]) > .card');
    const [stage] = await boxes(page, '.frame');
    assert.ok(module && stage);
    await page.mouse.move((stage.left + stage.right) / 2, stage.top + 100);
    await page.mouse.wheel(0, module.top - stage.top + 120);
    await head.waitFor();
    const box = await head.boundingBox();
    assert.ok(box && Math.abs(box.y - stage.top) < 1 && box.width > 100, 'the head is at the top');
    assert.equal((await head.innerText()).replace(/\s+/g, ' '), 'admission module ×1');
    assert.equal(await head.evaluate((one) => one.closest('[aria-hidden="true"]') !== null), true);
    await head.click();
    await head.waitFor({ state: 'detached' });
    await page.locator('tracklight-diagram .cluster.selected').waitFor();
    const [after] = await boxes(page, '.cluster.selected > .card');
    assert.ok(after && after.top >= stage.top && after.top < stage.top + 60, 'its upper end is in sight');
  }));
