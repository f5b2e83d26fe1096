// The page in a small window: one pane at a time on a phone, a drawer on a tablet, nothing cut off at 320 pixels.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseLayout, menuAndNode, visit, widen } from './visitor.ts';
import type { Locator, Page } from 'playwright-core';

const phone = { viewport: { width: 360, height: 740 }, touch: true };
const narrow = { viewport: { width: 320, height: 640 }, touch: true };

test('Panels is a list with a way back', () =>
  visit(phone, async (visitor, page) => {
    await visitor.pane('Timeline');
    assert.equal(await page.locator('.timeline').isVisible(), true);
    const heights = (within: string) =>
      page.locator(within).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
    assert.deepEqual(await heights('.panes button'), [56, 56, 56, 56]);
    assert.deepEqual(await heights('.step-row'), [49]);
    await visitor.pane('Panels');
    assert.deepEqual(await page.locator('.panel-list button').allInnerTexts(), [
      'Context',
      'Agent',
      'Inbox',
      'Events',
      'Problems',
      'Explore',
      'Prompt',
      'Agent context',
      'SQL',
      'Outline',
      'Files',
      'Versions',
    ]);
    assert.equal(await page.locator('#panel').isVisible(), false);
    await page.getByRole('button', { name: 'Outline' }).tap();
    await page.locator('#panel', { hasText: '5 nodes, 5 edges' }).waitFor();
    const side = await page.locator('.side').boundingBox();
    const panel = await page.locator('#panel').boundingBox();
    assert.ok(side && panel && panel.height > side.height - 60, 'the panel has the whole pane');
    await page.getByRole('button', { name: 'All panels' }).tap();
    await page.getByRole('button', { name: 'Context', exact: true }).tap();
    assert.match(await page.locator('#panel').innerText(), /Water/);
    assert.equal(await visitor.control('step').isVisible(), true);
  }));

test('panes keep what was scrolled, selected, undone and zoomed while they are hidden', () =>
  visit(phone, async (visitor, page) => {
    await visitor.pane('Code');
    await visitor.write(
      `machine "Long"\ninit a\n${Array.from({ length: 60 }, (_, i) => `state s${i}`).join('\n')}\na -> s0\n`,
    );
    await page.locator('.top .title', { hasText: 'Long' }).waitFor();
    const scroller = page.locator('tracklight-editor .cm-scroller');
    await visitor.pane('Diagram');
    // The drawing of the machine before may still stand: a new one begins with a view of its own.
    await page.locator('tracklight-diagram .node').nth(60).waitFor();
    const lens = () => page.locator('tracklight-diagram .lens').getAttribute('transform');
    const fitted = await lens();
    // A phone has Fit and Display; what is left of the view bar is by keys and gestures.
    await page.evaluate(() => (document.querySelector('tracklight-diagram') as any).view('in'));
    await page.waitForFunction(
      (place) =>
        (document.querySelector('tracklight-diagram') as any).shadowRoot
          .querySelector('.lens')
          .getAttribute('transform') !== place,
      fitted,
    );
    // What is chosen would be brought into view.
    await page.evaluate(() =>
      (document.querySelector('tracklight-app') as any).dispatch({ type: 'view', what: 'follow' }),
    );
    await page.waitForFunction(() => !(document.querySelector('tracklight-app') as any).state.view.follow);
    const before = await lens();
    await page.locator('tracklight-diagram #n0').dispatchEvent('contextmenu');
    await page.locator('tracklight-diagram #n0.selected').waitFor();
    await visitor.pane('Code');
    await scroller.evaluate((one) => {
      one.scrollTop = 200;
    });
    await visitor.pane('Panels');
    await visitor.pane('Code');
    assert.equal(await scroller.evaluate((one) => one.scrollTop), 200);
    await visitor.pane('Diagram');
    assert.equal(await lens(), before);
    assert.equal(await page.locator('tracklight-diagram #n0.selected').count(), 1);
    await visitor.pane('Code');
    await page.locator('tracklight-editor .cm-content').focus();
    await page.keyboard.press('Control+z');
    assert.match(await visitor.source(), /^machine "Kettle"/);
  }));

