// What this browser keeps: drafts with their runs, and versions.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { again, choose, ofMachine, saved, stands, stubHeat, titled } from '../keeping.ts';
import { rename, visit } from './visit.ts';
import type { Page } from 'playwright-core';

test('text, files, run and position are there again after a reload', () =>
  visit({}, async (visitor, page) => {
    await visitor.type('\n// mine');
    await page.locator('.source-bar').getByRole('button', { name: 'Add file' }).click();
    await page.getByLabel('Name of the new file').fill('notes');
    await page.keyboard.press('Enter');
    await visitor.write('state lone\n');
    await visitor.step(3);
    await visitor.press('back');
    await page.locator('.ticks .here', { hasText: '2' }).waitFor();
    await saved(page);
    await again(visitor);
    assert.match(await visitor.source(), /\/\/ mine$/);
    await page.locator('.file[data-file="notes.dygram"]').click();
    await page.waitForFunction(() => (document.querySelector('tracklight-editor') as any).value === 'state lone\n');
    await page.locator('.ticks .here', { hasText: '2' }).waitFor();
    assert.equal(await visitor.rows(), 4);
  }));

test('rows and marks after the current step tell the same after a reload, also in a previous run', () =>
  visit({}, async (visitor, page) => {
    const reported = async () => [await page.locator('.ticks').innerText(), await marks(page)];
    const first = () => page.locator('.timeline output', { hasText: /^Step 1 of 4$/ }).waitFor({ state: 'attached' });
    await visitor.type('\n// mine');
    await visitor.press('run');
    await page.locator('.status-row', { hasText: 'Completed' }).waitFor();
    const slider = page.getByRole('slider', { name: 'Position in the run' });
    await slider.press('Home');
    await slider.press('ArrowRight');
    await first();
    await saved(page);
    const before = await reported();
    await again(visitor);
    await first();
    assert.deepEqual(await reported(), before);
    await visitor.press('reset');
    await visitor.at('0');
    const branches = await visitor.branches();
    await branches.getByRole('button', { name: 'Run 1' }).first().click();
    await first();
    assert.deepEqual(await reported(), before);
  }));

/** The kinds of marks on the scrubber. */
const marks = (page: Page) =>
  page.locator('.lanes [class*="mark-"]').evaluateAll((list) => list.map((mark) => mark.getAttribute('class')));

const TWO =
  'machine "Two"\ncontext Box { n<number>: 0 }\n' +
  'task one @start { prompt: "set Box.n to 1" }\ntask two @start { prompt: "set Box.n to 2" }\nend done\n' +
  'one -writes-> Box\ntwo -writes-> Box\none -> done\ntwo -> done\n';

test('the panel, the chosen path and whether all paths are shown are kept', () =>
  visit({ source: TWO, at: 1 }, async (visitor, page) => {
    const all = page.getByRole('checkbox', { name: 'All paths' });
    const chosen = page.locator('#panel .path[aria-pressed="true"]');
    await all.uncheck();
    await page.locator('#panel .path').nth(1).click();
    const before = await chosen.innerText();
    await visitor.panel('Events');
    await again(visitor);
    await page.getByRole('group', { name: 'Events' }).waitFor();
    await visitor.panel('Context');
    assert.equal(await all.isChecked(), false);
    assert.equal(await chosen.innerText(), before);
  }));

test('a run that the engine could not restore stays saved until something is done in another one', async () => {
  const { Session } = await import('../../src/core/session.ts');
  const { call } = Session.prototype;
  const fail = async () => {
    Session.prototype.call = async function (name, ...rest) {
      if (name === 'restore') throw Object.assign(new Error('no connection'), { code: 'engine-part' });
      return call.call(this, name, ...rest) as never;
    };
  };
  const mend = () => {
    Session.prototype.call = call;
  };
  await visit({ source: TWO, at: 1, before: fail }, async (visitor, page) => {
    await visitor.at(0);
    mend();
    await again(visitor);
    await visitor.at(1);
    await fail();
    await again(visitor);
    await visitor.at(0);
    await visitor.press('run');
    await page.locator('.status-row', { hasText: 'Completed' }).waitFor();
    mend();
    await again(visitor);
    await visitor.at(2);
    await fail();
    await again(visitor);
    await visitor.at(0);
    await visitor.step(1);
    await visitor.press('reset');
    await visitor.at(0);
    mend();
    await again(visitor);
    await visitor.at(0);
  }).finally(mend);
});

