// The page by keyboard alone: the first minute, regions, the palette, boundaries, Escape.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseLayout, ENDLESS, focused, visit } from './visitor.ts';
import type { Page } from 'playwright-core';

/** Goes on with F6 until a region is reached. */
async function goTo(page: Page, region: string) {
  for (let i = 0; i < 9; i += 1) {
    if ((await focused(page)).startsWith(region)) return;
    await page.keyboard.press('F6');
  }
  assert.fail(`F6 never came to ${region}`);
}

test('the first minute needs no mouse', () =>
  visit({}, async (visitor, page) => {
    const { keyboard } = page;
    await goTo(page, 'runbar');
    assert.equal(await focused(page), 'runbar run', 'Run comes first in the run bar');
    await keyboard.press('ArrowRight');
    assert.equal(await focused(page), 'runbar step');
    await keyboard.press('Enter');
    await visitor.hasClass('n3', 'r-current');
    await keyboard.press('s');
    await visitor.shows('v1-0', '60');
    await keyboard.press('r');
    await visitor.status().filter({ hasText: 'Completed' }).waitFor();
    assert.equal(await focused(page), 'runbar step', 'the focus stays where it was');

    await goTo(page, 'timeline');
    await keyboard.press('Home');
    await visitor.at('0');
    await keyboard.press('ArrowRight');
    await visitor.at('1');

    await keyboard.press('Shift+F6');
    await goTo(page, 'side');
    const value = page.getByRole('button', { name: /^Edit Water.celsius/ });
    for (let i = 0; i < 30 && !(await value.evaluate((one) => one === document.activeElement)); i += 1)
      await keyboard.press('Tab');
    await keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'New value of Water.celsius' }).waitFor();
    await keyboard.press('Control+a');
    await keyboard.type('90');
    await keyboard.press('Enter');
    await page.locator('.branches .branch').nth(1).waitFor({ state: 'attached' });

    await keyboard.press('Control+Shift+S');
    await page.getByRole('dialog', { name: 'Share' }).waitFor();
    await keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Share' }).waitFor({ state: 'detached' });
  }));

test('F6 goes through the regions in their order, back with Shift, and gives the key to the browser at the ends', () =>
  visit({}, async (_visitor, page) => {
    const seen = [];
    for (let i = 0; i < 8; i += 1) {
      await page.keyboard.press('F6');
      seen.push((await focused(page)).split(' ')[0]);
    }
    assert.deepEqual(seen, ['top', 'files', 'source', 'runbar', 'diagram', 'side', 'timeline', 'status-line']);
    const last = await page.evaluate(
      () =>
        new Promise((done) => {
          window.addEventListener('keydown', (event) => setTimeout(() => done(event.defaultPrevented)), { once: true });
          document.activeElement?.dispatchEvent(
            new KeyboardEvent('keydown', { key: 'F6', bubbles: true, cancelable: true, composed: true }),
          );
        }),
    );
    assert.equal(last, false);
    await page.keyboard.press('Shift+F6');
    assert.equal((await focused(page)).split(' ')[0], 'timeline');
  }));

test('a region is entered where it was left', () =>
  visit({}, async (visitor, page) => {
    await visitor.panelButton('Events').click();
    await page.keyboard.press('Shift+F6');
    await page.keyboard.press('F6');
    assert.equal(await focused(page), 'side panel-button-events');
  }));

test('what is typed before the palette is there goes into it', () =>
  visit({}, async (visitor, page) => {
    let send: () => void = () => {};
    const waits = new Promise<void>((done) => {
      send = done;
    });
    await page.route(/panel-[^/]*\.js$/, async (route) => {
      await waits;
      await route.continue();
    });
    const input = page.getByRole('combobox', { name: 'Search or run a command' });
    await page.keyboard.press('Control+k');
    await page.locator('dialog.is-palette').waitFor();
    await page.keyboard.type('harx');
    await page.keyboard.press('Backspace');
    assert.equal(await input.count(), 0);
    send();
    await input.waitFor();
    await page.keyboard.type('b');
    await page.getByRole('option', { name: /^Harbour/ }).waitFor();
    assert.equal(await input.inputValue(), 'harb');

    await page.keyboard.press('Escape');
    await input.waitFor({ state: 'detached' });
    await visitor.control('run').focus();
    await page.keyboard.press('s');
    await visitor.at('1');
  }));

