// Breakpoints and values beside the text: set by mouse and keys, with hit counts and switches.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openList, runFast } from '../stops.ts';
import { visit } from './visitor.ts';
import type { Page } from 'playwright-core';

const line = (page: Page, text: string) => page.locator('tracklight-editor .cm-line', { hasText: text });
const signs = (page: Page, kind: string) => page.locator(`tracklight-editor .cm-run .cm-gutterElement .cm-${kind}`);

/** Presses in the column left of the numbers, beside a line. */
async function pressBeside(page: Page, text: string) {
  const at = await line(page, text).boundingBox();
  const column = await page.locator('tracklight-editor .cm-run').boundingBox();
  assert.ok(at && column);
  await page.mouse.click(column.x + column.width / 2, at.y + at.height / 2);
}

test('a press beside a line and F9 in it set a breakpoint that Run stops at, and take it away', () =>
  visit({}, async (visitor, page) => {
    await pressBeside(page, 'task heat');
    await signs(page, 'stop').waitFor();
    await page.locator('tracklight-diagram .badge-stop').waitFor({ state: 'attached' });
    await runFast(visitor);
    await visitor.at(1);
    await visitor.status().filter({ hasText: 'Stopped at breakpoint heat. Path 1 has just entered.' }).waitFor();
    await visitor.hasClass('n3', 'selected');
    await pressBeside(page, 'task heat');
    await signs(page, 'stop').waitFor({ state: 'detached' });
    await line(page, 'heat -when').click();
    await page.keyboard.press('F9');
    await signs(page, 'stop').waitFor();
    await visitor.press('run');
    await visitor
      .status()
      .filter({ hasText: 'Stopped at breakpoint heat -> done. Path 1 has taken this edge.' })
      .waitFor();
    await page.locator('tracklight-editor .cm-content').focus();
    await page.keyboard.press('F9');
    await signs(page, 'stop').waitFor({ state: 'detached' });
  }));

test('F9 on an element of the drawing does the same', () =>
  visit({}, async (visitor, page) => {
    await visitor.drawn('n3').focus();
    await page.keyboard.press('F9');
    await signs(page, 'stop').waitFor();
    await page.keyboard.press('F9');
    await signs(page, 'stop').waitFor({ state: 'detached' });
  }));

test('a hit count lets the first ones pass, and a disabled breakpoint all of them', () =>
  visit({}, async (visitor, page) => {
    await pressBeside(page, 'task heat');
    const list = await openList(page);
    await list.getByLabel('from hit').fill('2');
    await page.keyboard.press('Enter');
    await runFast(visitor);
    await visitor.at(2);
    await visitor.status().filter({ hasText: 'Hit 2 times in this run.' }).waitFor();
    await list.getByRole('checkbox', { name: 'Stop at heat' }).uncheck();
    await page.locator('tracklight-editor .cm-stop.cm-off').waitFor();
    await page.keyboard.press('Escape');
    await visitor.press('reset');
    await visitor.at('0');
    await visitor.press('run');
    await visitor.status().filter({ hasText: 'Completed in' }).waitFor();
  }));

test('lines show where paths stand and what their values are', () =>
  visit({}, async (visitor, page) => {
    await visitor.step(2);
    await page.locator('tracklight-editor .cm-run .cm-path').waitFor();
    await line(page, 'context Water').locator('.cm-value', { hasText: '60' }).waitFor();
    assert.equal(await visitor.source().then((text) => text.includes('60')), false);
  }));

test('the paths of a line keep to the column of marks: two side by side, or their count', () =>
  visit({}, async (visitor, page) => {
    const marks = page.locator('tracklight-editor .cm-run .cm-marks');
    const read = async () => {
      const column = (await page.locator('tracklight-editor .cm-run').boundingBox())!;
      return marks.locator('.cm-path').evaluateAll(
        (chips, { x, width }) => {
          const boxes = chips.map((chip) => chip.getBoundingClientRect());
          return {
            texts: chips.map((chip) => chip.textContent),
            inside: boxes.every(({ left, right }) => left >= x && right <= x + width),
            apart: boxes.every(({ left }, i) => i === 0 || left >= (boxes[i - 1]?.right ?? 0)),
          };
        },
        { x: column.x, width: column.width },
      );
    };
    await visitor.write('machine "Two"\ninit a\ninit b\nstate c\nend two\na -> c\nb -> c\nc -> two\n');
    await page.locator('tracklight-diagram .node[aria-label*=" two"]').waitFor({ state: 'attached' });
    await visitor.step(1);
    await marks.filter({ hasText: '12' }).waitFor();
    assert.deepEqual(await read(), { texts: ['1', '2'], inside: true, apart: true });
    await visitor.write(
      'machine "Fork"\ninit a\nstate b\nstate c\nstate d\nend fork\n' +
        'a -@async-> b\na -@async-> c\nb -> d\nc -> d\nd -> fork\n',
    );
    await page.locator('tracklight-diagram .node[aria-label*=" fork"]').waitFor({ state: 'attached' });
    await visitor.press('reset');
    await visitor.at('0');
    await visitor.step(2);
    await marks.filter({ hasText: /^2$/ }).waitFor();
    assert.deepEqual(await read(), { texts: ['2'], inside: true, apart: true });
  }));
