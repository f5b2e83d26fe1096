// The start example's picture stands in the page before any script has come, and gives way to its drawing without a
// gap. Where frames are counted, the browser is a new one, as that of a first visit: a warm one may have drawn by then.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withPage } from '../browser.ts';
import { visit } from './visitor.ts';
import type { Page } from 'playwright-core';

/** Writes down for every frame what stands on the stage. */
const watchFrames = (page: Page) =>
  page.addInitScript(() => {
    const frames: string[] = [];
    Object.assign(globalThis, { frames });
    const look = () => {
      const still = document.querySelector('.first-picture svg');
      const drawn = document.querySelector('tracklight-diagram')?.shadowRoot?.querySelector('.lens .node');
      if (document.body) frames.push(drawn ? 'drawing' : still?.checkVisibility() ? 'still' : 'nothing');
      if (!drawn) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });

/** Nothing is laid out until `releaseLayouts()`, however late the test looks at the page. */
function holdLayouts() {
  const held: (() => void)[] = [];
  let released = false;
  globalThis.Worker = class extends Worker {
    readonly #name: string;
    constructor(address: string | URL, options: WorkerOptions = {}) {
      super(address, options);
      this.#name = options.name ?? '';
    }
    override postMessage(message: unknown, transfer: any = []) {
      if (released || this.#name !== 'tracklight-layout') super.postMessage(message, transfer);
      else held.push(() => super.postMessage(message, transfer));
    }
  };
  Object.assign(globalThis, {
    releaseLayouts() {
      released = true;
      for (const post of held) post();
    },
  });
}

const stands = (page: Page) => page.locator('.first-picture svg').waitFor();

test('in no frame is the stage empty between the first picture and the drawing of the same machine', () =>
  visit({ path: '', own: true, before: watchFrames }, async (_visitor, page) => {
    const frames = await page.evaluate(() => (globalThis as any).frames);
    assert.equal(frames.includes('still'), true);
    assert.equal(frames.slice(frames.indexOf('still')).includes('nothing'), false, frames.join(' '));
    await page.locator('.first-picture').waitFor({ state: 'detached' });
  }));

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
])
  test(`the first picture shows what the drawing shows, where it shows it, at ${viewport.width}`, async () => {
    const places = (page: Page, within: string) =>
      page.evaluate((selector) => {
        const host = document.querySelector('tracklight-diagram');
        const root =
          selector === 'still' ? document.querySelector('.first-picture') : host?.shadowRoot?.querySelector('.lens');
        return Object.fromEntries(
          [...(root?.querySelectorAll('text') ?? [])]
            .filter((text) => text.textContent?.trim() && getComputedStyle(text).visibility !== 'hidden')
            .map((text) => {
              const { x, y } = text.getBoundingClientRect();
              return [text.textContent?.trim() ?? '', { x, y }];
            }),
        );
      }, within);
    await withPage(
      {
        viewport,
        before: async (page) => {
          await page.addInitScript(() => localStorage.setItem('tracklight:/:settings', '{"hint":false}'));
          await page.addInitScript(holdLayouts);
        },
      },
      async (page) => {
        await page.locator('.page[data-phase="ready"]').waitFor();
        await stands(page);
        const before = await places(page, 'still');
        await page.evaluate(() => (globalThis as any).releaseLayouts());
        await page.locator('tracklight-diagram .node').first().waitFor({ state: 'attached' });
        await page.waitForFunction(() => (document.querySelector('tracklight-diagram') as any).settled);
        const after = await places(page, 'drawing');
        assert.deepEqual(Object.keys(before).sort(), Object.keys(after).sort());
        const apart = Object.entries(before).flatMap(([text, { x, y }]) => {
          const to = after[text];
          return to && Math.hypot(to.x - x, to.y - y) < 4 ? [] : [`${text}: ${x},${y} and ${to?.x},${to?.y}`];
        });
        assert.deepEqual(apart, []);
      },
    );
  });