test('a dialog that is asked for right after another was closed stays open, and gives the focus back', () =>
  visit({}, async (visitor, page) => {
    await visitor.control('step').focus();
    await page.keyboard.press('?');
    await page.locator('.shortcuts').waitFor();
    // In one turn of the browser, before it tells that Help was closed.
    await page.evaluate(() => {
      const help = document.querySelector('dialog.dialog') as HTMLDialogElement;
      help.dispatchEvent(new Event('cancel', { cancelable: true }));
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true, cancelable: true }),
      );
    });
    await page.getByRole('dialog', { name: 'Commands' }).waitFor();
    for (const keys of [
      ['Escape', 'Control+k'],
      ['Escape', '?'],
      ['Escape', 'Control+k'],
    ])
      for (const key of keys) await page.keyboard.press(key);
    await page.locator('.palette input').fill('zzz');
    await page.getByText('No results.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.equal(await focused(page), 'runbar step');
  }));

test('Escape stops a run first, then closes what lies over the page, then leaves a control for its region', () =>
  visit({}, async (visitor, page) => {
    const { keyboard } = page;
    await visitor.write(ENDLESS);
    await page.locator('tracklight-diagram .node[aria-label^="task add"]').click();
    await page.locator('.selection').waitFor();
    await keyboard.press('F8');
    await page.locator('[data-control="run"]', { hasText: 'Pause' }).waitFor();
    await keyboard.press('Escape');
    await page.locator('[data-control="run"]', { hasText: 'Run' }).waitFor();
    assert.equal(await page.locator('.selection').count(), 1);
    await keyboard.press('Escape');
    await page.locator('.selection').waitFor({ state: 'detached' });
    await visitor.control('step').focus();
    await keyboard.press('Escape');
    assert.equal(await page.evaluate(() => document.activeElement?.className), 'runbar');
    await keyboard.press('Tab');
    assert.equal(await focused(page), 'runbar step');
  }));

test('the drawing is entered at the selected element, else where the path stands, and is walked along its edges', () =>
  visit({}, async (visitor, page) => {
    const { keyboard } = page;
    const at = async () => (await focused(page)).split(' ')[1];
    await goTo(page, 'diagram');
    assert.equal(await at(), 'n2', 'where path 1 stands');
    for (const [key, id] of [
      ['ArrowDown', 'e0'],
      ['ArrowDown', 'n3'],
      ['ArrowDown', 'e3'],
      ['ArrowRight', 'e4'],
      ['ArrowRight', 'a_a3-r'],
      ['ArrowDown', 'a_a3-w'],
      ['ArrowRight', 'n1'],
      ['ArrowUp', 'a_a3-w'],
      ['ArrowUp', 'n3'],
      ['ArrowDown', 'e3'],
      ['ArrowDown', 'n4'],
      ['ArrowLeft', 'n3'],
      ['Home', 'n0'],
      ['End', 'n4'],
      ['ArrowUp', 'e3'],
      ['ArrowUp', 'n3'],
    ]) {
      await keyboard.press(key);
      assert.equal(await at(), id, key);
    }
    await keyboard.press('Space');
    await page.locator('tracklight-diagram #n3.selected').waitFor();
    await keyboard.press('F10');
    await visitor.hasClass('n3', 'r-current');
    assert.equal(await at(), 'n3', 'a step leaves the focus alone');
    assert.match((await visitor.drawn('n3').getAttribute('aria-label')) ?? '', /^task heat, current for path 1/);
    await visitor.type('\nstate later\ndone -> later\n');
    await visitor.drawn('n5').waitFor();
    await goTo(page, 'diagram');
    assert.equal(await page.locator('tracklight-diagram [role="button"][tabindex="0"]').count(), 1);
  }));

