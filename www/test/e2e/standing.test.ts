// Where it is said that the last valid version is shown, and how an error is marked while the text is typed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holdMinimap, visit } from './visitor.ts';
import type { Locator } from 'playwright-core';

for (const [width, height] of [
  [1440, 900],
  [1280, 720],
  [820, 1100],
  [390, 844],
] as const)
  test(`at ${width} pixels what is said of the last valid version is whole and covers nothing of it`, () =>
    visit({ viewport: { width, height }, touch: width < 1000, first: width >= 1200 }, async (visitor, page) => {
      if (width < 600) await visitor.pane('Code');
      await visitor.write(`${await visitor.source()}\ntask {`);
      if (width < 600) await visitor.pane('Diagram');
      const note = page.locator('.chip-note', { hasText: 'Showing the last valid version' });
      const boxOf = async (locator: Locator) => {
        const box = await locator.boundingBox();
        assert.ok(box);
        return box;
      };
      const link = await boxOf(note.getByRole('button', { name: 'Render anyway' }));
      const box = await boxOf(note);
      assert.ok(box.x <= link.x && link.x + link.width <= box.x + box.width, 'the button is whole');
      const cut = await note.evaluate((whole) =>
        [whole, ...whole.children].some((part) => part.scrollWidth > part.clientWidth && part.clientWidth > 0),
      );
      assert.equal(cut, false, 'the text is whole');
      const others = [
        page.locator('tracklight-diagram .tools'),
        ...(await page.locator('tracklight-diagram .node').all()),
      ];
      for (const other of others) {
        const { x, y, width: w, height: h } = await boxOf(other);
        const apart = x + w <= box.x || box.x + box.width <= x || y + h <= box.y || box.y + box.height <= y;
        assert.ok(apart, `${await other.getAttribute('aria-label')} is covered`);
      }
    }));

test('what is said of the last valid version and the minimap do not lie over each other', () =>
  visit({ before: holdMinimap }, async (visitor, page) => {
    const nodes = Array.from({ length: 60 }, (_, i) => `state s${i}`).join('\n');
    const edges = Array.from({ length: 59 }, (_, i) => `s${i} -> s${i + 1}`).join('\n');
    await visitor.write(`${nodes}\n${edges}\n`);
    const map = page.locator('tracklight-diagram .map');
    await map.waitFor();
    await visitor.type('}');
    const note = page.locator('.chip-note', { hasText: 'Showing the last valid version' });
    await note.waitFor();
    const [above, below] = [await map.boundingBox(), await note.boundingBox()];
    assert.ok(above && below);
    assert.ok(above.y + above.height <= below.y, 'the minimap stands above the note');
  }));

test('an error on the line that is being typed is counted and marked when the keys rest', () =>
  visit({}, async (visitor, page) => {
    await visitor.type('\n}');
    await page.locator('.problems-count', { hasText: 'error' }).waitFor();
    await page.locator('tracklight-editor .cm-lintRange-error').first().waitFor({ state: 'attached' });
  }));