test('without any script of the page the picture stands, and is inert', () =>
  withPage(
    {
      before: (page) =>
        page.route(/assets\/(?!first).*\.js$/, (route) => route.fulfill({ contentType: 'text/javascript', body: '' })),
    },
    async (page) => {
      await stands(page);
      const found = await page
        .locator('.first-picture')
        .evaluate((stand) =>
          [...stand.querySelectorAll('*')].flatMap((one) => [one.localName, ...one.getAttributeNames()]),
        );
      assert.deepEqual(
        [...new Set(found)].filter((name) =>
          /^(id|style|class|href|on.*|script|a|use|image|foreignObject)$/.test(name),
        ),
        [],
      );
    },
  ));

for (const [what, path, stored] of [
  ['a link', '#example=counter', ''],
  ['a text from an address', '?src=https://example.org/a.dygram', ''],
  ['a draft', '', 'tracklight:/:draft'],
] as const) {
  test(`${what} asks for something else: the picture is not shown`, () =>
    withPage(
      {
        path,
        before: async (page) => {
          if (stored) await page.addInitScript((key) => localStorage.setItem(key, '1'), stored);
          await page.route(/assets\/(?!first).*\.js$/, (route) =>
            route.fulfill({ contentType: 'text/javascript', body: '' }),
          );
        },
      },
      async (page) => {
        assert.equal(await page.locator('.first-picture').isVisible(), false);
      },
    ));
}

test('a stored theme is that of the first picture', () =>
  withPage(
    {
      before: async (page) => {
        await page.addInitScript(() => localStorage.setItem('tracklight:/:settings', '{"theme":"dark"}'));
        await page.route(/assets\/(?!first).*\.js$/, (route) =>
          route.fulfill({ contentType: 'text/javascript', body: '' }),
        );
      },
    },
    async (page) => {
      await stands(page);
      const fills = await page
        .locator('.first-picture rect')
        .evaluateAll((all) => all.map((one) => getComputedStyle(one).fill));
      assert.ok(fills.includes('rgb(23, 48, 74)'), fills.join(' '));
    },
  ));

test('a draft is noted when it is saved, and the next visit opens it without the picture', () =>
  visit({}, async (visitor, page) => {
    assert.equal(await page.evaluate(() => localStorage.getItem('tracklight:/:draft')), null);
    await visitor.type('\n// mine');
    await page.waitForFunction(() => localStorage.getItem('tracklight:/:draft') === '1');
    await page.reload();
    assert.equal(await page.evaluate(() => document.documentElement.dataset.first), 'none');
  }));

test('a frame with the picture comes before the modules of the page are evaluated', () =>
  visit(
    {
      path: '',
      own: true,
      before: (page) =>
        page.addInitScript(() => {
          const seen = { before: 0 };
          Object.assign(globalThis, { seen });
          const look = () => {
            if (customElements.get('tracklight-app')) return;
            if (document.querySelector('.first-picture svg')?.checkVisibility()) seen.before += 1;
            requestAnimationFrame(look);
          };
          requestAnimationFrame(look);
        }),
    },
    async (_visitor, page) => {
      assert.ok((await page.evaluate(() => (globalThis as any).seen.before)) > 0);
    },
  ));

test('without scripts the page is dark where the system is, and says what it needs', () =>
  withPage(
    {
      javaScript: false,
      colorScheme: 'dark',
      viewport: { width: 1280, height: 720 },
      expect: [/request failed: .*csp/],
    },
    async (page) => {
      await page.locator('noscript p').waitFor();
      assert.equal(await page.getByText('Loading the page').isVisible(), false);
      // As the theme has them that a script would have set.
      const colors = () =>
        page.locator('.boot, .boot *').evaluateAll((all) =>
          all.map((one) => {
            const { color, backgroundColor, fill, stroke } = getComputedStyle(one);
            return [one.localName, one.textContent?.trim().slice(0, 20), color, backgroundColor, fill, stroke];
          }),
        );
      const alone = await colors();
      assert.ok(
        alone.some(([name]) => name === 'text'),
        'the picture has labels',
      );
      await page.evaluate(() => {
        document.documentElement.dataset.theme = 'dark';
      });
      assert.deepEqual(alone, await colors());
    },
  ));
