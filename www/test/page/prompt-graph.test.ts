// What an agent is shown, and the context graph it comes from.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visit, type Visitor } from './visit.ts';
import type { Page } from 'playwright-core';

const DESK = `machine "Desk" { contextBudget: 700 }
input Site { name: "Mill creek"; kind: "creek" }
context Top { a: 1 }
context Other { o: 1 }
context Low { b: 2; text: "a line that takes a number of tokens, so that a small budget has to cut it" }
Top *--> Low
Other *--> Low
task ask { prompt: "Look at {{ Site.name }}" }
state done
ask -reads-> Site, Top, Other
ask -writes-> Low
ask -> done`;

/** A machine whose agent waits, answered by hand. */
const atDesk = (test: (visitor: Visitor, page: Page) => Promise<unknown>) =>
  visit({ source: DESK }, async (visitor, page) => {
    await visitor.agents('Manual');
    await test(visitor, page);
  });

/** A part of the state as it is now: the page's own may change. */
const stateOf = (page: Page, what: string) =>
  page.evaluate((name) => structuredClone((document.querySelector('tracklight-app') as any).state[name]), what);

/** Looks at a budget and waits for the answer. */
async function lookAt(page: Page, budget: number) {
  await page.getByRole('spinbutton', { name: 'Budget' }).fill(String(budget));
  await page.keyboard.press('Enter');
  await page.waitForFunction(
    (n) => (document.querySelector('tracklight-app') as any).state.prompt.projection?.budget === n,
    budget,
  );
}

test('the Prompt panel shows the object that the agent request carries', () =>
  atDesk(async (visitor, page) => {
    await visitor.step();
    const panel = await visitor.panel('Prompt');
    await panel.getByRole('heading', { name: 'Agent call: ask' }).waitFor();
    await panel.locator('.prompt-text', { hasText: 'Look at Mill creek' }).waitFor();
    const request = (await stateOf(page, 'run')).snapshot.pending.agents[0];
    assert.deepEqual((await stateOf(page, 'prompt')).projection, request.projection);
    assert.equal(request.projection.budget, 700);
    await panel.getByText('Full text').click();
    const whole = (await panel.locator('details pre').textContent()) ?? '';
    for (const part of [
      `# ${request.title}`,
      request.prompt,
      'attempt 1 of 1, turn 1 of',
      request.projection.text,
      `- ${request.tools[0].name}: `,
    ])
      assert.ok(whole.includes(part), part);
    assert.equal(whole, (await stateOf(page, 'prompt')).text);
    assert.deepEqual(
      await panel.locator('.section').evaluateAll((all) => all.map((one) => one.getAttribute('data-section'))),
      request.projection.sections.map((one: any) => one.id),
    );
    assert.deepEqual(
      await panel.locator('.section pre').allTextContents(),
      request.projection.sections.map((one: any) => one.text),
    );
  }));

test('no budget is exceeded, and what is left out has its cost', () =>
  atDesk(async (visitor, page) => {
    const panel = await visitor.panel('Prompt');
    await panel.locator('.section').first().waitFor();
    for (const budget of [0, 60, 500, 8000, 1_000_000]) {
      await lookAt(page, budget);
      const { total, sections, handles, full } = (await stateOf(page, 'prompt')).projection;
      assert.ok(total <= budget);
      assert.equal(await panel.locator('.section').count(), sections.length);
      assert.equal(await panel.locator('.handles button').count(), handles.length);
      assert.equal(handles.length > 0, full > budget, String(budget));
    }
    await lookAt(page, 60);
    await panel.locator('.section .mark', { hasText: 'cut' }).first().waitFor();
    await panel
      .getByRole('button', { name: /^Raise the budget/ })
      .first()
      .click();
    await panel.locator('.handles').waitFor({ state: 'detached' });
  }));

test("a budget for the run counts in the request, until the machine's is used again", () =>
  atDesk(async (visitor, page) => {
    await visitor.step();
    const panel = await visitor.panel('Prompt');
    await panel.locator('.section').first().waitFor();
    await lookAt(page, 80);
    const budgetOf = (n: number) =>
      page.waitForFunction(
        (wanted) =>
          (document.querySelector('tracklight-app') as any).state.run.snapshot.pending.agents[0].projection.budget ===
          wanted,
        n,
      );
    await budgetOf(700);
    await panel.getByRole('button', { name: 'Use for this run' }).click();
    await budgetOf(80);
    await panel.getByRole('button', { name: 'Use the machine' }).click();
    await budgetOf(700);
  }));

