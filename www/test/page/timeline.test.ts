// The timeline: branches as lanes, rows that open, filters, the table.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visit } from './visit.ts';
import type { Page } from 'playwright-core';

const position = (page: Page, text: string | RegExp) => page.locator('.timeline output', { hasText: text }).waitFor();
const slider = (page: Page) => page.getByRole('slider', { name: 'Position in the run' });

test('a machine without nodes leaves no row of the run before', () =>
  visit({}, async (visitor, page) => {
    assert.match(await page.locator('.ticks').innerText(), /starts at begin/);
    await visitor.write('machine "Nothing"\n');
    await page.locator('.starters').waitFor();
    await page.locator('.step-row').waitFor({ state: 'detached' });
    assert.match(await page.locator('.trace').innerText(), /Each step of the run appears here/);
  }));

test('positions that need other layouts are patched while they fly by, and laid out when the drag rests', () =>
  visit({ path: '#example=ferries' }, async (visitor, page) => {
    await visitor.step(4);
    await slider(page).press('Home');
    await position(page, 'Step 0 of 4');
    await page.waitForFunction(() => (document.querySelector('tracklight-diagram') as any).settled);
    await slider(page).press('End');
    await position(page, 'Step 4 of 4');
    await page.waitForFunction(() => {
      const { state } = document.querySelector('tracklight-app') as any;
      const diagram = document.querySelector('tracklight-diagram') as any;
      return (
        diagram.settled &&
        state.picture.overlay.key === state.picture.key &&
        state.run.snapshot.picture.key === state.picture.key
      );
    });
    assert.equal((await visitor.counters()).patchMiss, 0);
  }));

test('branches are lanes that leave each other at their fork, with marks of what happened', () =>
  visit({ path: '#example=parcel', at: 4 }, async (visitor, page) => {
    assert.equal(await page.locator('.lanes .lane').count(), 0);
    await page.locator('.lanes .bar .mark-warn').waitFor({ state: 'attached' });
    await slider(page).press('Home');
    await position(page, 'Step 0 of 4');
    await slider(page).press('ArrowRight');
    await position(page, 'Step 1 of 4');
    await visitor.press('step');
    await position(page, 'Step 2 of 2');
    await page.waitForFunction(() => document.querySelectorAll('.lanes .lane').length === 1);
    const joined = await page
      .locator('.lanes .bar > line')
      .evaluate((line) => ['x1', 'x2', 'y1', 'y2'].map((name) => line.getAttribute(name)));
    assert.deepEqual(joined, ['25.000%', '25.000%', '7', '28'], 'from the lane of main to the bar');
    // What is known of the branch that was left stays.
    await page.locator('.lanes .lane .mark-warn').waitFor({ state: 'attached' });
    await visitor.branches();
    await page.getByRole('button', { name: 'Checkpoint', exact: true }).click();
    await page.keyboard.press('Enter');
    await page.locator('.lanes .bar .mark-checkpoint').waitFor({ state: 'attached' });
  }));

test('after a reload the lanes of other branches have the marks that they had', () =>
  visit({ path: '#example=parcel', at: 4 }, async (visitor, page) => {
    const marks = async () => {
      await page.locator('.lanes .lane .mark-warn').waitFor({ state: 'attached' });
      return page
        .locator('.lanes .lane > svg')
        .evaluateAll((all) => all.map((one) => `${one.getAttribute('class')} ${one.getAttribute('x')}`));
    };
    await visitor.press('back');
    await visitor.press('back');
    await position(page, 'Step 2 of 4');
    await visitor.press('step');
    await position(page, 'Step 3 of 3');
    const before = await marks();
    await page.reload();
    await visitor.ready();
    await position(page, 'Step 3 of 3');
    assert.deepEqual(await marks(), before);
  }));

test('a row opens and tells changes, tools and events; long and nested values open further', () =>
  visit({ path: '#example=parcel', at: 4 }, async (visitor, page) => {
    const row = (step: string) => page.locator('.step-row').filter({ has: page.locator('.number', { hasText: step }) });
    const third = row('3');
    await third.locator('.disclosure').click();
    const part = (of: typeof third, name: string) => of.locator(`dt:text-is("${name}") + dd`);
    await part(third, 'Changes')
      .filter({ hasText: /Parcel\.street\s+"Quay 4"\s+→\s+"Quay 6"\s+by the agent/ })
      .waitFor();
    assert.match(await part(third, 'Reply').innerText(), /^write_Parcel /);
    // What the tool was given stands in the reply.
    await part(third, 'Tool calls')
      .filter({ hasText: /^\s*write_Parcel\s+→/ })
      .waitFor();
    await part(third, 'Tool calls').locator('.tree summary').first().click();
    await third.getByText('success:').first().waitFor();
    await row('4').locator('.disclosure').click();
    await part(row('4'), 'Conditions').filter({ hasText: 'Parcel.delivered is true' }).waitFor();
    await third.locator('.disclosure').click();
    await page.waitForFunction(() => document.querySelectorAll('.step-row .inside').length === 1);
  }));