test('two fingers zoom the drawing, and the page allows its own zoom', () =>
  visit(phone, async (visitor, page) => {
    await visitor.pane('Diagram');
    const scale = async () =>
      Number(
        /scale\(([\d.]+)\)/.exec((await page.locator('tracklight-diagram .lens').getAttribute('transform')) ?? '')?.[1],
      );
    const before = await scale();
    const box = await page.locator('tracklight-diagram').boundingBox();
    assert.ok(box);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const client = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', spread: number[]) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints: spread.map((dx, id) => ({ x: x + dx, y, id })) });
    await touch('touchStart', [-30, 30]);
    for (const d of [40, 60, 80]) await touch('touchMove', [-d, d]);
    await touch('touchEnd', []);
    await page.waitForFunction(
      (least) =>
        Number(
          /scale\(([\d.]+)\)/.exec(
            (document.querySelector('tracklight-diagram') as any).shadowRoot
              .querySelector('.lens')
              .getAttribute('transform'),
          )?.[1],
        ) > least,
      before * 1.5,
    );
    const viewport = (await page.locator('meta[name="viewport"]').getAttribute('content')) ?? '';
    assert.doesNotMatch(viewport, /user-scalable|maximum-scale/);
    assert.equal(await visitor.control('step').isVisible(), true);
  }));

test('the name of the file is whole on a phone, with problems beside it', () =>
  visit({ viewport: { width: 390, height: 844 }, touch: true }, async (visitor, page) => {
    await visitor.pane('Code');
    await visitor.write('machine "M"\ninit begin\nend done\nbegin -> done\ntask legal {\n');
    await page.getByRole('button', { name: '1 error, 1 warning' }).waitFor();
    const whole = (name: string) =>
      page.locator(name).evaluate((one) => one.scrollWidth <= one.clientWidth && one.getBoundingClientRect().right);
    assert.ok(await whole('.source-bar .file .name'));
    const format = await page.getByRole('button', { name: 'Format' }).boundingBox();
    assert.ok(format && format.width >= 44 && format.height >= 44 && format.x + format.width <= 390);
    assert.equal(await page.locator('.source-bar .format .icon').isVisible(), true);
    assert.equal(await page.locator('.source-bar .format').getAttribute('title'), 'Fix the syntax errors to format.');
  }));

test('at 320 pixels nothing but source and drawing scrolls sideways, in any pane, panel or dialog', () =>
  visit(narrow, async (visitor, page) => {
    await visitor.press('step');
    await visitor.at('1');
    const wide = () =>
      page.evaluate(() =>
        [
          document.documentElement,
          ...document.querySelectorAll(
            '.top, .notices, .source-bar, .runbar, .side, .panel, .timeline, .panes, .dialog',
          ),
        ]
          .filter(
            (one) =>
              one.getClientRects().length > 0 &&
              getComputedStyle(one).visibility === 'visible' &&
              one.scrollWidth > one.clientWidth + 1,
          )
          .map((one) => `${one.className || one.tagName} ${one.scrollWidth} > ${one.clientWidth}`),
      );
    for (const name of ['Code', 'Diagram', 'Timeline', 'Panels']) {
      await visitor.pane(name);
      assert.deepEqual(await wide(), [], name);
    }
    for (const name of ['Context', 'Inbox', 'Outline', 'Problems', 'Files']) {
      await page.locator('.panel-list').getByRole('button', { name, exact: true }).tap();
      await page.getByRole('button', { name: 'All panels' }).waitFor();
      assert.deepEqual(await wide(), [], name);
      await page.getByRole('button', { name: 'All panels' }).tap();
    }
    for (const name of ['Help', 'Examples', 'Settings'] as const) {
      await visitor.dialog(name);
      assert.deepEqual(await wide(), [], name);
      const { x, width } = (await page.locator('dialog.dialog').boundingBox())!;
      assert.deepEqual([x, width], [0, 320], `${name} is a sheet`);
    }
    await visitor.close();
    await visitor.pane('Code');
    await visitor.write('machine "Nothing"\n');
    await visitor.pane('Diagram');
    await page.locator('.starters').waitFor();
    assert.deepEqual(await wide(), [], 'starters');
    for (const starter of await page.locator('.starter').all()) {
      const [tile, picture] = [await starter.boundingBox(), await starter.locator('svg').boundingBox()];
      assert.ok(picture!.y + picture!.height <= tile!.y + tile!.height, 'a picture keeps to its tile');
    }
  }));

