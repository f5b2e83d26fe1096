// Runs that were left and come back; running to a place; speeds.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visit } from './visit.ts';
import type { Page } from 'playwright-core';

const runs = (page: Page) => page.getByRole('list', { name: 'Runs' }).getByRole('listitem');
const stands = (page: Page, at: string) =>
  page.locator('.timeline output', { hasText: new RegExp(`^Step ${at}$`) }).waitFor();
/** Whether the run goes on. */
const running = (page: Page) => page.locator('[data-control="run"][aria-label="Pause"]');

test('a run that was left names its checkpoint, also after a reload', () =>
  visit({ at: 2 }, async (visitor, page) => {
    await visitor.branches();
    await page.getByRole('button', { name: 'Checkpoint', exact: true }).click();
    await page.getByLabel('Name of the checkpoint').fill('before review');
    await page.keyboard.press('Enter');
    await page.locator('[data-checkpoint="before review"]').waitFor({ state: 'attached' });
    await visitor.press('reset');
    await stands(page, '0');
    const left = runs(page).filter({ hasText: 'step 2; checkpoint before review' });
    await visitor.branches();
    await left.waitFor();
    await visitor.step(1);
    await page.reload();
    await visitor.ready();
    await visitor.branches();
    await left.waitFor();
  }));

test('branches and runs that completed say at which node', () =>
  visit({ at: 4 }, async (visitor, page) => {
    const branch = page.locator('.branches .current', { hasText: 'completed at done' });
    await branch.waitFor({ state: 'attached' });
    await visitor.press('back');
    await stands(page, '3 of 4');
    await branch.waitFor({ state: 'attached' });
    await visitor.press('forward');
    await stands(page, '4 of 4');
    await visitor.press('reset');
    await visitor.branches();
    await runs(page).filter({ hasText: 'Run 1' }).filter({ hasText: 'completed at done, step 4' }).waitFor();
    await visitor.step(4);
    await visitor.press('back');
    await stands(page, '3 of 4');
    await visitor.press('reset');
    const left = runs(page).filter({ hasText: 'Run 2' });
    await visitor.branches();
    await left.filter({ hasText: 'completed at done, step 4, viewed at step 3' }).waitFor();
  }));

test('an earlier run comes back with what is known of its own branches, and says how many it has', () =>
  visit({ at: 4 }, async (visitor, page) => {
    const branch = (name: string) => page.locator('.branches li', { hasText: new RegExp(`^\\s*${name}`) });
    await visitor.press('back');
    await visitor.press('back');
    await visitor.press('step');
    await visitor.branches();
    await branch('branch 2').waitFor();
    await visitor.press('reset');
    await visitor.branches();
    await runs(page).filter({ hasText: 'Run 1' }).filter({ hasText: '2 branches; branch 2: ' }).waitFor();
    await visitor.step(3);
    await visitor.press('back');
    await visitor.press('step');
    await visitor.branches();
    await branch('branch 2').waitFor();
    assert.doesNotMatch(await branch('main').innerText(), /completed/);
    await visitor.branches();
    await runs(page)
      .getByRole('button', { name: /^Run 1/ })
      .click();
    await visitor.branches();
    await branch('main').filter({ hasText: 'completed at done' }).waitFor();
    await visitor.branches();
    await runs(page)
      .getByRole('button', { name: /^Run 2/ })
      .click();
    await visitor.branches();
    await runs(page).locator('[aria-current="true"]', { hasText: 'Run 2' }).waitFor();
    await visitor.branches();
    await branch('main').filter({ hasNotText: 'completed' }).waitFor();
  }));

test('a branch that waits for an answer says so beside another branch and at an earlier step', () =>
  visit(
    { source: 'task ask { needs: "how many", prompt: "count" }\nstate done\nask -> done', at: 1 },
    async (visitor, page) => {
      const main = page.locator('.branches li', { hasText: /^\s*main/ }).filter({ hasText: 'waiting for answer' });
      await main.waitFor({ state: 'attached' });
      await visitor.press('back');
      await stands(page, '0 of 1');
      await main.waitFor({ state: 'attached' });
      await visitor.press('step');
      await page.locator('.branch-button', { hasText: 'branch 2' }).waitFor();
      await main.waitFor({ state: 'attached' });
    },
  ));

