// Questions: whom they hold, what becomes of answers, and that they outlive a reload.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FORM, answer, card } from '../questions.ts';
import { type Visitor, visit } from './visit.ts';
import type { Locator, Page } from 'playwright-core';

/** Two reviewers at once, and a question when both are done. */
const APPROVAL = `machine "Approval"
context Review { legal<boolean>: false; finance<boolean>: false }
init begin
task legal { prompt: "Review the law" }
task finance { prompt: "Review the budget" }
state decide
task publish { needs: "Which day?"; prompt: "Publish" }
end published
begin -@async-> legal, finance
legal, finance -writes-> Review
legal, finance -@join-> decide
decide -> publish
publish -> published
`;

/** The machine, when it asks. */
const whenAsking = (test: (inbox: Locator, visitor: Visitor, page: Page) => Promise<unknown>) =>
  visit({ source: FORM, at: 2 }, async (visitor, page) => {
    const inbox = await visitor.panel('Inbox');
    await inbox.locator('.card').nth(2).waitFor();
    await test(inbox, visitor, page);
  });

/** A person decides between the members of an enum. */
const CHOICE = `machine "Choice"
context Review { decision<"send" | "redo"> }
init begin
task review { needs: "Send it?"; prompt: "Review"; stub: { write: { Review: { decision: "=answer" } } } }
end sent
begin -> review
review -writes-> Review
review -> sent
`;

test('an answer that the machine rejects is said to be the answer, which can be given again', () =>
  visit({ source: CHOICE, at: 1 }, async (visitor, page) => {
    const give = async (text: string) => {
      const inbox = await visitor.panel('Inbox');
      const asked = card(inbox, 'Send it?');
      await asked.locator('textarea').fill(text);
      await asked.getByRole('button', { name: 'Submit answer' }).click();
    };
    await visitor.press('step');
    await give('maybe');
    await visitor
      .status()
      .filter({ hasText: 'Path 1 failed at review. Your answer was not one of send, redo.' })
      .waitFor();
    await page.locator('.step-row', { hasText: 'review failed: your answer was rejected' }).waitFor();
    await visitor.status().getByRole('button', { name: 'Answer again' }).click();
    await give('redo');
    await page.locator('.timeline', { hasText: 'redo' }).waitFor();
    await visitor.press('run');
    await visitor.status().filter({ hasText: 'Completed' }).waitFor();
  }));

const badge = (page: Page) => page.getByRole('toolbar', { name: 'Panels' }).getByRole('button', { name: /^Inbox/ });

test('a required question holds its own path alone; required ones come first, and the badge counts', () =>
  whenAsking(async (inbox, visitor, page) => {
    assert.deepEqual(await inbox.locator('.card h3').allInnerTexts(), [
      'Who are you?',
      'Where do you live?',
      'What do you like?',
    ]);
    assert.match(await badge(page).innerText(), /3/);
    await visitor.status().filter({ hasText: 'is waiting for an answer' }).waitFor();
    await visitor.step(1);
    const contexts = await visitor.panel('Context');
    await contexts.getByRole('button', { name: /^2/ }).click();
    await contexts.getByRole('button', { name: 'Edit Walk.steps: 2' }).waitFor();
    await visitor.panel('Inbox');
    await card(inbox, 'Who are you?').getByTitle('Show node').click();
    await page.locator('tracklight-diagram .node.selected[aria-label*=" ask"]').waitFor();
  }));

test('answers come one by one, a draft of another stays, and an optional question lapses when its path goes on', () =>
  whenAsking(async (inbox, visitor, page) => {
    await card(inbox, 'Where do you live?').getByRole('textbox').fill('half a');
    await answer(inbox, 'Who are you?', 'Ada');
    await inbox.locator('.given li', { hasText: 'path 1 at ask' }).waitFor();
    assert.equal(await card(inbox, 'Where do you live?').getByRole('textbox').inputValue(), 'half a');
    await visitor.panel('Context');
    await visitor.panel('Inbox');
    assert.equal(await card(inbox, 'Where do you live?').getByRole('textbox').inputValue(), 'half a');
    await visitor.status().filter({ hasText: 'is waiting for an answer' }).waitFor();
    await card(inbox, 'Where do you live?').getByRole('button', { name: 'Submit answer', exact: true }).click();
    await inbox.locator('.given li', { hasText: 'half a' }).waitFor();
    await visitor.speed('Max speed');
    await visitor.press('run');
    await visitor.status().filter({ hasText: 'Completed' }).waitFor();
    await inbox.locator('.given', { hasText: 'Expired' }).locator('li', { hasText: 'What do you like?' }).waitFor();
    assert.equal(await inbox.locator('.card').count(), 0);
  }));