test('fingers find every control of every pane and of Help', () =>
  visit(phone, async (visitor, page) => {
    const small = () =>
      page.locator('button:visible, select:visible, summary:visible').evaluateAll((all) =>
        all
          .filter((one) => {
            const { width, height } = one.getBoundingClientRect();
            return width > 0 && (height < 43.5 || width < 23.5) && getComputedStyle(one).visibility === 'visible';
          })
          .map((one) => one.getAttribute('aria-label') || one.textContent?.trim()),
      );
    for (const name of ['Code', 'Diagram', 'Timeline', 'Panels']) {
      await visitor.pane(name);
      assert.deepEqual(await small(), [], name);
    }
    await visitor.dialog('Help');
    assert.deepEqual(await small(), [], 'Help');
  }));

/** Opens the menu of the title on a phone and chooses an entry. */
async function ofTitle(page: Page, name: string) {
  await page.locator('[data-menu="document"] summary').tap();
  await page.locator('[data-menu="document"]').getByRole('button', { name, exact: true }).tap();
}

test('from an empty text the status leads to the starters, and a starter to the first name of its text', () =>
  visit(phone, async (visitor, page) => {
    await visitor.pane('Code');
    await visitor.write('');
    await visitor.status().filter({ hasText: 'No nodes yet.' }).waitFor();
    await visitor.status().getByRole('button', { name: 'Show starters' }).tap();
    await page.locator('.page[data-pane="diagram"]').waitFor();
    await page.locator('.starter', { hasText: 'Loop' }).tap();
    await page.locator('.page[data-pane="code"]').waitFor();
    await page.locator('tracklight-editor .cm-activeLine', { hasText: 'context Count' }).waitFor();
    await page.waitForFunction(() => document.activeElement?.localName === 'tracklight-editor' && document.hasFocus());
    await page.keyboard.type('My');
    await visitor.holds(/^context MyCount \{/);
    await visitor.status().getByRole('button', { name: 'Show starters' }).waitFor({ state: 'detached' });
  }));

test('a row is as high when its step is chosen, and breaks its changes between words', () =>
  visit({ viewport: { width: 390, height: 844 }, touch: true }, async (visitor, page) => {
    await visitor.pane('Code');
    await visitor.write(
      'machine "Verdict"\ncontext Finance { verdict<string> }\ninit a\n' +
        'task finance { prompt: "x"; stub: { write: { Finance: { verdict: "affordable" } } } }\nend z\n' +
        'a -> finance\nfinance -writes-> Finance\nfinance -> z\n',
    );
    await page.locator('.top .title', { hasText: 'Verdict' }).waitFor();
    await visitor.pane('Timeline');
    await visitor.step(3);
    const row = page.locator('.step-row', { hasText: 'finance called its agent' });
    await row.and(page.locator(':not(.here)')).waitFor();
    const look = () =>
      row.evaluate((one) => ({
        height: one.getBoundingClientRect().height,
        lines: [...one.querySelectorAll('.change > span:not(.hidden)')].map((word) => word.getClientRects().length),
      }));
    const before = await look();
    assert.deepEqual(before.lines, [1, 1, 1]);
    await row.locator('.go').tap();
    await row.and(page.locator('.here')).locator('.fresh').waitFor();
    assert.deepEqual(await look(), before);
  }));

test('the rows of paths with long ids keep to their columns, and the sentence stands beside the chip', () =>
  visit({ viewport: { width: 390, height: 844 }, touch: true, path: '#example=hikers' }, async (visitor, page) => {
    await visitor.pane('Timeline');
    for (const step of ['1', '2', '3']) {
      await visitor.press('step');
      await visitor.at(step);
    }
    const rows = page.locator('.step-row', { has: page.locator('.go > .path-chip', { hasText: '1.' }) });
    for (const width of [390, 320, 1440]) {
      await widen(page, width, 844);
      const found = await rows.evaluateAll((all) =>
        all.map((row) => {
          const box = (name: string) => row.querySelector(name)?.getBoundingClientRect() ?? new DOMRect();
          const [go, chip, sentence] = [box('.go'), box('.go > .path-chip'), box('.sentence')];
          const right = Math.max(
            ...[...row.querySelectorAll('.go > *')].map((one) => one.getBoundingClientRect().right),
          );
          return {
            inside: right <= go.right + 0.5,
            beside: sentence.left >= chip.right && Math.abs(sentence.top - chip.top) < 12,
            left: Math.round(sentence.left),
          };
        }),
      );
      assert.ok(found.length >= 3, 'paths 1.1 to 1.3 have rows');
      assert.ok(
        found.every(({ inside, beside }) => inside && beside),
        `${width}: ${JSON.stringify(found)}`,
      );
      assert.equal(new Set(found.map(({ left }) => left)).size, 1, `${width}: sentences begin below each other`);
    }
  }));

test('a sheet closes by its button alone; beside a dialog of a wide window a click closes it', () =>
  visit(phone, async (visitor, page) => {
    const sheet = page.locator('dialog.dialog');
    const blank = async () => {
      const [x, y] = [180, 720];
      assert.ok(await page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.matches('dialog'), [x, y] as const));
      await page.touchscreen.tap(x, y);
    };
    await page.locator('.share-button').tap();
    await sheet.locator('textarea').waitFor();
    await blank();
    assert.equal(await sheet.count(), 1);
    await sheet.getByRole('button', { name: 'Close' }).tap();
    await sheet.waitFor({ state: 'detached' });
    await visitor.command('Run to step');
    await sheet.locator('.to-tick').waitFor();
    await blank();
    assert.equal(await sheet.count(), 1);
    await widen(page, 900, 740);
    await page.mouse.click(4, 4);
    await sheet.waitFor({ state: 'detached' });
  }));