for (const [name, change] of [
  ['a machine of mine', '\n// mine'],
  ['an example that was not edited', ''],
] as const) {
  test(`the runs of ${name} are in the list again after a reload, and come back from it`, () =>
    visit({}, async (visitor, page) => {
      if (change) await visitor.type(change);
      await visitor.step(2);
      await visitor.press('reset');
      await stands(page, '0');
      await visitor.step(1);
      await page.reload();
      await visitor.ready();
      await stands(page, '1 of 1');
      await visitor.branches();
      await runs(page).filter({ hasText: 'Run 2' }).waitFor();
      await visitor.branches();
      await runs(page)
        .getByRole('button', { name: /^Run 1/ })
        .click();
      await stands(page, '2 of 2');
      await visitor.shows('v1-0', '60');
      await visitor.press('reset');
      await visitor.branches();
      await runs(page).filter({ hasText: 'Run 3' }).waitFor();
    }));
}

test('a run of an earlier text comes back with its text to read, and the new text stays in the editor', () =>
  visit({ at: 2 }, async (visitor, page) => {
    await visitor.type('\nstate later\ndone -> later\n');
    await page.locator('.status-row[data-state="older"]').waitFor();
    await visitor.press('step');
    await page.locator('.status-row[data-state="older"]').waitFor({ state: 'detached' });
    await page.locator('tracklight-diagram .node[aria-label*=" later"]').waitFor({ state: 'attached' });

    await visitor.branches();
    await runs(page)
      .getByRole('button', { name: /^Run 1/ })
      .click();
    const older = page.locator('.status-row', { hasText: 'The run uses an older version of the machine.' });
    await older.waitFor();
    await visitor.shows('v1-0', '60');
    await page.locator('tracklight-diagram .node[aria-label*=" later"]').waitFor({ state: 'detached' });
    await older.getByRole('button', { name: 'Show its source' }).click();
    const text = page.getByRole('dialog', { name: 'Source of this run' }).locator('pre');
    await text.filter({ hasText: 'task heat' }).waitFor();
    assert.doesNotMatch(await text.innerText(), /later/);
    await page.keyboard.press('Escape');
    await text.waitFor({ state: 'detached' });
    assert.match(await visitor.source(), /done -> later/);
    await visitor.press('reset');
    await page.locator('tracklight-diagram .node[aria-label*=" later"]').waitFor({ state: 'attached' });
    await visitor.branches();
    await runs(page).nth(2).waitFor();
  }));

