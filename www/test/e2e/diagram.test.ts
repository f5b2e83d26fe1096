// The drawing: view, anchor, colours, hostile texts, and that a patched drawing is the one a layout would give.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visit } from './visitor.ts';
import type { Page } from 'playwright-core';

const centre = (page: Page, id: string) =>
  page.locator(`tracklight-diagram [id="${id}"]`).evaluate((group) => {
    const box = group.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, width: box.width };
  });

/** What every group of the drawing shows, as painted. */
const painted = (page: Page) =>
  page.locator('tracklight-diagram .lens').evaluate((lens) =>
    [...lens.querySelectorAll('g[id]')].map((group) => {
      const shape = group.querySelector(':scope > :is(.card, .shape), :scope > path, :scope > polygon');
      const look = shape ? getComputedStyle(shape) : null;
      return [
        group.id,
        [...group.classList].sort().join(' '),
        group.getAttribute('aria-label'),
        group.querySelector(':scope > text')?.textContent,
        look && [look.fill, look.stroke, look.strokeWidth, look.strokeDasharray].join(' '),
      ];
    }),
  );

test('buttons and Mod+wheel zoom, a drag pans, Fit shows everything again', () =>
  visit({}, async (_visitor, page) => {
    const before = await centre(page, 'n3');
    await page.getByRole('button', { name: 'Zoom in' }).click();
    assert.ok((await centre(page, 'n3')).width > before.width);
    await page.getByRole('button', { name: 'Zoom out' }).click();
    const stage = await page.locator('tracklight-diagram .stage').boundingBox();
    assert.ok(stage);
    await page.mouse.move(stage.x + 60, stage.y + 60);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -200);
    await page.keyboard.up('Control');
    // A wheel's turn is told behind its event.
    await page.waitForFunction(
      (width) =>
        (document.querySelector('tracklight-diagram') as any).shadowRoot
          .querySelector('[id="n3"]')
          .getBoundingClientRect().width >
        width + 1,
      before.width,
    );
    const held = await centre(page, 'n3');
    await page.mouse.down();
    await page.mouse.move(stage.x + 110, stage.y + 90, { steps: 3 });
    await page.mouse.up();
    const moved = await centre(page, 'n3');
    assert.deepEqual([Math.round(moved.x - held.x), Math.round(moved.y - held.y)], [50, 30]);
    await page.getByRole('button', { name: 'Fit' }).click();
    const fitted = await centre(page, 'n3');
    assert.ok(Math.abs(fitted.x - before.x) < 1 && Math.abs(fitted.y - before.y) < 1);
  }));

test('the view buttons go by the room of the diagram, also where somebody moved the view', () =>
  visit({}, async (_visitor, page) => {
    const zoomIn = page.locator('tracklight-diagram .tool-plus');
    await zoomIn.click();
    const boundary = page.locator('.boundary.at-code');
    await boundary.focus();
    await page.keyboard.press('End');
    await zoomIn.waitFor({ state: 'hidden' });
    await page.keyboard.press('Home');
    await zoomIn.waitFor();
  }));

test('a new layout keeps the current node where it is', () =>
  visit({}, async (visitor, page) => {
    // The first edit ends what a first visit is told, and the drawing gets its room.
    await visitor.type(' ');
    await visitor.status().filter({ hasText: 'Path 1 is ready' }).waitFor();
    await visitor.settled();
    await page.getByRole('button', { name: 'Zoom in' }).click();
    const before = await centre(page, 'n2');
    // At once, so that the caret chooses nothing.
    await page.locator('tracklight-editor .cm-content').press('Control+End');
    await page.keyboard.insertText('\nstate extra "A node more"\ndone -> extra');
    await page.locator('tracklight-diagram .node[aria-label*=" extra"]').waitFor();
    await visitor.settled();
    const after = await centre(page, 'n2');
    assert.ok(Math.abs(after.x - before.x) < 2 && Math.abs(after.y - before.y) < 2, JSON.stringify([before, after]));
  }));

