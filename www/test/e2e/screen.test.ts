// What the screen says of its parts in numbers and texts: words of controls, sizes of regions, rows of tiles, hints.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atRest, visit } from './visitor.ts';
import type { Page } from 'playwright-core';

/** The controls that stand alone with their icon, by their names. */
const ALONE = [
  /^(Zoom out|Zoom in|Find node|Full screen|Settings|Help|Add file)/,
  /^(Back|Forward) one step/,
  /^(Edit|Rename|Delete|Copy path) /,
  /^(Close|Actions for|More|Run to, step one path, breakpoints$)/,
  // A lock says why in its tooltip.
  /^Input: read-only during the run/,
  /^(Show|Hide) details$/,
  // Where their bar is narrow.
  /^(View|Export|Restart|Search or run a command)$/,
];

/** The controls in front without a word that is seen: name, and whether a tooltip tells it. */
const wordless = (page: Page) =>
  page.evaluate(() => {
    const drawing = document.querySelector('tracklight-diagram')?.shadowRoot;
    const controls = [
      ...document.querySelectorAll<HTMLElement>('button, summary, a'),
      ...(drawing?.querySelectorAll<HTMLElement>('.tools :is(button, summary)') ?? []),
    ];
    return controls
      .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((one) => one.getBoundingClientRect().width > 0 && !/[\p{L}\p{N}]/u.test(one.innerText))
      .map((one) => ({ name: one.getAttribute('aria-label') ?? one.title, tip: one.title }));
  });

for (const width of [1440, 1280, 1024, 768])
  test(`only controls that everyone knows have no word, each with a tooltip, at ${width}`, () =>
    visit({ viewport: { width, height: 900 } }, async (visitor, page) => {
      await visitor.step(2);
      const found = await wordless(page);
      assert.ok(found.length > 8, `only ${found.length} were found`);
      assert.deepEqual(
        found.filter(({ name, tip }) => tip === '' || !ALONE.some((known) => known.test(name))),
        [],
      );
    }));

test('the editor of a tablet has 42 % of the window, and in a low one the drawing keeps its room', () =>
  visit({ viewport: { width: 768, height: 1024 } }, async (_visitor, page) => {
    const height = async (part: string) => (await page.locator(part).boundingBox())?.height ?? 0;
    assert.equal(Math.round(await height('.source')), Math.round(1024 * 0.42));
    await page.setViewportSize({ width: 1000, height: 700 });
    assert.ok((await height('.diagram')) >= 280, `${await height('.diagram')}`);
    assert.ok((await height('.source')) >= 120, `${await height('.source')}`);
    assert.equal(await page.evaluate(() => document.documentElement.scrollHeight), 700);
  }));

test('a tile has a picture of 128 px, its sentence whole in two lines, and tags and steps in one row', () =>
  visit({}, async (visitor, page) => {
    const gallery = await visitor.dialog('Examples');
    await gallery.locator('.tile').nth(28).waitFor({ state: 'attached' });
    // While the dialog moves into place, its boxes are not quite as high.
    await atRest(page);
    const tiles = await page.locator('.tile').evaluateAll((all) =>
      all.map((tile) => {
        const [image, line, facts] = ['img.in-light', '.line', '.facts'].map((one) => tile.querySelector(one));
        return {
          name: tile.querySelector('b')?.textContent,
          picture: image?.getBoundingClientRect().height,
          cut: (line?.scrollHeight ?? 0) > (line?.clientHeight ?? 0) + 1,
          lines: Math.round((line?.clientHeight ?? 0) / 16),
          facts: facts?.getBoundingClientRect().height ?? 0,
          tags: facts?.querySelectorAll('.tag').length ?? 0,
        };
      }),
    );
    assert.deepEqual(
      tiles.filter(
        ({ picture, cut, lines, facts, tags }) => picture !== 128 || cut || lines > 2 || facts > 26 || tags > 3,
      ),
      [],
    );
  }));

test('beside the guide More is its arrow, as beside a panel that was chosen there', () =>
  visit({ first: true }, async (_visitor, page) => {
    const more = page.getByRole('button', { name: 'More panels' });
    assert.equal((await more.innerText()).trim(), 'More');
    await page.getByRole('button', { name: 'How it works' }).click();
    await page.getByRole('tab', { name: 'Guide', selected: true }).waitFor();
    assert.equal((await more.innerText()).trim(), '');
    assert.equal(await more.getAttribute('title'), 'More panels');
  }));

