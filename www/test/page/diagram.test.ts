// The drawing: tips, presses, what is drawn on demand, what is found.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visit } from './visit.ts';

test('what stands behind a value is told on hover', () =>
  visit({}, async (visitor, page) => {
    await visitor.step(2);
    await visitor.cell('v1-0').hover();
    await page.locator('tracklight-diagram .tip', { hasText: 'was 20' }).waitFor();
  }));

test('two presses of a node with one elsewhere between them are no double press', () =>
  visit({}, async (visitor, page) => {
    const card = page.getByRole('region', { name: 'Selected element' });
    const press = (between: 'nothing' | 'text') =>
      visitor.drawn('n3').evaluate((node, between) => {
        const at = (target: Element) => {
          const { x, y, width, height } = target.getBoundingClientRect();
          const where = { clientX: x + width / 2, clientY: y + height / 2, bubbles: true, composed: true };
          for (const type of ['pointerdown', 'pointerup']) target.dispatchEvent(new PointerEvent(type, where));
        };
        // In one task: no machine is too slow for a double press.
        at(node);
        if (between === 'text') at(document.querySelector('tracklight-editor') as Element);
        at(node);
      }, between);
    await press('text');
    await card.waitFor();
    // A double press edits in place instead.
    await press('nothing');
    await card.waitFor({ state: 'detached' });
    await page.locator('tracklight-diagram .name-box').waitFor({ state: 'attached' });
  }));

test('a new machine with errors is drawn as far as it goes', () =>
  visit({}, async (visitor, page) => {
    await visitor.write('');
    await page.locator('.starters').waitFor();
    await visitor.write('state a\nstate b\na <- b\n');
    await page.locator('tracklight-diagram .node[aria-label*=" b"]').waitFor({ state: 'attached' });
    assert.equal(await page.getByRole('button', { name: 'Render anyway' }).count(), 0);
  }));

test('a machine of many hundred nodes is drawn on demand', () =>
  visit({}, async (visitor, page) => {
    await visitor.write(Array.from({ length: 420 }, (_, i) => `state s${i}`).join('\n') + '\ns0 -> s1');
    await page.getByRole('button', { name: 'Render anyway' }).click();
    await page.locator('tracklight-diagram .node[aria-label*=" s419"]').waitFor({ state: 'attached' });
  }));

test('while a large machine waits to be drawn, nothing of its run stands on the drawing before', () =>
  visit({}, async (visitor, page) => {
    await visitor.step(1);
    await page.locator('tracklight-diagram .path-chip').waitFor();
    const before = await page.locator('tracklight-diagram .node').count();
    await visitor.write(Array.from({ length: 420 }, (_, i) => `state s${i}`).join('\n') + '\ns0 -> s1\ns1 -> s2\n');
    await page.getByRole('button', { name: 'Render anyway' }).waitFor();
    await visitor.press('step');
    await page.waitForFunction(() => {
      const {
        run: { snapshot: run },
      } = (document.querySelector('tracklight-app') as any).state;
      return run.view.nodes.s0 && run.position.tick === 1;
    });
    assert.equal(await page.locator('tracklight-diagram .node').count(), before, 'the drawing of the text before');
    assert.equal(await page.locator('tracklight-diagram .path-chip').count(), 0);
    await page.getByRole('button', { name: 'Render anyway' }).click();
    await page.locator('tracklight-diagram .node[aria-label*=" s419"]').waitFor({ state: 'attached' });
    await page.locator('tracklight-diagram .path-chip').waitFor({ state: 'attached' });
  }));

test('what is found stands out, and Enter goes from one to the next', () =>
  visit({ path: '#example=expedition' }, async (_visitor, page) => {
    await page.getByRole('button', { name: 'Find node' }).click();
    const box = page.getByRole('searchbox', { name: 'Find by name or title' });
    await box.fill('report');
    await page.getByText('2 found').waitFor();
    assert.ok((await page.locator('tracklight-diagram .dim').count()) > 0);
    assert.equal(await page.locator('tracklight-diagram .node:not(.dim)').count(), 2);
    await box.press('Enter');
    const first = await page.locator('tracklight-diagram .node.selected').getAttribute('id');
    await box.press('Enter');
    await page.locator(`tracklight-diagram .node.selected:not([id="${first}"])`).waitFor();
    await box.press('Escape');
    await box.waitFor({ state: 'detached' });
    assert.equal(await page.locator('tracklight-diagram .dim').count(), 0);
  }));