test('a tap on a node opens its card and presses nothing in it', () =>
  visit({ ...phone, path: '#example=interview' }, async (visitor, page) => {
    await visitor.pane('Diagram');
    const card = page.locator('.selection');
    // Its card covers the lower half of the pane.
    const article = page.locator('tracklight-diagram .node[aria-label^="context Article"]');
    await visitor.settled();
    const box = await article.boundingBox();
    assert.ok(box);
    // On its name: a value has a form of its own.
    await page.touchscreen.tap(box.x + 24, box.y + 12);
    await card.getByRole('button', { name: 'Watch title' }).waitFor();
    await page.locator('.page[data-pane="diagram"]').waitFor();
    assert.equal(await card.getByRole('button', { name: /^Stop watching/ }).count(), 0);
  }));

test('a tap beside the nodes draws no outline around the drawing', () =>
  visit(phone, async (visitor, page) => {
    await visitor.pane('Diagram');
    const box = await page.locator('tracklight-diagram').boundingBox();
    await page.touchscreen.tap(box!.x + 8, box!.y + 8);
    await page.waitForFunction(() => document.activeElement?.localName === 'tracklight-diagram');
    const outline = () =>
      page.locator('tracklight-diagram .stage').evaluate((stage) => getComputedStyle(stage).outlineStyle);
    assert.equal(await outline(), 'none');
  }));

test('a menu over the drawing takes the height that it needs, shows that it scrolls, and begins at its top', () =>
  visit(phone, async (visitor, page) => {
    await visitor.pane('Diagram');
    await page.waitForFunction(() => (document.querySelector('tracklight-diagram') as any).currentBox);
    for (const menu of ['.menu.drawn', '[data-menu="document"]', '[data-menu="more"]', '[data-menu="more"]']) {
      const list = page.locator(`${menu} .items`);
      await page.locator(`${menu} > summary`).tap();
      await list.waitFor();
      await menuAndNode(page, menu);
      const found = await list.evaluate((items) => {
        const { top, bottom, height } = items.getBoundingClientRect();
        const cut = [...items.querySelectorAll('button, label')].map((row) => row.getBoundingClientRect());
        const scrolls = items.scrollHeight > items.clientHeight;
        const from = items.scrollTop;
        items.scrollTop = items.scrollHeight;
        return {
          tall: !scrolls || height > 400,
          shows: !scrolls || cut.some((row) => row.top < bottom - 8 && row.bottom > bottom + 8),
          atTop: from === 0,
          inside: top >= 0 && bottom <= innerHeight,
        };
      });
      assert.deepEqual(found, { tall: true, shows: true, atTop: true, inside: true }, menu);
      await page.keyboard.press('Escape');
      await list.waitFor({ state: 'hidden' });
    }
  }));

