// A text of another format in the page: the bar, Convert, Undo, and the Import dialog, with the worker as built.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visit } from './visitor.ts';
import type { Page } from 'playwright-core';

const LANGGRAPH = `graph TD;
	__start__([<p>__start__</p>]):::first
	agent(agent)
	__end__([<p>__end__</p>]):::last
	__start__ --> agent;
	agent -. &nbsp;again&nbsp; .-> agent;
	agent -.-> __end__;
`;

/** Whether a text is in the drawing. */
const drawn = async (page: Page, text: string) =>
  (await page.locator('tracklight-diagram svg').allTextContents()).join().includes(text);

test('exchange_1_page: a pasted graph is named, converted on a press, and Undo gives the text back', () =>
  visit({}, async (visitor, page) => {
    await visitor.write(LANGGRAPH);
    await page.waitForSelector('.import-bar');
    assert.match((await page.textContent('.import-bar p')) ?? '', /^This looks like a LangGraph graph \(Mermaid\)\.$/);
    assert.match((await page.textContent('.problems-count')) ?? '', /1 error/);
    assert.equal(await visitor.source(), LANGGRAPH);
    assert.equal(await drawn(page, 'agent'), false);
    await page.click('.import-bar button');
    await page.waitForSelector('.import-bar', { state: 'detached' });
    assert.match(await visitor.source(), /^agent --"again"--> agent$/m);
    await page.waitForSelector('.cm-focused');
    await page.keyboard.press('Control+Z');
    await page.waitForSelector('.import-bar');
    assert.equal(await visitor.source(), LANGGRAPH);
    await page.focus('.import-bar button:last-of-type');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.import-bar', { state: 'detached' });
    await page.waitForSelector('.cm-focused');
    assert.equal(await visitor.source(), LANGGRAPH);
  }));

/** Valid in the language too. */
const GRAPH = 'graph TD\nHungry --> Fridge\nFridge --> Eat\n';

test('exchange_1_page: a graph that is a machine as well is drawn once it is kept', () =>
  visit({}, async (visitor, page) => {
    await visitor.write(GRAPH);
    await page.waitForSelector('.import-bar');
    await visitor.settled();
    assert.equal(await drawn(page, 'Fridge'), false);
    await page.click('.import-bar button:last-of-type');
    await page.waitForSelector('tracklight-diagram svg text:has-text("Fridge")');
    assert.equal(await visitor.source(), GRAPH);
  }));

test('exchange_1_page: the dialog shows the picture and the losses, and opens the machine', () =>
  visit({}, async (visitor, page) => {
    await page.keyboard.press('Control+O');
    await page.click('.gallery-side .place:has-text("Import")');
    await page.fill('.import-body textarea', 'digraph { a -> }');
    assert.match((await page.textContent('.import-failure')) ?? '', /line 1, column 16/);
    await page.fill(
      '.import-body textarea',
      'const light = createMachine({ initial: "red", states: { red: { on: { GO: "green" }, odd: 1 }, green: {} } })',
    );
    await page.waitForSelector('.import-picture svg');
    assert.match((await page.textContent('.import-losses')) ?? '', /odd: 1/);
    await page.click('.import-result button');
    await page.waitForSelector('dialog', { state: 'detached' });
    assert.match(await visitor.source(), /^red -on: GO-> green$/m);
  }));
