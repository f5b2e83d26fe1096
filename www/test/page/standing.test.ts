// Why a run stands, and the ways on: blocked, cancelled, failed and tried again; empty and broken texts.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visit } from './visit.ts';

test('a blocked path names where and why, leads there, and goes on by a chosen edge or a value', () =>
  visit({ path: '#example=two-doors' }, async (visitor, page) => {
    await visitor.press('step');
    const status = visitor.status().filter({ hasText: /Path 1 is blocked at hall\. Pocket\.\w+.* is false\./ });
    await status.waitFor();
    assert.equal(await visitor.control('step').getAttribute('aria-disabled'), 'true');
    assert.match((await visitor.control('run').getAttribute('title')) ?? '', /blocked at hall/);
    await status.getByRole('button', { name: 'Choose edge' }).click();
    const contexts = page.locator('#panel');
    await contexts.locator('.reasons', { hasText: 'Pocket.key' }).first().waitFor();
    await contexts.getByRole('button', { name: /^Edit Pocket.torch/ }).click();
    await contexts.getByRole('checkbox', { name: 'New value of Pocket.torch' }).check();
    await contexts.locator('.buttons button[type="submit"]').click();
    await visitor.press('run');
    await visitor.status().filter({ hasText: 'Completed' }).waitFor();
    await visitor.press('reset');
    await visitor.press('step');
    await visitor.panel('Context');
    await contexts
      .locator('.paths .buttons')
      .getByRole('button', { name: /garden/ })
      .click();
    await visitor.press('step');
    await visitor.status().filter({ hasText: 'Completed' }).waitFor();
  }));