test('boundaries move by arrows, to their ends, by a drag, and back, and each layout keeps its own', () =>
  visit({}, async (visitor, page) => {
    const bar = page.getByRole('separator', { name: 'Width of the source' });
    const width = () => page.locator('.source').evaluate((one) => Math.round(one.getBoundingClientRect().width));
    const first = await width();
    await bar.focus();
    await page.keyboard.press('ArrowRight');
    assert.equal(await width(), first + 16);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    assert.equal(await width(), first - 16);
    await page.keyboard.press('Home');
    assert.equal(String(await width()), await bar.getAttribute('aria-valuemin'));
    await page.keyboard.press('End');
    assert.equal(String(await width()), await bar.getAttribute('aria-valuemax'));
    await bar.dblclick();
    assert.equal(await width(), first);
    const box = await bar.boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + box.width / 2, 400);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 - 100, 420, { steps: 4 });
    await page.mouse.up();
    assert.equal(await width(), first - 100);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, 300, { steps: 4 });
    await page.mouse.up();
    assert.equal(await width(), first);
    assert.equal(await page.evaluate(() => String(getSelection())), '', 'no text is selected by the way');
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 - 100, 420, { steps: 4 });
    await page.mouse.up();
    const time = page.getByRole('separator', { name: 'Height of the timeline' });
    const high = () => page.locator('.timeline').evaluate((one) => one.getBoundingClientRect().height);
    assert.equal(await high(), 132);
    await time.focus();
    await page.keyboard.press('ArrowUp');
    assert.equal(await high(), 148);
    const side = () => page.locator('.side').evaluate((one) => Math.round(one.getBoundingClientRect().width));
    const wide = await side();
    await page.getByRole('separator', { name: 'Width of the panels' }).hover();
    await page.mouse.down();
    await page.mouse.move(900, 300, { steps: 3 });
    await page.mouse.up();
    assert.ok((await side()) > wide + 100);
    await chooseLayout(page, 'Run');
    assert.notEqual(await page.locator('.timeline').evaluate((one) => one.getBoundingClientRect().height), 192);
    await page.reload();
    await visitor.ready();
    assert.equal(await page.locator('.source').isVisible(), false);
    await chooseLayout(page, 'Split');
    assert.equal(await width(), first - 100);
  }));

test('a layout hides regions and forgets nothing of them; the source comes back when it is asked for', () =>
  visit({}, async (visitor, page) => {
    const lines = Array.from({ length: 80 }, (_, i) => `state s${i}`).join('\n');
    await visitor.write(`machine "Long"\ninit a\n${lines}\na -> s0\n`);
    await visitor.drawn('n80').waitFor({ state: 'attached' });
    const scroller = page.locator('tracklight-editor .cm-scroller');
    await scroller.evaluate((one) => {
      one.scrollTop = 300;
    });
    const to = (name: string) => chooseLayout(page, name);
    await to('Diagram');
    for (const [selector, shown] of [
      ['.source', false],
      ['.diagram', true],
      ['.side', true],
      ['.timeline', true],
    ] as [string, boolean][])
      assert.equal(await page.locator(selector).isVisible(), shown, selector);
    await to('Code');
    for (const [selector, shown] of [
      ['.source', true],
      ['.diagram', false],
      ['.side', true],
    ] as [string, boolean][])
      assert.equal(await page.locator(selector).isVisible(), shown, selector);
    assert.equal(await scroller.evaluate((one) => one.scrollTop), 300);
    await to('Run');
    await page.locator('tracklight-diagram #n0').focus();
    await page.keyboard.press('Alt+Enter');
    await page.locator('.source').waitFor();
    assert.equal(await page.locator('.page').getAttribute('data-layout'), 'split');
    assert.equal((await focused(page)).split(' ')[0], 'source');
    await page.keyboard.press('Control+z');
    await page.locator('.top .title', { hasText: 'Kettle' }).waitFor();
  }));