test('after patches the drawing is the one that a layout of the same position gives', () =>
  visit({ path: '#example=parcel' }, async (visitor, page) => {
    for (let tick = 1; tick <= 4; tick += 1) {
      await visitor.step();
      await visitor.settled();
      const patched = await painted(page);
      const { layouts } = await visitor.counters();
      await page.evaluate(() => (document.querySelector('tracklight-diagram') as any).redraw());
      await page.waitForFunction(
        (n) => (document.querySelector('tracklight-diagram') as any).counters.layouts > n,
        layouts,
      );
      await visitor.settled();
      assert.deepEqual(await painted(page), patched, `tick ${tick}`);
    }
    assert.equal((await visitor.counters()).patchMiss, 0);
  }));

test('the theme reaches the drawing, and colours of the source stay', () =>
  visit({ colorScheme: 'dark' }, async (visitor, page) => {
    await visitor.write('state plain; state mine { style: { fill: "#ffcc00" } }\nplain -> mine');
    await page.locator('tracklight-diagram .node[aria-label*=" mine"]').waitFor();
    const fill = (name: string) =>
      page
        .locator(`tracklight-diagram .node[aria-label*=" ${name}"] > .card`)
        .first()
        .evaluate((shape) => getComputedStyle(shape).fill);
    assert.equal(await fill('mine'), 'rgb(255, 204, 0)');
    assert.notEqual(await fill('plain'), 'rgb(239, 231, 250)');
  }));

test('hostile texts are drawn as texts', () =>
  visit({}, async (visitor, page) => {
    const texts = [
      '<img src=x onerror=alert(1)>',
      '</text><script>alert(1)</script>',
      'javascript:alert(1)',
      '&lt;b&gt; &amp; \\" >',
      '[link](javascript:alert(1))',
    ];
    await visitor.write(
      texts.map((text, i) => `state s${i} ${JSON.stringify(text)}`).join('\n') +
        `\ns0 -> s1 -> s2 -> s3 -> s4\ncontext C { v: ${JSON.stringify(texts[1])} }`,
    );
    await page.locator('tracklight-diagram .node[aria-label*=" s4"]').waitFor();
    const inside = await page.locator('tracklight-diagram .lens').evaluate((lens) => ({
      tags: [...new Set([...lens.querySelectorAll(':not(.badges *)')].map((one) => one.tagName))].filter(
        (tag) => !/^(g|path|polygon|polyline|ellipse|rect|text)$/.test(tag),
      ),
      text: lens.textContent,
    }));
    assert.deepEqual(inside.tags, []);
    assert.ok(inside.text?.includes('onerror'));
  }));

test('a machine too wide for a phone is shown around where the run stands', () =>
  visit({ viewport: { width: 390, height: 844 }, touch: true, path: '#example=letter' }, async (visitor, page) => {
    await visitor.pane('Diagram');
    await page.waitForFunction(() => {
      const box = (document.querySelector('tracklight-diagram') as any).shadowRoot
        .querySelector('.r-current')
        .getBoundingClientRect();
      return box.width > 0 && box.left + box.width / 2 > 0 && box.left + box.width / 2 < 390;
    });
  }));

test('the caret in a declaration marks its element in the drawing', () =>
  visit({}, async (visitor, page) => {
    await page.locator('tracklight-editor .cm-line', { hasText: 'task heat' }).click();
    await visitor.hasClass('n3', 'selected');
    await page.locator('tracklight-editor .cm-line', { hasText: 'state done' }).click();
    await visitor.hasClass('n4', 'selected');
  }));