/** One that its stub asks. */
const STUBBED = 'init begin\ntask t { prompt: "x", stub: { ask: "Which day?" } }\nend done\nbegin -> t\nt -> done\n';

test('a question of a stub has no reason that nobody wrote, and its call is not accepted while it waits', () =>
  visit({ source: STUBBED, at: 2 }, async (visitor) => {
    const inbox = await visitor.panel('Inbox');
    await card(inbox, 'Which day?').waitFor();
    assert.equal(await inbox.getByText('scripted').count(), 0);
    const agent = await visitor.panel('Agent');
    assert.deepEqual(await agent.locator('.last-call + .card .tag').allInnerTexts(), ['Waiting for answer']);
  }));

test('at an earlier step that asked, status and Inbox say that an answer makes a new branch, and it does', () =>
  visit({ source: APPROVAL }, async (visitor, page) => {
    await runUntilAsked(visitor);
    const inbox = await visitor.panel('Inbox');
    assert.equal(await inbox.getByText('makes a new branch').count(), 0, 'not at the latest step');
    await answer(inbox, 'Which day?', 'Monday');
    await visitor.status().filter({ hasText: 'Completed' }).waitFor();
    await page.locator('.ticks .go', { hasText: 'waiting for an answer' }).click();
    const reported = 'is waiting for an answer at publish. Continuing here makes a new branch.';
    await visitor.status().filter({ hasText: reported }).waitFor();
    for (const name of ['run', 'step'])
      assert.match((await visitor.control(name).getAttribute('title')) ?? '', /is waiting for an answer at publish\.$/);
    await visitor.panel('Context');
    await visitor.status().getByRole('button', { name: 'Answer' }).click();
    await card(inbox, 'Which day?').getByText('An answer at this earlier step makes a new branch.').waitFor();
    await answer(inbox, 'Which day?', 'Tuesday');
    await page.locator('.branch-button', { hasText: 'branch 2' }).waitFor();
    await page.locator('.ticks .go', { hasText: 'waiting for an answer' }).click();
    await visitor.status().getByRole('button', { name: 'Go to latest' }).click();
    await visitor.status().filter({ hasText: 'Viewing' }).waitFor({ state: 'detached' });
  }));

/** Two paths that ask; the first one later than the second. */
const TWO = `machine "Two"
init begin
state read
task legal { needs: "Is it legal?"; prompt: "Review the law" }
task finance { needs: "Is it paid?"; prompt: "Review the budget" }
end done
begin -@async-> read, finance
read -> legal
legal, finance -@join-> done
`;

test('of two open questions, Answer leads to the one whose path the status row names, then to the other', () =>
  visit({ source: TWO }, async (visitor, page) => {
    await visitor.press('run');
    const named = (node: string) =>
      visitor
        .status()
        .filter({ hasText: new RegExp(`is waiting for an answer at ${node}\\.`) })
        .waitFor();
    const leads = async (to: string) => {
      // From another panel, and beside the question.
      for (const panel of ['Context', 'Inbox']) {
        await visitor.panel(panel);
        await visitor.status().getByRole('button', { name: 'Answer' }).click();
        await page.locator('#panel .card', { hasText: to }).locator('textarea:focus, input:focus').waitFor();
      }
    };
    await named('legal');
    await leads('Is it legal?');
    await page.keyboard.type('yes');
    const inbox = page.locator('#panel');
    await card(inbox, 'Is it legal?').getByRole('button', { name: 'Submit answer', exact: true }).click();
    await named('finance');
    await leads('Is it paid?');
  }));

