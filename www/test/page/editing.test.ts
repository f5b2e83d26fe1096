// Edits beside a run, which keeps its own text; machines that are opened and left.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holdTimers } from '../clock.ts';
import { storedAt } from '../keeping.ts';
import { open, openShare } from '../links.ts';
import { visit, type Visitor } from './visit.ts';
import type { Page } from 'playwright-core';

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
    const reported =
      'Viewing step 1 of 2. Step or Run makes a new branch. The run uses an older version of the machine.';
    await visitor.status().filter({ hasText: reported }).waitFor();
    await page.locator('tracklight-diagram [aria-label*="later"]').waitFor({ state: 'detached' });
    await visitor.control('step').filter({ hasText: 'new branch' }).waitFor();
    await visitor.control('run').filter({ hasText: 'Run' }).waitFor();
  }));

/** Opens a machine whose first block has an error that was just typed; the keys rest when the clock is passed. */
const whileTyping = (act: (visitor: Visitor, page: Page, clock: ReturnType<typeof holdTimers>) => Promise<unknown>) =>
  visit({}, async (visitor, page) => {
    const clock = holdTimers(1_500);
    try {
      await visitor.write('task heat {\n  prompt: "x"\n}');
      await page.locator('.problems-count', { hasText: 'No problems' }).waitFor();
      for (const key of ['Home', 'ArrowLeft']) await page.keyboard.press(key);
      await page.keyboard.type('\n-> ');
      // The core has read it.
      await page.waitForFunction(() => {
        const { state } = document.querySelector('tracklight-app') as any;
        return state.run.analysis.source === state.document.source && state.run.analysis.errors > 0;
      });
      // It cannot run, and does not say why yet.
      await page.locator('[data-does="run"][aria-disabled="true"]').waitFor();
      assert.equal(await visitor.status().filter({ hasText: 'Fix' }).count(), 0);
      assert.match(await page.locator('.problems-count').innerText(), /No problems/);
      assert.equal(await page.locator('#panel-button-problems .count').count(), 0);
      await act(visitor, page, clock);
      await visitor
        .status()
        .filter({ hasText: /^\s*Fix \d+ error/ })
        .waitFor();
      await page.locator('.problems-count', { hasText: 'error' }).waitFor();
    } finally {
      clock.release();
    }
  });

test('an error in the block that is being typed is said when the keys rest', () =>
  whileTyping(async (_visitor, _page, clock) => clock.pass()));

test('an error in the block that is being typed is said when the caret leaves the block', () =>
  whileTyping(async (_visitor, page) => {
    await page.keyboard.press('Control+End');
    await page.keyboard.type('\n');
  }));

test('an error in the block that is being typed is said when the focus leaves the editor', () =>
  whileTyping((visitor) => visitor.control('step').focus()));

test('an error in the block that is being typed is said at once to who presses Run, and to a screen reader', () =>
  whileTyping(async (_visitor, page) => {
    await page.keyboard.press('F8');
    await page.locator('[aria-live="polite"]', { hasText: /Fix \d+ error/ }).waitFor({ state: 'attached' });
  }));

test('an error elsewhere is said while something is typed', () =>
  visit({}, async (visitor, page) => {
    const clock = holdTimers(1_500);
    try {
      await visitor.write('a ->\ntask heat {\n  prompt: "x"\n}');
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.type(' ');
      await visitor.status().filter({ hasText: 'Fix 1 error to run.' }).waitFor();
    } finally {
      clock.release();
    }
  }));

test('a machine with nothing to run says so', () =>
  visit({}, async (visitor) => {
    await visitor.write('context Store { n: 1 }');
    await visitor.status().filter({ hasText: 'No nodes yet.' }).waitFor();
    assert.equal(await visitor.control('step').getAttribute('aria-disabled'), 'true');
  }));

