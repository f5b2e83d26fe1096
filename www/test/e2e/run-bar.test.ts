// The run bar and the status row: in each state one button is filled, what gets one further now.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filled, filledWhile, visit, type Visitor } from './visitor.ts';
import type { Page } from 'playwright-core';

/** Where the controls stand: a second press on the same place is to do the same. */
const places = (page: Page) =>
  page.locator('.run-bar [data-control]').evaluateAll((all) =>
    all.map((one) => {
      const { left, right } = one.getBoundingClientRect();
      return [one.getAttribute('data-control'), left, right];
    }),
  );

const tells = (visitor: Visitor, text: string | RegExp) => visitor.status().filter({ hasText: text }).waitFor();

test('before, during and after a run the main button is what is filled', () =>
  visit({ first: true }, async (visitor, page) => {
    await tells(visitor, 'Write or draw a state machine for an AI agent');
    assert.deepEqual(await filled(page), ['Run']);
    await visitor.step(2);
    await tells(visitor, 'Step 2. Path 1 is ready at approve.');
    assert.deepEqual(await filled(page), ['Run']);
    const before = await places(page);
    await visitor.press('back');
    await tells(visitor, 'Viewing step 1 of 2. Step or Run makes a new branch.');
    await visitor.control('step').filter({ hasText: '(new branch)' }).waitFor();
    assert.deepEqual(await places(page), before);
    assert.deepEqual(await filled(page), ['Run']);
    await visitor.status().getByRole('button', { name: 'Go to latest' }).click();
    await tells(visitor, 'Step 2.');
    // So slow that it still runs when a busy machine looks.
    await visitor.speed('1 step/s');
    const running = page.waitForFunction(filledWhile, '[data-does="pause"]');
    await page.mouse.move(0, 0);
    await page.keyboard.press('F8');
    assert.deepEqual(await (await running).jsonValue(), ['Pause']);
    await tells(visitor, 'Completed in 6 steps.');
    assert.deepEqual(await filled(page), ['Run again']);
    assert.equal(await visitor.control('reset').count(), 0);
    await page.keyboard.press('F8');
    await page.locator('[data-does="pause"]').waitFor();
    await visitor.type('\nstate later');
    await tells(visitor, 'uses an older version of the machine.');
    // The run stops when the engine has heard of the edit.
    await page.locator('[data-does="restart"]').waitFor();
    assert.deepEqual(await filled(page), ['Restart']);
    await visitor.type('\n}');
    await tells(visitor, 'Fix 1 error to run.');
    assert.deepEqual(await filled(page), ['Go to error']);
  }));

test('where something else is needed, the button that helps is filled, and it leads there', () =>
  visit({ path: '#example=harbour' }, async (visitor, page) => {
    await visitor.press('run');
    await tells(visitor, /Path 1 is waiting for an answer at/);
    assert.deepEqual(await filled(page), ['Answer']);
    await visitor.status().getByRole('button', { name: 'Answer' }).click();
    await page.waitForFunction(() => document.activeElement?.matches('#panel textarea, #panel input'));
    assert.equal((await filled(page)).filter((one) => one === 'Answer').length, 0);
  }));

test('a failed reply is mended in its stub, a blocked path by the field that decides', () =>
  visit({}, async (visitor, page) => {
    await visitor.write(
      'context Water { celsius<number>: 20 }\n' +
        'init begin\n' +
        'task heat { prompt: "heat"; stub: { write: { Water: { celsius: "hot" } } } }\n' +
        'state done\n' +
        'begin -> heat\n' +
        'heat -writes-> Water\n' +
        'heat -> done\n',
    );
    await page.locator('tracklight-diagram .node[aria-label*=" done"]').waitFor();
    await visitor.press('run');
    await tells(visitor, /Path 1 failed at heat\./);
    assert.deepEqual(await filled(page), ['Edit stub']);
    await visitor.status().getByRole('button', { name: 'Edit stub' }).click();
    await page.waitForFunction(() => document.activeElement?.matches('#panel textarea'));

    // Two paths may fail at two nodes.
    await visitor.write(
      'init begin\ntask a { prompt: "x"; stub: { fail: "no" } }\ntask b { prompt: "x"; stub: { fail: "no" } }\n' +
        'begin -@async-> a\nbegin -@async-> b\n',
    );
    await page.locator('tracklight-diagram .node[aria-label^="task b"]').waitFor();
    await page.locator('[data-does="restart"]').click();
    await page.locator('[data-does="run"]').click();
    await tells(visitor, /Path 1\.1 failed at a, path 1\.2 at b\. No\./);
    // The form of another task that is open does not get the focus.
    await page.getByRole('button', { name: 'Edit the stub of b' }).click();
    await page.waitForFunction(() => document.activeElement?.closest('[data-stub="b"]'));
    await visitor.status().getByRole('button', { name: 'Edit stub' }).click();
    await page.waitForFunction(() => document.activeElement?.matches('[data-stub="a"] textarea'));

    await visitor.write('context Van { boxes: 0 }\ninit wait\nstate load\nwait -when: "Van.boxes > 0"-> load\n');
    await page.locator('tracklight-diagram .node[aria-label*=" load"]').waitFor();
    await page.locator('[data-does="restart"]').click();
    await visitor.press('step');
    await tells(visitor, 'Path 1 is blocked at wait. Van.boxes > 0 is false.');
    assert.deepEqual(await filled(page), ['Edit Van.boxes']);
    await visitor.status().getByRole('button', { name: 'Edit Van.boxes' }).click();
    await page.waitForFunction(() => document.activeElement?.matches('#panel form input'));
  }));

test('editor and panels leave the run bar room for what it has, or it is in its menu', () =>
  visit({ viewport: { width: 1280, height: 800 } }, async (_visitor, page) => {
    for (const name of ['at-code', 'at-side', 'at-code']) {
      await page.locator(`.boundary.${name}`).focus();
      await page.keyboard.press('End');
    }
    const bar = page.locator('.run-bar');
    await page.waitForFunction(() => {
      const { clientWidth } = document.querySelector('.runbar') as Element;
      return clientWidth >= 360 && clientWidth < 370;
    });
    assert.deepEqual(
      await bar.evaluate((one) => {
        const { left, right } = one.getBoundingClientRect();
        return [...one.children].filter((child) => {
          const box = child.getBoundingClientRect();
          return box.width > 0 && (box.left < left || box.right > right);
        }).length;
      }),
      0,
    );
    const menu = page.locator('[data-menu="go"]');
    await menu.locator('summary').click();
    await menu.getByRole('button', { name: 'Restart' }).waitFor();
    await menu.getByRole('button', { name: 'Generated replies' }).waitFor();
    await menu.getByRole('button', { name: 'Max speed' }).waitFor();
  }));