test('the run of an unedited example comes back with a notice, not as a machine; a fresh start is offered', () =>
  visit({}, async (visitor, page) => {
    await visitor.step(2);
    await again(visitor);
    const notice = page.locator('.notice', { hasText: 'Restored your last run of this example.' });
    await notice.waitFor();
    await visitor.at('2');
    assert.equal(await visitor.rows(), 3);
    const machines = await visitor.machines();
    await machines.getByText('None yet.').waitFor();
    await visitor.close();
    await notice.getByRole('button', { name: 'Start fresh' }).click();
    await visitor.at('0');
    await notice.waitFor({ state: 'detached' });
    await again(visitor);
    await visitor.at('0');
    assert.equal(await notice.count(), 0);
  }));

test('each example has its own run, also when another one was opened in between', () =>
  visit({ path: '#example=harbour' }, async (visitor, page) => {
    await visitor.step(1);
    const examples = await visitor.panel('Examples');
    await examples.getByRole('button', { name: /^Counter/ }).click();
    await titled(page, 'Counter');
    await visitor.ready();
    assert.equal(await page.locator('.notice', { hasText: 'Restored your last run' }).count(), 0);
    await visitor.panel('Examples');
    await examples.getByRole('button', { name: /^Harbour/ }).click();
    await titled(page, 'Harbour');
    await page.locator('.notice', { hasText: 'Restored your last run' }).waitFor();
    await visitor.at('1');
  }));

const MINE = 'machine "Mine"\nstate a\nstate b\na -> b\n';