/** Types half an answer, loads the page again, and finds it. */
async function survives(visitor: Visitor, inbox: Locator, query: string) {
  await card(inbox, query).getByRole('textbox').fill('half a');
  await visitor.page.reload();
  await visitor.ready();
  const panel = await visitor.panel('Inbox');
  await card(panel, query).waitFor();
  assert.equal(await card(panel, query).getByRole('textbox').inputValue(), 'half a');
}

/** Runs the approval up to its question. */
async function runUntilAsked(visitor: Visitor) {
  await visitor.press('run');
  await visitor.status().filter({ hasText: 'waiting for an answer at publish' }).waitFor();
}

test('an answer lets Run continue that waited for it, and leaves a run that was stepped where it is', () =>
  visit({ source: APPROVAL }, async (visitor) => {
    await runUntilAsked(visitor);
    const inbox = await visitor.panel('Inbox');
    await answer(inbox, 'Which day?', 'Monday');
    await visitor.status().filter({ hasText: 'Completed' }).waitFor();
    // Before it was given there was none.
    await inbox.locator('.given', { hasText: 'Monday' }).waitFor();
    await visitor.page.getByRole('slider', { name: 'Position in the run' }).press('Home');
    await inbox.locator('.given').waitFor({ state: 'detached' });

    await visitor.command('Restart');
    // The run before stood at step 0 too, with more rows.
    await visitor.page.locator('.ticks li').nth(1).waitFor({ state: 'detached' });
    await visitor.step(4);
    await visitor.status().filter({ hasText: 'waiting for an answer at publish' }).waitFor();
    await answer(inbox, 'Which day?', 'Tuesday');
    await visitor.status().filter({ hasText: 'is ready at publish' }).waitFor();
    await visitor.press('step');
    await visitor.at('5');
  }));

test('a run that stops for a question has its position at the end of the timeline', () =>
  visit({ source: APPROVAL }, async (visitor, page) => {
    await runUntilAsked(visitor);
    const position = page.locator('.timeline .scrubber input');
    assert.deepEqual(await position.evaluate((input: HTMLInputElement) => [input.value, input.max]), ['4', '4']);
  }));

test('a half-typed answer survives a reload of a machine of mine', () =>
  visit({}, async (visitor, page) => {
    await visitor.write(FORM);
    await page.locator('tracklight-diagram .node[aria-label*=" walk"]').waitFor({ state: 'attached' });
    await visitor.step(2);
    await survives(visitor, await visitor.panel('Inbox'), 'Where do you live?');
  }));

test('a half-typed answer survives a reload of an example that was not edited', () =>
  visit({ path: '#example=harbour' }, async (visitor) => {
    await visitor.step(2);
    await survives(visitor, await visitor.panel('Inbox'), 'Where does she come from?');
  }));

test('what is written for an optional question goes out with the required answer that ends the asking', () =>
  visit({ path: '#example=harbour', at: 2 }, async (visitor) => {
    const inbox = await visitor.panel('Inbox');
    await inbox.locator('.card').nth(1).waitFor();
    await card(inbox, 'Where does she come from?').getByRole('textbox').fill('From Turku');
    const ship = card(inbox, 'What is the name of the ship?');
    await ship.getByText('Also sends').waitFor({ state: 'detached' });
    await ship.getByRole('textbox').fill('Aalto');
    await ship.getByText('Also sends what you wrote for “Where does she come from?”').waitFor();
    await ship.getByRole('button', { name: 'Submit answer', exact: true }).click();
    await inbox.locator('.given li', { hasText: 'From Turku' }).waitFor();
    await inbox.locator('.given li', { hasText: 'Aalto' }).waitFor();
  }));

test('what was written for a question that expired is still to be read', () =>
  whenAsking(async (inbox, visitor) => {
    await card(inbox, 'What do you like?').getByRole('textbox').fill('plums');
    const contexts = await visitor.panel('Context');
    await contexts.locator('.paths .path', { hasText: 'ask' }).click();
    await contexts
      .locator('.paths li', { hasText: 'ask' })
      .getByRole('button', { name: /^Actions for path/ })
      .click();
    await contexts
      .locator('.paths li', { hasText: 'ask' })
      .getByRole('button', { name: /^Cancel path/ })
      .click();
    await visitor.panel('Inbox');
    await inbox.locator('.given li', { hasText: 'Not sent: plums' }).waitFor();
  }));

