// Editing the machine by its drawing with a mouse, keys and fingers: where handles stand, what drags do, and that
// nothing else edits.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visit, withoutAgent } from './visitor.ts';
import type { Page } from 'playwright-core';

const SOURCE =
  'machine "Desk"\n\ntask assess { prompt: "Look" }\ntask answer\ngroup desk { state wait }\n' +
  'context Ticket { subject<string> }\n\n' +
  'assess -> answer\n';

const textOf = (page: Page) =>
  page.evaluate(() => (document.querySelector('tracklight-editor') as any).value as string);
const textHas = (page: Page, part: string) =>
  page.waitForFunction((part) => {
    const { settled } = document.querySelector('tracklight-diagram') as any;
    return settled && (document.querySelector('tracklight-editor') as any).value.includes(part);
  }, part);
/** What a screen reader hears when a change is drawn. */
const said = (page: Page, text: string) =>
  page.locator('[role="status"]', { hasText: text }).waitFor({ state: 'attached' });
const card = (page: Page, id: string) => page.locator(`tracklight-diagram [id="${id}"]`);
const handle = (page: Page, name: string) => page.locator(`tracklight-diagram .${name}:not([hidden])`);

async function centreOf(page: Page, id: string) {
  const box = await card(page, id).boundingBox();
  assert.ok(box);
  return { x: box.x + 24, y: box.y + 12 };
}

async function drag(page: Page, from: string, to: { x: number; y: number }) {
  const box = await handle(page, from).first().boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
}

const open = (options: object, test: (page: Page) => Promise<void>) =>
  visit(options, async (visitor, page) => {
    await visitor.write(SOURCE);
    await page.waitForFunction(
      () => (document.querySelector('tracklight-diagram') as any).drawing?.names.get('n1') === 'answer',
    );
    await visitor.settled();
    await test(page);
  });

test('the plus connects what it is dragged to, refuses what it cannot, and Escape cancels', () =>
  open({}, async (page) => {
    await card(page, 'n1').hover({ position: { x: 20, y: 10 } });
    await handle(page, 'plus').waitFor();
    await drag(page, 'plus', await centreOf(page, 'n3'));
    await page.keyboard.press('Escape');
    await page.mouse.up();
    assert.equal(await textOf(page), SOURCE);
    await card(page, 'n1').hover({ position: { x: 20, y: 10 } });
    await drag(page, 'plus', await centreOf(page, 'n3'));
    await page.mouse.up();
    await textHas(page, 'answer -> desk.wait\n');
    // A context cannot be the source of a step.
    await card(page, 'n4').hover({ position: { x: 20, y: 10 } });
    await drag(page, 'plus', await centreOf(page, 'n4'));
    await page.locator('tracklight-diagram .reason', { hasText: 'Drop it on the task that reads it.' }).waitFor();
    await page.mouse.up();
    // The whole of it is one step of the history, from the drawing as from the editor.
    await card(page, 'n1').press('Control+z');
    await page.waitForFunction((text) => (document.querySelector('tracklight-editor') as any).value === text, SOURCE);
  }));

test('what follows a step is a task, a state or an end, pressed or dropped on empty ground', () =>
  open({}, async (page) => {
    const field = page.locator('tracklight-diagram .gestures input[type="text"]');
    await card(page, 'n1').hover({ position: { x: 20, y: 10 } });
    const stage = await page.locator('tracklight-diagram').boundingBox();
    assert.ok(stage);
    await drag(page, 'plus', { x: stage.x + 15, y: stage.y + 15 });
    await page.mouse.up();
    await field.press('Alt+ArrowDown');
    await field.fill('pause');
    await field.press('Enter');
    await textHas(page, 'state pause\n');
    await textHas(page, 'answer -> pause\n');
    await card(page, 'n1').hover({ position: { x: 20, y: 10 } });
    await handle(page, 'plus').click();
    await page.locator('tracklight-diagram').getByRole('radio', { name: 'End' }).check();
    await field.fill('done');
    await field.press('Enter');
    await textHas(page, 'end done\n');
    await textHas(page, 'answer -> done\n');
  }));

