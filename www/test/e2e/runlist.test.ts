// The room of branches, checkpoints and runs beside the timeline.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseLayout, visit } from './visitor.ts';
import type { Page } from 'playwright-core';

const runs = (page: Page) => page.getByRole('list', { name: 'Runs' }).getByRole('listitem');
const stands = (page: Page, at: string) =>
  page.locator('.timeline output', { hasText: new RegExp(`^Step ${at}$`) }).waitFor();

test('Reset leaves a run in the list; it comes back where it stood, by mouse and by key', () =>
  visit({}, async (visitor, page) => {
    await visitor.step(2);
    await visitor.press('back');
    assert.equal(await runs(page).count(), 0);
    await visitor.press('reset');
    await stands(page, '0');
    await visitor.branches();
    await runs(page).filter({ hasText: 'Run 2' }).waitFor();
    await visitor.branches();
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

    await visitor.branches();
    await runs(page)
      .getByRole('button', { name: /^Run 1/ })
      .click();
    await stands(page, '1 of 2');
    await visitor.press('forward');
    await visitor.shows('v1-0', '60');

    await visitor.branches();
    await runs(page)
      .getByRole('button', { name: /^Run 2/ })
      .focus();
    await page.keyboard.press('Enter');
    await stands(page, '1 of 1');
    // The choice closes the list.
    await page.waitForFunction(() => document.activeElement?.matches('.branch-button'));
    await visitor.branches();
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
        await visitor.branches();
        await page.getByRole('button', { name: 'Branch here' }).click();
        await page.locator('.branch-button', { hasText: `branch ${n + 1}` }).waitFor();
      }
      await visitor.branches();
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
      await visitor.branches();
      await page.getByRole('button', { name: 'Branch here' }).click();
      await page.locator('.branch-button', { hasText: 'branch 2' }).waitFor();
      await visitor.branches();
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
      await visitor.branches();
      await page.getByRole('button', { name: 'Branch here' }).focus();
      const before = await main.boundingBox();
      await main.hover();
      await page.getByRole('button', { name: 'Rename main' }).click({ trial: true });
      assert.equal((await main.boundingBox())?.height, before?.height);
    }));

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
