// Editing the machine by its drawing: what gestures and commands write, what is refused, and what takes it back. Where
// things stand, drags and touch are tested in a browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visit } from './visit.ts';
import type { Page } from 'playwright-core';

const SOURCE =
  'machine "Desk"\n\ntask assess { prompt: "Look" }\ntask answer\ncontext Ticket { subject<string> }\n\n' +
  'assess -> answer\n';

const textOf = (page: Page) =>
  page.evaluate(() => (document.querySelector('tracklight-editor') as any).value as string);
const act = (page: Page, act: string) =>
  page.evaluate((act) => (document.querySelector('tracklight-app') as any).dispatch({ type: 'draw', act }), act);
const select = (page: Page, id: string) =>
  page.evaluate(
    (id) => (document.querySelector('tracklight-app') as any).dispatch({ type: 'select', id, open: false }),
    id,
  );
const field = (page: Page) => page.locator('tracklight-diagram .gestures input[type="text"]');
const textIs = (page: Page, text: string) =>
  page.waitForFunction((text) => (document.querySelector('tracklight-editor') as any).value === text, text);
const said = (page: Page, text: string) =>
  page.locator('[role="status"]', { hasText: text }).waitFor({ state: 'attached' });

async function give(page: Page, text: string) {
  await field(page).waitFor({ state: 'attached' });
  await field(page).fill(text);
  await field(page).press('Enter');
}

test('the next step is declared behind its source and connected, and one undo takes both back', () =>
  visit({ source: SOURCE }, async (_visitor, page) => {
    await select(page, 'n0');
    await act(page, 'next');
    await give(page, 'Ask for more');
    await textIs(
      page,
      SOURCE.replace('task answer\n', 'task answer\ntask ask_for_more "Ask for more"\n').replace(
        'assess -> answer\n',
        'assess -> answer\nassess -> ask_for_more\n',
      ),
    );
    await said(page, 'Added task ask_for_more, after assess.');
    await page.evaluate(() =>
      (document.querySelector('tracklight-app') as any).dispatch({ type: 'undo', inDrawing: true }),
    );
    await textIs(page, SOURCE);
  }));

test('a name that is taken is refused in words, with one that is free, and the field stays', () =>
  visit({ source: SOURCE }, async (_visitor, page) => {
    await select(page, 'n0');
    await act(page, 'rename');
    await give(page, 'answer');
    const problem = page.locator('tracklight-diagram .gestures .problem');
    await page.waitForFunction(
      () =>
        (document.querySelector('tracklight-diagram') as any).shadowRoot.querySelector('.problem')?.textContent !== '',
    );
    assert.match((await problem.textContent()) ?? '', /answer.* already exists.*is free/);
    await give(page, 'judge');
    await textIs(page, SOURCE.replaceAll('assess', 'judge'));
  }));

test('breakpoints go on under the new name, and back with undo', () =>
  visit({ source: SOURCE }, async (_visitor, page) => {
    const breakpoints = () =>
      page.evaluate(() => (document.querySelector('tracklight-app') as any).state.breakpoints.map(({ at }: any) => at));
    await page.evaluate(() => (document.querySelector('tracklight-app') as any).dispatch({ type: 'stopAt', id: 'n0' }));
    assert.deepEqual(await breakpoints(), ['assess']);
    await select(page, 'n0');
    await act(page, 'rename');
    await give(page, 'judge');
    await textIs(page, SOURCE.replaceAll('assess', 'judge'));
    assert.deepEqual(await breakpoints(), ['judge']);
    await page.evaluate(() =>
      (document.querySelector('tracklight-app') as any).dispatch({ type: 'undo', inDrawing: true }),
    );
    await textIs(page, SOURCE);
    assert.deepEqual(await breakpoints(), ['assess']);
  }));

test('deleting says what else mentions it, and offers to undo it', () =>
  visit({ source: `${SOURCE}answer -when: "Ticket.subject != ''"-> assess\n` }, async (_visitor, page) => {
    await select(page, 'n2');
    await act(page, 'delete');
    const notice = page.locator('.notice', { hasText: 'Deleted Ticket' });
    await notice.waitFor();
    assert.match(await notice.innerText(), /1 other place still mentions it/);
    await notice.getByRole('button', { name: 'Undo' }).click();
    await page.waitForFunction(() =>
      (document.querySelector('tracklight-editor') as any).value.includes('context Ticket'),
    );
    // It would undo something else now.
    await notice.waitFor({ state: 'detached' });
  }));

test('an edge becomes a catch and a plain edge again', () =>
  visit({ source: SOURCE }, async (_visitor, page) => {
    await select(page, 'e0');
    await act(page, 'catch');
    await textIs(page, SOURCE.replace('assess -> answer', 'assess -catch-> answer'));
    await said(page, 'The edge from assess to answer catches failures now.');
    await act(page, 'catch');
    await textIs(page, SOURCE);
  }));

