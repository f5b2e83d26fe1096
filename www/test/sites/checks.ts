// What every site must show of its machines, whichever tool built it.

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { withPage } from '../browser.ts';
import { fontsCome } from '../vitepress.ts';
import { VALVE } from './install.ts';

export const LIGHT = 'rgb(226, 238, 251)';
export const DARK = 'rgb(23, 48, 74)';
/** Of the browser window; the columns of sites are narrower. */
const WIDTHS = [320, 430, 560, 640, 760];

/** What a site shows of its first machine. */
export const picture = (page: Page) =>
  page
    .locator('tracklight-machine svg.tracklight-picture')
    .first()
    .evaluate((svg) => {
      const { width, height } = svg.getBoundingClientRect();
      const card = [...svg.querySelectorAll('rect')].find((rect) => rect.getAttribute('fill')?.includes('task-fill'));
      return { width, height, fill: card ? getComputedStyle(card).fill : '', texts: svg.textContent ?? '' };
    });

/**
 * The page shows its machine without scripts, in the colors of its theme, and the source is there.
 * @param expectedFill of the theme that the page has before any script: light, in most builders
 */
export async function shows(site: string, path: string, expectedFill = LIGHT) {
  // A browser without scripts still reports that it does not load them.
  const expect = [/^request failed: \S+\.js csp$/];
  await withPage({ folder: site, path, headers: {}, javaScript: false, expect }, async (page) => {
    const { width, height, fill, texts } = await picture(page);
    assert.ok(width > 150 && height > 100, `${width} × ${height}`);
    assert.equal(fill, expectedFill);
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

/** The machine runs in place, in the box that it had. */
export async function runs(page: Page) {
  const machine = page.locator('tracklight-machine').first();
  await machine.locator('button.run').waitFor();
  await fontsCome(page);
  const box = await machine.boundingBox();
  await machine.getByRole('button', { name: 'Run this machine' }).click();
  await page.locator('tracklight-machine:is([data-state="ready"], [data-state="paused"])').waitFor();
  await steps(page);
  assert.deepEqual(await machine.boundingBox(), box);
}

/** A machine that is on screen takes one step. */
export async function steps(page: Page) {
  const machine = page.locator('tracklight-machine').first();
  const tick = Number(await machine.getAttribute('data-tick'));
  await machine.locator('[data-control="step"]').click();
  await page.locator(`tracklight-machine[data-tick="${tick + 1}"]`).waitFor();
}

export const themed = (page: Page, theme: 'light' | 'dark') =>
  page.locator(`tracklight-machine[data-theme="${theme}"]`).first().waitFor();
export const headed = (page: Page, title: string) =>
  page.waitForFunction((title) => document.querySelector('main h1, article h1')?.textContent?.startsWith(title), title);

/** At each width the machine is as wide as its column allows, and no button of it is outside. */
export async function fits(page: Page) {
  const before = page.viewportSize();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    // Two frames: observers of sizes act in the first.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const outside = await page.locator('tracklight-machine').evaluateAll((machines) =>
      machines.flatMap((machine) => {
        const box = machine.getBoundingClientRect();
        const buttons = [...(machine.shadowRoot?.querySelectorAll('button') ?? [])];
        const column = (machine.parentElement as HTMLElement).getBoundingClientRect();
        const boxes = buttons.map((button) => button.getBoundingClientRect()).filter((button) => button.width > 0);
        return [
          ...boxes.filter((button) => button.left < box.left - 1 || button.right > box.right + 1).map(() => 'button'),
          ...(box.left < column.left - 1 || box.right > column.right + 1 ? ['machine'] : []),
        ];
      }),
    );
    assert.deepEqual(outside, [], `at ${width} px`);
  }
  if (before) await page.setViewportSize(before);
}

/** On paper there is the drawing and nothing to press. */
export async function prints(page: Page) {
  await page.emulateMedia({ media: 'print' });
  const { controls, drawings } = await page.evaluate((selector) => {
    const seen = (element: Element) => element.getBoundingClientRect().width > 0;
    const machines = [...document.querySelectorAll('tracklight-machine')];
    const within = machines.map((machine) => [machine, machine.shadowRoot].filter((root) => root !== null));
    return {
      controls: within
        .flat()
        .flatMap((root) => [...root.querySelectorAll(selector)])
        .filter(seen).length,
      drawings: within.map((roots) => roots.some((root) => [...root.querySelectorAll('svg')].some(seen))),
    };
  }, 'button');
  await page.emulateMedia({ media: 'screen' });
  assert.ok(drawings.length > 0 && drawings.every(Boolean), 'a machine without a drawing');
  assert.equal(controls, 0, 'buttons on paper');
}

/** What a tool printed has no warning. @param theirs what it may say of itself */
export function quiet(printed: string, theirs: RegExp[] = []) {
  const lines = printed.split('\n').filter((line) => /\bwarn(ing)?s?\b/i.test(line));
  assert.deepEqual(
    lines.filter((line) => !theirs.some((pattern) => pattern.test(line))),
    [],
    printed,
  );
}
