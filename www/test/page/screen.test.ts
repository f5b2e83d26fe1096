// What the screen says of its parts: words of controls and hints, and the same words in several places.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visit } from './visit.ts';

test('beside the guide More is its arrow, as beside a panel that was chosen there', () =>
  visit({ first: true, viewport: { width: 1100, height: 800 } }, async (_visitor, page) => {
    const more = page.getByRole('button', { name: 'More panels' });
    assert.equal((await more.innerText()).trim(), 'More');
    await page.getByRole('button', { name: 'How it works' }).click();
    await page.getByRole('tab', { name: 'Guide', selected: true }).waitFor();
    assert.equal((await more.innerText()).trim(), '');
    assert.equal(await more.getAttribute('title'), 'More panels');
  }));

test('where nothing is drawn there are no view buttons, and the status line says so', () =>
  visit({}, async (visitor, page) => {
    const fit = page.locator('tracklight-diagram').getByRole('button', { name: 'Fit' });
    await fit.waitFor();
    await visitor.write('machine "Untitled"\n');
    await page.getByRole('heading', { name: 'Start with a few nodes' }).waitFor();
    await fit.waitFor({ state: 'hidden' });
    await page.locator('.status-line', { hasText: 'No nodes' }).waitFor();
    await page.getByRole('button', { name: 'One task' }).click();
    await fit.waitFor();
  }));

test('Context says before a run that values can be edited, and after it how to see earlier ones', () =>
  visit({}, async (visitor, page) => {
    const hint = page.locator('#panel .values-hint');
    assert.equal(await hint.innerText(), 'Edit a value before or during a run. Inputs are fixed once it starts.');
    await visitor.step(1);
    await hint.waitFor({ state: 'detached' });
    await visitor.press('run');
    await hint.filter({ hasText: 'Go back to any step in the timeline' }).waitFor();
  }));

test('Inbox tells what blocks another path, and leads to the field that decides', () =>
  visit(
    {
      source:
        'context Van @shared { boxes<number>: 0 }\n' +
        'init ring\n' +
        'task ask { needs: "May we use the lift?"; prompt: "Carry the sofa" }\n' +
        'state wait\n' +
        'end away\n' +
        'ring -@async-> ask\n' +
        'ring -@async-> wait\n' +
        'wait -when: "Van.boxes > 0"-> away\n' +
        'ask -> away\n',
      at: 2,
    },
    async (visitor, page) => {
      const inbox = await visitor.panel('Inbox');
      await inbox.locator('.others .hint', { hasText: 'Van.boxes > 0 is false.' }).waitFor();
      await inbox.getByRole('button', { name: 'Edit Van.boxes' }).click();
      await page.waitForFunction(() => document.activeElement?.matches('#panel form input'));
    },
  ));

test('a value of another kind is told in the same words by status row, timeline and last call', () =>
  visit({ at: 2, mode: 'manual' }, async (visitor, page) => {
    await visitor.agents('Stub');
    await page.getByRole('button', { name: 'Edit the stub of heat' }).click();
    await page.getByLabel('Script, as JSON').fill('{ "write": { "Water": { "celsius": "boiling" } } }');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await visitor.press('reset');
    await visitor.at('0');
    await visitor.step(2);
    const reported = 'celsius must be a number, got a string';
    await visitor
      .status()
      .filter({ hasText: `Path 1 failed at heat. ${reported}.` })
      .waitFor();
    await visitor.status().getByRole('button', { name: 'Edit stub' }).locator('.icon').waitFor();
    await page.locator('.step-row', { hasText: reported }).waitFor();
    const card = (await visitor.panel('Agent')).locator('.card.is-bad');
    await card.filter({ hasText: reported }).filter({ hasText: 'attempt 1' }).waitFor();
  }));

test('the menu of a phone has what of View there is for one pane', () =>
  visit({ viewport: { width: 390, height: 844 }, touch: true }, async (_visitor, page) => {
    const menu = page.locator('[data-menu="more"]');
    await menu.locator('summary').tap();
    for (const name of ['Examples', 'Settings', 'Help', 'Match system', 'Dark', 'Inline values', 'Wrap long lines'])
      await menu.getByRole('button', { name, exact: true }).waitFor();
  }));
