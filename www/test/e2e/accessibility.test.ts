// axe finds nothing on the main states, in the light theme; `make test-all` looks at them in the dark one too.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { full } from '../full.ts';
import { check, withAxe as before } from '../axe.ts';
import { chooseLayout, ENDLESS, openFrom, visit } from './visitor.ts';

const LINKS = JSON.parse(readFileSync(new URL('../../../tests/fixtures/links.json', import.meta.url), 'utf8'));
const SHARED = LINKS.find((entry: any) => entry.name === 'kettle, run, codec 1 by zlib').fragment;

const HOSPITAL = readFileSync(new URL('../hospital.dygram', import.meta.url), 'utf8');

// `unit/diagram/contrast.test.ts` compares the colors of the source and of the drawing in both themes; nearly all else
// that axe finds is the same in both.
for (const colorScheme of full ? (['light', 'dark'] as const) : (['light'] as const)) {
  test(`${colorScheme}: start, every panel, a run at its end, the share dialog`, () =>
    visit({ colorScheme, before }, async (visitor, page) => {
      await check(page, 'start');
      await visitor.press('run');
      await visitor.status().filter({ hasText: 'Completed' }).waitFor();
      for (const panel of ['Context', 'Agent', 'Inbox', 'Prompt', 'Agent context', 'Events', 'Outline', 'Problems']) {
        await visitor.panel(panel);
        await page
          .locator(
            '#panel :is(.projected .section, .graph [data-node]), ' +
              '#panel:not([aria-label="Prompt"], [aria-label="Agent context"])',
          )
          .first()
          .waitFor();
        await check(page, panel);
      }
      await visitor.dialog('Examples');
      await check(page, 'gallery');
      await visitor.panel('Context');
      await page.locator('[data-field="Water.celsius"]').click();
      await check(page, 'a value being edited');
      await page.getByRole('button', { name: 'Share', exact: true }).click();
      await page.getByLabel('Link', { exact: true }).waitFor();
      await check(page, 'share');
      await page.keyboard.press('Escape');
      await openFrom(page, 'Open link…');
      await page.getByLabel('Link', { exact: true }).fill('#hello');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').getByRole('alert').waitFor();
      await check(page, 'a link that is none');
    }));

  test(`${colorScheme}: running, each layout, Help, the palette`, () =>
    visit({ colorScheme, before }, async (visitor, page) => {
      await page.getByRole('button', { name: 'Help' }).click();
      await page.locator('.shortcuts').waitFor();
      await page.getByRole('button', { name: 'Change the shortcut of Step', exact: true }).click();
      await page.keyboard.press('F8');
      await check(page, 'help');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Language cheat sheet' }).click();
      await page.locator('.cheat-sheet dt').first().waitFor();
      await check(page, 'cheat sheet');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+k');
      await page.locator('.palette input').fill('re');
      await check(page, 'palette');
      await page.keyboard.press('Escape');
      for (const name of ['Code', 'Diagram', 'Run']) {
        await chooseLayout(page, name);
        await check(page, name);
      }
      await chooseLayout(page, 'Split');
      await visitor.write(ENDLESS);
      await page.locator('.top .title', { hasText: 'Endless' }).waitFor();
      await visitor.press('run');
      await page.locator('[data-control="run"]', { hasText: 'Pause' }).waitFor();
      await check(page, 'running');
      await visitor.press('run');
    }));

  test(`${colorScheme}: a run that failed, a file more, a tablet with its drawer`, () =>
    visit({ colorScheme, before }, async (visitor, page) => {
      await visitor.agents('Manual');
      await visitor.step(2);
      await visitor.replyJson({ error: { message: 'no water', retryable: false } });
      await visitor.status().filter({ hasText: 'Failed' }).waitFor();
      await check(page, 'failed');
      await page.getByRole('button', { name: 'Add file' }).first().click();
      await check(page, 'a name being typed');
      await page.keyboard.press('Escape');
      await page.setViewportSize({ width: 820, height: 1100 });
      await page.getByRole('button', { name: 'Close panels' }).waitFor();
      await check(page, 'drawer');
    }));

  test(`${colorScheme}: modules that are folded and unfolded`, () =>
    visit({ colorScheme, before }, async (visitor, page) => {
      await visitor.write(HOSPITAL);
      await page.getByRole('button', { name: 'Unfold admission', exact: true }).waitFor();
      await visitor.settled();
      await check(page, 'folded');
      await page.getByRole('button', { name: 'Unfold admission', exact: true }).click();
      await page.getByRole('button', { name: 'Fold admission', exact: true }).waitFor();
      await visitor.settled();
      await check(page, 'unfolded');
    }));

  test(`${colorScheme}: breakpoints, find, what is drawn, an open row, filters and the table of the timeline`, () =>
    visit({ colorScheme, before, first: true, path: '#example=parcel' }, async (visitor, page) => {
      await visitor.step(3);
      await page.locator('tracklight-editor .cm-line', { hasText: 'task deliver' }).click();
      await page.keyboard.press('F9');
      await page.locator('.step-row').nth(3).getByRole('button', { name: 'Show details' }).click();
      await page.locator('.step-row .inside').waitFor();
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      await page.getByRole('search', { name: 'Filter' }).waitFor();
      await page.getByRole('button', { name: 'Find node' }).click();
      await page.locator('.drawn summary').click();
      await check(page, 'timeline');
      await page.locator('[data-menu="timeline"] summary').click();
      await page.getByRole('button', { name: 'Table', exact: true }).click();
      await page.getByRole('region', { name: 'Table' }).getByRole('table').waitFor();
      await page.locator('[data-menu="go"] summary').click();
      await page.getByRole('button', { name: 'Breakpoints (1)…' }).click();
      await page.getByRole('dialog', { name: 'Breakpoints and watches' }).waitFor();
      await check(page, 'breakpoints and table');
    }));

  test(`${colorScheme}: a request with its form, a question, problems`, () =>
    visit({ colorScheme, before }, async (visitor, page) => {
      await visitor.agents('Manual');
      await visitor.step(2);
      const panel = await visitor.panel('Agent');
      await panel.getByRole('button', { name: 'write_Water' }).click();
      await check(page, 'form');
      await panel.getByRole('button', { name: 'JSON', exact: true }).click();
      await check(page, 'json');
      await page.getByRole('button', { name: 'Edit the stub of heat' }).click();
      await page.getByLabel('Script, as JSON').fill('{ "speak": 1 }');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('alert').filter({ hasText: 'Unknown key' }).waitFor();
      await check(page, 'a stub that is refused');
      await page.evaluate(() => {
        location.hash = '#example=harbour';
      });
      await page.locator('.top .title', { hasText: 'Harbour' }).waitFor();
      await visitor.agents('Stub');
      await visitor.step(2);
      await visitor.panel('Inbox');
      await check(page, 'question');
      // No list opens on an empty line: axe takes one for a region that no key reaches.
      await visitor.write(`${await visitor.source()}\nstate x {\n`);
      await visitor.panel('Problems');
      await page.locator('.problem.error').first().waitFor();
      await check(page, 'problems');
    }));

  test(`${colorScheme}: the SQL panel with a result, a table's columns, an error`, () =>
    visit({ colorScheme, before }, async (visitor, page) => {
      await visitor.step(1);
      const panel = await visitor.panel('SQL');
      await panel.getByRole('textbox', { name: 'Query' }).fill("SELECT NULL, '', 1, 1.5, '[1]', x'00', 'text'");
      await panel.getByRole('button', { name: 'Run query' }).click();
      await panel.locator('.grid').waitFor();
      await panel.locator('details.table summary').first().click();
      await panel.locator('.columns').waitFor();
      await check(page, 'SQL result');
      await page.evaluate(() => {
        location.hash = '#example=ferries';
      });
      await page.locator('.top .title', { hasText: 'Two ferries' }).waitFor();
      await panel.getByRole('textbox', { name: 'Query' }).fill('SELECT nope');
      await panel.getByRole('button', { name: 'Run query' }).click();
      await panel.getByRole('alert').waitFor();
      await check(page, 'SQL error');
    }));

  test(`${colorScheme}: the title and its menu, versions with a comparison, settings, a second tab`, () =>
    visit({ colorScheme, before }, async (visitor, page, { newPage, url }) => {
      await visitor.type('\n// mine');
      await page.locator('.top .kept', { hasText: /^Saved$/ }).waitFor();
      await page.keyboard.press('Control+s');
      await check(page, 'name of a version');
      await page.keyboard.press('Enter');
      await visitor.type('\n// more');
      const panel = await visitor.panel('Versions');
      await panel.getByRole('button', { name: /^Version of/ }).click();
      await panel.locator('.diff').waitFor();
      await check(page, 'versions');
      await page.locator('[data-menu="document"] summary').click();
      // What an open menu covers is pressed when it has closed.
      await check(page, 'menu', '.top');
      await page.keyboard.press('Escape');
      const machines = await visitor.machines();
      await machines.getByRole('button', { name: /^Actions for/ }).click();
      await check(page, 'my machines');
      await visitor.close();
      const settings = await visitor.panel('Settings');
      await settings.getByRole('button', { name: /^Delete all local data/ }).click();
      await check(page, 'settings');
      await visitor.close();
      await visitor.command('Guide: Parallel');
      await page.locator('.guide .tok-arrow').first().waitFor();
      await check(page, 'guide');
      const other = await newPage();
      await before(other);
      await other.goto(url);
      await other.locator('.notice', { hasText: 'edited in another tab' }).waitFor();
      await other.locator('tracklight-editor .cm-content').waitFor();
      await check(other, 'second tab');
    }));

  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 1200, height: 700 },
  ])
    test(`${colorScheme}: the strip of the panels at ${viewport.width}, with a count, closed, open, and More`, () =>
      visit({ colorScheme, before, viewport, first: true, path: '#example=harbour' }, async (visitor, page) => {
        const strip = page.getByRole('toolbar', { name: 'Panels' });
        await visitor.press('run');
        await strip.getByRole('button', { name: /^Inbox \d/ }).click();
        await page.locator('#panel textarea').first().waitFor();
        await check(page, 'a panel beside the strip');
        await page.keyboard.press('Escape');
        await page.locator('.panel-column').waitFor({ state: 'detached' });
        await page.locator('.branch-button').click();
        await page.locator('.branches').waitFor();
        await check(page, 'the strip alone, and the menu of branches', '.side, .timeline');
        await page.getByRole('button', { name: 'More panels' }).click();
        await page.locator('.more-panels').waitFor();
        await check(page, 'More of the strip', '.side');
      }));

  test(`${colorScheme}: the first visit with More and View, a machine without nodes`, () =>
    visit({ colorScheme, before, first: true }, async (visitor, page) => {
      await check(page, 'first visit');
      await page.getByRole('button', { name: 'More panels' }).click();
      await page.locator('.more-panels').waitFor();
      await check(page, 'More');
      await page.keyboard.press('Escape');
      await page.locator('[data-menu="view"] summary').click();
      // What an open menu covers is pressed when it has closed.
      await check(page, 'View', '.top');
      await page.keyboard.press('Escape');
      await visitor.write('machine "Untitled"\n');
      await page.getByRole('heading', { name: 'Start with a few nodes' }).waitFor();
      await check(page, 'no nodes');
    }));

  for (const [name, options] of [
    ['a wide window', {}],
    ['a phone', { viewport: { width: 390, height: 844 }, touch: true }],
  ] as const)
    test(`${colorScheme}: a shared run in ${name}`, () =>
      visit({ colorScheme, before, path: SHARED, ...options }, async (visitor, page) => {
        await page.locator('.notice', { hasText: 'Shared run.' }).waitFor();
        await visitor.press('step');
        await visitor.status().filter({ hasText: 'Completed' }).waitFor();
        await check(page, 'shared');
      }));

  test(`${colorScheme}: the panes of a phone`, () =>
    visit({ colorScheme, before, viewport: { width: 390, height: 844 }, touch: true }, async (visitor, page) => {
      for (const name of ['Code', 'Diagram', 'Timeline', 'Panels']) {
        await visitor.pane(name);
        await check(page, name);
      }
    }));
}

