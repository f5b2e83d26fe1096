// What the screen says of its parts in numbers and texts: words of controls, sizes of regions, rows of tiles.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutAgent, visit } from './visitor.ts';
import type { Page } from 'playwright-core';

/** The controls that stand alone with their icon, by their names. */
const ALONE = [
  /^(Zoom out|Zoom in|Find node|Full screen|Settings|Help|Add file|Add to the diagram)/,
  /^(Back|Forward) one step/,
  /^(Edit|Rename|Delete|Copy path) /,
  /^(Close|Actions for|More|More run commands$)/,
  // A lock says why in its tooltip.
  /^Input: read-only during the run/,
  /^(Show|Hide) details$/,
  // Where their bar is narrow.
  /^(View|Export|Restart|Search or run a command)$/,
];

/** The controls in front without a word that is seen: name, and whether a tooltip tells it. */
const wordless = (page: Page) =>
  page.evaluate(() => {
    const drawing = document.querySelector('tracklight-diagram')?.shadowRoot;
    const controls = [
      ...document.querySelectorAll<HTMLElement>('button, summary, a'),
      ...(drawing?.querySelectorAll<HTMLElement>('.tools :is(button, summary)') ?? []),
    ];
    return controls
      .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((one) => one.getBoundingClientRect().width > 0 && !/[\p{L}\p{N}]/u.test(one.innerText))
      .map((one) => ({ name: one.getAttribute('aria-label') ?? one.title, tip: one.title }));
  });

for (const width of [1440, 1280, 1024, 768])
  test(`only controls that everyone knows have no word, each with a tooltip, at ${width}`, () =>
    visit({ viewport: { width, height: 900 } }, async (visitor, page) => {
      await visitor.step(2);
      const found = await wordless(page);
      assert.ok(found.length > 8, `only ${found.length} were found`);
      assert.deepEqual(
        found.filter(({ name, tip }) => tip === '' || !ALONE.some((known) => known.test(name))),
        [],
      );
    }));

test('the editor of a tablet has 42 % of the window, and in a low one the drawing keeps its room', () =>
  visit({ viewport: { width: 768, height: 1024 } }, async (_visitor, page) => {
    const height = async (part: string) => (await page.locator(part).boundingBox())?.height ?? 0;
    assert.equal(Math.round(await height('.source')), Math.round(1024 * 0.42));
    await page.setViewportSize({ width: 1000, height: 700 });
    assert.ok((await height('.diagram')) >= 280, `${await height('.diagram')}`);
    assert.ok((await height('.source')) >= 120, `${await height('.source')}`);
    assert.equal(await page.evaluate(() => document.documentElement.scrollHeight), 700);
  }));

test('a tile has a picture of 128 px, its sentence whole in two lines, and tags and steps in one row', () =>
  visit({}, async (visitor, page) => {
    const gallery = await visitor.dialog('Examples');
    await gallery.locator('.tile').nth(28).waitFor({ state: 'attached' });
    // While the dialog moves into place, its boxes are not quite as high.
    await withoutAgent(page);
    const tiles = await page.locator('.tile').evaluateAll((all) =>
      all.map((tile) => {
        const [image, line, facts] = ['img.in-light', '.line', '.facts'].map((one) => tile.querySelector(one));
        return {
          name: tile.querySelector('b')?.textContent,
          picture: image?.getBoundingClientRect().height,
          cut: (line?.scrollHeight ?? 0) > (line?.clientHeight ?? 0) + 1,
          lines: Math.round((line?.clientHeight ?? 0) / 16),
          facts: facts?.getBoundingClientRect().height ?? 0,
          tags: facts?.querySelectorAll('.tag').length ?? 0,
        };
      }),
    );
    assert.deepEqual(
      tiles.filter(
        ({ picture, cut, lines, facts, tags }) => picture !== 128 || cut || lines > 2 || facts > 26 || tags > 3,
      ),
      [],
    );
  }));

test('the line where a path stands has its tint across the gutter', () =>
  visit({}, async (visitor, page) => {
    const grounds = () =>
      page.evaluate(() => {
        const root = document.querySelector('tracklight-editor')?.shadowRoot;
        const ground = (one: Element | null | undefined) => one && getComputedStyle(one).backgroundColor;
        const number = root?.querySelector('.cm-lineNumbers .cm-here');
        return {
          line: ground(root?.querySelector('.cm-line.cm-here')),
          number: ground(number),
          mark: ground(root?.querySelector('.cm-run .cm-here')),
          at: number?.textContent,
        };
      });
    await page.locator('tracklight-editor .cm-line.cm-here').waitFor();
    const { line, number, mark, at } = await grounds();
    assert.deepEqual([number, mark, at], [line, line, '5']);
    await visitor.step(1);
    await page.locator('tracklight-editor .cm-lineNumbers .cm-here', { hasText: '6' }).waitFor();
  }));
