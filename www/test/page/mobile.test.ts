// The page in a small window: its panes, what leads to them, and what a tap does.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choose } from '../keeping.ts';
import { chooseLayout, visit } from './visit.ts';

const phone = { viewport: { width: 360, height: 740 }, touch: true };

test('a reload shows the pane and the panel that were open, or their list', () =>
  visit({ ...phone, path: '' }, async (visitor, page) => {
    const list = page.locator('.panel-list');
    const outline = page.locator('#panel', { hasText: '12 nodes, 14 edges' });
    await visitor.pane('Panels');
    await page.getByRole('button', { name: 'Outline' }).tap();
    await outline.waitFor();
    await page.reload();
    await visitor.ready();
    await outline.waitFor();
    assert.equal(await list.isVisible(), false);
    await page.getByRole('button', { name: 'All panels' }).tap();
    await list.waitFor();
    await page.reload();
    await visitor.ready();
    await list.waitFor();
    assert.equal(await list.locator('[aria-current="true"]').innerText(), 'Outline');
  }));

test('a link of the status sentence leads to its pane: a question to Panels', () =>
  visit({ ...phone, path: '#example=harbour' }, async (visitor, page) => {
    await page.locator('.top .title', { hasText: 'Harbour' }).waitFor();
    await visitor.press('step');
    await visitor.at('1');
    await visitor.press('step');
    await visitor.status().getByRole('button', { name: 'Answer' }).tap();
    await page.locator('#panel').filter({ hasText: 'What is the name of the ship?' }).waitFor();
    assert.equal(await page.locator('.page').getAttribute('data-pane'), 'panels');
  }));

test('a tablet shows panels in a drawer and the timeline as its scrubber', () =>
  visit({ viewport: { width: 820, height: 1100 } }, async (visitor, page) => {
    await visitor.step(2);
    assert.equal(await page.locator('.ticks').isVisible(), false);
    const scrubber = page.getByRole('slider', { name: 'Position in the run' });
    await scrubber.focus();
    await page.keyboard.press('Home');
    await visitor.at('0');
    await page.getByRole('button', { name: 'Open panels' }).click();
    await visitor.panel('Outline');
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('.side').isVisible(), false);
    assert.equal(await page.evaluate(() => document.activeElement?.classList.contains('drawer-button')), true);
    for (const [name, shown] of [
      ['Code', ['.source']],
      ['Diagram', ['.diagram']],
      ['Split', ['.source', '.diagram']],
    ] as [string, string[]][]) {
      await chooseLayout(page, name);
      for (const part of ['.source', '.diagram'])
        assert.equal(await page.locator(part).isVisible(), shown.includes(part), `${part} in ${name}`);
    }
  }));

test('New machine leads to the starters', () =>
  visit({ ...phone, first: true }, async (visitor, page) => {
    await visitor.pane('Code');
    await choose(page, 'New machine');
    await visitor.holds('machine "Untitled"\n');
    await page.locator('.page[data-pane="diagram"]').waitFor();
    await page.locator('.starter', { hasText: 'One task' }).waitFor();
  }));

test('an example is seen as a drawing, whatever pane it was opened from', () =>
  visit(phone, async (visitor, page) => {
    await visitor.pane('Timeline');
    const gallery = await visitor.dialog('Examples');
    await gallery.getByRole('button', { name: /^Harbour/ }).tap();
    await page.locator('.top .title', { hasText: 'Harbour' }).waitFor();
    await page.locator('.page[data-pane="diagram"]').waitFor();
  }));

test('taps that follow the opening and closing of a menu at once find it open and closed', () =>
  visit(phone, async (visitor, page) => {
    await visitor.step(2);
    await visitor.pane('Timeline');
    const received = await page.evaluate(() => {
      const menu = document.querySelector('[data-menu="timeline"]') as HTMLDetailsElement;
      const row = document.querySelector('.step-row') as HTMLElement;
      let presses = 0;
      row.addEventListener('click', () => (presses += 1));
      const tap = () => {
        const touch = { bubbles: true, composed: true, cancelable: true, pointerType: 'touch' };
        for (const type of ['pointerdown', 'pointerup', 'click']) row.dispatchEvent(new PointerEvent(type, touch));
      };
      menu.querySelector('summary')!.click();
      const opened = menu.open;
      tap();
      const beside = { open: menu.open, presses };
      tap();
      return { opened, beside, presses };
    });
    assert.deepEqual(received, { opened: true, beside: { open: false, presses: 0 }, presses: 1 });
  }));