test('the drawing is one tab stop, and everything in it has a name that says what it is', () =>
  visit({}, async (visitor, page) => {
    await visitor.step();
    assert.equal(await page.locator('tracklight-diagram svg.stage [role="button"][tabindex="0"]').count(), 1);
    const names = await page
      .locator('tracklight-diagram svg.stage [role="button"]')
      .evaluateAll((all) => Object.fromEntries(all.map((one) => [one.id, one.getAttribute('aria-label') ?? ''])));
    assert.match(names.n3 ?? '', /^task heat, current for path 1, 4 edges out/);
    assert.match(names.n1 ?? '', /^context Water, celsius 20/);
    assert.match(names.e3 ?? '', /^edge heat to done, when Water.celsius >= Order.target, false for path 1/);
    for (const name of Object.values(names)) assert.match(name, /^(context|init|task|state|edge) /);
    const stage = page.locator('tracklight-diagram svg.stage');
    assert.deepEqual(
      [
        await stage.getAttribute('role'),
        await stage.getAttribute('aria-roledescription'),
        await stage.getAttribute('aria-label'),
      ],
      ['graphics-document document', 'machine diagram', 'Kettle, 5 nodes, 5 edges'],
    );
  }));

test('the text beside the drawing says what the drawing shows, and follows it', () =>
  visit({}, async (visitor, page) => {
    const reported = () =>
      page.locator('tracklight-diagram #outline').evaluate((one) => one.textContent?.replace(/\s+/g, ' ') ?? '');
    assert.equal(await page.locator('tracklight-diagram svg.stage').getAttribute('aria-describedby'), 'outline');
    await page.waitForFunction(() =>
      /step 0\./.test(
        document.querySelector('tracklight-diagram')?.shadowRoot?.querySelector('#outline')?.textContent ?? '',
      ),
    );
    assert.match(await reported(), /5 nodes, 5 edges, 2 contexts, 1 path, step 0\./);
    await visitor.step(2);
    await visitor.shows('v1-0', '60');
    // It follows when the drawing rests.
    await page.waitForFunction(() =>
      /context Water, celsius 60/.test(
        document.querySelector('tracklight-diagram')?.shadowRoot?.querySelector('#outline')?.textContent ?? '',
      ),
    );
    assert.match(await reported(), /task heat, current for path 1, visited 1 time/);
    // Everything that is drawn is told.
    const drawn = await page
      .locator('tracklight-diagram svg.stage [role="button"]')
      .evaluateAll((all) =>
        all
          .map((one) => /^\w+ ([^,.]+)/.exec(one.getAttribute('aria-label') ?? '')?.[1] ?? '?')
          .filter((name) => !name.includes(' to ')),
      );
    const text = await reported();
    for (const name of drawn) assert.ok(text.includes(name), name);
    const shown = await (await visitor.panel('Outline')).innerText();
    assert.match(shown.replace(/\s+/g, ' '), /heat task current for path 1 visited 1 time/);
  }));

