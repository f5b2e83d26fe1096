// Values of contexts: how they stand in their rows and in the text, their forms, and an artifact as a file.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { encode } from '../../src/link/codec.ts';
import { CREEK, apply, shows, valueOf } from '../creek.ts';
import { visit, type Visitor } from './visitor.ts';
import type { Locator, Page } from 'playwright-core';

const atCreek = async (test: (visitor: Visitor, page: Page, panel: Locator) => Promise<unknown>) =>
  visit({ path: await encode({ s: CREEK }) }, async (visitor, page) => {
    await visitor.agents('Manual');
    await test(visitor, page, await visitor.panel('Context'));
  });

const LONG = `context Request @input { title<string>: "New laptop"; amount<number>: 1200 }
context Long { text<string>: "${'on and '.repeat(20)}on" }
state a
`;

test('what is declared of a field is whole where its value leaves room', async () =>
  visit({ path: await encode({ s: LONG }) }, async (visitor, page) => {
    const panel = await visitor.panel('Context');
    await panel.locator('.constraints').nth(1).waitFor();
    const cut = await panel
      .locator('.field-line')
      .evaluateAll((lines) =>
        lines.filter((line) => line.scrollHeight > line.clientHeight).map((line) => line.textContent),
      );
    assert.deepEqual(cut, []);
    const [card, value] = [
      await panel.locator('.context').last().boundingBox(),
      await valueOf(panel, 'Long.text').boundingBox(),
    ];
    assert.ok(card && value);
    assert.ok(value.width <= card.width / 2, 'a long value leaves half of the row to its field');
  }));

test('each kind of value is edited through its widget', () =>
  atCreek(async (visitor, page, panel) => {
    await valueOf(panel, 'Sample.ph').click();
    await page.locator('input:focus').waitFor();
    await page.keyboard.type('7.25');
    await page.keyboard.press('Enter');
    await shows(panel, 'Sample.ph', '7.25');
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-field')), 'Sample.ph');

    await valueOf(panel, 'Sample.wet').click();
    const flag = panel.getByRole('checkbox', { name: 'New value of Sample.wet' });
    const [toggle, title, box] = await Promise.all(
      [panel.getByRole('button', { name: 'JSON' }), panel.getByText('New value of Sample.wet'), flag].map((one) =>
        one.boundingBox(),
      ),
    );
    assert.ok(toggle && title && box);
    assert.ok(toggle.y + toggle.height <= title.y && title.y + title.height <= box.y, 'one below the other');
    await flag.check();
    await apply(panel);
    await shows(panel, 'Sample.wet', 'true');

    await valueOf(panel, 'Report.verdict').click();
    await panel.getByRole('combobox', { name: 'New value of Report.verdict' }).selectOption('poor');
    await apply(panel);
    await shows(panel, 'Report.verdict', '"poor"');

    await valueOf(panel, 'Sample.spot').click();
    await panel.getByRole('textbox', { name: 'lat' }).fill('12');
    await panel.getByRole('textbox', { name: 'note' }).fill('by the bridge');
    await apply(panel);
    await shows(panel, 'Sample.spot', '{"lat":12,"lon":-0.1,"note":"by the bridge"}');

    await valueOf(panel, 'Sample.species').click();
    await panel.getByRole('button', { name: 'Add to Sample.species' }).click();
    await panel.getByRole('textbox', { name: 'Item 2' }).fill('crayfish');
    await panel.getByRole('button', { name: 'Move item 2 of Sample.species up' }).click();
    await apply(panel);
    await shows(panel, 'Sample.species', '["crayfish","mayfly"]');

    await valueOf(panel, 'Sample.best').click();
    await panel.getByRole('checkbox', { name: 'New value of Sample.best is null' }).check();
    await apply(panel);
    await shows(panel, 'Sample.best', 'null');

    await valueOf(panel, 'Sample.best').click();
    await panel.getByRole('button', { name: 'JSON', exact: true }).click();
    await panel.getByLabel('New value of Sample.best, as JSON').fill('4');
    await apply(panel);
    await shows(panel, 'Sample.best', '4');
    assert.equal(await panel.locator('.context', { hasText: 'Sample' }).locator('.version').innerText(), 'v6');
  }));

test('what is typed before the form is there goes into it, and no command hears of it', () => {
  let send: () => void = () => {};
  const waits = new Promise((done) => {
    send = () => done(null);
  });
  return visit(
    {
      before: (page) =>
        page.route(/field-edit[^/]*\.js$/, async (route) => {
          await waits;
          await route.continue();
        }),
    },
    async (visitor, page) => {
      await visitor.step(1);
      const panel = await visitor.panel('Context');
      await valueOf(panel, 'Water.celsius').click();
      await page.keyboard.type('65');
      await page.keyboard.press('Backspace');
      assert.equal(await panel.getByRole('textbox').count(), 0);
      send();
      const field = panel.getByRole('textbox', { name: 'New value of Water.celsius' });
      await field.waitFor();
      assert.equal(await field.evaluate((one) => getComputedStyle(one.closest('td') as Element).textAlign), 'left');
      assert.deepEqual(await field.evaluate((one: HTMLInputElement) => [one.value, one === document.activeElement]), [
        '6',
        true,
      ]);
      await page.keyboard.type('7');
      await page.keyboard.press('Enter');
      await shows(panel, 'Water.celsius', '67');
      assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-field')), 'Water.celsius');
    },
  );
});

test('an output tells what it lacks, and an artifact is downloaded', () =>
  atCreek(async (visitor, page, panel) => {
    const report = panel.locator('.context', { has: page.getByText('Report', { exact: true }) });
    await report.getByText('0 of 1 required set').waitFor();
    await valueOf(panel, 'Report.verdict').click();
    await panel.getByRole('combobox', { name: 'New value of Report.verdict' }).selectOption('healthy');
    await apply(panel);
    await report.getByText('complete').waitFor();
    await valueOf(panel, 'Report.body').click();
    await panel.getByRole('textbox', { name: 'New value of Report.body' }).fill('# Creek\nIt is well.');
    await apply(panel);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      panel.getByRole('button', { name: 'Download report.md' }).click(),
    ]);
    assert.equal(download.suggestedFilename(), 'report.md');
    assert.equal(await readFile(await download.path(), 'utf8'), '# Creek\nIt is well.');
  }));

test('where paths differ, Contexts opens with all side by side, to be edited; a chosen path is shown alone', () =>
  visit({ path: '#example=hikers' }, async (visitor, page) => {
    await visitor.speed('Max speed');
    await visitor.press('run');
    await visitor.status().filter({ hasText: 'Completed' }).waitFor();
    const contexts = await visitor.panel('Context');
    const row = contexts.locator('.context.wide tbody tr');
    await row.first().waitFor();
    assert.deepEqual(await row.first().locator('td').allInnerTexts(), ['4', '5.5', '10']);
    await page
      .locator('tracklight-editor .cm-line', { hasText: /kilometres.*1\.1: 4, 1\.2: 5\.5, 1\.3: 10/ })
      .waitFor();
    await contexts.locator('.paths .path').first().click();
    await contexts.locator('.context.wide').waitFor({ state: 'detached' });
    await contexts.locator('.path[aria-pressed="true"]', { hasText: '1.1' }).waitFor();
    await contexts.getByRole('button', { name: 'Edit Walk.kilometres: 4', exact: true }).waitFor();
    await contexts.getByLabel('All paths').check();
    await contexts.locator('.context.wide').waitFor();
  }));
