// What the screen promises: one filled button in each state, room for the drawing, bars that fit their window, controls
// that stay where they are during a run, and a first sentence before any script.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withPage } from '../browser.ts';
import { filled, filledWhile, menuAndNode, visit, widen, type Visitor } from './visitor.ts';

const TAGLINE = 'Write or draw a state machine for an AI agent, run it, and watch its context change.';

const tells = (visitor: Visitor, text: string) => visitor.status().filter({ hasText: text }).waitFor();

test('one button is filled: first visit, ready, earlier step, running, completed', () =>
  visit({ first: true }, async (visitor, page) => {
    await tells(visitor, TAGLINE);
    assert.deepEqual(await filled(page), ['Run'], 'first visit');
    await visitor.step(2);
    await tells(visitor, 'Path 1 is ready');
    assert.deepEqual(await filled(page), ['Run'], 'ready');
    // So slow that it still runs when a busy machine looks.
    await visitor.speed('1 step/s');
    await visitor.press('back');
    await tells(visitor, 'Viewing step 1 of 2.');
    assert.deepEqual(await filled(page), ['Run'], 'earlier step');
    await visitor.status().getByRole('button', { name: 'Go to latest' }).click();
    // Asked in the page itself: the run is short. By the keyboard, so that no pointer is over the button.
    const running = page.waitForFunction(filledWhile, '[data-does="pause"]');
    await page.mouse.move(0, 0);
    await page.keyboard.press('F8');
    assert.deepEqual(await (await running).jsonValue(), ['Pause'], 'running');
    await tells(visitor, 'Completed in 6 steps.');
    assert.deepEqual(await filled(page), ['Run again'], 'completed');
  }));

test('one button is filled: waiting, failed, errors', () =>
  visit({}, async (visitor, page) => {
    await visitor.agents('Manual');
    await visitor.step(2);
    await tells(visitor, 'Path 1 is waiting for its agent');
    assert.equal((await filled(page)).length, 1, `waiting: ${await filled(page)}`);
    await visitor.replyJson({ error: { message: 'no water', retryable: false } });
    await tells(visitor, 'Path 1 failed');
    assert.equal((await filled(page)).length, 1, `failed: ${await filled(page)}`);
    await visitor.write('init a\na -> \n');
    await tells(visitor, 'to run.');
    assert.equal((await filled(page)).length, 1, `errors: ${await filled(page)}`);
  }));

test('where there is nothing to run nothing is filled, drawn or chosen but what can be done', () =>
  visit({}, async (visitor, page) => {
    await visitor.write('');
    await tells(visitor, 'No nodes yet.');
    assert.deepEqual(await filled(page), ['Add the first step']);
    const drawing = page.locator('tracklight-diagram .lens');
    assert.equal(await drawing.evaluate((lens) => getComputedStyle(lens).visibility), 'hidden', 'the last drawing');
    await page.keyboard.press('Control+k');
    const entries = page.locator('.palette [role="option"]');
    const chosen = entries.and(page.locator('[aria-selected="true"]'));
    await chosen.waitFor();
    assert.equal(await chosen.getAttribute('id'), await entries.first().getAttribute('id'));
    assert.equal(await chosen.getAttribute('aria-disabled'), 'false', 'the palette begins with what works');
    const reason = page.locator('.palette').getByText('No nodes to run');
    assert.equal(await reason.count(), 1, 'a reason is told once');
    await page.getByRole('group', { name: 'No nodes to run' }).getByRole('option', { name: /^Step/ }).waitFor();
    await page.locator('.palette input').fill('step');
    await page.getByRole('option', { name: /^Step.*No nodes to run/, disabled: true }).waitFor();
  }));

