// Runs that were left and come back; running to a place; speeds.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseLayout, visit } from './visitor.ts';
import type { Page } from 'playwright-core';

const runs = (page: Page) => page.getByRole('list', { name: 'Runs' }).getByRole('listitem');
const stands = (page: Page, at: string) =>
  page.locator('.timeline output', { hasText: new RegExp(`^Step ${at}$`) }).waitFor();
/** Whether the run goes on. */
const running = (page: Page) => page.locator('[data-control="run"][aria-label="Pause"]');

test('Reset leaves a run in the list; it comes back where it stood, by mouse and by key', () =>
  visit({}, async (visitor, page) => {
    await visitor.step(2);
    await visitor.press('back');
    assert.equal(await runs(page).count(), 0);
    await visitor.press('reset');
    await stands(page, '0');
    await runs(page).filter({ hasText: 'Run 2' }).waitFor();
    await runs(page).filter({ hasText: 'step 2, viewed at step 1' }).waitFor();
    const sliver = await runs(page)
      .first()
      .evaluate((row) => {
        const box = row.closest('.branch-lists')?.getBoundingClientRect();
        return row.getBoundingClientRect().bottom - (box?.bottom ?? 0);
      });
    assert.ok(sliver <= 0, `${sliver} px of the first run are below the column`);
    const [first, second] = await page
      .locator('.branch-acts button')
      .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top));
    assert.equal(first, second, 'what can be done stands in one row');
    const hidden = await page.locator('.branch-lists').evaluate((list) => list.scrollHeight - list.clientHeight);
    assert.ok(hidden <= 0, `a branch and two runs lack ${hidden} px`);
    await visitor.step(1);

    await runs(page)
      .getByRole('button', { name: /^Run 1/ })
      .click();
    await stands(page, '1 of 2');
    await visitor.press('forward');
    await visitor.shows('v1-0', '60');

    await runs(page)
      .getByRole('button', { name: /^Run 2/ })
      .focus();
    await page.keyboard.press('Enter');
    await stands(page, '1 of 1');
    // The focus stays.
    await page.waitForFunction(() => document.activeElement?.textContent?.includes('Run 2'));
    assert.deepEqual(await runs(page).locator('[aria-current="true"]').allInnerTexts(), ['Run 2\nstep 1']);
    await page.keyboard.press('Control+k');
    await page.locator('.palette input').fill('run 1,');
    await page.getByRole('option', { name: /^Run 1, .*step 2/ }).waitFor();
    await page.keyboard.press('Enter');
    await stands(page, '2 of 2');
    await visitor.step(1);
    await stands(page, '3 of 3');
  }));

for (const [width, height] of [
  [1280, 720],
  [1440, 900],
] as const)
  test(`that there are other runs is in sight below many branches, at ${width} x ${height}`, () =>
    visit({ viewport: { width, height } }, async (visitor, page) => {
      await visitor.step(1);
      await visitor.press('reset');
      await stands(page, '0');
      for (let n = 1; n <= 3; n += 1) {
        await page.getByRole('button', { name: 'Branch here' }).click();
        await page.locator('[data-branch]', { hasText: `branch ${n + 1}` }).waitFor();
      }
      const heading = page.getByRole('heading', { name: 'Runs 2' });
      await heading.waitFor();
      const [lists, title] = [await page.locator('.branch-lists').boundingBox(), await heading.boundingBox()];
      assert.ok(lists && title && title.y + title.height <= lists.y + lists.height + 1);
      const current = await page.locator('[data-branch][aria-current="true"]').boundingBox();
      // In a low column only the name, which its row begins with.
      assert.ok(current && current.y >= lists.y - 1 && current.y + 20 <= title.y, 'the present branch is in sight');
      // From there a click leads to its list, and who tabs to a row sees it.
      const row = runs(page).getByRole('button', { name: /^Run 1/ });
      await heading.getByRole('button').click();
      const shown = await row.boundingBox();
      assert.ok(shown && shown.y >= lists.y && shown.y + shown.height <= lists.y + lists.height + 1);
      await row.focus();
      const focused = await row.boundingBox();
      assert.ok(focused && focused.y + focused.height <= lists.y + lists.height + 1);
    }));

