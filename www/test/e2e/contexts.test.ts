// Values of contexts: shown with their roles and constraints, edited through forms, refused with reasons.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { visit, type Visitor } from './visitor.ts';
import type { Locator, Page } from 'playwright-core';

const CREEK = `machine "Creek"
type Spot { lat<number> @minimum(-90) @maximum(90); lon<number>; note<string?>; }
input Site { name<string> @minLength(3) @maxLength(40): "Mill creek"; kind<'creek' | 'pond'>: "creek"; }
context Sample {
  ph<number> @minimum(0) @maximum(14): 6.9; wet<boolean>: false; spot<Spot>: { lat: 51.5, lon: -0.1 };
  species<Array<string>> @maxItems(4) @uniqueItems: ["mayfly"]; best<number?>;
}
output Report { verdict<'healthy' | 'poor'>; body<string?> @artifact("report.md"); }
task visit { prompt: "Sample {{ Site.name }}" }
state done
visit -> done
visit -reads-> Site
visit -writes-> Sample
visit -writes-> Report`;

const atCreek = (test: (visitor: Visitor, page: Page, panel: Locator) => Promise<unknown>, source: string = CREEK) =>
  visit({}, async (visitor, page) => {
    await visitor.write(source);
    await page.locator('.top .title', { hasText: 'Creek' }).waitFor();
    await visitor.agents('Manual');
    await test(visitor, page, await visitor.panel('Context'));
  });

const valueOf = (panel: Locator, key: string) => panel.locator(`[data-field='${key}']`);
const shows = (panel: Locator, key: string, text: string) => valueOf(panel, key).filter({ hasText: text }).waitFor();
const apply = (panel: Locator) => panel.getByRole('button', { name: 'Apply' }).click();

test('what is declared of a field is whole where its value leaves room', () =>
  visit({}, async (visitor, page) => {
    await visitor.write(
      'context Request @input { title<string>: "New laptop"; amount<number>: 1200 }\n' +
        `context Long { text<string>: "${'on and '.repeat(20)}on" }\nstate a\n`,
    );
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

test('a refused value says where, what is expected, what it got and what may help, and changes nothing', () =>
  atCreek(async (visitor, page, panel) => {
    await valueOf(panel, 'Sample.spot').click();
    await panel.getByRole('textbox', { name: 'lat' }).fill('200');
    await apply(panel);
    const alert = panel.getByRole('alert');
    await alert
      .filter({ hasText: '/spot/lat 200 is more than 90' })
      .filter({ hasText: 'Expected 90, got 200' })
      .waitFor();
    assert.equal(await panel.getByRole('textbox', { name: 'lat' }).getAttribute('aria-invalid'), 'true');
    await shows(panel, 'Sample.spot', '{"lat":51.5,"lon":-0.1}');
    await panel.getByRole('button', { name: 'JSON', exact: true }).click();
    await panel.getByLabel('New value of Sample.spot, as JSON').fill('{"lat":"x"}');
    await apply(panel);
    await alert
      .filter({ hasText: '/spot/lon' })
      .filter({ hasText: '/spot/lat' })
      .filter({ hasText: 'expected number, got string' })
      .waitFor();
    await page.keyboard.press('Escape');
    await valueOf(panel, 'Report.verdict').click();
    await panel.getByRole('button', { name: 'JSON', exact: true }).click();
    await panel.getByLabel('New value of Report.verdict, as JSON').fill('"good"');
    await apply(panel);
    await alert.filter({ hasText: 'expected one of "healthy", "poor", got "good"' }).waitFor();
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
    await panel.getByRole('alert').filter({ hasText: '/name length 2 is less than 3' }).waitFor();
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
      .locator('.violations', { hasText: /^\s*name is required\s+Expected string\s*$/ })
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

test('parts of a value have their paths, which are copied', () =>
  atCreek(async (visitor, page, panel) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
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