test('Outline leads to the source and to the target, and sets breakpoints', () =>
  visit({}, async (visitor, page) => {
    const panel = await visitor.panel('Outline');
    await panel.getByRole('button', { name: 'Set or remove a breakpoint: heat' }).click();
    await page.locator('tracklight-diagram .badge-stop').waitFor();
    await panel.getByRole('button', { name: /^heat task/ }).focus();
    await page.keyboard.press('F9');
    await page.locator('tracklight-diagram .badge-stop').waitFor({ state: 'detached' });
    await panel.getByRole('button', { name: 'done', exact: true }).click();
    await page.locator('tracklight-diagram #n4.selected').waitFor();
    await panel.getByRole('button', { name: /^heat task/ }).click();
    await page.waitForFunction(() => document.activeElement?.tagName === 'TRACKLIGHT-EDITOR');
  }));

test('Tab goes through the regions in the order they are seen', () =>
  visit({}, async (_visitor, page) => {
    await page.evaluate(() => (document.querySelector('.top button') as HTMLElement | null)?.focus());
    const seen = [] as string[];
    for (let i = 0; i < 80; i += 1) {
      const region = await page.evaluate(
        () =>
          document.activeElement
            ?.closest('.top, .source, .runbar, .diagram, .side, .timeline')
            ?.className.split(' ')[0] ?? '',
      );
      if (region === 'top' && seen.length > 1) break;
      if (region && seen.at(-1) !== region) seen.push(region);
      // The editor takes Tab for itself until Escape was pressed.
      if (await page.evaluate(() => document.activeElement?.tagName === 'TRACKLIGHT-EDITOR'))
        await page.keyboard.press('Escape');
      await page.keyboard.press('Tab');
    }
    assert.deepEqual(seen, ['top', 'source', 'runbar', 'diagram', 'side', 'timeline']);
  }));