test('a tap beside an open menu closes it, and neither the row nor the node below is chosen', () =>
  visit(phone, async (visitor, page) => {
    const middle = async (target: Locator) => {
      const box = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      return [box.x + box.width / 2, box.y + box.height / 2] as const;
    };
    const tap = async (target: Locator) => page.touchscreen.tap(...(await middle(target)));
    const closesOnly = async (button: Locator, list: Locator, beside: Locator, untouched: () => Promise<unknown>) => {
      await button.tap();
      await list.waitFor();
      const at = await middle(beside);
      const covered = await list.evaluate((one, at) => one.contains(document.elementFromPoint(...at)), at);
      assert.equal(covered, false, 'the list is not what is tapped');
      await tap(beside);
      await list.waitFor({ state: 'hidden' });
      assert.ok(await untouched());
    };
    await visitor.step(4);
    await visitor.pane('Timeline');
    const begin = page.locator('.step-row').first();
    /** Below the list of branches. */
    const third = page.locator('.step-row', { has: page.locator('.number', { hasText: '3' }) });
    const stays = async () => (await visitor.at('4'), true);
    const shown = page.locator('[data-menu="timeline"]');
    await closesOnly(shown.locator('summary'), shown.locator('.items'), begin.locator('.sentence'), stays);
    await closesOnly(page.locator('.branch-button'), page.locator('.branches'), third.locator('.number'), stays);
    // The next tap is like any other.
    await tap(begin.locator('.sentence'));
    await visitor.at('0');
    await visitor.pane('Diagram');
    const drawn = page.locator('.menu.drawn');
    const node = page.locator('tracklight-diagram #n2');
    const card = page.locator('.selection');
    const none = async () => (await card.count()) === 0;
    // The drawing of step 0 may have moved the node.
    await visitor.hasClass('n2', 'r-current');
    await visitor.settled();
    await closesOnly(drawn.locator('summary'), drawn.locator('.items'), node, none);
    await tap(node);
    await card.waitFor();
  }));

for (const viewport of [phone.viewport, { width: 820, height: 1100 }, { width: 1100, height: 800 }])
  test(`the list of branches opens at the beginning of its button, ${viewport.width} wide`, () =>
    visit({ ...phone, viewport }, async (visitor, page) => {
      await visitor.step(1);
      if (viewport.width < 640) await visitor.pane('Timeline');
      else await chooseLayout(page, 'Run');
      await page.locator('.branch-button').tap();
      await page.locator('.branches').waitFor();
      const [button, list] = await Promise.all(
        ['.branch-button', '.branches'].map((one) => page.locator(one).boundingBox()),
      );
      assert.ok(button && list);
      assert.equal(Math.round(list.x), Math.round(button.x));
      // Where the timeline is low, it opens upward.
      const below = list.y - (button.y + button.height);
      const above = button.y - (list.y + list.height);
      assert.ok(
        [below, above].some((gap) => gap >= 0 && gap < 10),
        `${below} ${above}`,
      );
      assert.ok(list.x + list.width <= viewport.width);
    }));

for (const width of [390, 320])
  test(`at ${width} pixels the words of the run bar keep their room where Step makes a branch`, () =>
    visit({ viewport: { width, height: 740 }, touch: true }, async (visitor, page) => {
      await visitor.step(2);
      await visitor.press('back');
      await visitor.control('step').filter({ hasText: 'Step (new branch)' }).waitFor();
      for (const name of ['run', 'step']) {
        const room = await visitor.control(name).evaluate((button) => {
          const range = document.createRange();
          range.selectNodeContents(button);
          const [words, box] = [range.getBoundingClientRect(), button.getBoundingClientRect()];
          return Math.min(words.left - box.left, box.right - words.right);
        });
        assert.ok(room >= 4, `${name}: ${room}`);
      }
      const bar = page.locator('.run-bar');
      assert.ok(await bar.evaluate((one) => one.scrollWidth <= one.clientWidth));
    }));