test('the mark follows its element through an edit, and goes with it', () =>
  visit({}, async (visitor, page) => {
    await page.locator('tracklight-editor .cm-line', { hasText: 'task heat' }).click();
    await visitor.hasClass('n3', 'selected');
    await page.keyboard.press('Home');
    await page.keyboard.type('state other\n');
    await page.locator('tracklight-diagram .node[aria-label^="state other"]').waitFor();
    await page.locator('tracklight-diagram .node.selected[aria-label^="task heat"]').waitFor();
    assert.equal(await page.locator('tracklight-diagram .selected').count(), 1);
    // Chosen in the drawing, it has a card.
    await visitor.drawn('n5').click();
    await page.getByRole('region', { name: 'Selected element' }).waitFor();
    await page.locator('tracklight-editor').evaluate((editor: any) => editor.focus());
    await visitor.write('state a\nstate b\nstate c\nstate d\nstate e\nstate f\na -> b');
    await page.locator('tracklight-diagram .node[aria-label*=" f"]').waitFor();
    await page.getByRole('region', { name: 'Selected element' }).waitFor({ state: 'detached' });
    await page.locator('tracklight-diagram .node.selected').waitFor({ state: 'detached' });
  }));

test('the mark goes with the caret to a node that is typed behind the chosen one', () =>
  visit({}, async (visitor, page) => {
    await page.locator('tracklight-editor .cm-line', { hasText: 'task heat' }).click();
    await visitor.hasClass('n3', 'selected');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('task third');
    await page.locator('tracklight-diagram .node.selected[aria-label^="task third"]').waitFor();
    assert.equal(await page.locator('tracklight-diagram .selected').count(), 1);
  }));

test('who clicks into the text and types at once leaves the node that was chosen in the drawing', () =>
  visit({}, async (visitor, page) => {
    await visitor.drawn('n3').click();
    const card = page.getByRole('region', { name: 'Selected element' });
    await card.waitFor();
    // At once, while the caret is not told: on a busy machine a key comes too late.
    await page.locator('tracklight-editor').evaluate((editor) => {
      editor.addEventListener('click', () => document.execCommand('insertText', false, 't'), { once: true });
    });
    await page.locator('tracklight-editor .cm-line').last().click();
    await page.keyboard.type('ask third');
    await page.locator('tracklight-diagram .node.selected[aria-label^="task third"]').waitFor();
    await card.waitFor({ state: 'detached' });
  }));

test('who clicks into the text of another node leaves the one chosen in the drawing, where the caret stands too', () =>
  visit({}, async (visitor, page) => {
    const card = page.getByRole('region', { name: 'Selected element' });
    const marked = page.locator('tracklight-editor .cm-marked');
    const done = page.locator('tracklight-editor .cm-line', { hasText: 'state done' });
    // The second time the caret stands there already.
    for (let time = 0; time < 2; time += 1) {
      await visitor.drawn('n3').click();
      await card.waitFor();
      await marked.first().waitFor();
      await done.click();
      await visitor.hasClass('n4', 'selected');
      await card.waitFor({ state: 'detached' });
      assert.equal(await marked.count(), 0);
    }
  }));

test('the view follows the current node until it is dragged, and again after Fit', () =>
  visit({ path: '#example=parcel' }, async (visitor, page) => {
    const follow = page.getByRole('button', { name: 'Follow the current node' });
    assert.equal(await follow.getAttribute('aria-pressed'), 'true');
    for (let i = 0; i < 6; i += 1) await page.getByRole('button', { name: 'Zoom in' }).click();
    await visitor.step(2);
    const stage = await page.locator('tracklight-diagram .stage').boundingBox();
    assert.ok(stage);
    await page.waitForFunction(() => {
      const root = (document.querySelector('tracklight-diagram') as any).shadowRoot;
      const [room, node] = [root.querySelector('.stage'), root.querySelector('.node.r-current')].map((one) =>
        one.getBoundingClientRect(),
      );
      const [x, y] = [node.x + node.width / 2, node.y + node.height / 2];
      return x > room.left && x < room.right && y > room.top && y < room.bottom;
    });
    await page.mouse.move(stage.x + 30, stage.y + 30);
    await page.mouse.down();
    await page.mouse.move(stage.x + 80, stage.y + 90, { steps: 3 });
    await page.mouse.up();
    await page.locator('tracklight-diagram [aria-label="Follow the current node"][aria-pressed="false"]').waitFor();
    await page.getByRole('button', { name: 'Fit' }).click();
    await page.locator('tracklight-diagram [aria-label="Follow the current node"][aria-pressed="true"]').waitFor();
  }));