test('what has the focus is seen: a ring around it, and nothing over it', () =>
  visit({}, async (visitor, page) => {
    await visitor.step(3);
    await page.keyboard.press('Shift+F6');
    await page.keyboard.press('F6');
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-control')), 'step');
    for (let i = 0; i < 40; i += 1) {
      const wrong = await page.evaluate(() => {
        const at = document.activeElement;
        if (!at || at === document.body || at.shadowRoot) return '';
        const box = at.getBoundingClientRect();
        const over = document.elementFromPoint(
          box.x + box.width / 2,
          box.y + Math.min(box.height, window.innerHeight - box.y) / 2,
        );
        const seen = over !== null && (at.contains(over) || over.contains(at) || over.closest('label')?.contains(at));
        const ring = getComputedStyle(at).outlineStyle !== 'none' && parseFloat(getComputedStyle(at).outlineWidth) >= 2;
        return seen && ring ? '' : `${at.outerHTML.slice(0, 90)} ${seen ? 'has no ring' : 'is hidden'}`;
      });
      assert.equal(wrong, '');
      await page.keyboard.press('Tab');
    }
  }));

test('with wider text spacing nothing is cut off', () =>
  visit({}, async (visitor, page) => {
    await visitor.step(2);
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(
        '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; ' +
          '} p { margin-bottom: 2em !important; }',
      );
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    });
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll('button, label, p, h1, h2, h3, .tag, .badge, [role="tab"], .at, output')]
        .filter(
          (one) => one.getClientRects().length > 0 && !one.closest('.hidden') && !one.matches('.title, .path .node'),
        )
        .filter(
          (one) =>
            getComputedStyle(one).overflow !== 'visible' &&
            (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1),
        )
        .map((one) => one.textContent?.trim().slice(0, 40)),
    );
    assert.deepEqual(cut, []);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
  }));

