// Stepping, running, going back; values in the drawing and in the panel.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visit } from './visit.ts';

test('a step that changes a value patches the drawing and lays nothing out', () =>
  visit({}, async (visitor) => {
    const before = await visitor.counters();
    await visitor.step(2);
    await visitor.shows('v1-0', '60');
    await visitor.press('back');
    await visitor.shows('v1-0', '20');
    await visitor.press('forward');
    await visitor.shows('v1-0', '60');
    const after = await visitor.counters();
    assert.equal(after.layouts, before.layouts);
    assert.equal(after.patchMiss, 0);
    assert.ok(after.patches > before.patches);
  }));

test('editing a value behind the tip makes a branch, and refused values change nothing', () =>
  visit({ at: 2 }, async (visitor, page) => {
    const contexts = await visitor.panel('Context');
    // The field has the focus when its form is there.
    const field = contexts.locator('form.edit :is(input, textarea):focus');
    const edit = async () => {
      await contexts.getByRole('button', { name: /Edit Water.celsius/ }).click();
      await field.waitFor();
    };
    await edit();
    await page.keyboard.type('"hot"');
    await page.keyboard.press('Enter');
    await contexts.getByRole('alert').waitFor();
    await page.keyboard.press('Escape');
    await visitor.shows('v1-0', '60');

    await edit();
    await contexts.getByRole('button', { name: 'JSON', exact: true }).click();
    await field.waitFor();
    await page.keyboard.type('not json');
    await page.keyboard.press('Enter');
    await contexts.getByRole('alert').filter({ hasText: 'not valid JSON' }).waitFor();
    await page.keyboard.press('Escape');

    await edit();
    await page.keyboard.type('99');
    await page.keyboard.press('Enter');
    await visitor.shows('v1-0', '99');

    await page.locator('.ticks .go').nth(1).click();
    await visitor.shows('v1-0', '20');
    await visitor.control('step').filter({ hasText: 'new branch' }).waitFor();
    await visitor.press('step');
    await page.locator('.branch-button', { hasText: 'branch 2' }).waitFor();
  }));

test('Run goes to the end and Reset to the start', () =>
  visit({}, async (visitor, page) => {
    await visitor.speed('Max speed');
    await visitor.press('run');
    await visitor.status().filter({ hasText: 'Completed' }).waitFor();
    await visitor.press('reset');
    await visitor.shows('v1-0', '20');
    assert.equal(await visitor.rows(), 1);
  }));

test('two paths that write the same context keep their own values', () =>
  visit({ path: '#example=ferries', at: 1 }, async (visitor, page) => {
    await visitor.shows('v0-1-1', '12');
    await visitor.shows('v0-1-2', '30');
    const contexts = await visitor.panel('Context');
    await contexts.getByRole('button', { name: /^2/ }).click();
    await contexts.getByRole('button', { name: 'Edit Trip.cars: 30' }).waitFor();
    await visitor.step();
    await contexts.locator('tr.changed', { hasText: /was\s+30/ }).waitFor();
    await contexts.getByRole('button', { name: /^1/ }).click();
    await contexts.locator('tr.changed', { hasText: /was\s+12/ }).waitFor();
  }));

test('every example starts, and runs as its line in the gallery says', () =>
  visit({}, async (visitor, page) => {
    const list = await page.evaluate(async () => (await fetch('examples/index.json')).json());
    await visitor.speed('Max speed');
    for (const { slug, title, ticks, ends } of list) {
      const panel = await visitor.panel('Examples');
      const before = await page.evaluate(() => (document.querySelector('tracklight-app') as any).state.document.id);
      await panel.getByRole('button', { name: new RegExp(`^${title}`) }).click();
      await page.locator('.top .title', { hasText: title }).waitFor();
      // The machine before may have the same title, and a run that has not begun either.
      await page.waitForFunction((id) => {
        const { document: opened } = (document.querySelector('tracklight-app') as any).state;
        return opened.id !== id && opened.ready;
      }, before);
      await page.locator('.timeline output', { hasText: 'Step 0' }).waitFor();
      await visitor.press('run');
      const ended =
        ends === 'failed'
          ? /failed at/
          : typeof ticks === 'number'
            ? /Completed/
            : /Paused|Waiting for|waiting for an answer|is blocked|cannot complete/;
      await visitor.status().filter({ hasText: ended }).waitFor();
      if (typeof ticks === 'number') {
        const at = await page.locator('.timeline output').innerText();
        assert.equal(at, `Step ${ticks} of ${ticks}`, slug);
      }
      const slider = page.getByRole('slider', { name: 'Position in the run' });
      if (await slider.isEnabled()) {
        await slider.press('Home');
        await page.locator('.timeline output', { hasText: 'Step 0' }).waitFor();
        await slider.press('End');
        await page.waitForFunction(
          () => (document.querySelector('tracklight-app') as any).state.run.snapshot.position.atTip,
        );
        await page.waitForFunction(() => {
          const { state } = document.querySelector('tracklight-app') as any;
          return (
            state.picture.key === state.run.snapshot.picture.key &&
            (document.querySelector('tracklight-diagram') as any).settled
          );
        });
      }
      assert.equal((await visitor.counters()).patchMiss, 0, slug);
    }
  }));