test('direction and parts of the drawing are chosen', () =>
  visit({}, async (visitor, page) => {
    const apart = async () => {
      const [a, b] = [await centre(page, 'n2'), await centre(page, 'n3')];
      return Math.abs(a.x - b.x) < Math.abs(a.y - b.y) ? 'below' : 'beside';
    };
    assert.equal(await apart(), 'below');
    const { layouts } = await visitor.counters();
    await page.locator('.drawn summary').click();
    await page.getByLabel('left to right').check();
    await page.waitForFunction((n) => {
      const diagram = document.querySelector('tracklight-diagram') as any;
      return diagram.counters.layouts > n && diagram.settled;
    }, layouts);
    assert.equal(await apart(), 'beside');
    await page.getByRole('checkbox', { name: 'Contexts', exact: true }).uncheck();
    await visitor.drawn('n1').waitFor({ state: 'detached' });
    await page.getByRole('checkbox', { name: 'Contexts', exact: true }).check();
    await visitor.drawn('n1').waitFor({ state: 'attached' });
  }));

test('full screen fills the window and is left by its button', () =>
  visit({}, async (_visitor, page) => {
    await page.getByRole('button', { name: 'Full screen' }).click();
    await page.locator('.page[data-full]').waitFor();
    const box = await page.locator('section.diagram').boundingBox();
    assert.deepEqual([box?.width, box?.height], [1440, 900]);
    await page.getByRole('button', { name: 'Leave full screen' }).click();
    await page.locator('.page:not([data-full])').waitFor();
  }));

test('chips say which paths stand at a node, and a chosen path is drawn alone', () =>
  visit({ path: '#example=hikers' }, async (visitor, page) => {
    await visitor.step(3);
    const chips = page.locator('tracklight-diagram .path-chip');
    await page.waitForFunction(
      () =>
        (document.querySelector('tracklight-diagram') as any).shadowRoot.querySelectorAll('.path-chip').length === 3,
    );
    assert.deepEqual(await chips.evaluateAll((list) => list.map((chip) => chip.textContent).sort()), [
      '1.1',
      '1.2',
      '1.3',
    ]);
    assert.equal(
      new Set(await chips.locator('rect').evaluateAll((list) => list.map((rect) => getComputedStyle(rect).fill))).size,
      3,
    );
    await visitor.settled();
    const rows = () => page.locator('tracklight-diagram [id^="a_v0-0-"]').count();
    assert.equal(await rows(), 3);
    await page.locator('button.path[title="Show path 1.2"]').click();
    await page.waitForFunction(
      () =>
        (document.querySelector('tracklight-diagram') as any).shadowRoot.querySelectorAll('[id^="a_v0-0-"]').length ===
        0,
    );
    await visitor.shows('v0-0', '5.5');
    await page.locator('button.path[title="Show path 1.2"]').click();
    await page.waitForFunction(
      () =>
        (document.querySelector('tracklight-diagram') as any).shadowRoot.querySelectorAll('[id^="a_v0-0-"]').length ===
        3,
    );
  }));

test('the caret in an edge marks it, and a pressed edge is shown in the source', () =>
  visit({}, async (visitor, page) => {
    await page.locator('tracklight-editor .cm-line', { hasText: 'heat -when' }).click();
    await visitor.hasClass('e3', 'selected');
    await visitor.drawn('e4').focus();
    await page.keyboard.press('Space');
    await page.locator('tracklight-editor .cm-marked', { hasText: 'heat' }).first().waitFor();
    await visitor.hasClass('e4', 'selected');
  }));
