// The animated SVG of a run in an `<img>`, under a policy that forbids scripts.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { loadRenderer } from '../../src/plugins/render.ts';
import { withPage } from '../browser.ts';

const KETTLE = readFileSync(new URL('../../examples/kettle.dygram', import.meta.url), 'utf8');
const headers = { 'content-security-policy': "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'" };
const folder = mkdtempSync(join(tmpdir(), 'tracklight-animation-'));
after(() => rmSync(folder, { recursive: true, force: true }));

before(async () => {
  const render = await loadRenderer();
  writeFileSync(join(folder, 'run.svg'), render.animate(KETTLE, { seconds: 1.5 }));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Run</title><img src="run.svg" alt="">');
});

test('in an image that may run no script the picture goes on moving', async () => {
  await withPage({ folder, headers }, async (page) => {
    const image = page.locator('img');
    const seen = new Set<string>();
    while (seen.size < 3) seen.add((await image.screenshot()).toString('base64'));
  });
});

test('three times show three different steps', async () => {
  await withPage({ folder, headers, path: 'run.svg' }, async (page) => {
    const captions = await page.evaluate(() => {
      const shown = () =>
        [...document.querySelectorAll('g[class]')]
          .filter((group) => getComputedStyle(group).opacity === '1')
          .flatMap((group) => [...group.querySelectorAll('text')].map(({ textContent }) => textContent ?? ''))
          .filter((text) => text.startsWith('Step'));
      // In the middle of a step of 1.5 seconds every chip has arrived.
      return [0.75, 2.25, 3.75].map((second) => {
        for (const animation of document.getAnimations()) {
          animation.pause();
          animation.currentTime = second * 1000;
        }
        return shown().join();
      });
    });
    assert.equal(new Set(captions).size, 3, captions.join(' | '));
  });
});

test('a chip is at the start of its line when a step begins, and then goes along it', async () => {
  await withPage({ folder, headers, path: 'run.svg' }, async (page) => {
    const seen = await page.evaluate(() =>
      // Step 1 takes the upright line from the first card to the second.
      [1.51, 1.8, 2.09, 2.2].map((second) => {
        for (const animation of document.getAnimations()) {
          animation.pause();
          animation.currentTime = second * 1000;
        }
        const chips = [...document.querySelectorAll('.m')].filter(
          (group) => getComputedStyle(group.parentElement as Element).opacity === '1',
        );
        return chips.map((chip) => {
          const { x, y, width, height } = chip.getBoundingClientRect();
          return { x: x + width / 2, y: y + height / 2 };
        });
      }),
    );
    assert.deepEqual(
      seen.map((chips) => chips.length),
      [1, 1, 1, 0],
    );
    const [start, middle, end] = seen.flat();
    assert.ok(start && middle && end);
    assert.ok(Math.abs(start.x - end.x) < 1);
    assert.ok(start.y < middle.y - 3 && middle.y < end.y - 3, JSON.stringify(seen));
  });
});

test('where motion is not wanted, nothing moves and the last step is seen', async () => {
  await withPage({ folder, headers, path: 'run.svg', reducedMotion: 'reduce' }, async (page) => {
    const shown = await page.evaluate(() => {
      const groups = [...document.querySelectorAll('g[class]')];
      return {
        moving: groups.filter((group) => getComputedStyle(group).animationName !== 'none').length,
        texts: groups
          .filter((group) => getComputedStyle(group).opacity === '1')
          .flatMap((group) => [...group.querySelectorAll('text')].map(({ textContent }) => textContent ?? '')),
      };
    });
    assert.equal(shown.moving, 0);
    assert.deepEqual(
      shown.texts.filter((text) => text.startsWith('Step')),
      ['Step 4 · completed at done · Run completed'],
    );
    assert.ok(shown.texts.includes('100'));
    assert.ok(!shown.texts.includes('60'));
  });
});