test('a text that would keep the engine busy is one error that says what there is too much of', () =>
  visit({}, async (visitor) => {
    const names = (name: string) => Array.from({ length: 100 }, (_, at) => `${name}${at}`).join(', ');
    await visitor.write(`${names('a')} -"${'x'.repeat(100_000)}"-> ${names('b')}`);
    await visitor.status().filter({ hasText: 'Fix 1 error to run.' }).waitFor();
    const problems = await visitor.panel('Problems');
    await problems.locator('.problem', { hasText: /too large: more than \d+ nodes and \d+ edges/ }).waitFor();
    assert.equal(await problems.locator('.problem').count(), 1);
    await visitor.write('init a; a -> b');
    await visitor.status().filter({ hasText: 'Fix' }).waitFor({ state: 'detached' });
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

test('a newer text is applied to the run: by the status row, again after a reload, back and forward, in a link', () =>
  visit({ path: '#example=kettle', at: 2 }, async (visitor, page) => {
    const begun = await visitor.source();
    const warmer = begun.replace('add 40', 'add 50').replace('state done', 'state done\nstate cooled');
    const edited = `${warmer}\ndone -> cooled\n`;
    await visitor.write(edited);
    await visitor.status().getByRole('button', { name: 'Apply to this run' }).click();
    await visitor.at('2.2');
    await page.locator('.status-row[data-state="older"]').waitFor({ state: 'detached' });
    assert.equal(await page.getByText('older version of the machine').count(), 0);
    await page.locator('.ticks .here', { hasText: 'edit of the machine applied' }).waitFor();
    await visitor.step();
    await visitor.shows('v1-0', '110');

    await storedAt(page, 3);
    await page.reload();
    await visitor.ready();
    await visitor.at(3);
    assert.equal(await visitor.source(), edited);
    assert.equal(await page.getByText('older version of the machine').count(), 0);
    await page.locator('.ticks .go').nth(1).click();
    await visitor.status().filter({ hasText: 'The run uses an older version of the machine.' }).waitFor();
    await page.locator('tracklight-diagram .node[aria-label*="cooled"]').waitFor({ state: 'detached' });
    await page.locator('.ticks .go').last().click();
    await visitor.status().filter({ hasText: 'older version' }).waitFor({ state: 'detached' });
    await page.locator('tracklight-diagram .node[aria-label*="cooled"]').waitFor();

    const link = await (await openShare(page)).inputValue();
    await page.keyboard.press('Escape');
    await page.locator('.ticks .go').first().click();
    await visitor.at(0);
    await open(page, link.slice(link.indexOf('#')));
    await visitor.at(3);
    await visitor.holds(edited);
    await visitor.shows('v1-0', '110');
    await page.getByText('older version of the machine').waitFor({ state: 'detached' });
  }));

test('a text without the node of a path is not applied, and a notice says why; by the palette and by a key', () =>
  visit({ path: '#example=kettle', at: 2 }, async (visitor, page) => {
    await visitor.write('init begin\nstate done\nbegin -> done\n');
    await page.locator('.status-row[data-state="older"]').waitFor();
    await visitor.command('Apply to this run');
    const notice = page.locator('.notice', { hasText: 'This version cannot be applied to the run' });
    await notice
      .filter({ hasText: 'path 1 is at heat, but the node is removed. Edit it, or press Restart.' })
      .waitFor();
    await visitor.at(2);
    await visitor.write('init begin\nmodule heat { state inner }\nstate done\nbegin -> heat\nheat -> done\n');
    await page.locator('.status-row[data-state="older"]').waitFor();
    await page.keyboard.press('Control+Shift+Enter');
    await notice.filter({ hasText: 'heat, but the node' }).getByRole('button', { name: 'Show heat' }).click();
    await page.waitForFunction(() => {
      const { value, shadowRoot } = document.querySelector('tracklight-editor') as any;
      return shadowRoot.querySelector('textarea').selectionStart === value.indexOf('module heat');
    });
    await visitor.write('init begin\nstate heat\nstate done\nbegin -> heat\nheat -> done\n');
    await visitor.status().getByRole('button', { name: 'Apply to this run' }).waitFor();
    await page.keyboard.press('Control+Shift+Enter');
    await notice.waitFor({ state: 'detached' });
    await visitor.at('2.2');
  }));