test('without a keyboard, buttons and commands undo and redo what was written', () =>
  visit({ viewport: { width: 390, height: 844 }, touch: true }, async (visitor, page) => {
    await visitor.pane('Code');
    const undo = page.getByRole('button', { name: 'Undo', exact: true });
    const redo = page.getByRole('button', { name: 'Redo', exact: true });
    const off = async (button: typeof undo) => (await button.getAttribute('aria-disabled')) === 'true';
    assert.deepEqual(
      [await off(undo), await off(redo), await undo.getAttribute('title')],
      [true, true, 'Nothing to undo.'],
    );
    const before = await visitor.source();
    await visitor.write('machine "Mine"\ninit begin\nend done\nbegin -> done\n');
    await page.locator('.source-bar .by-touch[aria-disabled="false"]').waitFor();
    for (const button of [undo, redo]) {
      const { width, height } = (await button.boundingBox())!;
      assert.ok(width >= 44 && height >= 44);
    }
    await undo.tap();
    await visitor.holds(before);
    await redo.tap();
    await visitor.holds(/^machine "Mine"/);
    assert.equal(await page.evaluate(() => document.activeElement?.localName), 'tracklight-editor');
    await visitor.pane('Diagram');
    await visitor.command('Undo');
    await visitor.holds(before);
    await page.locator('.page[data-pane="code"]').waitFor();
    // Another document has a history of its own.
    await ofTitle(page, 'New machine');
    await visitor.holds('machine "Untitled"\n');
    await page.locator('.source-bar .by-touch[aria-disabled="false"]').waitFor({ state: 'detached' });
  }));

test('Go to error leads from any pane to the place and says what is wrong there', () =>
  visit({ viewport: { width: 390, height: 844 }, touch: true }, async (visitor, page) => {
    await visitor.pane('Code');
    await visitor.write('machine "M"\ninit begin\nend done\nbegin -> done\ntask legal {\n');
    const button = visitor.status().getByRole('button', { name: 'Go to error' });
    const card = page.locator('tracklight-editor .cm-card');
    await button.waitFor();
    await visitor.pane('Diagram');
    await button.tap();
    await card.filter({ hasText: 'legal is missing its closing }' }).waitFor();
    await page.keyboard.type('x');
    await card.waitFor({ state: 'detached' });
  }));

test('Go to error offers a fix that a finger can press, below the header', () =>
  visit({ viewport: { width: 390, height: 844 }, touch: true }, async (visitor, page) => {
    await visitor.pane('Code');
    await visitor.write('a <- b\nstate a\nstate b\n');
    await visitor.status().getByRole('button', { name: 'Go to error' }).tap();
    const fix = page.locator('tracklight-editor .cm-card .cm-diagnosticAction').first();
    await fix.waitFor();
    // A card is placed in the frame after the one that makes it.
    await page.locator('tracklight-editor .cm-card:is(.cm-tooltip-above, .cm-tooltip-below)').waitFor();
    assert.ok(((await fix.boundingBox())?.height ?? 0) >= 44);
    // Over the header and the bar of the editor there is no card, also for the first line.
    const top = (selector: string) => page.locator(selector).evaluate((one) => one.getBoundingClientRect().top);
    assert.ok((await top('tracklight-editor .cm-card')) >= (await top('tracklight-editor .cm-scroller')));
    await fix.tap();
    await visitor.holds('b -> a\nstate a\nstate b\n');
    await fix.waitFor({ state: 'detached' });
  }));

test('no keyboard comes over a list that a finger opens; only the palette begins with its field', () =>
  visit(phone, async (visitor, page) => {
    const focused = () => page.evaluate(() => document.activeElement?.localName);
    await visitor.dialog('Examples');
    assert.notEqual(await focused(), 'input');
    await page.getByRole('searchbox', { name: 'Search machines' }).tap();
    await page.waitForFunction(() => document.activeElement?.localName === 'input');
    await visitor.close();
    await page.locator('.top').getByRole('button', { name: 'Search or run a command' }).tap();
    await page.locator('.palette input').waitFor();
    assert.equal(await focused(), 'input');
  }));

