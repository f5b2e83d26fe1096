// Modules that fold: where the chevron stands, what it takes of the pointer, and that the module stays where it is.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { visit, withoutAgent } from './visitor.ts';
import type { Page } from 'playwright-core';

const HOSPITAL = readFileSync(new URL('../hospital.dygram', import.meta.url), 'utf8');
const TIGHT = 'verylongname { state y }\nk { state a; inner { init b } }\nverylongname -> k\n';

const chevron = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Boxes of chevrons and of the names beside them. */
const heads = (page: Page) =>
  page.locator('tracklight-diagram .lens .chevron').evaluateAll((list) =>
    list.map((one) => {
      const box = (part: Element | null | undefined) => part?.getBoundingClientRect().toJSON() as DOMRect;
      const group = one.previousElementSibling;
      return {
        path: box(one.querySelector('path')),
        target: box(one.querySelector('.target')),
        name: box(group?.querySelector(':scope > text')),
        card: box(group?.querySelector(':scope > .card')),
      };
    }),
  );

test('each module has a chevron before its name, over no text, of 24 pixels for a pointer', () =>
  visit({}, async (visitor, page) => {
    for (const [text, n] of [
      [TIGHT, 3],
      [HOSPITAL, 11],
    ] as const) {
      await visitor.write(text);
      await page.waitForFunction(
        (n) =>
          (document.querySelector('tracklight-diagram') as any).shadowRoot.querySelectorAll('.lens .chevron').length ===
          n,
        n,
      );
      for (const { path, target, name, card } of await heads(page)) {
        assert.ok(path.left > card.left && path.right < name.left, `${path.right} < ${name.left}`);
        assert.ok(path.top > name.top && path.bottom < name.bottom, 'on the line of the name');
        const scale = target.width / 24;
        assert.ok(scale > 0.3 && Math.abs(target.height - target.width) < 0.1);
      }
    }
  }));

test('a module that is pressed stays under the pointer', () =>
  visit({}, async (visitor, page) => {
    await visitor.write(HOSPITAL);
    await chevron(page, 'Unfold emergency').waitFor();
    await visitor.settled();
    // Otherwise the view goes where the current node is seen.
    await page.getByRole('button', { name: 'Follow the current node' }).click();
    const at = async (name: string) => {
      const box = await chevron(page, name).boundingBox();
      assert.ok(box);
      return box;
    };
    // The heads of a card and of a container differ by a point.
    const isNear = (a: { x: number; y: number }, b: typeof a) =>
      assert.ok(Math.hypot(a.x - b.x, a.y - b.y) < 2, `${a.x} ${a.y}, ${b.x} ${b.y}`);
    const before = await at('Unfold emergency');
    await chevron(page, 'Unfold emergency').click();
    await chevron(page, 'Fold emergency').waitFor();
    await withoutAgent(page);
    isNear(await at('Fold emergency'), before);
    await chevron(page, 'Fold emergency').click();
    await chevron(page, 'Unfold emergency').waitFor();
    await withoutAgent(page);
    isNear(await at('Unfold emergency'), before);
  }));

for (const reducedMotion of ['no-preference', 'reduce'] as const)
  test(`cards come from where they were, and lines after them: motion ${reducedMotion}`, () =>
    visit({ reducedMotion }, async (visitor, page) => {
      await visitor.write(HOSPITAL);
      await chevron(page, 'Unfold emergency').waitFor();
      await visitor.settled();
      const moving = page.locator('tracklight-diagram').evaluate(
        (diagram) =>
          new Promise<string[]>((done) => {
            const list = () => {
              const targets = diagram.shadowRoot
                ?.getAnimations()
                .map(({ effect }) => (effect as KeyframeEffect).target);
              return [...new Set(targets?.map((one) => one?.classList[0] ?? ''))].sort();
            };
            diagram.addEventListener('diagram-drawn', () => queueMicrotask(() => done(list())), { once: true });
          }),
      );
      await chevron(page, 'Unfold emergency').click();
      assert.deepEqual(await moving, reducedMotion === 'reduce' ? [] : ['badges', 'chevron', 'edge', 'labels', 'node']);
    }));

test('a finger has 44 pixels around a chevron', () =>
  visit({ touch: true, viewport: { width: 1000, height: 800 } }, async (visitor, page) => {
    await visitor.write(TIGHT);
    await chevron(page, 'Fold k').waitFor();
    const reach = await chevron(page, 'Fold k')
      .locator('.reach')
      .evaluate((one) => ({ events: getComputedStyle(one).pointerEvents, width: one.getAttribute('width') }));
    assert.deepEqual(reach, { events: 'all', width: '44' });
  }));