test('the state of a section changes what is shown, and a handle brings it back', () =>
  atDesk(async (visitor, page) => {
    await visitor.step();
    const panel = await visitor.panel('Prompt');
    const top = panel.locator('[data-section="ctx:1/Top"]');
    const select = panel.getByLabel('How Top is shown');
    await top.waitFor();
    await select.selectOption('Collapsed');
    await panel.getByRole('button', { name: 'Show Top in full' }).waitFor();
    assert.doesNotMatch(await top.locator('pre').innerText(), /a: 1/);
    await select.selectOption('Summary');
    await top.locator('pre', { hasText: '1 of 1 fields set' }).waitFor();
    await select.selectOption('Hidden');
    await top.waitFor({ state: 'detached' });
    await page.waitForFunction(
      () =>
        !(
          document.querySelector('tracklight-app') as any
        ).state.run.snapshot.pending.agents[0].projection.sections.some((one: any) => one.id === 'ctx:1/Top'),
    );
    await panel.getByRole('button', { name: 'Show Top in full' }).click();
    await top.locator('pre', { hasText: 'a: 1' }).waitFor();
    // No position was made, and the run goes on.
    assert.equal(await visitor.rows(), 2);
  }));

test('another path is compared, and the text is copied', () =>
  visit({ path: '#example=ferries', at: 2 }, async (visitor, page) => {
    const panel = await visitor.panel('Prompt');
    await panel.locator('.section').first().waitFor();
    const other = await panel.getByLabel('Compare with').locator('option').nth(1).getAttribute('value');
    await panel.getByLabel('Compare with').selectOption(other);
    await panel.getByRole('region', { name: `Comparing with path ${other}` }).waitFor();
    await panel.getByRole('button', { name: 'Copy as text' }).click();
    await page.locator('[role="status"]', { hasText: 'Copied.' }).waitFor({ state: 'attached' });
    const { projection } = await stateOf(page, 'prompt');
    assert.ok((await page.evaluate(() => navigator.clipboard.readText())).endsWith(projection.text));
  }));

test('the graph is walked by arrows; a node with two parents has one row and a link', () =>
  atDesk(async (visitor, page) => {
    const panel = await visitor.panel('Agent context');
    const grid = panel.getByRole('treegrid', { name: 'Agent context' });
    await grid
      .getByRole('row', { name: /^Desk|▾ ?Desk/ })
      .first()
      .focus();
    const here = () => page.evaluate(() => document.activeElement?.getAttribute('data-node'));
    assert.equal(await here(), 'run');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    assert.equal(await here(), 'ctx:1/Site');
    await page.keyboard.press('ArrowDown');
    assert.equal(await here(), 'ctx:1/Top');
    await page.keyboard.press('ArrowLeft');
    assert.equal(await grid.locator('[data-node="ctx:1/Top"]').getAttribute('aria-expanded'), 'false');
    assert.equal(await grid.locator('[data-node="ctx:1/Low"]').count(), 0);
    await page.keyboard.press('ArrowLeft');
    assert.equal(await here(), 'machine');
    await page.keyboard.press('End');
    assert.equal(await here(), 'topic:1');
    await grid.locator('[data-node="ctx:1/Top"]').click();
    await page.keyboard.press('ArrowRight');
    assert.equal(await grid.locator('[data-node="ctx:1/Low"]').getAttribute('aria-level'), '4');
    await grid.getByRole('button', { name: 'also in Other' }).click();
    assert.equal(await here(), 'ctx:1/Other');
  }));

test('a cycle is refused by the names on its way, and changes nothing', () =>
  atDesk(async (visitor, page) => {
    const panel = await visitor.panel('Agent context');
    await panel.locator('[data-node="ctx:1/Top"]').click();
    const before = await stateOf(page, 'graph');
    await panel.getByLabel('Link to parent').fill('Low');
    await panel.getByRole('button', { name: 'Link', exact: true }).click();
    await panel.getByRole('alert').filter({ hasText: 'Low would contain itself through Low → Top → Low' }).waitFor();
    assert.deepEqual((await stateOf(page, 'graph')).graph, before.graph);
    await panel.getByLabel('Link to parent').fill('nowhere');
    await panel.getByRole('button', { name: 'Link', exact: true }).click();
    await panel.getByRole('alert').filter({ hasText: 'unknown graph node' }).waitFor();
  }));