test('that a question cannot be answered needs a reason, counts as an answer, and is told apart', () =>
  whenAsking(async (inbox, visitor) => {
    const ask = card(inbox, 'Who are you?');
    await ask.getByText('To skip, type a reason and choose Decline').waitFor();
    await ask.getByRole('button', { name: 'Decline' }).click();
    await ask.getByRole('alert').filter({ hasText: 'Enter the reason, then press Decline again.' }).waitFor();
    await ask.getByRole('textbox').fill('nobody is home');
    await ask.getByRole('button', { name: 'Decline' }).click();
    await inbox.locator('.given .error', { hasText: 'declined: nobody is home' }).waitFor();
    await answer(inbox, 'Where do you live?', 'Bern');
    await visitor.status().filter({ hasNotText: 'is waiting for an answer' }).waitFor();
    await visitor.press('run');
    await visitor.status().filter({ hasText: 'Completed' }).waitFor();
  }));

test('a question opens again on a branch from before it; the answer of the other branch is not used', () =>
  whenAsking(async (inbox, visitor, page) => {
    await answer(inbox, 'Who are you?', 'Ada');
    await page.locator('.ticks').getByTitle('Go to step 1', { exact: true }).first().click();
    await page.locator('.timeline output', { hasText: 'Step 1 of' }).waitFor();
    assert.equal(await inbox.locator('.card').count(), 0);
    await visitor.press('step');
    await page.locator('.branch-button', { hasText: 'branch 2' }).waitFor();
    await card(inbox, 'Who are you?').waitFor();
    assert.equal(await inbox.locator('.given li', { hasText: 'Ada' }).count(), 0);
    await answer(inbox, 'Who are you?', 'Grace');
    await visitor.branches();
    await page.getByTitle('Go to the end of main').click();
    await inbox.locator('.given li', { hasText: 'Ada' }).waitFor();
    assert.equal(await inbox.locator('.given li', { hasText: 'Grace' }).count(), 0);
  }));

test('an open question is marked on tab, path, node and row of the timeline, until it is answered', () =>
  whenAsking(async (inbox, visitor, page) => {
    const node = page.locator('tracklight-diagram .node[aria-label^="task ask"]');
    const chip = page.locator('tracklight-diagram .ask-chip');
    const row = page
      .locator('.ticks li', { hasText: 'ask is waiting for an answer:' })
      .filter({ hasText: 'Who are you? · Where do you live? · What do you like?' });
    await chip.filter({ hasText: '? 3' }).waitFor({ state: 'attached' });
    await page
      .locator('tracklight-diagram .node[aria-label*="3 open questions"][aria-label^="task ask"]')
      .waitFor({ state: 'attached' });
    await row.waitFor();
    const contexts = await visitor.panel('Context');
    await contexts.locator('.path', { hasText: 'ask' }).locator('.tag.ask', { hasText: '3 open questions' }).waitFor();
    assert.equal(await contexts.locator('.path .tag.ask', { hasText: 'open question' }).count(), 1);
    assert.match(await badge(page).innerText(), /3/);

    await visitor.panel('Inbox');
    await answer(inbox, 'Who are you?', 'Ada');
    await answer(inbox, 'Where do you live?', 'Bern');
    // The optional one lapses when its path goes on.
    await visitor.speed('Max speed');
    await visitor.press('run');
    await visitor.status().filter({ hasText: 'Completed' }).waitFor();
    await chip.waitFor({ state: 'detached' });
    await page.locator('.tag.ask').waitFor({ state: 'detached' });
    assert.doesNotMatch(String(await node.getAttribute('aria-label')), /open question/);
    assert.doesNotMatch(await badge(page).innerText(), /\d/);
    // At the position where they were asked they are open again.
    await page.locator('.ticks').getByTitle('Go to step 2', { exact: true }).first().click();
    await chip.filter({ hasText: '? 3' }).waitFor({ state: 'attached' });
    await row.waitFor();
  }));
