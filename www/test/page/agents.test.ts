// Replies by hand and by stub; the worked traces as a visitor would play them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atStep, visit } from './visit.ts';
import type { Page } from 'playwright-core';

const counter =
  'context Counter { value: 0 }\ntask increment { prompt: "Add 1 to Counter.value" }\nincrement -writes-> Counter\n';

test('Counter: a reply by form writes the value into the drawing', () =>
  visit({ mode: 'manual' }, async (visitor, page) => {
    await visitor.write(counter);
    await visitor.shows('v0-0', '0');
    await visitor.step();
    await visitor.hasClass('n1', 'r-agent');
    // The button beside the status leads into the form, not to the mode of all agents.
    await visitor.status().getByRole('button', { name: 'Reply' }).click();
    await page.waitForFunction(() => document.activeElement?.matches('[data-call] .tool'));
    // The chip of the path stands over the text of the cell.
    await visitor.cell('s1').filter({ hasText: '… 1' }).waitFor({ state: 'attached' });
    const panel = await visitor.panel('Agent');
    await panel.getByRole('button', { name: 'write_Counter' }).click();
    await panel.getByLabel(/^value/).fill('1');
    // A form that is open is sent as well.
    await panel.getByText('Submitting also sends the call of write_Counter above.').waitFor();
    assert.equal(await panel.getByText('None yet. Choose a tool').count(), 0);
    await panel.getByRole('button', { name: 'Add call' }).click();
    await panel.getByText('Submitting also sends').waitFor({ state: 'detached' });
    await panel.getByRole('button', { name: 'read_Counter' }).click();
    await panel.getByRole('button', { name: 'Add call' }).click();
    await panel.getByRole('button', { name: 'Submit final reply' }).click();
    await visitor.shows('v0-0', '1');
    await page.locator('tracklight-diagram [id="a_v0-0"].mark-changed').waitFor();
    await visitor.hasClass('n1', 'r-completed');
    await visitor.shows('r0', 'context v1');
    await visitor.status().filter({ hasText: 'Completed' }).waitFor();
  }));