test('nodes are linked, ordered, grouped and unlinked; a view brings the structure back', () =>
  atDesk(async (visitor, page) => {
    const panel = await visitor.panel('Agent context');
    const row = (id: string) => panel.locator(`[data-node="${id}"]`);
    const order = () =>
      panel
        .locator('[data-node]')
        .evaluateAll((all) => all.map((one) => `${one.getAttribute('aria-level')} ${one.getAttribute('data-node')}`));
    const reported = (text: string) => panel.locator('.told', { hasText: text }).waitFor();
    await row('ctx:1/Other').click();
    const plain = await order();
    await panel.getByLabel('View name').fill('plain');
    await panel.getByRole('button', { name: 'Save view' }).click();
    await reported('Saved view plain.');

    await row('ctx:1/Other').click();
    await page.keyboard.press('Alt+ArrowUp');
    await reported('Changed Other.');
    await panel.getByLabel('Title of the new group').fill('Mine');
    await panel.getByRole('button', { name: 'Group', exact: true }).click();
    await reported('Moved Other to the group Mine.');
    await row('grp:1').waitFor();
    await page.waitForFunction(
      () => document.querySelector('[data-node="ctx:1/Other"]')?.getAttribute('aria-level') === '4',
    );
    await panel.getByLabel('Link to parent').fill('ctx:1/Site');
    await panel.getByRole('button', { name: 'Link', exact: true }).click();
    await reported('Linked Other to Site.');
    await panel.getByRole('button', { name: 'Unlink from Mine' }).click();
    await reported('Unlinked Other from Mine.');
    await panel.getByLabel('Shown').selectOption('Hidden');
    await reported('Changed Other.');
    await panel.getByLabel('View name').fill('edited');
    await panel.getByRole('button', { name: 'Save view' }).click();
    await reported('Saved view edited.');
    await page.waitForFunction(() => document.querySelectorAll('.views li').length === 2);
    const edited = await order();
    assert.notDeepEqual(edited, plain);

    await panel.getByRole('button', { name: 'Restore view plain' }).click();
    await reported('Restored view plain');
    await page.waitForFunction(() =>
      document.querySelector('[data-node="ctx:1/Other"]')?.classList.contains('state-DETAILS'),
    );
    assert.deepEqual(
      (await order()).filter((one) => !one.endsWith('grp:1')),
      plain,
    );
    await panel.getByRole('button', { name: 'Restore view edited' }).click();
    await reported('Restored view edited');
    await page.waitForFunction(() =>
      document.querySelector('[data-node="ctx:1/Other"]')?.classList.contains('state-HIDDEN'),
    );
    assert.deepEqual(await order(), edited);
    await row('grp:1').click();
    await panel.getByRole('button', { name: 'Remove group' }).click();
    await reported('Changed Mine.');

    await panel.getByRole('button', { name: 'Discard edits' }).click();
    await page.waitForFunction(() =>
      document.querySelector('[data-node="ctx:1/Other"]')?.classList.contains('state-DETAILS'),
    );
    assert.deepEqual(await order(), plain);
    await panel.getByRole('button', { name: 'Delete view plain' }).click();
    await reported('Deleted view plain.');
    await page.waitForFunction(() => document.querySelectorAll('.views li').length === 1);
  }));

test('a view whose ends are gone says how many are missing', () =>
  atDesk(async (visitor, page) => {
    await visitor.step();
    await visitor.replyJson({ turns: [{ text: 'Seen.', calls: [] }], final: true });
    const panel = await visitor.panel('Agent context');
    await panel.locator('[data-node="msg:1/1"]').waitFor();
    await panel.getByLabel('View name').fill('late');
    await panel.getByRole('button', { name: 'Save view' }).click();
    await panel.locator('.told', { hasText: 'Saved' }).waitFor();
    await visitor.press('back');
    await panel.locator('[data-node="msg:1/1"]').waitFor({ state: 'detached' });
    await panel.getByRole('button', { name: 'Restore view late' }).click();
    await panel
      .locator('.told', { hasText: /Restored view late: \d+ links, [1-9]\d* with a missing node\./ })
      .waitFor();
  }));

test('a reload brings the edited graph back', () =>
  atDesk(async (visitor, page) => {
    const panel = await visitor.panel('Agent context');
    await panel.locator('[data-node="ctx:1/Top"]').click();
    await panel.getByLabel('Title of the new group').fill('Kept');
    await panel.getByRole('button', { name: 'Group', exact: true }).click();
    await panel.locator('[data-node="grp:1"]').waitFor();
    await page.locator('.kept', { hasText: 'saved' }).waitFor();
    await page.reload();
    await visitor.ready();
    await visitor.panel('Agent context');
    await page.locator('[data-node="grp:1"]', { hasText: 'Kept' }).waitFor();
  }));