test('the headings of Events stand in one row, and a table that is cut off has a shade at that edge', () =>
  visit({ viewport: { width: 390, height: 844 }, touch: true, path: '#example=hikers' }, async (visitor, page) => {
    for (const step of ['1', '2', '3']) {
      await visitor.press('step');
      await visitor.at(step);
    }
    const events = await visitor.panel('Events');
    const tops = await events.locator('th').evaluateAll((all) => all.map((th) => th.getBoundingClientRect().top));
    assert.equal(new Set(tops).size, 1);
    await visitor.pane('Timeline');
    await page.locator('[data-menu="timeline"] summary').tap();
    await page.getByRole('button', { name: 'Table', exact: true }).tap();
    const table = page.locator('.trace-table');
    await table.getByRole('columnheader', { name: 'Path 1.3' }).waitFor({ state: 'attached' });
    assert.ok(await table.evaluate((one) => one.scrollWidth > one.clientWidth));
    const attachment = await table.evaluate((one) => getComputedStyle(one).backgroundAttachment);
    assert.equal(attachment, 'local, local, scroll, scroll');
  }));

test('the form of a value is in sight with its buttons when it opens', () =>
  visit(phone, async (visitor, page) => {
    await visitor.pane('Code');
    const fields = Array.from({ length: 16 }, (_, i) => `f${i}: ${i}`).join('; ');
    await visitor.write(`machine "Fields"\ncontext Many { ${fields} }\ninit begin\nend done\nbegin -> done\n`);
    await page.locator('.top .title', { hasText: 'Fields' }).waitFor();
    const panel = await visitor.panel('Context');
    const row = panel.locator('[data-field="Many.f8"]');
    // Below it there is room for the field, which is focused without scrolling then, and not for the buttons.
    await row.evaluate((one) => {
      const box = one.closest('#panel') as HTMLElement;
      box.scrollTop += one.getBoundingClientRect().bottom + 140 - box.getBoundingClientRect().bottom;
    });
    await row.tap();
    const apply = panel.getByRole('button', { name: 'Apply' });
    await apply.waitFor();
    await page.waitForFunction(() => {
      const [box, button] = ['#panel', '#panel .edit [type=submit]'].map((one) =>
        document.querySelector(one)?.getBoundingClientRect(),
      );
      return box && button && button.bottom <= box.bottom && button.top >= box.top;
    });
  }));

test('what is opened from My machines is named over the foot of its pane, which keeps its size', () =>
  visit(phone, async (visitor, page) => {
    const saved = () => page.locator('.top').getByText('Saved', { exact: true }).waitFor({ state: 'attached' });
    const opened = async (act: () => Promise<unknown>, text: RegExp) => {
      await act();
      await visitor.holds(text);
      await visitor.pane('Code');
    };
    const example = async () => (await visitor.panel('Examples')).getByRole('button', { name: /^Counter/ }).click();
    const mine = async () =>
      (await visitor.machines())
        .getByRole('button', { name: /Kettle/ })
        .first()
        .click();
    await visitor.pane('Code');
    const size = () => page.locator('.source').evaluate((pane) => pane.getBoundingClientRect().toJSON());
    const before = await size();
    await visitor.type('\n// mine');
    await saved();
    await opened(example, /Tally/);
    await page.locator('.notice', { hasText: 'Opened “Counter”. Back to “Kettle”' }).waitFor();
    assert.deepEqual(await size(), before);
    await visitor.type('\n// mine');
    await saved();
    await opened(mine, /Kettle/);
    await page.locator('.notice', { hasText: 'Opened “Kettle”.' }).waitFor();
    assert.deepEqual(await size(), before);
    await page.getByRole('button', { name: 'Back to “Counter”' }).tap();
    await visitor.holds(/Tally/);
  }));

test('the description of the chosen completion is wrapped, not cut', () =>
  visit(phone, async (visitor, page) => {
    await visitor.pane('Code');
    await visitor.type('\n@inp');
    const offers = page.locator('tracklight-editor .cm-offers:not(.cm-tooltip-autocomplete-disabled)');
    const detail = offers.locator('[aria-selected]', { hasText: 'input' }).locator('.cm-completionDetail');
    await detail.waitFor();
    const [whole, rows] = await detail.evaluate((one) => [
      one.scrollWidth <= one.clientWidth,
      Math.round(one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).lineHeight)),
    ]);
    assert.ok(whole && Number(rows) > 1, `${whole} ${rows}`);
  }));