test('Submit and continue leads to the next turn of the call', () =>
  visit({ viewport: { width: 390, height: 844 }, touch: true }, async (visitor, page) => {
    await visitor.pane('Code');
    await visitor.write(counter);
    await visitor.agents('Manual');
    await visitor.step();
    const panel = await visitor.panel('Agent');
    await panel.getByRole('button', { name: 'read_Counter' }).tap();
    await panel.getByRole('button', { name: 'Submit and continue' }).tap();
    await page.waitForFunction(() => {
      const at = document.activeElement;
      return at?.matches('[data-call] h3') && at.textContent?.includes('turn 2');
    });
    // The turn before is shown as in the last call, with what its tool gave.
    assert.equal(await panel.locator('[data-call] details[open] .hint').innerText(), 'Turn 1');
    const [call, result] = await panel.locator('[data-call] .reply p').allInnerTexts();
    assert.match(call ?? '', /^read_Counter /);
    assert.match(result ?? '', /^Result: {/);
    await panel.getByRole('button', { name: 'Submit final reply' }).tap();
    await page.waitForFunction(() => document.activeElement?.matches('#panel .last-call'));
  }));

test('a reply that cannot be chosen is told with what can, and its failed path leads to the node', () =>
  visit({}, async (visitor, page) => {
    await visitor.write(
      'context Vote { ok<boolean>: false }\ninit begin\n' +
        'task count { prompt: "count"; stub: { write: { Vote: { ok: true } }; go: "yes" } }\nstate yes, no\n' +
        'begin -> count\ncount -writes-> Vote\ncount -when: "Vote.ok"-> yes\ncount -> no\n',
    );
    await visitor.step(2);
    const agent = await visitor.panel('Agent');
    const card = agent.locator('.last-call + .card');
    await card.locator('.why', { hasText: 'yes cannot be chosen, only no can' }).waitFor();
    await card.locator('.why', { hasText: 'The write to Vote took effect.' }).waitFor();
    const problems = await visitor.panel('Problems');
    await problems.getByRole('button', { name: /^Path 1 at count: yes cannot be chosen/ }).click();
    await page.locator('tracklight-diagram .node.selected[aria-label^="task count"]').waitFor();
  }));

test('write then read: the second task sees what the first wrote', () =>
  visit({ mode: 'manual' }, async (visitor) => {
    await visitor.write(
      'task write { prompt: "Write \'hello world\' to config.value" }\n' +
        'task read { prompt: "Read config.value and confirm it" }\n' +
        'context config { value: "" }\n' +
        'write -writes-> config\n' +
        'read -reads-> config\n' +
        'write -> read\n',
    );
    await visitor.shows('v2-0', '""');
    await visitor.step();
    await visitor.replyJson({
      turns: [{ calls: [{ name: 'write_config', input: { data: { value: 'hello world' } } }] }],
    });
    await visitor.shows('v2-0', '"hello world"');
    await visitor.hasClass('n1', 'r-current');
    await visitor.step();
    await visitor.replyJson({ turns: [{ calls: [{ name: 'read_config', input: { fields: ['value'] } }] }] });
    await visitor.hasClass('n1', 'r-completed');
  }));

test('a prompt is asked before a condition moves the path', () =>
  visit({ mode: 'manual' }, async (visitor) => {
    await visitor.write(
      'task work { prompt: "Do it" }\n' +
        'context result { done: false }\n' +
        'work -writes-> result\n' +
        'work -when: "result.done"-> complete\n',
    );
    await visitor.shows('v1-0', 'false');
    await visitor.step();
    await visitor.hasClass('n0', 'r-agent');
    await visitor.replyJson({ turns: [{ calls: [{ name: 'write_result', input: { data: { done: true } } }] }] });
    await visitor.shows('v1-0', 'true');
    await visitor.hasClass('n2', 'r-current');
  }));

test('the last call has its prompt, with the values that its agent saw', () =>
  visit({}, async (visitor) => {
    await visitor.write(
      'context C { n: 1 }\ninit a\ntask t { prompt: "add 1 to C.n. It is {{ C.n }}" }\n' +
        'a -> t\nt -writes-> C\nt -when: "C.n > 5"-> z\nt -> t\n',
    );
    await visitor.step(2);
    const panel = await visitor.panel('Agent');
    const prompt = panel.locator('.last-call + .card .prompt');
    await prompt.filter({ hasText: /^add 1 to C\.n\. It is 1$/ }).waitFor();
    await visitor.step();
    await prompt.filter({ hasText: /^add 1 to C\.n\. It is 2$/ }).waitFor();
    // It is the one of the step that is shown.
    await visitor.press('back');
    await prompt.filter({ hasText: /^add 1 to C\.n\. It is 1$/ }).waitFor();
    await panel.locator('.last-call + .card .meta', { hasText: 'step 2' }).waitFor();
    await visitor.press('back');
    await panel.getByText('No agent calls up to this step.').waitFor();
    await panel.locator('.given', { hasText: 'None yet.' }).getByText('Later', { exact: true }).click();
    await panel.locator('.given details li', { hasText: 'path 1, step 3, automatic reply' }).waitFor();
  }));

test('the last call shows the reply of each turn, and says of an empty one that it is', () =>
  visit({}, async (visitor, page) => {
    await visitor.write(
      'output Reply { subject<string>; lines<List<string>>; urgent<boolean> }\n' +
        'init a\ntask t { prompt: "Write a reply" }\nend z\n' +
        'a -> t\nt -writes-> Reply\nt -> z\n',
    );
    await visitor.agents('Generated replies');
    await visitor.step(2);
    const panel = await visitor.panel('Agent');
    const card = panel.locator('.last-call + .card');
    await card.filter({ hasText: 'attempt 1 · 2 turns' }).waitFor();
    assert.deepEqual(await card.locator('.hint').allInnerTexts(), ['Turn 1', 'Turn 2']);
    const [first, last] = await card.locator('.reply').allInnerTexts();
    assert.match(first ?? '', /^write_Reply /);
    assert.equal(last, 'No message and no tool calls');
    await page.locator('.step-row', { hasText: 't called its agent (2 turns), then moved to z' }).waitFor();
    await panel.locator('.given li', { hasText: 'path 1, step 2, turn 1, automatic reply' }).waitFor();
    await panel.locator('.given li', { hasText: 'path 1, step 2, turn 2, automatic reply' }).waitFor();
  }));

test('a failing task is caught', () =>
  visit({ mode: 'manual' }, async (visitor) => {
    await visitor.write('task risky { prompt: "Try" }\nstate failed "Error handler"\nrisky -catch-> failed\n');
    await visitor.hasClass('n0', 'r-current');
    await visitor.step();
    await visitor.replyJson({ turns: [{ calls: [{ name: 'no_such_tool', input: {} }] }] });
    await visitor.hasClass('n1', 'r-current');
    await visitor.step();
    await visitor.hasClass('n1', 'r-completed');
  }));

test('a failed attempt says so among the replies', () =>
  visit({}, async (visitor) => {
    await visitor.write(
      'machine "Risky"\ntask risky @retry(1) { prompt: "Try", stub: [[{ fail: "No luck" }, {}]] }\nend done\n' +
        'risky -> done\n',
    );
    await visitor.hasClass('n0', 'r-current');
    await visitor.step();
    const replies = (await visitor.panel('Agent')).locator('.given li');
    await replies.filter({ hasText: 'No luck' }).locator('.tag', { hasText: 'Failed' }).waitFor();
    assert.equal(await replies.locator('.tag').count(), 1);
  }));

test('a reply that is none stays in its box, with the reason', () =>
  visit({ mode: 'manual' }, async (visitor, page) => {
    await visitor.step(2);
    const panel = await visitor.panel('Agent');
    await panel.getByRole('button', { name: 'JSON', exact: true }).click();
    await panel.getByLabel('Reply as JSON').fill('{"turns": 3');
    await panel.getByRole('button', { name: 'Submit final reply' }).click();
    await panel.getByRole('alert').waitFor();
    assert.equal(await panel.getByLabel('Reply as JSON').inputValue(), '{"turns": 3');
    await visitor.panel('Context');
    await visitor.panel('Agent');
    assert.equal(await page.getByLabel('Reply as JSON').inputValue(), '{"turns": 3');
  }));

test('while a reply is missing the status says so and leads to it', () =>
  visit({ mode: 'manual' }, async (visitor, page) => {
    await visitor.step(2);
    await visitor.panel('Context');
    await visitor.status().filter({ hasText: 'is waiting for its agent' }).waitFor();
    await visitor.status().filter({ hasText: 'Waiting for your reply.' }).waitFor();
    await page.locator('.step-row', { hasText: 'heat called its agent' }).getByText('waiting for your reply').waitFor();
    await visitor.status().getByRole('button').click();
    await page.locator('#panel').getByText('Submit final reply').waitFor();
    await visitor.agents('Stub');
    await visitor.shows('v1-0', '60');
  }));

test('a question holds its path until it is answered', () =>
  visit({ path: '#example=harbour' }, async (visitor, page) => {
    await visitor.step(2);
    await visitor.status().filter({ hasText: 'is waiting for an answer' }).waitFor();
    await visitor.status().getByRole('button', { name: 'Answer' }).waitFor();
    const inbox = await visitor.panel('Inbox');
    const card = inbox.locator('.card', { hasText: 'name of the ship' });
    await card.getByRole('button', { name: 'Decline' }).waitFor();
    await card.getByRole('textbox').fill('Maria');
    await card.getByRole('button', { name: 'Submit answer', exact: true }).click();
    await inbox.locator('.given', { hasText: 'Maria' }).waitFor();
    await visitor.press('run');
    await visitor.status().filter({ hasText: 'Completed' }).waitFor();
    await page.locator('tracklight-diagram', { hasText: 'A ship came in' }).waitFor();
  }));

const POST =
  'machine "Post"\n' +
  'context Letter { text<string> stamped: false }\n' +
  'init begin\n' +
  'task write "Write it" { prompt: "set Letter.text to hello"; stub: { write: { Letter: { text: ' +
  '"as the machine says" } } } }\n' +
  'task stamp { prompt: "set Letter.stamped to true" }\n' +
  'end done\n' +
  'begin -> write\n' +
  'write -writes-> Letter\n' +
  'stamp -writes-> Letter\n' +
  'write -> stamp\n' +
  'stamp -> done\n';

/** The row of a node in the list of stubs. */
const stub = (page: Page, node: string) =>
  page.locator('.stub', { has: page.getByRole('button', { name: node, exact: true }) });

/** Gives a node a stub in Agent. */
async function giveStub(page: Page, node: string, text: string) {
  await page.getByRole('button', { name: `Edit the stub of ${node}` }).click();
  const form = page.getByRole('form', { name: `Stub of ${node}` });
  await form.getByLabel('Script, as JSON').fill(text);
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await form.waitFor({ state: 'detached' });
}

test('each node that asks is listed with its stub; one without is marked; what is left of a gone one can go', () =>
  visit({}, async (visitor, page) => {
    await visitor.panel('Agent');
    await visitor.write(POST);
    await stub(page, 'write')
      .filter({ hasText: 'stub in source' })
      .filter({ hasText: 'as the machine says' })
      .waitFor();
    // Generated replies tell already that it has none.
    await stub(page, 'stamp').filter({ hasText: 'generated replies' }).filter({ hasNotText: 'no stub' }).waitFor();
    assert.equal(await stub(page, 'stamp').locator('.bare-stub').count(), 1);
    await visitor.agents('Manual');
    await stub(page, 'stamp').filter({ hasText: 'manual' }).filter({ hasText: 'no stub' }).waitFor();
    await visitor.agents('Stub');
    await page.locator('.stubs', { hasText: '1 of 2 tasks' }).waitFor();
    await page.locator('tracklight-diagram .node[aria-label^="task stamp"]').waitFor({ state: 'attached' });
    await stub(page, 'stamp').getByRole('button', { name: 'stamp', exact: true }).click();
    await page.locator('tracklight-diagram .node.selected[aria-label^="task stamp"]').waitFor();
    // An empty form shows what a script of this node may look like.
    await page.getByRole('button', { name: 'Edit the stub of stamp' }).click();
    const form = page.getByRole('form', { name: 'Stub of stamp' });
    await form.getByPlaceholder('{ "write": { "Letter": { "text": "text" } } }', { exact: true }).waitFor();
    await visitor.write(POST.replace('stamp -writes-> Letter\n', ''));
    await form.getByPlaceholder('{ "say": "done" }', { exact: true }).waitFor();
    await form.getByRole('button', { name: 'Cancel' }).click();
    await visitor.agents('Manual');
    await stub(page, 'write')
      .filter({ hasText: 'manual' })
      .filter({ hasText: 'not used in this agent mode' })
      .waitFor();
    await visitor.agents('Stub');
    await giveStub(page, 'stamp', '{ "say": "stamped" }');
    await visitor.write('state a\nstate b\na -> b\n');
    await page.locator('.stubs', { hasText: 'No task of this machine calls an agent' }).waitFor();
    // What was written for a node stays until it is removed.
    await page.locator('.stubs', { hasText: 'Set for nodes that were removed or call no agent now.' }).waitFor();
    await page
      .locator('.stub', { hasText: 'stamped' })
      .getByRole('button', { name: 'Remove the stub of stamp' })
      .click();
    await page.locator('.stub').waitFor({ state: 'detached' });
  }));

test('a list whose later entries no visit reaches says so, in the source and in the panel, and offers `round`', () =>
  visit({}, async (visitor, page) => {
    await visitor.panel('Agent');
    const source = (stub: string) => `init a\ntask t { prompt: "x"${stub} }\na -@async(2)-> t\n`;
    const reported = stub(page, 't').getByText('Only the first entry is used');
    await visitor.write(source('; stub: [{ say: "1" }, { say: "2" }]'));
    await reported.waitFor();
    const { diagnostics } = await page.evaluate(
      () => (document.querySelector('tracklight-app') as any).state.run.analysis,
    );
    const finding = diagnostics.find(({ code }: { code: string }) => code === 'stub-rounds');
    assert.match(finding.hint, /round == 1/);
    assert.equal(finding.fixes[0].edits[0].insert.trim(), 'when: "round == 1";');
    await visitor.write(source('; stub: [{ when: "round == 1"; say: "1" }, { say: "2" }]'));
    await reported.waitFor({ state: 'detached' });
    await visitor.write(source(''));
    await giveStub(page, 't', '[{ "say": "1" }, { "say": "2" }]');
    await reported.waitFor();
  }));

test("a stub that is set for a node answers its next request; removed, the machine's counts again", () =>
  visit({}, async (visitor, page) => {
    await visitor.panel('Agent');
    await visitor.write(POST);
    await stub(page, 'write').waitFor();
    await giveStub(page, 'write', '{ "write": { "Letter": { "text": "by the visitor" } } }');
    await stub(page, 'write').filter({ hasText: 'edited stub' }).filter({ hasText: 'by the visitor' }).waitFor();
    await visitor.step(2);
    await page.locator('.given', { hasText: 'by the visitor' }).waitFor();
    await page.getByRole('button', { name: 'Edit the stub of write' }).click();
    await page.getByRole('form', { name: 'Stub of write' }).getByRole('button', { name: 'Remove' }).click();
    await stub(page, 'write').filter({ hasText: 'stub in source' }).waitFor();
    await visitor.press('reset');
    await atStep(page, '0');
    await visitor.step(2);
    await page.locator('.given', { hasText: 'as the machine says' }).waitFor();
  }));

test('who plays the agent reads what was asked and answered, or declined', () =>
  visit({ path: '#example=harbour' }, async (visitor, page) => {
    await visitor.agents('Manual');
    await visitor.step(2);
    const inbox = await visitor.panel('Inbox');
    const card = (query: string) => inbox.locator('.card', { hasText: query });
    await card('Where does she come from?').locator('textarea').fill('nobody knows');
    await card('Where does she come from?').getByRole('button', { name: 'Decline' }).click();
    await card('Where does she come from?').waitFor({ state: 'detached' });
    await card('What is the name of the ship?').locator('textarea').fill('Albatross');
    await card('What is the name of the ship?').getByRole('button', { name: 'Submit answer' }).click();
    await card('What is the name of the ship?').waitFor({ state: 'detached' });
    const panel = await visitor.panel('Agent');
    const answers = panel.locator('.card .answers');
    await answers.waitFor();
    assert.deepEqual(await answers.locator('dt, dd').allInnerTexts(), [
      'What is the name of the ship?',
      'Albatross',
      'Where does she come from?',
      'Declined: nobody knows',
    ]);
  }));

test('a node set to wait for the visitor waits; the others are answered; setting it back answers it', () =>
  visit({}, async (visitor, page) => {
    await visitor.panel('Agent');
    await visitor.write(POST);
    await stub(page, 'stamp').waitFor();
    await page.getByRole('button', { name: 'Edit the stub of stamp' }).click();
    const form = page.getByRole('form', { name: 'Stub of stamp' });
    await form.getByRole('button', { name: 'Manual', exact: true }).click();
    await stub(page, 'stamp')
      .locator('.tag', { hasText: /^manual$/ })
      .waitFor();
    await visitor.step(3);
    await page.locator('.given', { hasText: /write path 1, step \d, stub reply/ }).waitFor();
    const request = page.locator('#panel').locator('.card', { hasText: 'Waiting for your reply' });
    await request.waitFor();
    await form.getByRole('button', { name: 'Remove' }).click();
    await request.waitFor({ state: 'detached' });
    await visitor.hasClass('n4', 'r-current');
  }));

test('what is pressed in the form of a stub is what its chip says, and Edit closes the form again', () =>
  visit({}, async (visitor, page) => {
    await visitor.panel('Agent');
    await visitor.write(POST);
    await stub(page, 'stamp').waitFor();
    const edit = page.getByRole('button', { name: 'Edit the stub of stamp' });
    const form = page.getByRole('form', { name: 'Stub of stamp' });
    const agrees = async (chip: string, button: string) => {
      await stub(page, 'stamp').locator('.by .tag', { hasText: chip }).waitFor();
      await form.locator('.switch [aria-pressed="true"]', { hasText: button }).waitFor();
      assert.equal(await form.locator('.switch [aria-pressed="true"]').count(), 1);
    };
    await edit.click();
    await agrees('generated', 'Generated');
    await form.getByText('Generated replies until you save a script.').waitFor();
    await visitor.agents('Manual');
    await agrees('manual', 'Manual');
    await form.getByText('Manual until you save a script.').waitFor();
    await form.getByRole('button', { name: 'Generated', exact: true }).click();
    await agrees('generated', 'Generated');
    await form.getByRole('button', { name: 'Script', exact: true }).click();
    await page.waitForFunction(() => document.activeElement?.matches('.stub-form textarea'));
    await agrees('generated', 'Generated');
    await form.getByLabel('Script, as JSON').fill('{ "say": "x" }');
    await form.getByRole('button', { name: 'Script', exact: true }).click();
    await agrees('edited stub', 'Script');
    await form.getByText('until you save a script').waitFor({ state: 'detached' });
    assert.equal(await edit.getAttribute('aria-expanded'), 'true');
    await edit.click();
    await form.waitFor({ state: 'detached' });
    assert.equal(await edit.getAttribute('aria-expanded'), 'false');
  }));

test('a stub that rests says why: the setting of its task, or the agent mode', () =>
  visit({}, async (visitor, page) => {
    await visitor.panel('Agent');
    await visitor.write(POST);
    await stub(page, 'write').waitFor();
    await page.getByRole('button', { name: 'Edit the stub of write' }).click();
    const form = page.getByRole('form', { name: 'Stub of write' });
    await form.getByRole('button', { name: 'Manual', exact: true }).click();
    await stub(page, 'write').getByText('Set to manual, so its stub is not used.').waitFor();
    await form.getByRole('button', { name: 'Remove' }).click();
    await visitor.agents('Manual');
    await stub(page, 'write').getByText('Its stub is not used in this agent mode.').waitFor();
  }));

test('what is no script is refused in its form, by keyboard too, and what was typed stays', () =>
  visit({}, async (visitor, page) => {
    await visitor.panel('Agent');
    await visitor.write(POST);
    await stub(page, 'stamp').waitFor();
    const edit = page.getByRole('button', { name: 'Edit the stub of stamp' });
    await edit.press('Enter');
    const text = page.getByRole('form', { name: 'Stub of stamp' }).getByLabel('Script, as JSON');
    await page.waitForFunction(() => document.activeElement?.matches('.stub-form textarea'));
    await text.fill('{ "say": ');
    await text.press('Control+Enter');
    await page.getByRole('alert').filter({ hasText: 'This is not JSON' }).waitFor();
    await text.fill('{ "speak": "x" }');
    await text.press('Control+Enter');
    await page.getByRole('alert').filter({ hasText: 'Unknown key speak' }).waitFor();
    await visitor.panel('Context');
    await visitor.panel('Agent');
    assert.equal(await text.inputValue(), '{ "speak": "x" }');
    await text.fill('{ "say": "x" }');
    await text.press('Control+Enter');
    await stub(page, 'stamp').filter({ hasText: 'edited stub' }).waitFor();
    await page.waitForFunction(() => document.activeElement?.classList.contains('stub-edit'));
    await edit.press('Enter');
    await text.press('Escape');
    await text.waitFor({ state: 'detached' });
    // It is still at its start: nothing of this was a key of the run.
    await atStep(page, '0');
  }));

test('a stub is there again after a reload and in links, with the run and without', () =>
  visit({}, async (visitor, page) => {
    await visitor.panel('Agent');
    await stub(page, 'heat').waitFor();
    await giveStub(page, 'heat', '{ "write": { "Water": { "celsius": 99 } } }');
    await page.locator('.kept', { hasText: /^Saved$/ }).waitFor();
    await page.reload();
    await visitor.ready();
    await visitor.panel('Agent');
    await stub(page, 'heat').filter({ hasText: 'edited stub' }).waitFor();
    await visitor.step(2);
    await visitor.shows('v1-0', '99');

    await page.locator('.share-button').click();
    const field = page.locator('.is-share textarea').first();
    const made = () => field.evaluate((one) => (one as any).value);
    const whole = await made();
    await page
      .locator('.is-share')
      .getByRole('checkbox', { name: /^Run history/ })
      .uncheck();
    await page.waitForFunction((before) => {
      const link = (document.querySelector('.is-share textarea') as any)?.value;
      return link && link !== before;
    }, whole);
    const bare = await made();
    for (const [link, tick] of [
      [whole, 2],
      [bare, 0],
    ]) {
      await page.goto(String(link));
      await page.reload();
      await visitor.ready();
      await visitor.at(Number(tick));
      await visitor.panel('Agent');
      await stub(page, 'heat').filter({ hasText: 'edited stub' }).filter({ hasText: '99' }).waitFor();
    }
  }));

test('of a thousand nodes a hundred are listed, more on a press; the filter finds one', () =>
  visit({}, async (visitor, page) => {
    await visitor.panel('Agent');
    await visitor.write(
      Array.from(
        { length: 1000 },
        (_, i) => `task t${i} { prompt: "x"${i % 2 ? '' : '; stub: { say: "hi" }'} }\n`,
      ).join(''),
    );
    await page.locator('.stubs', { hasText: '500 of 1000 tasks' }).waitFor();
    assert.equal(await page.locator('.stub').count(), 100);
    await page.getByRole('button', { name: 'Show 900 more' }).click();
    await page.locator('.stub').nth(199).waitFor();
    await page.getByRole('searchbox', { name: 'Filter nodes' }).fill('t777');
    await stub(page, 't777').waitFor();
    assert.equal(await page.locator('.stub').count(), 1);
    await page.getByRole('checkbox', { name: 'Only without a stub' }).check();
    await page.getByRole('searchbox', { name: 'Filter nodes' }).fill('t776');
    await page.locator('.stubs', { hasText: 'No matching nodes.' }).waitFor();
  }));