test('the drawing has its share of the width, and no bar is wider than its window', () =>
  visit({ first: true }, async (visitor, page) => {
    await visitor.step(2);
    for (const width of [1920, 1440, 1280, 1024, 768, 390, 320]) {
      await widen(page, width, 800);
      // The bars are fitted after the window has its size.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      const share = await page
        .locator('tracklight-diagram')
        .evaluate((diagram) => diagram.getBoundingClientRect().width / window.innerWidth);
      const least = width >= 1280 ? 0.65 : width >= 1024 ? 0.43 : 0;
      assert.ok(share >= least, `${width}: ${(100 * share).toFixed(1)} %`);
      const wide = await page.evaluate(() =>
        [
          ...document.querySelectorAll(
            '.top, .run-bar, .runbar, .status-row, .source-bar, .panel-buttons, .timeline-head, .panes, .status-line',
          ),
        ]
          .filter((bar) => bar.checkVisibility() && bar.clientWidth > 0)
          .flatMap((bar) => {
            const edge = bar.getBoundingClientRect().right + 0.5;
            const out = [...bar.querySelectorAll('button, summary, input')].filter(
              (one) =>
                one.checkVisibility({ visibilityProperty: true }) &&
                !one.closest('.items') &&
                one.getBoundingClientRect().right > Math.min(edge, window.innerWidth + 0.5),
            );
            const over = bar.scrollWidth > bar.clientWidth + 1 && getComputedStyle(bar).overflowX === 'visible';
            return over || out.length > 0
              ? [
                  `${bar.className}: ${bar.scrollWidth} of ${bar.clientWidth} ` +
                    `${out.map((one) => one.textContent?.trim())}`,
                ]
              : [];
          }),
      );
      assert.deepEqual(wide, [], `at ${width}`);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      assert.ok(over <= 0, `the page at ${width}: ${over} px too wide`);
    }
  }));

test('the controls of run bar, status, view bar and timeline head stay where they are during a run', () =>
  visit({}, async (visitor, page) => {
    await visitor.speed('1 step/s');
    // Watched from before its start: the run is short.
    const watched = page.evaluate(async () => {
      const app = document.querySelector('tracklight-app') as any;
      while (!app.state.run.isRunning || !document.querySelector('[data-does="pause"]'))
        await new Promise((done) => requestAnimationFrame(done));
      const drawing = document.querySelector('tracklight-diagram')?.shadowRoot;
      const controls = () => [
        ...[...document.querySelectorAll<HTMLElement>('.runbar, .status-row, .timeline-head')]
          .flatMap((bar) => [bar, ...bar.querySelectorAll<HTMLElement>('button, summary, output, [role="slider"]')])
          .filter((one) => !one.closest('.items') && one.checkVisibility()),
        ...(drawing?.querySelectorAll<HTMLElement>('.tools > button') ?? []),
      ];
      const places = () =>
        controls()
          .map((one) => {
            const { x, y, width } = one.getBoundingClientRect();
            return `${one.dataset.control ?? one.className}: ${[x, y, width].map(Math.round).join(' ')}`;
          })
          .join('\n');
      const before = places();
      let steps = 0;
      let last = app.state.run.snapshot.position.tick;
      while (app.state.run.isRunning) {
        await new Promise((done) => requestAnimationFrame(done));
        if (!app.state.run.isRunning) break;
        steps += app.state.run.snapshot.position.tick - last;
        last = app.state.run.snapshot.position.tick;
        if (places() !== before) return [before, places()];
      }
      return steps > 1 ? [] : ['it was seen at less than two steps'];
    });
    await visitor.press('run');
    assert.deepEqual(await watched, []);
    await tells(visitor, 'Completed in 4 steps. Water.celsius is 100.');
  }));

test('the first sentence and Run are in the page before any script', () =>
  withPage({ javaScript: false, expect: [/request failed: .*csp/] }, async (page) => {
    await page.getByText(TAGLINE).waitFor();
    assert.equal(await page.getByText('Run', { exact: true }).first().isVisible(), true);
  }));

for (const [width, height, touch] of [
  [1440, 900, false],
  [1280, 720, false],
  [820, 1100, true],
  [390, 844, true],
] as const)
  test(`at ${width} × ${height} menus are whole, and keep clear of the node of the status row`, () =>
    visit({ viewport: { width, height }, touch }, async (visitor, page) => {
      if (width < 640) await visitor.pane('Diagram');
      await page.locator('tracklight-diagram .node.r-current').waitFor();
      await page.waitForFunction(() => (document.querySelector('tracklight-diagram') as any).currentBox);
      const menus = ['document', 'view', 'export', 'more', 'agent', 'speed', 'go'].map(
        (name) => `[data-menu="${name}"]`,
      );
      for (const menu of [...menus, '.menu.drawn']) {
        const button = page.locator(`${menu} > summary`);
        if (!(await button.isVisible())) continue;
        await button.click();
        await page.locator(`${menu} .items`).waitFor();
        const found = await menuAndNode(page, menu);
        assert.ok(found.inside, `${menu}: ${JSON.stringify(found)}`);
        // A phone has no other place for them: there they are as long as they can be.
        if (width >= 640) assert.ok(!found.covers, `${menu}: ${JSON.stringify(found)}`);
        await page.keyboard.press('Escape');
      }
    }));