for (const [width, height] of [
  [1280, 720],
  [1440, 900],
] as const)
  test(`rows of branches, checkpoints and runs cut no words, and have their ring, at ${width} x ${height}`, () =>
    visit({ viewport: { width, height } }, async (visitor, page) => {
      await visitor.write(
        'init begin\nstate reviewed\nend approvedByEveryone\nbegin -> reviewed -> approvedByEveryone',
      );
      await visitor.drawn('n2').waitFor({ state: 'attached' });
      await visitor.step(2);
      await visitor.press('reset');
      await stands(page, '0');
      await visitor.step(2);
      await visitor.press('back');
      await page.getByRole('button', { name: 'Branch here' }).click();
      await page.locator('[data-branch]', { hasText: 'branch 2' }).waitFor();
      await page.getByRole('button', { name: 'Checkpoint', exact: true }).click();
      await page.keyboard.press('Enter');
      // The row of the new checkpoint has the focus now.
      await page.locator('[data-checkpoint]:focus', { hasText: 'checkpoint 1' }).waitFor();
      const rows = page.locator('.branch-lists .branch');
      assert.equal(await rows.count(), 5);
      const cut = () =>
        rows
          .locator('.name, .quiet, .hint')
          .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent));
      assert.deepEqual(await cut(), []);
      /** What the list and the heading of the runs leave of the row that has the focus, on each side. */
      const clear = () =>
        page.locator('.branch-lists').evaluate((lists) => {
          const row = document.activeElement as HTMLElement;
          const { outlineWidth, outlineOffset, outlineStyle } = getComputedStyle(row);
          const ring = outlineStyle === 'none' ? 0 : parseFloat(outlineWidth) + parseFloat(outlineOffset);
          const { left, top, right, bottom } = row.getBoundingClientRect();
          const list = lists.getBoundingClientRect();
          const title = lists.querySelector('#runs-title')!;
          const isAbove = row.compareDocumentPosition(title) & Node.DOCUMENT_POSITION_FOLLOWING;
          const foot = isAbove ? title.getBoundingClientRect().top : list.bottom;
          return [left - list.left, top - list.top, list.right - right, foot - bottom].map((room) => room - ring);
        });
      const isClear = async (name: string) => {
        const room = await clear();
        assert.ok(
          room.every((one) => one > -1),
          `${name}: ${room}`,
        );
      };
      await isClear('the new checkpoint');
      for (const row of await rows.all()) {
        await row.press('Shift');
        await isClear(await row.innerText());
      }
      // What can be done with a row comes with the pointer, and the row stays as it is.
      const main = page.locator('[data-branch="b1"]');
      await page.getByRole('button', { name: 'Branch here' }).focus();
      const before = await main.boundingBox();
      await main.hover();
      await page.getByRole('button', { name: 'Rename main' }).click({ trial: true });
      assert.equal((await main.boundingBox())?.height, before?.height);
    }));

test('a run that was left names its checkpoint, also after a reload', () =>
  visit({}, async (visitor, page) => {
    await visitor.step(2);
    await page.getByRole('button', { name: 'Checkpoint', exact: true }).click();
    await page.getByLabel('Name of the checkpoint').fill('before review');
    await page.keyboard.press('Enter');
    await page.locator('[data-checkpoint="before review"]').waitFor();
    await visitor.press('reset');
    await stands(page, '0');
    const left = runs(page).filter({ hasText: 'step 2; checkpoint before review' });
    await left.waitFor();
    await visitor.step(1);
    await page.reload();
    await visitor.ready();
    await left.waitFor();
  }));

test('branches and runs that completed say at which node', () =>
  visit({}, async (visitor, page) => {
    await visitor.step(4);
    const branch = page.locator('.branches .current', { hasText: 'completed at done' });
    await branch.waitFor();
    await visitor.press('back');
    await stands(page, '3 of 4');
    await branch.waitFor();
    await visitor.press('forward');
    await stands(page, '4 of 4');
    await visitor.press('reset');
    await runs(page).filter({ hasText: 'Run 1' }).filter({ hasText: 'completed at done, step 4' }).waitFor();
    await visitor.step(4);
    await visitor.press('back');
    await stands(page, '3 of 4');
    await visitor.press('reset');
    const left = runs(page).filter({ hasText: 'Run 2' });
    await left.filter({ hasText: 'completed at done, step 4, viewed at step 3' }).waitFor();
  }));

test('an earlier run comes back with what is known of its own branches, and says how many it has', () =>
  visit({}, async (visitor, page) => {
    const branch = (name: string) => page.locator('.branches li', { hasText: new RegExp(`^\\s*${name}`) });
    await visitor.step(4);
    await visitor.press('back');
    await visitor.press('back');
    await visitor.press('step');
    await branch('branch 2').waitFor();
    await visitor.press('reset');
    await runs(page).filter({ hasText: 'Run 1' }).filter({ hasText: '2 branches; branch 2: ' }).waitFor();
    await visitor.step(3);
    await visitor.press('back');
    await visitor.press('step');
    await branch('branch 2').waitFor();
    assert.doesNotMatch(await branch('main').innerText(), /completed/);
    await runs(page)
      .getByRole('button', { name: /^Run 1/ })
      .click();
    await branch('main').filter({ hasText: 'completed at done' }).waitFor();
    await runs(page)
      .getByRole('button', { name: /^Run 2/ })
      .click();
    await runs(page).locator('[aria-current="true"]', { hasText: 'Run 2' }).waitFor();
    await branch('main').filter({ hasNotText: 'completed' }).waitFor();
  }));

