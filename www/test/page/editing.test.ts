// Edits beside a run, which keeps its own text; machines that are opened and left.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visit } from './visit.ts';

test('the text of a run stays its own: an edit shows the new text, and the run can be shown again', () =>
  visit({ at: 2 }, async (visitor, page) => {
    await visitor.type('\nstate later');
    await visitor.status().filter({ hasText: 'Run 1 (step 2) uses an older version of the machine.' }).waitFor();
    assert.equal(await page.getByText('older version of the machine').count(), 1, 'it stands once');
    await page.locator('tracklight-diagram [aria-label*="later"]').waitFor();
    // Errors have the row to themselves, but for the way back.
    await visitor.type('\ntask cool {');
    await visitor.status().filter({ hasText: 'Fix 1 error to run.' }).getByText('Back to run').click();
    await visitor.shows('v1-0', '60');
    // The run that is shown has the row, and the errors of the newer text stay in reach.
    await visitor.status().filter({ hasText: 'The new one has 1 error.' }).getByTitle('Go to error').click();
    await page.waitForFunction(() => document.activeElement?.matches('tracklight-editor'));
    await page.keyboard.press('Control+End');
    await visitor.type(' }');
    const older = visitor.status().filter({ hasText: 'The run uses an older version of the machine.' });
    await older.waitFor();
    await visitor.press('reset');
    await older.waitFor({ state: 'detached' });
    await visitor.shows('v1-0', '20');
  }));

test('an edited machine is restarted by the main button, and the status row leads back to its run', () =>
  visit({ at: 2 }, async (visitor, page) => {
    await visitor.type('\nstate later');
    await visitor.control('run').filter({ hasText: 'Restart' }).waitFor();
    await visitor.status().filter({ hasText: 'Run 1 (step 2) uses an older version of the machine.' }).waitFor();
    await visitor.status().getByRole('button', { name: 'Back to run' }).click();
    await visitor
      .control('step')
      .filter({ hasText: /^\s*Step\s*$/ })
      .waitFor();
    await visitor.step(1);
    await visitor.at('3');
  }));

test('a step that is chosen while the edited text is shown brings its run back, and the status tells of it', () =>
  visit({ at: 2 }, async (visitor, page) => {
    await visitor.type('\nstate later');
    await page.locator('tracklight-diagram [aria-label*="later"]').waitFor();
    await page.locator('.ticks .go').nth(1).click();
    const told = 'Viewing step 1 of 2. Step or Run makes a new branch. The run uses an older version of the machine.';
    await visitor.status().filter({ hasText: told }).waitFor();
    await page.locator('tracklight-diagram [aria-label*="later"]').waitFor({ state: 'detached' });
    await visitor.control('step').filter({ hasText: 'new branch' }).waitFor();
    await visitor.control('run').filter({ hasText: 'Run' }).waitFor();
  }));

test('a machine with nothing to run says so', () =>
  visit({}, async (visitor) => {
    await visitor.write('context Store { n: 1 }');
    await visitor.status().filter({ hasText: 'No nodes yet.' }).waitFor();
    assert.equal(await visitor.control('step').getAttribute('aria-disabled'), 'true');
  }));

test('an opened example can be undone: the edited text comes back', () =>
  visit({}, async (visitor, page) => {
    await visitor.type('\n// my own words');
    const panel = await visitor.panel('Examples');
    await panel.getByRole('button', { name: /^Counter/ }).click();
    await visitor.holds(/Tally/);
    await page.getByRole('button', { name: 'Back to “Kettle”' }).click();
    await visitor.holds(/my own words/);
  }));

test('the offer to undo an opening goes with the first step or edit; the machine before is among My machines', () =>
  visit({}, async (visitor, page) => {
    const offer = page.locator('.notice', { hasText: 'Opened “Counter”.' });
    for (const use of [() => visitor.step(1), () => visitor.type('\n// more')]) {
      await visitor.type('\n// my own words');
      const panel = await visitor.panel('Examples');
      await panel.getByRole('button', { name: /^Counter/ }).click();
      await visitor.holds(/Tally/);
      await offer.waitFor();
      await use();
      await offer.waitFor({ state: 'detached' });
      await visitor.panel('Context');
    }
    const machines = await visitor.machines();
    await machines.getByText('Kettle').first().waitFor();
  }));

test('New machine in the menu of the title leads to its text, with starters beside it', () =>
  visit({}, async (visitor, page) => {
    await page.locator('.title-bar summary').click();
    await page.getByRole('button', { name: 'New machine' }).click();
    await visitor.holds('machine "Untitled"\n');
    await page.getByRole('heading', { name: 'Start with a few nodes' }).waitFor();
    await page.waitForFunction(() => document.activeElement?.matches('tracklight-editor'));
    await page.keyboard.type('state later');
    await visitor.holds('machine "Untitled"\nstate later');
  }));