test('an opened row tells the calls of its step as they happened, each with its reply below it', () =>
  visit(
    {
      source:
        'context C { n: 1 }\ninit a\ntask t @retry(1) {\n  prompt: "x"\n' +
        '  stub: [[{ fail: "Timeout" }, { turns: [{ read: "C" }, { say: "Done" }] }]]\n}\nend z\n' +
        'a -> t\nt -reads-> C\nt -> z\n',
      at: 2,
    },
    async (visitor, page) => {
      const row = page.locator('.step-row', { hasText: 't called its agent (2 attempts, 2 turns), then moved to z' });
      await row.filter({ hasText: 'retried: Timeout' }).locator('.disclosure').click();
      await row.locator('.details').waitFor();
      const lines = await row.locator('.details > :is(dt, dd)').allInnerTexts();
      assert.deepEqual(lines.slice(0, lines.indexOf('Tool calls')), [
        ...['Agent call', 't, attempt 1, stub reply', 'Reply', 'Timeout'],
        ...['Agent call', 't, attempt 2, turn 1, stub reply', 'Reply', 'read_C {}'],
        ...['Agent call', 't, attempt 2, turn 2, stub reply', 'Reply', 'Done'],
      ]);
      await page.locator('.lanes .bar .mark-warn').waitFor({ state: 'attached' });
    },
  ));

test('an opened row says that a value was not set, and names the first turn where a later step has the next', () =>
  visit(
    {
      source: 'context C { n<number> }\ninit a\ntask t { prompt: "x" }\nend z\na -> t\nt -writes-> C\nt -> z\n',
      at: 2,
      mode: 'manual',
    },
    async (visitor, page) => {
      const open = (text: string) => {
        const row = page.locator('.step-row', { hasText: text });
        return row
          .locator('.disclosure')
          .click()
          .then(() => row.locator('.details'));
      };
      const called = await open('t called its agent');
      await called.getByText('t, attempt 1', { exact: true }).waitFor();
      const write = { name: 'write_C', input: { data: { n: 1 } } };
      await visitor.replyJson({ turns: [{ calls: [write] }], final: false });
      const turn = await open('t got its reply, continued with turn 2');
      await called.getByText('t, attempt 1, turn 1', { exact: false }).waitFor();
      await turn.getByText('t, attempt 1, turn 2').waitFor();
      await turn.locator('dd', { hasText: /C\.n not set → 1/ }).waitFor();
    },
  ));

test('an opened row has the reply of its own branch, where another one replied to the same call', () =>
  visit(
    { source: 'init a\ntask t { prompt: "Say it" }\nend z\na -> t\nt -> z\n', at: 2, mode: 'manual' },
    async (visitor, page) => {
      await visitor.replyJson({ turns: [{ text: 'of the first' }] });
      await visitor.status().filter({ hasText: 'Step 2.1. Path 1 is ready' }).waitFor();
      await visitor.press('back');
      await visitor.replyJson({ turns: [{ text: 'of the second' }] });
      await visitor.status().filter({ hasText: 'Step 2.1. Path 1 is ready' }).waitFor();
      const reply = page.locator('.step-row dt:text-is("Reply") + dd');
      const open = () => page.locator('.step-row', { hasText: 'moved to z' }).locator('.disclosure').click();
      await open();
      await reply.filter({ hasText: 'of the second' }).waitFor();
      const panel = await visitor.panel('Agent');
      await panel.locator('.last-call + .card', { hasText: 'of the second' }).waitFor();
      const branches = await visitor.branches();
      await branches.getByRole('button', { name: /^main/ }).click();
      await panel.locator('.last-call + .card', { hasText: 'of the first' }).waitFor();
      await open();
      await reply.filter({ hasText: 'of the first' }).waitFor();
    },
  ));

test('a refused write is told with its place, with its expected and actual value and hint', () =>
  visit({ at: 2, mode: 'manual' }, async (visitor, page) => {
    await visitor.replyJson({ turns: [{ calls: [{ name: 'write_Water', input: { data: { celsius: 'hot' } } }] }] });
    const row = page.locator('.step-row', { hasText: /write to Water rejected|agent reply rejected/ });
    await row.locator('.bad').first().waitFor();
    await row.locator('.disclosure').click();
    const rejected = row.locator('dt:text-is("Rejected") + dd');
    assert.match(await rejected.innerText(), /^Water\.celsius expected number, got string "hot"/);
  }));