test('an edge waits for an event, which is declared with it, or for a time, and becomes a plain edge again', () =>
  visit({ source: SOURCE }, async (_visitor, page) => {
    const problem = () =>
      page.evaluate(
        () => (document.querySelector('tracklight-diagram') as any).shadowRoot.querySelector('.problem')?.textContent,
      );
    await select(page, 'e0');
    await act(page, 'after');
    await give(page, 'soon');
    await page.waitForFunction(
      () => (document.querySelector('tracklight-diagram') as any).shadowRoot.querySelector('.problem')?.textContent,
    );
    assert.equal(await problem(), 'soon is not a time like 30s or 2d.');
    await give(page, '2d');
    await textIs(page, SOURCE.replace('assess -> answer', 'assess -after: 2d-> answer'));
    await said(page, 'The edge from assess to answer is taken after 2d now.');
    await act(page, 'on');
    await give(page, 'paid');
    await page.waitForFunction(() =>
      (document.querySelector('tracklight-editor') as any).value.includes('assess -on: paid-> answer'),
    );
    assert.match(await textOf(page), /^event paid$/m);
    await said(page, 'The edge from assess to answer waits for event paid now.');
    await act(page, 'on');
    await field(page).waitFor({ state: 'attached' });
    assert.equal(await field(page).inputValue(), 'paid');
    await give(page, '');
    await page.waitForFunction(() =>
      (document.querySelector('tracklight-editor') as any).value.includes('assess -> answer'),
    );
    await said(page, 'The edge from assess to answer is a plain edge now.');
  }));

const editField = (page: Page, context: string, field: string) =>
  page.evaluate(
    ([context, field]) =>
      (document.querySelector('tracklight-app') as any).dispatch({ type: 'editField', context, field }),
    [context, field],
  );

test('the value of a field becomes its start value in the text, and one undo takes that back', () =>
  visit({ source: SOURCE }, async (visitor, page) => {
    await visitor.panel('Context');
    await editField(page, 'Ticket', 'subject');
    const form = page.locator('form.edit');
    await form.locator('textarea, input[type="text"]').first().fill('Printer');
    await form.getByRole('button', { name: 'Make start value' }).click();
    await textIs(page, SOURCE.replace('subject<string>', 'subject<string>: "Printer"'));
    await said(page, 'Ticket.subject starts with "Printer" now.');
    await form.waitFor({ state: 'detached' });
    await page.evaluate(() =>
      (document.querySelector('tracklight-app') as any).dispatch({ type: 'undo', inDrawing: true }),
    );
    await textIs(page, SOURCE);
  }));

test('a start value that has no place in the text is refused in the form', () =>
  visit(
    {
      source: SOURCE.replace(
        '{ subject<string> }',
        '{ schema: { type: "object", properties: { subject: { type: "string" } } } }',
      ),
    },
    async (visitor, page) => {
      await visitor.panel('Context');
      await editField(page, 'Ticket', 'subject');
      const form = page.locator('form.edit');
      await form.locator('textarea, input[type="text"]').first().fill('Printer');
      await form.getByRole('button', { name: 'Make start value' }).click();
      const alert = form.locator('[role="alert"] .error');
      await alert.waitFor();
      assert.match((await alert.textContent()) ?? '', /Ticket declares its fields with schema; add it there/);
      assert.match(await textOf(page), /schema/);
    },
  ));

test('the card of an element shows it in the source', () =>
  visit({ source: SOURCE }, async (_visitor, page) => {
    await select(page, 'n1');
    await page.locator('.selection').getByRole('button', { name: 'Show in source' }).click();
    await page.waitForFunction(() => document.activeElement?.tagName === 'TRACKLIGHT-EDITOR');
    assert.equal(await page.evaluate(() => (document.querySelector('tracklight-app') as any).state.selected), 'n1');
  }));

test('with the setting off nothing can be edited, Enter shows the source, and the command says why', () =>
  visit({ source: SOURCE }, async (_visitor, page) => {
    await page.evaluate(() =>
      (document.querySelector('tracklight-app') as any).dispatch({
        type: 'setting',
        name: 'editDrawing',
        value: false,
      }),
    );
    await page.waitForFunction(() => !(document.querySelector('tracklight-diagram') as any).editable);
    await page.locator('tracklight-diagram [id="n0"]').press('Enter');
    await page.waitForFunction(() => document.activeElement?.tagName === 'TRACKLIGHT-EDITOR');
    await page.keyboard.press('Control+k');
    await page.locator('.palette input').fill('Add a task');
    assert.match(await page.locator('.palette [role="option"]').first().innerText(), /Editing in the drawing is off/);
    assert.equal(await textOf(page), SOURCE);
  }));
