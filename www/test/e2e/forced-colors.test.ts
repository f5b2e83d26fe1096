// In forced colours, as of Windows' high contrast, no text has the color of its ground.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { machine, withHost } from '../host-page.ts';
import { unreadableTexts } from '../unreadable.ts';
import { visit } from './visitor.ts';

test('forced colours: texts of buttons, tabs and badges differ from their ground, also under the pointer', () =>
  visit({ forcedColors: 'active', path: '#example=interview' }, async (visitor, page) => {
    const unreadable = () => page.evaluate(unreadableTexts);
    assert.deepEqual(await unreadable(), []);
    for (const filled of await page.locator('.button.filled').all()) {
      await filled.hover();
      assert.deepEqual(await unreadable(), []);
    }
    await visitor.step(2);
    assert.deepEqual(await unreadable(), []);
    for (const panel of ['Agent', 'Inbox', 'Events', 'Outline']) {
      await visitor.panel(panel);
      assert.deepEqual(await unreadable(), [], panel);
    }
    await visitor.dialog('Help');
    assert.deepEqual(await unreadable(), []);
  }));

test('forced colours: the buttons of an embedded machine can be read', () =>
  withHost(machine(), async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    const filled = page.locator('tracklight-machine .filled').first();
    await filled.waitFor();
    assert.deepEqual(await page.evaluate(unreadableTexts), []);
    await filled.hover();
    assert.deepEqual(await page.evaluate(unreadableTexts), []);
  }));