test('where nothing is drawn there are no view buttons, and the status line says so', () =>
  visit({}, async (visitor, page) => {
    const fit = page.locator('tracklight-diagram').getByRole('button', { name: 'Fit' });
    await fit.waitFor();
    await visitor.write('machine "Untitled"\n');
    await page.getByRole('heading', { name: 'Start with a few nodes' }).waitFor();
    await fit.waitFor({ state: 'hidden' });
    await page.locator('.status-line', { hasText: 'No nodes' }).waitFor();
    await page.getByRole('button', { name: 'One task' }).click();
    await fit.waitFor();
  }));

test('Context says before a run that values can be edited, and after it how to see earlier ones', () =>
  visit({}, async (visitor, page) => {
    const hint = page.locator('#panel .values-hint');
    assert.equal(await hint.innerText(), 'Edit a value before or during a run. Inputs are fixed once it starts.');
    await visitor.step(1);
    await hint.waitFor({ state: 'detached' });
    await visitor.press('run');
    await hint.filter({ hasText: 'Go back to any step in the timeline' }).waitFor();
  }));

test('the line where a path stands has its tint across the gutter', () =>
  visit({}, async (visitor, page) => {
    const grounds = () =>
      page.evaluate(() => {
        const root = document.querySelector('tracklight-editor')?.shadowRoot;
        const ground = (one: Element | null | undefined) => one && getComputedStyle(one).backgroundColor;
        const number = root?.querySelector('.cm-lineNumbers .cm-here');
        return {
          line: ground(root?.querySelector('.cm-line.cm-here')),
          number: ground(number),
          mark: ground(root?.querySelector('.cm-run .cm-here')),
          at: number?.textContent,
        };
      });
    await page.locator('tracklight-editor .cm-line.cm-here').waitFor();
    const { line, number, mark, at } = await grounds();
    assert.deepEqual([number, mark, at], [line, line, '5']);
    await visitor.step(1);
    await page.locator('tracklight-editor .cm-lineNumbers .cm-here', { hasText: '6' }).waitFor();
  }));

test('Inbox tells what blocks another path, and leads to the field that decides', () =>
  visit({}, async (visitor, page) => {
    await visitor.write(
      'context Van @shared { boxes<number>: 0 }\n' +
        'init ring\n' +
        'task ask { needs: "May we use the lift?"; prompt: "Carry the sofa" }\n' +
        'state wait\n' +
        'end away\n' +
        'ring -@async-> ask\n' +
        'ring -@async-> wait\n' +
        'wait -when: "Van.boxes > 0"-> away\n' +
        'ask -> away\n',
    );
    await page.locator('tracklight-diagram .node[aria-label*=" away"]').waitFor({ state: 'attached' });
    await visitor.step(2);
    const inbox = await visitor.panel('Inbox');
    await inbox.locator('.others .hint', { hasText: 'Van.boxes > 0 is false.' }).waitFor();
    await inbox.getByRole('button', { name: 'Edit Van.boxes' }).click();
    await page.waitForFunction(() => document.activeElement?.matches('#panel form input'));
  }));

test('a value of another kind is told in the same words by status row, timeline and last call', () =>
  visit({}, async (visitor, page) => {
    await visitor.agents('Manual');
    await visitor.step(2);
    await visitor.agents('Stub');
    await page.getByRole('button', { name: 'Edit the stub of heat' }).click();
    await page.getByLabel('Script, as JSON').fill('{ "write": { "Water": { "celsius": "boiling" } } }');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await visitor.press('reset');
    await visitor.at('0');
    await visitor.step(2);
    const told = 'celsius must be a number, got a string';
    await visitor
      .status()
      .filter({ hasText: `Path 1 failed at heat. ${told}.` })
      .waitFor();
    await visitor.status().getByRole('button', { name: 'Edit stub' }).locator('.icon').waitFor();
    await page.locator('.step-row', { hasText: told }).waitFor();
    const card = (await visitor.panel('Agent')).locator('.card.is-bad');
    await card.filter({ hasText: told }).filter({ hasText: 'attempt 1' }).waitFor();
  }));

test('the menu of a phone has what of View there is for one pane', () =>
  visit({ viewport: { width: 390, height: 844 }, touch: true }, async (_visitor, page) => {
    const menu = page.locator('[data-menu="more"]');
    await menu.locator('summary').tap();
    for (const name of ['Examples', 'Settings', 'Help', 'Match system', 'Dark', 'Inline values', 'Wrap long lines'])
      await menu.getByRole('button', { name, exact: true }).waitFor();
  }));
