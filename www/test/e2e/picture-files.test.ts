// Pictures in files as browsers show them: their margin, their colors in an `<img>` in both themes, and the page with a
// preview without scripts.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { DARK } from '../../src/diagram/dark-palette.ts';
import { LIGHT } from '../../src/diagram/palette.ts';
import { main } from '../../src/plugins/cli.ts';
import { loadRenderer } from '../../src/plugins/render.ts';
import { withPage } from '../browser.ts';
import { KETTLE } from '../host-page.ts';

const example = (slug: string) => readFileSync(new URL(`../../examples/${slug}.dygram`, import.meta.url), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'tracklight-picture-files-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
write('index.html', '<!doctype html><title>Files</title>');

/** What stands between the edge of a picture and what is drawn, in pixels: left, top, right, bottom. */
const margins = () => {
  const svg = document.documentElement as unknown as SVGSVGElement;
  const view = svg.getBoundingClientRect();
  const [paper] = svg.querySelectorAll('rect');
  const sides = [Infinity, Infinity, Infinity, Infinity];
  for (const shape of svg.querySelectorAll<SVGGraphicsElement>(
    'rect, path, polygon, polyline, ellipse, circle, text',
  )) {
    if (shape === paper) continue;
    const { left, top, right, bottom } = shape.getBoundingClientRect();
    for (const [i, side] of [left - view.left, top - view.top, view.right - right, view.bottom - bottom].entries())
      sides[i] = Math.min(sides[i] ?? Infinity, side);
  }
  return sides;
};

test('what is drawn is 8 pixels from every edge', () =>
  withPage({ folder, headers: {} }, async (page, { url }) => {
    const render = await loadRenderer();
    for (const [name, source] of [
      ['kettle', KETTLE],
      ...['balloon', 'fuse', 'hikers', 'parts-order'].map((slug) => [slug, example(slug)]),
    ] as [string, string][])
      for (const tick of [0, 2]) {
        write('picture.svg', render.file(source, { tick }));
        await page.goto(`${url}picture.svg`);
        // Ends of curves are within what bends them, letters within their height.
        for (const margin of await page.evaluate(margins))
          assert.ok(margin >= 7.5 && margin <= 13, `${name} at step ${tick}: ${margin}`);
      }
  }));

test('an image has the colors of the theme of whoever looks at it', () =>
  withPage({ folder, headers: {} }, async (page, { url }) => {
    const render = await loadRenderer();
    write('still.svg', render.file(KETTLE, { theme: 'auto' }));
    write('moving.svg', render.animate(KETTLE, { theme: 'auto' }));
    write('images.html', '<!doctype html><title>Images</title><img src="still.svg"><img src="moving.svg">');
    for (const [scheme, colors] of [
      ['light', LIGHT],
      ['dark', DARK],
      ['light', LIGHT],
    ] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.goto(`${url}images.html`);
      const grounds = await page.evaluate(async () =>
        Promise.all(
          [...document.images].map(async (image) => {
            await image.decode();
            const canvas = document.createElement('canvas');
            const context = canvas.getContext('2d');
            context?.drawImage(image, 0, 0);
            const [red = 0, green = 0, blue = 0] = context?.getImageData(2, 2, 1, 1).data ?? [];
            return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
          }),
        ),
      );
      assert.deepEqual(grounds, [colors.get('canvas'), colors.get('canvas')], scheme);
    }
  }));

test('a page with a preview has its picture without scripts, and no text below 11 pixels on a phone', () =>
  withPage({ folder, headers: {} }, async (page, { url }) => {
    write('interview.dygram', example('interview'));
    const words = [join(folder, 'interview.dygram'), '-o', folder, '--url', url, '--page', url, '--quiet'];
    assert.equal(await main(['page', ...words], { out: () => {}, error: assert.fail }), 0);
    for (const width of [320, 390, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(`${url}interview.html`);
      const shown = await page.evaluate(() => ({
        overflow: document.documentElement.scrollWidth - innerWidth,
        scripts: document.scripts.length,
        smallest: Math.min(
          ...[...document.querySelectorAll<SVGTextElement>('figure text')].map(
            (text) => Number.parseFloat(getComputedStyle(text).fontSize) * (text.getScreenCTM()?.a ?? 0),
          ),
        ),
        link: document.querySelector<HTMLAnchorElement>('a.open')?.hash.slice(0, 4),
      }));
      assert.ok(shown.smallest >= 11, `${width}: ${shown.smallest}`);
      assert.deepEqual([shown.overflow, shown.scripts, shown.link], [0, 0, '#t1.'], `${width}`);
    }
  }));