test('of several selected cards, keys are about the one with the focus, and moving offers modules alone', () =>
  open({}, async (page) => {
    const list = page.locator('tracklight-diagram .chooser');
    await card(page, 'n0').press('Space');
    await card(page, 'n1').press('Shift+Space');
    await card(page, 'n0').press('m');
    assert.deepEqual(await list.getByRole('option').allInnerTexts(), ['desk']);
    await page.keyboard.press('Escape');
    await card(page, 'n0').press('e');
    await list.getByText('Connect assess to…').waitFor();
    await page.keyboard.press('Escape');
  }));

test('a double click edits also where the card of the selection opens in between', () =>
  open({}, async (page) => {
    await page.locator('tracklight-diagram [id="n4"] text', { hasText: 'subject' }).dblclick();
    await page.getByLabel('Field name of Ticket.subject').waitFor();
    await page.locator('.selection').waitFor({ state: 'detached' });
    assert.equal(await handle(page, 'plus').count(), 0, 'what is typed has the drawing for itself');
  }));

test('the grip moves a card into a module, and a name is edited where it stands', () =>
  open({}, async (page) => {
    await card(page, 'n1').hover({ position: { x: 20, y: 10 } });
    await handle(page, 'grip').first().waitFor();
    const module = await card(page, 'c2').boundingBox();
    assert.ok(module);
    await drag(page, 'grip', { x: module.x + module.width / 2, y: module.y + 8 });
    await page.mouse.up();
    await textHas(page, 'assess -> desk.answer\n');
    await said(page, 'Moved answer into desk.');
    const name = page.locator('tracklight-diagram [id="n0"] text', { hasText: 'assess' });
    await withoutAgent(page);
    const at = await name.evaluate((text) => text.getBoundingClientRect().toJSON() as DOMRect);
    await name.dblclick();
    const field = page.locator('tracklight-diagram .gestures input[type="text"]');
    await field.waitFor();
    const there = await field.boundingBox();
    assert.ok(there && Math.abs(there.x - at.x) < 24 && Math.abs(there.y - at.y) < 24, 'over the name');
    const types = [name, field].map((one) =>
      one.evaluate((text) => [getComputedStyle(text).fontFamily, getComputedStyle(text).fontWeight]),
    );
    const [drawnType, fieldType] = await Promise.all(types);
    assert.deepEqual(fieldType, drawnType, 'in the type of the drawing');
    await field.fill('judge');
    await field.press('Tab');
    await textHas(page, 'judge -> desk.answer\n');
    await page.getByLabel('Title of judge').press('Tab');
    // The prompt is the editor's own component, with completion.
    await page.locator('tracklight-diagram .value-box .cm-content').waitFor();
    await page.keyboard.press('End');
    await page.keyboard.type(' at {{ Ticket.su');
    await page.locator('tracklight-diagram .cm-tooltip-autocomplete', { hasText: 'subject' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
    assert.match(await textOf(page), /prompt: "Look"/);
  }));

test('the bar of an edge makes it wait for an event or a time that is typed in place', () =>
  open({}, async (page) => {
    await card(page, 'e0').press('Space');
    const bar = page.locator('tracklight-diagram .gestures .bar');
    const field = page.locator('tracklight-diagram .gestures input[type="text"]');
    await bar.getByRole('button', { name: 'On event…' }).click();
    await field.fill('paid');
    await field.press('Enter');
    await textHas(page, 'assess -on: paid-> answer\n');
    await textHas(page, 'event paid\n');
    await bar.locator('button[aria-pressed="true"]', { hasText: 'On event…' }).waitFor();
    await bar.getByRole('button', { name: 'After…' }).click();
    await field.fill('30s');
    await field.press('Enter');
    await textHas(page, 'assess -after: 30s-> answer\n');
    await said(page, 'The edge from assess to answer is taken after 30s now.');
  }));

test('presses, drags and wheels beside the handles never change the text', () =>
  open({}, async (page) => {
    const stage = await page.locator('tracklight-diagram').boundingBox();
    assert.ok(stage);
    await page.mouse.move(stage.x + 40, stage.y + 40);
    const isHandle = (x: number, y: number) =>
      page.evaluate(
        ([x, y]) => {
          const { shadowRoot } = document.querySelector('tracklight-diagram') as any;
          return shadowRoot.elementFromPoint(x, y)?.closest('.gestures, .foot') != null;
        },
        [x, y] as const,
      );
    for (let y = stage.y + 30; y < stage.y + stage.height - 80; y += 70)
      for (let x = stage.x + 30; x < stage.x + stage.width - 60; x += 90) {
        await page.mouse.move(x, y);
        if (await isHandle(x, y)) continue;
        await page.mouse.down();
        await page.mouse.move(x + 50, y + 30, { steps: 2 });
        await page.mouse.up();
        await page.mouse.click(x, y);
        await page.mouse.wheel(0, 30);
        await page.keyboard.press('Escape');
      }
    assert.equal(await textOf(page), SOURCE);
  }));

test('on a phone the card of the selection connects by a tap and adds the next step', () =>
  visit({ viewport: { width: 390, height: 844 }, touch: true }, async (visitor, page) => {
    await visitor.pane('Code');
    await visitor.write(SOURCE);
    await visitor.pane('Diagram');
    await page.waitForFunction(
      () => (document.querySelector('tracklight-diagram') as any).drawing?.names.get('n1') === 'answer',
    );
    await card(page, 'n1').tap();
    const sheet = page.locator('.selection');
    await sheet.getByRole('button', { name: 'Connect' }).waitFor();
    const heights = await sheet
      .locator('[role="group"] button')
      .evaluateAll((all) => all.map((one) => one.clientHeight));
    assert.ok(heights.length >= 5 && heights.every((height) => height >= 42), heights.join());
    await sheet.getByRole('button', { name: 'Connect' }).tap();
    await page.locator('tracklight-diagram .picking', { hasText: 'Tap what answer leads to.' }).waitFor();
    await card(page, 'n0').tap();
    await page.waitForFunction(() =>
      (document.querySelector('tracklight-editor') as any).value.includes('answer -> assess\n'),
    );
    await said(page, 'Connected answer to assess.');
    await card(page, 'n1').tap();
    await sheet.getByRole('button', { name: 'Next step' }).tap();
    const field = page.locator('tracklight-diagram .gestures input[type="text"]');
    await field.tap();
    await field.fill('send');
    await page.locator('tracklight-diagram .gestures').getByRole('button', { name: 'Save' }).tap();
    await page.waitForFunction(() =>
      (document.querySelector('tracklight-editor') as any).value.includes('answer -> send\n'),
    );
    // The sheet of the new step opens at once, and beside its card.
    await sheet.getByRole('heading', { name: 'send' }).waitFor();
    await page.waitForFunction(() => {
      const diagram = document.querySelector('tracklight-diagram') as any;
      const [id] = [...diagram.drawing.names].find(([, name]: string[]) => name === 'send') ?? [];
      const card = diagram.drawing.groups.get(id)?.getBoundingClientRect();
      const sheet = document.querySelector('.selection')?.getBoundingClientRect();
      return card && sheet && card.bottom <= sheet.top;
    });
    // What opens is not under the sheet.
    await sheet.getByRole('button', { name: 'Edit', exact: true }).tap();
    await field.waitFor();
    await sheet.waitFor({ state: 'detached' });
    await page.locator('tracklight-diagram .gestures').getByRole('button', { name: 'Cancel' }).tap();
    await card(page, 'n1').tap();
    await sheet.getByRole('button', { name: 'Select more' }).tap();
    await card(page, 'n0').tap();
    await sheet.getByRole('button', { name: 'Delete 2' }).tap();
    await page.waitForFunction(() => !/assess|answer/.test((document.querySelector('tracklight-editor') as any).value));
  }));
