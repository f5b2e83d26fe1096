// Values of contexts: shown with their roles and constraints, edited through forms, refused with reasons.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CREEK, apply, shows, valueOf } from '../creek.ts';
import { visit, type Visitor } from './visit.ts';
import type { Locator, Page } from 'playwright-core';

const atCreek = (test: (visitor: Visitor, page: Page, panel: Locator) => Promise<unknown>, source: string = CREEK) =>
  visit({ source }, async (visitor, page) => {
    await visitor.agents('Manual');
    await test(visitor, page, await visitor.panel('Context'));
  });

test('a refused value says where, what is expected, what it got and what may help, and changes nothing', () =>
  atCreek(async (visitor, page, panel) => {
    await valueOf(panel, 'Sample.spot').click();
    await panel.getByRole('textbox', { name: 'lat' }).fill('200');
    await apply(panel);
    const alert = panel.getByRole('alert');
    await alert.filter({ hasText: 'spot.lat must be at most 90; got 200' }).waitFor();
    assert.equal(await panel.getByRole('textbox', { name: 'lat' }).getAttribute('aria-invalid'), 'true');
    await shows(panel, 'Sample.spot', '{"lat":51.5,"lon":-0.1}');
    await panel.getByRole('button', { name: 'JSON', exact: true }).click();
    await panel.getByLabel('New value of Sample.spot, as JSON').fill('{"lat":"x"}');
    await apply(panel);
    await alert
      .filter({ hasText: 'spot.lon is required' })
      .filter({ hasText: 'spot.lat must be a number; got string' })
      .waitFor();
    await page.keyboard.press('Escape');
    await valueOf(panel, 'Report.verdict').click();
    await panel.getByRole('button', { name: 'JSON', exact: true }).click();
    await panel.getByLabel('New value of Report.verdict, as JSON').fill('"good"');
    await apply(panel);
    await alert.filter({ hasText: 'must be one of "healthy", "poor"; got "good"' }).waitFor();
    assert.equal(await visitor.rows(), 1);
  }));

test('constraints, unset and null are told apart from values', () =>
  atCreek(async (visitor, page, panel) => {
    await panel.locator('tr', { hasText: 'ph' }).locator('.constraints', { hasText: '0 to 14' }).first().waitFor();
    await panel.locator('.constraints', { hasText: 'at most 4 items, no repeats' }).waitFor();
    await panel.locator('.constraints', { hasText: '3 to 40 characters' }).waitFor();
    assert.equal(await valueOf(panel, 'Sample.best').innerText(), '—');
    assert.equal(await valueOf(panel, 'Sample.best').locator('code').getAttribute('title'), 'unset');
  }));

test('at tick 0 an input starts the run over, afterwards it is locked', () =>
  atCreek(async (visitor, page, panel) => {
    await valueOf(panel, 'Site.name').click();
    await panel.getByRole('textbox', { name: 'New value of Site.name' }).fill('Ox');
    await apply(panel);
    await panel.getByRole('alert').filter({ hasText: 'name must have at least 3 characters; got 2' }).waitFor();
    await panel.getByRole('textbox', { name: 'New value of Site.name' }).fill('Ox bow');
    await apply(panel);
    await shows(panel, 'Site.name', '"Ox bow"');
    await visitor.step();
    await visitor.panel('Agent');
    await page.getByText('Sample Ox bow', { exact: true }).waitFor();
    await visitor.panel('Context');
    assert.equal(await valueOf(panel, 'Site.name').count(), 0);
    const lock = panel
      .getByRole('row', { name: /^name/ })
      .getByRole('button', { name: /^Input: read-only during the run/ });
    await lock.waitFor();
    await visitor.press('reset');
    await shows(panel, 'Site.name', '"Ox bow"');
    await visitor.step();
    await lock.click();
    await shows(panel, 'Site.name', '"Ox bow"');
  }));

test('a machine without its required input says what is missing, and starts once it is given', () =>
  atCreek(async (visitor, page, panel) => {
    await panel.getByText('The run could not start.').waitFor();
    await panel
      .locator('tr', { hasText: 'name' })
      .locator('.violations', { hasText: /^\s*name is required\s*$/ })
      .waitFor();
    await visitor.status().filter({ hasText: 'The inputs are not valid. name is required.' }).waitFor();
    await visitor.status().getByRole('button', { name: 'Edit inputs' }).click();
    await panel.getByRole('textbox', { name: 'New value of Site.name' }).fill('Mill');
    await apply(panel);
    await shows(panel, 'Site.name', '"Mill"');
    await visitor.status().filter({ hasText: 'Path 1 is ready at a' }).waitFor();
  }, 'machine "Creek"\ninput Site { name<string>; other<number>: 3; }\nstate a\nstate b\na -> b'));

test('start values survive a reload', () =>
  atCreek(async (visitor, page, panel) => {
    await valueOf(panel, 'Site.name').click();
    await panel.getByRole('textbox', { name: 'New value of Site.name' }).fill('Ox bow');
    await apply(panel);
    await shows(panel, 'Site.name', '"Ox bow"');
    await page.locator('.kept', { hasText: 'saved' }).waitFor();
    await page.reload();
    await visitor.ready();
    await page.locator('.context', { hasText: 'Site' }).getByText('"Ox bow"').first().waitFor();
  }));

test('parts of a value have their paths, which are copied', () =>
  atCreek(async (visitor, page, panel) => {
    await panel.getByRole('button', { name: 'Parts of Sample.species' }).click();
    await panel.getByRole('button', { name: 'Copy path Sample.species[0]' }).click();
    await page.locator('[role="status"]', { hasText: 'Copied.' }).waitFor({ state: 'attached' });
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), 'Sample.species[0]');
  }));

const BRANCHES = `machine "Creek"
context Own { n<number>: 1; }
context All @shared { n<number>: 1; }
state a
state b1
state b2
state end1
state end2
a -> b1, b2 @async
b1 -> end1
b2 -> end2`;

test('a value is given to one path or to all, and a shared one to everyone', () =>
  atCreek(async (visitor, page, panel) => {
    await visitor.step();
    const paths = panel.locator('.path');
    const live = paths.filter({ hasText: 'ready' });
    assert.equal((await live.count()) > 1, true);
    const set = async (key: string, value: string, all: boolean) => {
      await valueOf(panel, key).click();
      if (all) await panel.getByRole('radio', { name: 'all paths' }).check();
      await panel.getByRole('textbox', { name: `New value of ${key}` }).fill(value);
      await apply(panel);
      await shows(panel, key, value);
    };
    await live.first().click();
    await set('Own.n', '5', false);
    await live.nth(1).click();
    await shows(panel, 'Own.n', '1');
    await set('Own.n', '7', true);
    await live.first().click();
    await shows(panel, 'Own.n', '7');
    await set('All.n', '9', false);
    await live.nth(1).click();
    await shows(panel, 'All.n', '9');
    await panel.locator('.context', { hasText: 'All' }).getByText('shared').waitFor();
  }, BRANCHES));
