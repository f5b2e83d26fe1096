// What editing by the drawing shows, one state after the other: axe finds nothing in it, it can be read in forced
// colors, nothing of it moves under reduced motion, and on the narrowest phone it stays inside the drawing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check, withAxe } from '../axe.ts';
import { full } from '../full.ts';
import { unreadableTexts } from '../unreadable.ts';
import { visit, type Visitor } from './visitor.ts';
import type { Page } from 'playwright-core';

const SOURCE =
  'machine "Desk"\n\ntask assess { prompt: "Look" }\ntask answer\ngroup desk { state wait }\n' +
  'context Ticket { subject<string> }\n\n' +
  'assess -when: "Ticket.subject"-> answer\nassess -reads-> Ticket\n';

const card = (page: Page, id: string) => page.locator(`tracklight-diagram [id="${id}"]`);
const inLayer = (page: Page, selector: string) => page.locator(`tracklight-diagram .gestures ${selector}`);
const field = (page: Page) => inLayer(page, 'input[type="text"]');

async function drawn(visitor: Visitor, page: Page) {
  await page.waitForFunction(
    () => (document.querySelector('tracklight-diagram') as any).drawing?.names.get('n1') === 'answer',
  );
  await visitor.settled();
}

/** Each state that a mouse and keys bring about. */
async function eachState(visitor: Visitor, page: Page, seen: (state: string) => Promise<unknown>) {
  await visitor.write(SOURCE);
  await drawn(visitor, page);
  await card(page, 'n1').hover({ position: { x: 20, y: 10 } });
  await inLayer(page, '.plus:not([hidden])').waitFor();
  await seen('the handles of a card');
  await inLayer(page, '.plus:not([hidden])').click();
  await field(page).fill('9');
  await field(page).press('Enter');
  await inLayer(page, '.problem').filter({ hasText: /./ }).waitFor();
  await seen('a new step, with a name that is refused');
  await page.keyboard.press('Escape');
  await card(page, 'n0').press('Enter');
  await field(page).waitFor();
  await seen('a name');
  await page.keyboard.press('Tab');
  await page.getByLabel('Title of assess').press('Tab');
  await inLayer(page, '.value-box .cm-content').waitFor();
  await seen('a prompt');
  await page.keyboard.press('Escape');
  await inLayer(page, '.value-box').waitFor({ state: 'detached' });
  await card(page, 'n0').press('e');
  await inLayer(page, '.chooser').waitFor();
  await seen('a list of nodes');
  await page.keyboard.press('Escape');
  await card(page, 'e0').press('Space');
  await inLayer(page, '.bar').getByRole('button', { name: 'Condition' }).waitFor();
  await seen('the bar and the ends of an edge');
  await inLayer(page, '.bar').getByRole('button', { name: 'After…' }).click();
  await field(page).waitFor();
  await seen('a time');
  await page.keyboard.press('Escape');
  await card(page, 'n4').hover({ position: { x: 20, y: 10 } });
  const plus = await inLayer(page, '.plus:not([hidden])').boundingBox();
  assert.ok(plus);
  await page.mouse.move(plus.x + 10, plus.y + 10);
  await page.mouse.down();
  await page.mouse.move(plus.x + 40, plus.y + 30, { steps: 3 });
  await inLayer(page, '.reason').waitFor();
  await seen('a drag, and why it cannot be dropped there');
  await page.mouse.up();
}

for (const colorScheme of full ? (['light', 'dark'] as const) : (['light'] as const))
  test(`${colorScheme}: axe finds nothing in what edits by the drawing`, () =>
    visit({ colorScheme, before: withAxe }, (visitor, page) =>
      eachState(visitor, page, (state) => check(page, state)),
    ));

test('in forced colors all of it can be read, and handles have a border', () =>
  visit({ forcedColors: 'active' }, (visitor, page) =>
    eachState(visitor, page, async (state) => {
      assert.deepEqual(await page.evaluate(unreadableTexts), [], state);
      const borders = await inLayer(page, '.handle:not([hidden])').evaluateAll((all) =>
        all.map((one) => getComputedStyle(one).borderTopStyle),
      );
      assert.ok(
        borders.every((style) => style === 'solid'),
        `${state}: ${borders}`,
      );
    }),
  ));

test('with reduced motion no card glides to its place after a change', () =>
  visit({ reducedMotion: 'reduce' }, async (visitor, page) => {
    await visitor.write(SOURCE);
    await drawn(visitor, page);
    const moving = page.locator('tracklight-diagram').evaluate(
      (diagram) =>
        new Promise<number | undefined>((done) => {
          const count = () => done(diagram.shadowRoot?.getAnimations().length);
          diagram.addEventListener('diagram-drawn', () => queueMicrotask(count), { once: true });
        }),
    );
    await card(page, 'n0').press('n');
    await field(page).fill('check');
    await field(page).press('Enter');
    assert.equal(await moving, 0);
    await page.waitForFunction(() => (document.querySelector('tracklight-editor') as any).value.includes('check'));
  }));

test('on a phone of 320 pixels, bars, fields and lists stay inside the drawing, in sizes for fingers', () =>
  visit({ viewport: { width: 320, height: 640 }, touch: true, before: withAxe }, async (visitor, page) => {
    await visitor.pane('Code');
    await visitor.write(SOURCE);
    await visitor.pane('Diagram');
    await drawn(visitor, page);
    const sheet = page.locator('.selection');
    const seen = async (state: string, part: string) => {
      const outside = await inLayer(page, part).evaluate((element) => {
        const [own, stage] = [element, (element.getRootNode() as ShadowRoot).host].map((one) =>
          one.getBoundingClientRect(),
        ) as [DOMRect, DOMRect];
        const wide = [...element.querySelectorAll('*')].filter(
          (one) => one.getBoundingClientRect().right > own.right + 1,
        ).length;
        return [own.left < stage.left, own.right > stage.right, own.bottom > stage.bottom, wide];
      });
      assert.deepEqual(outside, [false, false, false, 0], state);
      const low = await inLayer(page, `${part} :is(button, [role="option"], input[type="text"])`).evaluateAll((all) =>
        all
          .filter((one) => one.clientHeight > 0 && one.getBoundingClientRect().height < 43.5)
          .map((one) => one.outerHTML),
      );
      assert.deepEqual(low, [], state);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320, state);
      await check(page, state, { fromShadowDom: ['tracklight-diagram', '.gestures'] });
    };
    await card(page, 'n1').tap();
    await sheet.getByRole('button', { name: 'Next step' }).tap();
    await field(page).waitFor();
    await seen('a new step', '.name-box');
    await inLayer(page, '').getByRole('button', { name: 'Cancel' }).tap();
    await card(page, 'n0').tap();
    await sheet.getByRole('button', { name: 'Edit', exact: true }).tap();
    await field(page).waitFor();
    await seen('a name', '.name-box');
    await inLayer(page, '').getByRole('button', { name: 'Next' }).tap();
    await page.getByLabel('Title of assess').waitFor();
    await inLayer(page, '').getByRole('button', { name: 'Next' }).tap();
    await inLayer(page, '.value-box .cm-content').waitFor();
    await seen('a prompt', '.value-box');
    await inLayer(page, '').getByRole('button', { name: 'Cancel' }).tap();
    await card(page, 'n1').tap();
    await sheet.getByRole('button', { name: 'Connect' }).tap();
    await seen('a target being tapped', '.picking');
    await card(page, 'n4').tap();
    await inLayer(page, '.chooser').waitFor();
    await seen('what a step does with a context', '.chooser');
  }));