test('forced colours keep states apart by their lines, and every sign in the system colours', () =>
  visit({ forcedColors: 'active' }, async (visitor, page) => {
    await visitor.step(2);
    const look = (id: string) =>
      page.locator(`tracklight-diagram #${id}`).evaluate((group) => {
        const shape = group.querySelector(':scope > .card');
        const text = group.querySelector('text');
        const probe = document.body.appendChild(document.createElement('i'));
        probe.style.cssText = 'color: CanvasText; background: Canvas';
        const [ink, canvas] = [getComputedStyle(probe).color, getComputedStyle(probe).backgroundColor];
        probe.remove();
        return {
          width: parseFloat(shape ? getComputedStyle(shape).strokeWidth : '0'),
          onCanvas: (shape && getComputedStyle(shape).fill) === canvas,
          inInk: (text && getComputedStyle(text).fill) === ink || text?.textContent === '▶',
        };
      });
    const [current, pending] = [await look('n3'), await look('n4')];
    assert.ok(current.width > pending.width, 'the current node has a thicker line');
    for (const one of [current, pending]) assert.ok(one.onCanvas);
    assert.ok(pending.inInk);
  }));

test('with reduced motion nothing moves by itself', () =>
  visit({ reducedMotion: 'reduce' }, async (visitor, page) => {
    await visitor.step(2);
    const moving = await page.evaluate(
      () => document.getAnimations().filter((one) => one.playState === 'running').length,
    );
    assert.equal(moving, 0);
  }));

test('tabs are chosen with arrows', () =>
  visit({ viewport: { width: 1100, height: 800 } }, async (_visitor, page) => {
    await page.getByRole('tab', { name: 'Context' }).focus();
    await page.keyboard.press('ArrowRight');
    assert.equal(await page.getByRole('tab', { name: /^Agent/ }).getAttribute('aria-selected'), 'true');
  }));
