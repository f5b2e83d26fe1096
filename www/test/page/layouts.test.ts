// Panes of a phone, the drawer of a tablet, layouts, and both themes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseLayout, visit } from './visit.ts';

const phone = { viewport: { width: 390, height: 844 }, touch: true };

test('a phone shows one pane at a time, with the run bar on each', () =>
  visit(phone, async (visitor, page) => {
    const panes = { Code: '.source', Diagram: '.diagram', Timeline: '.timeline', Panels: '.side' };
    for (const [name, part] of Object.entries(panes)) {
      await visitor.pane(name);
      for (const [other, selector] of Object.entries(panes))
        assert.equal(await page.locator(selector).isVisible(), other === name, `${selector} on ${name}`);
      assert.equal(await visitor.control('step').isVisible(), true);
      assert.ok(part);
    }
  }));

test('a phone steps and shows the value, and a pane keeps its state while hidden', () =>
  visit(phone, async (visitor, page) => {
    await visitor.pane('Diagram');
    await visitor.press('step');
    await visitor.hasClass('n3', 'r-current');
    await visitor.press('step');
    await visitor.shows('v1-0', '60');
    await visitor.pane('Code');
    await visitor.pane('Diagram');
    await visitor.shows('v1-0', '60');
  }));

test('on a tablet the panels are a drawer', () =>
  visit({ viewport: { width: 800, height: 1000 } }, async (_visitor, page) => {
    assert.equal(await page.locator('.side').isVisible(), false);
    await page.getByRole('button', { name: 'Open panels' }).click();
    assert.equal(await page.locator('.side').isVisible(), true);
    await page.getByRole('button', { name: 'Close panels' }).click();
    assert.equal(await page.locator('.side').isVisible(), false);
  }));

test('the theme follows the system until one is chosen, and the choice is kept', () =>
  visit({ colorScheme: 'dark' }, async (visitor, page) => {
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
    assert.equal(await theme(), 'dark');
    await page.locator('[data-menu="view"] summary').click();
    await page.locator('[data-menu="view"]').getByRole('button', { name: 'Light' }).click();
    assert.equal(await theme(), 'light');
    await page.reload();
    await visitor.ready();
    assert.equal(await theme(), 'light');
  }));

test('the layout Diagram holds the drawing and the panels, and the menu View closes them', () =>
  visit({}, async (_visitor, page) => {
    await chooseLayout(page, 'Diagram');
    await page.locator('.source').waitFor({ state: 'hidden' });
    assert.deepEqual(
      [await page.locator('.diagram').isVisible(), await page.locator('.side').isVisible()],
      [true, true],
    );
    await page.locator('[data-menu="view"] summary').click();
    await page.locator('[data-menu="view"]').getByRole('button', { name: 'Panels' }).click();
    await page.locator('.side').waitFor({ state: 'hidden' });
  }));