test('the list of branches closes as every menu does: by a tap elsewhere, a choice, Escape', () =>
  visit(phone, async (visitor, page) => {
    await visitor.step(2);
    await visitor.pane('Timeline');
    const button = page.locator('.branch-button');
    const list = page.locator('.branches');
    const open = async () => {
      await button.tap();
      await list.waitFor();
    };
    const gone = () => list.waitFor({ state: 'hidden' });
    await open();
    // Beside the list, not below it.
    await page
      .locator('.step-row')
      .last()
      .tap({ position: { x: phone.viewport.width - 30, y: 20 } });
    await gone();
    await open();
    await page.getByRole('button', { name: 'Filter', exact: true }).tap();
    await gone();
    await open();
    await page.getByRole('navigation', { name: 'Panes' }).getByRole('button', { name: 'Code' }).tap();
    await gone();
    assert.equal(await page.locator('.page').getAttribute('data-pane'), 'run');
    await open();
    await list.getByRole('button', { name: /Rename/ }).tap();
    await list.getByRole('textbox').fill('first');
    await list.getByRole('button', { name: 'Apply' }).tap();
    await list.getByRole('button', { name: 'first', exact: true }).tap();
    await gone();
    await open();
    await page.keyboard.press('Escape');
    await gone();
    assert.equal(await button.evaluate((one) => one === document.activeElement), true);
    await open();
    await list.getByRole('button', { name: 'Branch here' }).tap();
    await gone();
    await button.filter({ hasText: 'branch 2' }).waitFor();
  }));

test('Settings list no keys where there is no keyboard', () =>
  visit(phone, async (visitor) => {
    const settings = await visitor.dialog('Settings');
    await settings.getByRole('heading', { name: 'Local storage' }).waitFor();
    assert.equal(await settings.getByRole('heading', { name: 'Keyboard shortcuts' }).isVisible(), false);
  }));

const FAILS =
  'machine "Fails"\ninput Order { target: 100 }\ncontext Water { celsius<number>: 20 }\ninit begin\n' +
  'task heat { prompt: "x"; stub: { write: { Water: { celsius: "hot" } } } }\nend done\n' +
  'begin -> heat\nheat -> done\nheat -writes-> Water\nheat -reads-> Order\n';

test('what a tap in the drawing opens says what it does: values are edited and watched, a failure tells why', () =>
  visit({ source: FAILS, viewport: { width: 390, height: 844 }, touch: true }, async (visitor, page) => {
    await visitor.pane('Diagram');
    const card = page.locator('.selection');
    const tap = async (name: string) => {
      await page
        .locator(`tracklight-diagram .node:is([aria-label^="context ${name}"], [aria-label^="task ${name}"])`)
        .dispatchEvent('contextmenu');
      await card.getByRole('heading', { name }).waitFor();
      return card;
    };
    await (await tap('Order'))
      .getByRole('button', { name: 'Edit target' })
      .and(page.locator('[aria-disabled="false"]'))
      .waitFor();
    await visitor.step(2);
    await (await tap('heat')).getByText('Path 1 failed at heat. celsius must be a number, got a string.').waitFor();
    const order = await tap('Order');
    await order.getByText('Input: read-only during the run').waitFor();
    assert.equal(await order.getByRole('button', { name: 'Edit target' }).getAttribute('aria-disabled'), 'true');
    const water = await tap('Water');
    assert.deepEqual(await water.locator('.buttons button').allInnerTexts(), [
      ...['Add field', 'Edit', 'Select more', 'Delete'],
      ...['Edit celsius', 'Watch celsius', 'Show in source'],
    ]);
    await water.getByRole('button', { name: 'Watch celsius' }).tap();
    await water.getByRole('button', { name: 'Stop watching celsius', pressed: true }).waitFor();
    await water.getByRole('button', { name: 'Edit celsius' }).tap();
    await page.locator('#panel').getByLabel('New value of Water.celsius').first().waitFor();
    assert.equal(await page.locator('.page').getAttribute('data-pane'), 'panels');
  }));

test('Compare leads to the panel with the differences, the earlier step first', () =>
  visit({ ...phone, path: '' }, async (visitor, page) => {
    await visitor.pane('Timeline');
    await visitor.step(2);
    await page.getByRole('button', { name: 'Compare', exact: true }).tap();
    const panel = page.getByRole('region', { name: 'Comparison' });
    await panel.getByText('Comparing with main, step 2').waitFor();
    await visitor.press('back');
    const heads = panel.locator('table').first().locator('th[scope="col"]');
    await heads.filter({ hasText: 'Later' }).waitFor();
    assert.deepEqual((await heads.allInnerTexts()).slice(-2), ['Now (step 1)', 'Later (step 2)']);
    await page.reload();
    await visitor.ready();
    await heads.filter({ hasText: 'Later' }).waitFor();
    assert.deepEqual((await heads.allInnerTexts()).slice(-2), ['Now (step 1)', 'Later (step 2)']);
  }));