test('a path is cancelled alone, the run as a whole by the palette, and both can be gone back behind', () =>
  visit({ path: '#example=ferries' }, async (visitor, page) => {
    await visitor.step(1);
    const contexts = await visitor.panel('Context');
    await contexts.getByRole('button', { name: /^2/ }).first().click();
    await contexts.getByRole('button', { name: 'Actions for path 2' }).click();
    await contexts.getByRole('button', { name: 'Cancel path 2' }).click();
    await contexts.locator('.path .tag', { hasText: 'Canceled' }).waitFor();
    await visitor.status().filter({ hasText: 'Path 1 is ready' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.locator('.palette input').fill('cancel run');
    await page.keyboard.press('Enter');
    await visitor.status().filter({ hasText: 'Canceled after 1 step.' }).waitFor();
    assert.equal(await visitor.control('step').getAttribute('aria-disabled'), 'true');
    await page.locator('.ticks').getByTitle('Go to step 1', { exact: true }).first().click();
    await visitor.status().filter({ hasText: 'Viewing step 1 of 1' }).waitFor();
    await visitor.press('step');
    await page.locator('.branch-button', { hasText: 'branch 2' }).waitFor();
  }));

test('a task that fails is asked again with the reason as often as it may, then its failure is caught', () =>
  visit({}, async (visitor, page) => {
    await visitor.write(
      'machine "Radio"\n' +
        'context Call { answered: false }\n' +
        'task hail @retry(1) { prompt: "Hail" }\n' +
        'end heard\n' +
        'end flare\n' +
        'hail -writes-> Call\n' +
        'hail -catch-> flare\n' +
        'hail -> heard\n',
    );
    await page.locator('tracklight-diagram .node[aria-label*=" hail"]').waitFor({ state: 'attached' });
    await visitor.agents('Manual');
    await visitor.press('step');
    const panel = await visitor.panel('Agent');
    const fail = async (why: string) => {
      await panel.getByLabel('Message (optional)').fill(why);
      await panel.getByRole('button', { name: 'Fail call', exact: true }).click();
    };
    await fail('only noise');
    await panel.locator('article.card .error', { hasText: 'only noise' }).waitFor();
    await page.locator('.ticks', { hasText: 'only noise' }).waitFor();
    await fail('still noise');
    await panel.locator('article.card').waitFor({ state: 'detached' });
    await page
      .locator('tracklight-diagram .node.r-current[aria-label*=" flare"]')
      .or(page.locator('tracklight-diagram .node.r-completed[aria-label*=" flare"]'))
      .first()
      .waitFor({ state: 'attached' });
  }));

test('a text with errors can be drawn all the same, and the drawing of the good text comes back with it', () =>
  visit({}, async (visitor, page) => {
    // At once: of a text that is typed, the part before the error is drawn.
    await visitor.write(`${await visitor.source()}\nstate later\ndone -> later\ntask {`);
    const chip = page.locator('.chip-note', { hasText: 'Showing the last valid version' });
    await chip.waitFor();
    await page.emulateMedia({ media: 'print' });
    await chip.waitFor({ state: 'hidden' });
    await page.emulateMedia({ media: 'screen' });
    await page.locator('tracklight-diagram .node[aria-label*=" later"]').waitFor({ state: 'detached' });
    await chip.getByRole('button', { name: 'Render anyway' }).click();
    await page.locator('tracklight-diagram .node[aria-label*=" later"]').waitFor({ state: 'attached' });
    await chip.waitFor({ state: 'detached' });
    await visitor.type('\n// more');
    await chip.waitFor();
    await visitor.write((await visitor.source()).replace('task {', ''));
    await chip.waitFor({ state: 'detached' });
    await page.locator('tracklight-diagram .node[aria-label*=" later"]').waitFor({ state: 'attached' });
    await visitor.step(1);
  }));

test('an empty machine says so in drawing, run bar and timeline, and offers three ways to begin', () =>
  visit({}, async (visitor, page) => {
    await visitor.write('');
    await page.getByRole('heading', { name: 'Start with a few nodes' }).waitFor();
    await visitor.status().filter({ hasText: 'No nodes yet.' }).waitFor();
    assert.match((await visitor.control('step').getAttribute('title')) ?? '', /No nodes to run/);
    await page.getByRole('button', { name: 'One task' }).click();
    await page.locator('tracklight-diagram .node[aria-label*=" work"]').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Parallel paths' }).waitFor({ state: 'detached' });
    await visitor.press('run');
    await visitor.status().filter({ hasText: 'Completed' }).waitFor();
    await page.locator('tracklight-editor .cm-content').click();
    await page.keyboard.press('Control+z');
    await page.waitForFunction(() => !(document.querySelector('tracklight-editor') as any).value.includes('Say hello'));
    await visitor.write('// a remark alone\n');
    await page.getByRole('button', { name: 'Parallel paths' }).click();
    await visitor.holds(/^\/\/ a remark alone\ninit begin/);
    await page.locator('tracklight-diagram .node[aria-label*=" left"]').waitFor({ state: 'attached' });
  }));

test('while a link opens, the last drawing stays instead of the starters of an empty text', () =>
  visit({}, async (visitor, page) => {
    const seen = await page.evaluateHandle(() => {
      const names = new Set<string>();
      new MutationObserver(() => {
        if (document.querySelector('.starters')) names.add('starters');
        if (document.querySelector('tracklight-diagram.bare')) names.add('bare');
      }).observe(document.body, { subtree: true, childList: true, attributes: true });
      return names;
    });
    await page.evaluate(() => {
      location.hash = '#example=quiz';
    });
    await visitor.holds(/machine "[^"]*[Qq]uiz/);
    await page.waitForFunction(() => (document.querySelector('tracklight-diagram') as any).settled);
    assert.deepEqual(await seen.evaluate((names) => [...names]), []);
  }));

test('a word that may be misspelled is counted, and an empty machine is no problem', () =>
  visit({}, async (visitor, page) => {
    const count = (text: string) => page.locator('.problems-count', { hasText: new RegExp(`^\\s*${text}`) }).waitFor();
    await count('No problems');
    await visitor.write('task a @rety(2) { prompt: "x" }\n');
    await count('1 suggestion');
    await page.locator('.problems-count.is-info').waitFor();
    assert.equal(await page.locator('#panel-button-problems .count').count(), 0);
    const panel = await visitor.panel('Problems');
    await panel.getByText('Suggestion').waitFor();
    await visitor.write('machine "Untitled"\n');
    await count('No problems');
  }));

test('the badge of Problems has the color of the worst problem, and says what it counts', () =>
  visit({}, async (visitor, page) => {
    const tab = (name: string) => visitor.panelButton(name);
    await visitor.write('machine "M"\ninit a\nend c\nstate lonely\na -> c\n');
    await tab('Problems 1 warning').locator('.count.warn').waitFor();
    await page.locator('.problems-count.is-warn').waitFor();
    await visitor.type('c <- a');
    await tab('Problems 1 error, 1 warning').locator('.count.bad').waitFor();
    await page.locator('.problems-count.is-bad').waitFor();
  }));
