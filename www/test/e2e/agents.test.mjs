// Replies by hand and by stub; the worked traces as a visitor would play them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visit } from './visitor.mjs';

const counter = 'context Counter { value: 0 }\ntask increment { prompt: "Add 1 to Counter.value" }\nincrement -writes-> Counter\n';

test('Counter: a reply by form writes the value into the drawing', () => visit({}, async (visitor, page) => {
  await visitor.agents('Manual');
  await visitor.write(counter);
  await visitor.shows('v0-0', '0');
  await visitor.step();
  await visitor.hasClass('n1', 'r-agent');
  await visitor.shows('k1', '×1');
  const panel = await visitor.panel('Agent');
  await panel.getByRole('button', { name: 'write_Counter' }).click();
  await panel.getByLabel(/^value/).fill('1');
  await panel.getByRole('button', { name: 'Add call' }).click();
  await panel.getByRole('button', { name: 'read_Counter' }).click();
  await panel.getByRole('button', { name: 'Add call' }).click();
  await panel.getByRole('button', { name: 'Send and finish' }).click();
  await visitor.shows('v0-0', '1');
  await page.locator('tracklight-diagram [id="a_v0-0"].mark-changed').waitFor();
  await visitor.hasClass('n1', 'r-completed');
  await visitor.shows('r0', 'v1');
  await visitor.status().filter({ hasText: 'Completed' }).waitFor();
}));

test('write then read: the second task sees what the first wrote', () => visit({}, async (visitor) => {
  await visitor.agents('Manual');
  await visitor.write('task write { prompt: "Write \'hello world\' to config.value" }\ntask read { prompt: "Read config.value and confirm it" }\ncontext config { value: "" }\nwrite -writes-> config\nread -reads-> config\nwrite -> read\n');
  await visitor.shows('v2-0', '""');
  await visitor.step();
  await visitor.replyJson({ turns: [{ calls: [{ name: 'write_config', input: { data: { value: 'hello world' } } }] }] });
  await visitor.shows('v2-0', '"hello world"');
  await visitor.hasClass('n1', 'r-current');
  await visitor.step();
  await visitor.replyJson({ turns: [{ calls: [{ name: 'read_config', input: { fields: ['value'] } }] }] });
  await visitor.hasClass('n1', 'r-completed');
}));

test('a prompt is asked before a condition moves the path', () => visit({}, async (visitor) => {
  await visitor.agents('Manual');
  await visitor.write('task work { prompt: "Do it" }\ncontext result { done: false }\nwork -writes-> result\nwork -when: "result.done"-> complete\n');
  await visitor.shows('v1-0', 'false');
  await visitor.step();
  await visitor.hasClass('n0', 'r-agent');
  await visitor.replyJson({ turns: [{ calls: [{ name: 'write_result', input: { data: { done: true } } }] }] });
  await visitor.shows('v1-0', 'true');
  await visitor.hasClass('n2', 'r-current');
}));

test('a failing task is caught', () => visit({}, async (visitor) => {
  await visitor.agents('Manual');
  await visitor.write('task risky { prompt: "Try" }\nstate failed "Error handler"\nrisky -catch-> failed\n');
  await visitor.hasClass('n0', 'r-current');
  await visitor.step();
  await visitor.replyJson({ turns: [{ calls: [{ name: 'no_such_tool', input: {} }] }] });
  await visitor.hasClass('n1', 'r-current');
  await visitor.step();
  await visitor.hasClass('n1', 'r-completed');
}));

test('a reply that is none stays in its box, with the reason', () => visit({}, async (visitor, page) => {
  await visitor.agents('Manual');
  await visitor.step(2);
  const panel = await visitor.panel('Agent');
  await panel.getByRole('button', { name: 'JSON', exact: true }).click();
  await panel.getByLabel('Reply as JSON').fill('{"turns": 3');
  await panel.getByRole('button', { name: 'Send and finish' }).click();
  await panel.getByRole('alert').waitFor();
  assert.equal(await panel.getByLabel('Reply as JSON').inputValue(), '{"turns": 3');
  await visitor.panel('Contexts');
  await visitor.panel('Agent');
  assert.equal(await page.getByLabel('Reply as JSON').inputValue(), '{"turns": 3');
}));

test('while a reply is missing the status says so and leads to it', () => visit({}, async (visitor, page) => {
  await visitor.agents('Manual');
  await visitor.step(2);
  await visitor.panel('Contexts');
  await visitor.status().filter({ hasText: 'waits for its agent' }).waitFor();
  await visitor.status().getByRole('button').click();
  await page.getByRole('tabpanel').getByText('Send and finish').waitFor();
  await visitor.agents('Stub');
  await visitor.shows('v1-0', '60');
}));

test('a question holds its path until it is answered', () => visit({ path: '#example=harbour' }, async (visitor, page) => {
  await visitor.step(2);
  await visitor.status().filter({ hasText: 'Inbox' }).waitFor();
  const inbox = await visitor.panel('Inbox');
  const card = inbox.locator('.card', { hasText: 'name of the ship' });
  await card.getByRole('button', { name: 'Cannot answer' }).waitFor();
  await card.getByRole('textbox').fill('Maria');
  await card.getByRole('button', { name: 'Answer', exact: true }).click();
  await inbox.locator('.given', { hasText: 'Maria' }).waitFor();
  await visitor.press('run');
  await visitor.status().filter({ hasText: 'Completed' }).waitFor();
  await page.locator('tracklight-diagram', { hasText: 'A ship came in' }).waitFor();
}));
