// Contexts beside the flow: a column in wide windows, below the flow in narrow ones, with lines on demand and values
// that are edited where they stand.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visit, type Visitor } from './visitor.ts';
import type { Page } from 'playwright-core';

const CLAIM = `machine "Claim"
context Claim { amount<number>: 10; open<boolean>: true }
context Policy { cover<number>: 5 }
${Array.from({ length: 8 }, (_, i) => `context Extra${i} { a<number>: ${i}; b<number>: ${i} }`).join('\n')}
init reported
task cover { prompt: "set Claim.amount to 3" }
task other "Another task with a long title" { prompt: "Read" }
end done
reported -> cover
cover -reads-> Policy
cover -writes: amount-> Claim
other -reads-> Claim, Policy, Extra0, Extra1
cover -> other
other -> done
`;

/** The machine in a wide window, without a panel. */
const wide = (test: (visitor: Visitor, page: Page) => Promise<unknown>) =>
  visit({ viewport: { width: 1440, height: 900 }, first: true }, async (visitor, page) => {
    await visitor.write(CLAIM);
    await part(page, '.node[aria-label^="context Policy"]').waitFor();
    await test(visitor, page);
  });

const part = (page: Page, selector: string) => page.locator(`tracklight-diagram ${selector}`);
/** The kinds and looks of the wires that are drawn. */
const wires = (page: Page) =>
  part(page, '.wires .wire:not(.wire-head)').evaluateAll((all) =>
    all.map((wire) => wire.getAttribute('class') ?? '').sort(),
  );

test('contexts stand in a column beside the flow, in full size, and stay while the flow moves', () =>
  wide(async (_visitor, page) => {
    const card = part(page, '.rail-column .node').first();
    await card.waitFor();
    const before = await card.boundingBox();
    await part(page, '.tool-fit').click();
    await part(page, 'svg.stage').hover({ position: { x: 100, y: 200 } });
    await page.mouse.wheel(0, 120);
    assert.deepEqual(await card.boundingBox(), before, 'it neither moves nor grows');
    const last = part(page, '.rail-column .node').last();
    const [stage, box] = [await part(page, 'svg.stage').boundingBox(), await last.boundingBox()];
    assert.ok(stage && box && box.y > stage.y + stage.height, 'there are more than have room');
    await card.hover();
    await page.mouse.wheel(0, 4000);
    const scrolled = await last.boundingBox();
    assert.ok(scrolled && scrolled.y + scrolled.height <= stage.y + stage.height, 'it scrolls by itself');
  }));

test('pointing at a card draws its wires, a step leaves the wires of what it used', () =>
  wide(async (visitor, page) => {
    await part(page, '.rail-column .node').first().waitFor();
    assert.deepEqual(await wires(page), [], 'five are too many to be drawn unasked');
    await part(page, '.node[aria-label^="task other"]').hover();
    await page.waitForFunction(
      () =>
        (document.querySelector('tracklight-diagram') as any).shadowRoot.querySelectorAll(
          '.wires .wire:not(.wire-head)',
        ).length === 4,
    );
    assert.deepEqual(new Set(await wires(page)), new Set(['wire reads asked']));
    await page.mouse.move(2, 2);
    await visitor.step(2);
    await page.waitForFunction(
      () =>
        (document.querySelector('tracklight-diagram') as any).shadowRoot.querySelector('.wires .wire.last') !== null,
    );
    assert.deepEqual(await wires(page), ['wire writes last']);
    await part(page, '[id^="a_a"].mark-changed').filter({ hasText: 'Claim.amount' }).waitFor();
  }));

test('it keeps its texts while of the flow only names are drawn', () =>
  wide(async (_, page) => {
    const zoom = part(page, '.tool-minus');
    const stage = page.locator('tracklight-diagram .names-only');
    while ((await stage.count()) === 0) await zoom.dispatchEvent('click');
    const texts = await part(page, '.rail-column text').evaluateAll((list) =>
      list.map((text) => ({ text: text.textContent, isDrawn: text.checkVisibility({ visibilityProperty: true }) })),
    );
    assert.ok(texts.length > 4);
    assert.deepEqual(
      texts.filter(({ isDrawn }) => !isDrawn),
      [],
    );
    const copies = await part(page, '.names text').allTextContents();
    assert.deepEqual(
      copies.filter((text) => /Claim|Policy/.test(text)),
      [],
    );
  }));

test('a value is edited where it stands', () =>
  wide(async (visitor, page) => {
    await visitor.step(1);
    const value = part(page, '.rail-column [id="a_v0-0"]');
    await value.click();
    const form = page.locator('.value-form');
    await form.getByLabel('New value of Claim.amount').and(page.locator('input')).fill('42');
    await form.getByRole('button', { name: 'Apply' }).click();
    await form.waitFor({ state: 'detached' });
    await value.filter({ hasText: '42' }).waitFor();
    // Escape leaves it as it was.
    await value.click();
    await form.getByLabel('New value of Claim.amount').and(page.locator('input')).fill('7');
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    assert.match((await value.textContent()) ?? '', /42/);
  }));

test('the keyboard goes from a card to its rows, on to the context and to its fields', () =>
  wide(async (visitor, page) => {
    await visitor.step(1);
    await part(page, '.node[aria-label^="task cover"]').focus();
    const focused = () =>
      page.evaluate(() =>
        (document.querySelector('tracklight-diagram') as any).shadowRoot.activeElement?.getAttribute('aria-label'),
      );
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    assert.equal(await focused(), 'reads Policy');
    await page.keyboard.press('ArrowDown');
    assert.equal(await focused(), 'writes Claim.amount');
    await page.keyboard.press('ArrowRight');
    assert.match(await focused(), /^context Claim/);
    await page.keyboard.press('ArrowDown');
    assert.equal(await focused(), 'amount: 10');
    await page.keyboard.press('Enter');
    await page.locator('.value-form').getByLabel('New value of Claim.amount').and(page.locator('input')).waitFor();
  }));

test('on a phone they stand below the flow, in the same canvas', () =>
  visit({ viewport: { width: 390, height: 844 }, touch: true }, async (visitor, page) => {
    await visitor.pane('Code');
    await visitor.write(CLAIM);
    await visitor.pane('Diagram');
    await part(page, '.node').first().waitFor();
    assert.equal(await part(page, '.rail-column').isVisible(), false);
    const [flow, context] = [
      await part(page, '.node[aria-label^="end done"]').boundingBox(),
      await part(page, '.node[aria-label^="context Claim"]').boundingBox(),
    ];
    assert.ok(flow && context && context.y > flow.y);
  }));

test('Display hides the contexts, and draws all wires', () =>
  wide(async (_visitor, page) => {
    await part(page, '.rail-column .node').first().waitFor();
    const display = page.locator('.menu.drawn');
    await display.locator('summary').click();
    await display.getByLabel('Always').check();
    await page.waitForFunction(
      () =>
        (document.querySelector('tracklight-diagram') as any).shadowRoot.querySelectorAll(
          '.wires .wire:not(.wire-head)',
        ).length === 6,
    );
    await display.getByLabel('Contexts', { exact: true }).uncheck();
    await part(page, '.rail-column .node').first().waitFor({ state: 'detached' });
    await part(page, '[id^="a_a"]').filter({ hasText: 'Claim.amount' }).waitFor();
  }));
