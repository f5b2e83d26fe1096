// Hostile SVG text comes out of the sanitiser inert, in a real browser and without the help of any policy.

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { withPage } from '../browser.ts';

let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tracklight-sanitise-'));
  await build({
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    build: {
      outDir: folder,
      minify: false,
      lib: {
        entry: fileURLToPath(new URL('../../src/diagram/sanitise.ts', import.meta.url)),
        formats: ['es'],
        fileName: () => 'sanitise.js',
      },
    },
  });
  await writeFile(
    join(folder, 'page.js'),
    "import { sanitise } from './sanitise.js'; globalThis.sanitise = sanitise; " +
      "document.documentElement.dataset.ready = '';",
  );
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>t</title></head><body>' +
      '<script type="module" src="page.js"></script></body></html>',
  );
});

after(() => rm(folder, { recursive: true }));

/** What each text must not leave behind, beside the closed lists that all are held to. */
const vectors = [
  '<svg><g id="a_v0-0"><a xlink:href="javascript:window.hit=1" xlink:title="x"><polygon points="0,0"/>' +
    '<text>value</text></a></g></svg>',
  '<svg><a href="data:text/html,<script>window.hit=1</script>"><text>t</text></a></svg>',
  '<svg><text font-family="x" onload="window.hit=1" onclick="window.hit=1">t</text></svg>',
  '<svg><script>window.hit=1</script><style>@import "//x"</style><text>t</text></svg>',
  '<svg><foreignObject><img src="x" onerror="window.hit=1"></foreignObject><text>t</text></svg>',
  '<svg><rect width="9" height="9"><animate attributeName="href" to="javascript:window.hit=1"/>' +
    '<set attributeName="onclick" to="window.hit=1"/></rect></svg>',
  '<svg><text style="background:url(//x)" fill="url(//x#y)">t</text></svg>',
  '<svg id="other"><g id="location"><text id="n0">t</text></g></svg>',
  '<svg><title><img src=x onerror="window.hit=1"></title><text>t</text></svg>',
  '<svg><use href="#n0"/><image href="//x/y.png"/><text>t</text></svg>',
  '<?xml-stylesheet href="//x"?><!DOCTYPE svg><svg><text>t</text></svg>',
  '<svg><g data-x="1" aria-label="y"><text>t</text></g></svg>',
  '<svg></svg><script>window.hit=1</script>',
  '<svg><text>&lt;img src=x onerror=window.hit=1&gt;</text></svg>',
];

const TAGS = /^(svg|g|title|path|polygon|polyline|ellipse|circle|rect|line|text|tspan)$/;

test('nothing that can act survives, and the drawing does', () =>
  withPage({ folder, headers: {} }, async (page) => {
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
    for (const vector of vectors) {
      const seen = await page.evaluate((text) => {
        const svg = (globalThis as any).sanitise(text);
        document.body.replaceChildren(svg);
        const all = [svg, ...svg.querySelectorAll('*')];
        return {
          tags: all.map((e) => e.tagName),
          attributes: all.flatMap((e) => e.getAttributeNames().map((n: string) => `${n}=${e.getAttribute(n)}`)),
          text: svg.textContent,
        };
      }, vector);
      for (const tag of seen.tags) assert.match(tag, TAGS, vector);
      for (const attribute of seen.attributes)
        assert.doesNotMatch(
          attribute,
          /^(on|xlink|href|style|data-|aria-)|url\(|javascript:|^id=(other|location)/i,
          vector,
        );
      if (vector.includes('>t<')) assert.ok(seen.text.includes('t'), vector);
    }
    assert.equal(await page.evaluate(() => 'hit' in window), false);
  }));

test('anchors are unwrapped and what they held stays', () =>
  withPage({ folder }, async (page) => {
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
    const html = await page.evaluate((text) => (globalThis as any).sanitise(text).outerHTML, vectors[0]);
    assert.equal(html, '<svg><g id="a_v0-0"><polygon points="0,0"></polygon><text>value</text></g></svg>');
  }));

test('a text without a drawing gives none', () =>
  withPage({ folder }, async (page) => {
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
    assert.equal(await page.evaluate(() => (globalThis as any).sanitise('no drawing')), null);
  }));