test('a branch that waits for an answer says so beside another branch and at an earlier step', () =>
  visit({}, async (visitor, page) => {
    await visitor.write('task ask { needs: "how many", prompt: "count" }\nstate done\nask -> done');
    await visitor.step(1);
    const main = page.locator('.branches li', { hasText: /^\s*main/ }).filter({ hasText: 'waiting for answer' });
    await main.waitFor();
    await visitor.press('back');
    await stands(page, '0 of 1');
    await main.waitFor();
    await visitor.press('step');
    await page.locator('.branches li.current', { hasText: 'branch 2' }).waitFor();
    await main.waitFor();
  }));

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
      await runs(page).filter({ hasText: 'Run 2' }).waitFor();
      await runs(page)
        .getByRole('button', { name: /^Run 1/ })
        .click();
      await stands(page, '2 of 2');
      await visitor.shows('v1-0', '60');
      await visitor.press('reset');
      await runs(page).filter({ hasText: 'Run 3' }).waitFor();
    }));
}

test('on a tablet the branches open above the head of the timeline, and Filter and Table show the rows', () =>
  visit({ viewport: { width: 820, height: 1100 }, touch: true }, async (visitor, page) => {
    await visitor.step(2);
    const rows = page.locator('.ticks');
    const branches = page.getByRole('list', { name: 'Branches' });
    await page.locator('.branch-button').tap();
    await branches.getByText('main').waitFor();
    const [list, head] = await Promise.all(
      ['.branches', '.timeline-head'].map((one) => page.locator(one).evaluate((it) => it.getBoundingClientRect())),
    );
    assert.ok((list?.bottom ?? 0) <= (head?.top ?? 0));
    await page.locator('.branch-button').tap();
    await branches.waitFor({ state: 'hidden' });
    assert.equal(await rows.isVisible(), false);
    await page.getByRole('button', { name: 'Filter', exact: true }).tap();
    await page.getByRole('search', { name: 'Filter' }).waitFor();
    await rows.waitFor();
    await chooseLayout(page, 'Split');
    await rows.waitFor({ state: 'hidden' });
    await page.locator('[data-menu="timeline"] summary').tap();
    await page.getByRole('button', { name: 'Table', exact: true }).tap();
    await page.getByRole('region', { name: 'Table' }).getByRole('table').waitFor();
  }));

test('on a tablet the runs stand beside the timeline of the layout Run, with the branches', () =>
  visit({ viewport: { width: 820, height: 1100 }, touch: true }, async (visitor, page) => {
    await chooseLayout(page, 'Run');
    await visitor.step(2);
    await visitor.press('reset');
    await stands(page, '0');
    await page.locator('.branch-button').tap();
    await page.getByRole('list', { name: 'Branches' }).getByText('main').waitFor();
    await runs(page)
      .getByRole('button', { name: /^Run 1/ })
      .tap();
    await stands(page, '2 of 2');
    await visitor.shows('v1-0', '60');
    await page.locator('.branch-button').tap();
    await page.locator('.branches').waitFor();
    const small = await page
      .locator('.branches button:visible')
      .evaluateAll((all) =>
        all.filter((one) => one.getBoundingClientRect().height < 43.5).map((one) => one.textContent),
      );
    assert.deepEqual(small, []);
  }));

test('a run of an earlier text comes back with its text to read, and the new text stays in the editor', () =>
  visit({}, async (visitor, page) => {
    await visitor.step(2);
    await visitor.type('\nstate later\ndone -> later\n');
    await page.locator('.status-row[data-state="older"]').waitFor();
    await visitor.press('step');
    await page.locator('.status-row[data-state="older"]').waitFor({ state: 'detached' });
    await page.locator('tracklight-diagram .node[aria-label*=" later"]').waitFor({ state: 'attached' });

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
  visit({}, async (visitor, page) => {
    await visitor.write(
      'machine "Slow"\n' +
        'context C { n: 0 }\n' +
        'init s\n' +
        'task a { prompt: "x"; stub: { wait: 60000, write: { C: { n: 7 } } } }\n' +
        'state b\n' +
        'a -writes-> C\n' +
        's -> a -> b\n',
    );
    await page.locator('tracklight-diagram .node[aria-label*=" a,"]').waitFor({ state: 'attached' });
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
  }));

test('the runs of a machine that was replaced come back with it', () =>
  visit({}, async (visitor, page) => {
    await visitor.type('\n// mine');
    await visitor.step(2);
    await visitor.press('reset');
    await stands(page, '0');
    await visitor.step(1);
    const panel = await visitor.panel('Examples');
    await panel.getByRole('button', { name: /^Counter/ }).click();
    await page.locator('tracklight-editor .cm-content', { hasText: 'Tally' }).waitFor();
    await page.getByRole('button', { name: 'Back to “Kettle”' }).click();
    await page.locator('tracklight-editor .cm-content', { hasText: '// mine' }).waitFor();
    await runs(page).filter({ hasText: 'Run 2' }).waitFor();
    await runs(page)
      .getByRole('button', { name: /^Run 1/ })
      .click();
    await stands(page, '2 of 2');
    await visitor.shows('v1-0', '60');
  }));