test('Run to a tick runs there, past it nothing; a tick that was is gone to, and no tick is refused', () =>
  visit({}, async (visitor, page) => {
    const ask = async (tick: string) => {
      await page.locator('[data-menu="go"] summary').click();
      await page.getByRole('button', { name: 'Step…' }).click();
      const field = page.getByRole('dialog', { name: 'Run to step' }).getByLabel('Step');
      await field.waitFor();
      assert.equal(await field.evaluate((one) => one === document.activeElement), true);
      await field.fill(tick);
      await page.keyboard.press('Enter');
    };
    await visitor.speed('Max speed');
    await ask('2');
    await stands(page, '2 of 2');
    await visitor.status().filter({ hasText: 'Stopped' }).waitFor();
    await ask('1');
    await stands(page, '1 of 2');
    await visitor.press('forward');
    await ask('');
    assert.equal(
      await page
        .getByRole('dialog')
        .getByLabel('Step')
        .evaluate((one) => (one as HTMLInputElement).validity.valueMissing),
      true,
    );
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await ask('9');
    await visitor.status().filter({ hasText: 'Completed' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.locator('.palette input').fill('run to step');
    await page.getByRole('option', { name: /^Run to step….*The run is over/, disabled: true }).waitFor();
  }));

test('Run to goes to the next agent call, the next fork or join, a node, and to the end, ignoring breakpoints', () =>
  visit({ path: '#example=tree-survey' }, async (visitor, page) => {
    const to = async (name: RegExp | string) => {
      await page.locator('[data-menu="go"] summary').click();
      await page.locator('[data-menu="go"]').getByRole('button', { name }).click();
    };
    const stopped = (why: RegExp) => visitor.status().filter({ hasText: why }).waitFor();
    await visitor.speed('Max speed');
    await to('Next fork or join');
    await stopped(/Stopped at a fork. Path 1 forked/);
    await to('Next agent call');
    await stopped(/Stopped at the agent call of .* Path 1\.\d is waiting/);
    await visitor.press('reset');
    await page.locator('tracklight-diagram .node[aria-label*=" compare"]').first().click();
    await page.keyboard.press('F9');
    await to('Node compare');
    await stopped(/Stopped at compare\. Path/);
    await visitor.press('reset');
    await to('End, ignoring breakpoints');
    await stopped(/Completed/);
  }));

test('every speed runs to the same end; a new one takes hold while it runs', () =>
  visit({}, async (visitor, page) => {
    const menu = page.locator('[data-menu="speed"]');
    const speeds = (await menu.locator('.items button').allTextContents()).map((name) => name.trim());
    assert.deepEqual(speeds, ['1 step/s', '2 steps/s', '5 steps/s', '10 steps/s', 'Max speed']);
    await visitor.speed('1 step/s');
    await visitor.press('run');
    await running(page).waitFor();
    await page.locator('.ticks li').nth(1).waitFor();
    await visitor.speed('Max speed');
    await visitor.status().filter({ hasText: 'Completed' }).waitFor();
    // At full speed the rows come behind the status.
    const ended = page.locator('.ticks li', { hasText: 'run completed' });
    await ended.waitFor();
    const rows = await page.locator('.ticks .go').allInnerTexts();
    for (const one of ['10 steps/s', '5 steps/s', '2 steps/s']) {
      await visitor.press('reset');
      await stands(page, '0');
      await visitor.speed(one);
      await visitor.press('run');
      await visitor.status().filter({ hasText: 'Completed' }).waitFor();
      await ended.waitFor();
      assert.deepEqual(await page.locator('.ticks .go').allInnerTexts(), rows, one);
    }
  }));

test("a script's wait is waited below max, Pause ends it at once, and at max there is none", () =>
  visit(
    {
      source:
        'machine "Slow"\n' +
        'context C { n: 0 }\n' +
        'init s\n' +
        'task a { prompt: "x"; stub: { wait: 60000, write: { C: { n: 7 } } } }\n' +
        'state b\n' +
        'a -writes-> C\n' +
        's -> a -> b\n',
    },
    async (visitor, page) => {
      await visitor.speed('10 steps/s');
      await visitor.press('run');
      await running(page).waitFor();
      // A pause before the first step leaves nothing to restart.
      await page.locator('.ticks li').nth(1).waitFor();
      await page.locator('[data-control="run"]').click();
      await page.locator('[data-control="run"][aria-label="Run"]').waitFor();
      await visitor.press('reset');
      await visitor.speed('Max speed');
      await visitor.press('run');
      await visitor.status().filter({ hasText: 'Completed' }).waitFor();
      await visitor.shows('v0-0', '7');
    },
  ));

test('the runs of a machine that was replaced come back with it', () =>
  visit({}, async (visitor, page) => {
    await visitor.type('\n// mine');
    await visitor.step(2);
    await visitor.press('reset');
    await stands(page, '0');
    await visitor.step(1);
    const panel = await visitor.panel('Examples');
    await panel.getByRole('button', { name: /^Counter/ }).click();
    await visitor.holds(/Tally/);
    await page.getByRole('button', { name: 'Back to “Kettle”' }).click();
    await visitor.holds(/\/\/ mine/);
    await visitor.branches();
    await runs(page).filter({ hasText: 'Run 2' }).waitFor();
    await visitor.branches();
    await runs(page)
      .getByRole('button', { name: /^Run 1/ })
      .click();
    await stands(page, '2 of 2');
    await visitor.shows('v1-0', '60');
  }));