test('filters leave the positions with such events', () =>
  visit({ path: '#example=parcel', at: 4 }, async (visitor, page) => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const filters = page.getByRole('search', { name: 'Filter' });
    const left = (n: number) =>
      page.waitForFunction((count) => document.querySelectorAll('.ticks li').length === count, n);
    await filters.getByRole('combobox', { name: 'Event', exact: true }).selectOption('visitFailed');
    await left(1);
    await page.locator('.timeline-acts', { hasText: '1 of 5' }).waitFor();
    await filters.getByRole('combobox', { name: 'Event', exact: true }).selectOption('');
    await filters.getByRole('combobox', { name: 'Node', exact: true }).selectOption('reroute');
    await left(2);
    await filters.getByRole('searchbox', { name: 'Field', exact: true }).fill('Parcel.street');
    await left(1);
    await filters.getByRole('combobox', { name: 'Node', exact: true }).selectOption('handed');
    await left(0);
    await page.getByText('No matching steps.').waitFor();
    await filters.getByRole('combobox', { name: 'Node', exact: true }).selectOption('');
    await left(1);
    await filters.getByRole('button', { name: 'Clear filter' }).click();
    await left(5);
    await filters.getByRole('searchbox', { name: 'Text', exact: true }).fill('nobody at home');
    await left(1);
  }));

test('the filter of paths takes what came from a path with it', () =>
  visit({ path: '#example=hikers', at: 4 }, async (visitor, page) => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const filters = page.getByRole('search', { name: 'Filter' });
    // A step has a row for each path, and its number stands in the first one.
    const left = (n: number) =>
      page.waitForFunction(
        (count) => [...document.querySelectorAll('.ticks .number')].filter((one) => one.textContent).length === count,
        n,
      );
    await filters.getByRole('combobox', { name: 'Path', exact: true }).selectOption('1');
    await left(5);
    await filters.getByRole('combobox', { name: 'Path', exact: true }).selectOption('1.3');
    await left(4);
  }));

test('the table has a row for each position and a column for each path', () =>
  visit({ path: '#example=hikers', at: 3 }, async (visitor, page) => {
    await page.locator('[data-menu="timeline"] summary').click();
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    const table = page.getByRole('region', { name: 'Table' }).getByRole('table');
    await table.getByRole('columnheader', { name: 'Path 1.3' }).waitFor();
    assert.deepEqual(await table.getByRole('columnheader').allInnerTexts(), [
      'Step',
      'Path 1',
      'Path 1.1',
      'Path 1.2',
      'Path 1.3',
      'Run',
    ]);
    await table
      .getByRole('row', { name: /^2 / })
      .getByRole('cell', { name: /Walk.kilometres .* → 7/ })
      .waitFor();
    await table.getByRole('button', { name: '1', exact: true }).click();
    await position(page, 'Step 1 of 3');
  }));

test('the row of a step tells its checkpoints by their names, which are text, and the row leads there', () =>
  visit(
    { source: 'init begin\n@checkpoint\nstate one\nstate two\nend done\nbegin -> one -> two -> done', at: 3 },
    async (visitor, page) => {
      const name = 'before <b>two</b>';
      await page.locator('.step-row', { hasText: 'moved from begin to one' }).locator('.go').click();
      await position(page, 'Step 1 of');
      await visitor.branches();
      await page.getByRole('button', { name: 'Checkpoint', exact: true }).click();
      await page.locator('.branches input').fill(name);
      await page.keyboard.press('Enter');
      const flags = page.locator('.step-row .flag');
      const flagged = page.locator('.step-row', { has: page.locator('.flag', { hasText: name }) });
      await flagged.filter({ hasText: 'moved from begin to one' }).waitFor();
      assert.deepEqual(await flags.evaluateAll((all) => all.map((one) => one.getAttribute('title'))), [name, 'one']);
      await slider(page).press('End');
      await position(page, /^Step (\d) of \1$/);
      await flagged.locator('.flag').click();
      await position(page, 'Step 1 of');
      // A branch that left before has none of them.
      await slider(page).press('Home');
      await position(page, 'Step 0 of');
      await visitor.press('step');
      await page.locator('.names > :last-child', { hasText: 'branch 2' }).waitFor();
      await flags.first().waitFor({ state: 'detached' });
      await page.locator('.step-row', { hasText: 'moved from begin to one' }).waitFor();
    },
  ));