test('My machines opens the dialog at the machines of this browser, which begins with the examples elsewhere', () =>
  visit({ source: MINE }, async (visitor, page) => {
    await choose(page, 'My machines…');
    const dialog = page.getByRole('dialog', { name: 'Open a machine' });
    await dialog.getByRole('button', { name: /^Mine/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Examples', exact: true }).click();
    await dialog.getByRole('button', { name: /^Toll gate/ }).waitFor();
    assert.equal(await dialog.getByRole('button', { name: /^Mine/ }).count(), 0);
  }));

test('a link and an example leave the own machine alone; it is opened from the list, deleted and put back', () =>
  visit({ source: MINE }, async (visitor, page) => {
    await page.evaluate(() => {
      location.hash = '#t1.aYSAtPiBiCg';
    });
    await page.waitForFunction(() => (document.querySelector('tracklight-editor') as any).value === 'a -> b\n');
    await page.locator('.notice', { hasText: 'Shared' }).getByRole('button', { name: 'Save a copy' }).waitFor();
    await ofMachine(visitor, 'Mine', 'Delete');
    await page.locator('.notice', { hasText: 'Mine' }).getByRole('button', { name: 'Undo' }).click();
    await (await visitor.machines()).locator('.tile b', { hasText: /^Mine$/ }).click();
    await titled(page, 'Mine');
    assert.match(await visitor.source(), /machine "Mine"/);
  }));

test('opening an earlier run keeps the stubs that were set since, after a reload as well', () =>
  visit({}, async (visitor, page) => {
    await visitor.type('\n// mine');
    await visitor.step(2);
    await visitor.press('reset');
    await stands(page, '0');
    await stubHeat(visitor, '{ "write": { "Water": { "celsius": 71 } } }');
    await visitor.branches();
    await page
      .getByRole('list', { name: 'Runs' })
      .getByRole('button', { name: /^Run 1/ })
      .click();
    await stands(page, '2 of 2');
    await visitor.shows('v1-0', '60');
    await saved(page);
    await again(visitor);
    await stands(page, '2 of 2');
    const agent = await visitor.panel('Agent');
    await agent.locator('.stub', { hasText: '71' }).filter({ hasText: 'edited stub' }).waitFor();
  }));

test('a reload comes back to the position, with every branch, its name and its checkpoints', () =>
  visit({}, async (visitor, page) => {
    await visitor.type('\n// mine');
    await visitor.step(3);
    await visitor.branches();
    await page.getByRole('button', { name: 'Checkpoint', exact: true }).click();
    await page.getByLabel('Name of the checkpoint').fill('warm');
    await page.keyboard.press('Enter');
    await page.getByTitle('Go to warm').waitFor();
    await visitor.press('back');
    await visitor.press('back');
    const panel = await visitor.panel('Context');
    await panel.getByRole('button', { name: /^Edit Water\.celsius/ }).click();
    await panel.getByRole('textbox').fill('55');
    await page.keyboard.press('Enter');
    await page.locator('.branch-button', { hasText: 'branch 2' }).waitFor();
    await visitor.branches();
    await page.getByRole('button', { name: 'Rename branch 2' }).click();
    await page.getByLabel('New name of branch 2').fill('hot');
    await page.keyboard.press('Enter');
    await page.getByTitle('Go to the end of hot').waitFor();
    await visitor.shows('v1-0', '55');
    await page.locator('.timeline output').filter({ hasText: '1.1' }).waitFor();
    await again(visitor);
    await visitor.shows('v1-0', '55');
    await page.locator('.ticks .here', { hasText: '1.1' }).waitFor();
    await visitor.branches();
    await page.getByTitle('Go to warm').waitFor();
    assert.equal(await page.locator('[data-branch][aria-current="true"] .name').innerText(), 'hot');
    await page.getByTitle('Go to the end of main').click();
    await page.locator('.ticks .here', { hasText: '3' }).waitFor();
    await visitor.step();
  }));

test('the run of an earlier text is there again beside the new text', () =>
  visit({}, async (visitor, page) => {
    await visitor.step(2);
    await visitor.type('\nstate later');
    await page.locator('.status-row[data-state="older"]').waitFor();
    await page.locator('.kept', { hasText: /^Saved$/ }).waitFor();
    await again(visitor);
    await page.locator('.status-row[data-state="older"]', { hasText: '(step 2)' }).waitFor();
    assert.match(await visitor.source(), /later$/);
  }));

const FIRST = 'machine "Mine"\n\nstate a\nstate b\na -> b\n';

test('versions: kept by name and before formatting, compared, restored', () =>
  visit({ source: FIRST }, async (visitor, page) => {
    await page.keyboard.press('Control+s');
    await page.getByLabel('Name of the version').fill('first');
    await page.keyboard.press('Enter');
    const panel = await visitor.panel('Versions');
    await panel.getByRole('button', { name: /^first/ }).waitFor();
    await visitor.write('machine "Mine"\n\nstate a\nstate b\nstate   c;\na -> c\n');
    await page
      .locator('.source-bar')
      .getByRole('button', { name: /^Format/ })
      .click();
    await panel.getByRole('button', { name: /^Before formatting/ }).waitFor();
    await visitor.holds(/state c$/m);
    await panel.getByRole('button', { name: /^first/ }).click();
    const lines = panel.locator('.diff');
    await lines.getByText('state c').waitFor();
    // The sign has a column of its own.
    const shown = (await lines.locator('li').allInnerTexts()).map((line) =>
      line
        .replace(/^\s*([+−])/, '$1 ')
        .replace(/\s+/g, ' ')
        .trim(),
    );
    assert.deepEqual(
      shown.filter((line) => /^[+−]/.test(line)),
      ['− removed: a -> b', '+ added: state c', '+ added: a -> c'],
    );
    await panel.getByRole('button', { name: /^Restore: first/ }).click();
    await page.waitForFunction((text) => (document.querySelector('tracklight-editor') as any).value === text, FIRST);
    await panel.getByRole('button', { name: /^Before restoring/ }).waitFor();
    await panel.getByRole('button', { name: /^Restored/ }).waitFor();
  }));

test('the title is edited in place and stands in the text; new, duplicate, reset and delete do what they say', () =>
  visit({}, async (visitor, page) => {
    await rename(page);
    await page.getByLabel('Title of the machine').fill('Samovar');
    await page.keyboard.press('Enter');
    await titled(page, 'Samovar');
    assert.match(await visitor.source(), /^machine "Samovar"/);
    await saved(page);
    await choose(page, 'Save a copy');
    await titled(page, 'Samovar (copy)');
    await saved(page);
    await visitor.type('\n// more');
    await choose(page, 'Revert to original');
    await page.waitForFunction(() => !(document.querySelector('tracklight-editor') as any).value.includes('// more'));
    await choose(page, 'Delete machine');
    const deleted = page.locator('.notice', { hasText: 'Samovar (copy) was deleted' });
    await deleted.waitFor();
    await page.locator('.top .title', { hasText: /^\s*Samovar\s*$/ }).waitFor();
    await deleted.getByRole('button', { name: 'Undo' }).click();
    await choose(page, 'New machine');
    await titled(page, 'Untitled');
    assert.equal(await visitor.source(), 'machine "Untitled"\n');
    assert.equal(await page.locator('.top .kept').innerText(), 'Unsaved');
    await choose(page, 'Save a copy');
    await saved(page);
    const names = (await visitor.machines()).locator('.tile b');
    await names.nth(2).waitFor();
    assert.deepEqual((await names.allInnerTexts()).sort(), ['Samovar', 'Samovar (copy)', 'Untitled']);
  }));

test('a text without a machine line gets one with its title', () =>
  visit({ source: 'state a\nstate b\na -> b\n' }, async (visitor, page) => {
    await titled(page, 'Untitled');
    await rename(page);
    await page.getByLabel('Title of the machine').fill('Plain');
    await page.keyboard.press('Enter');
    await titled(page, 'Plain');
    assert.match(await visitor.source(), /^machine "Plain"\nstate a/);
  }));
