// Typing: colours, carets, marks and cards of the editor, and a drawing that never goes away.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storedAt } from '../keeping.ts';
import { visit } from './visitor.ts';

test('words are coloured by what the core says they are', () =>
  visit({}, async (_visitor, page) => {
    await page.locator('tracklight-editor .tok-keyword', { hasText: 'machine' }).waitFor();
    await page.locator('tracklight-editor .tok-comment', { hasText: '//' }).waitFor({ state: 'detached' });
  }));

test('what is typed lands at every caret and in place of what is selected, and comes back', () =>
  visit({}, async (visitor, page) => {
    await visitor.write('task a\ntask b\n');
    await page.locator('tracklight-editor .tok-type').first().dblclick();
    await page.keyboard.press('Control+d');
    await page.keyboard.type('state');
    assert.equal(await visitor.source(), 'state a\nstate b\n');
    await page.keyboard.press('End');
    await page.keyboard.insertText('ü🌊');
    assert.equal(await visitor.source(), 'state aü🌊\nstate bü🌊\n');
    for (let i = 0; i < 9 && (await visitor.source()) !== 'task a\ntask b\n'; i += 1)
      await page.keyboard.press('Control+z');
    assert.equal(await visitor.source(), 'task a\ntask b\n');
  }));

test('an error keeps the last drawing, names itself, and holds Step until it is repaired', () =>
  visit({}, async (visitor, page) => {
    await visitor.type('\nstate broken }');
    await page.getByText('Showing the last valid version').waitFor();
    assert.equal(await visitor.drawn('n3').count(), 1);
    assert.equal(await visitor.control('step').getAttribute('aria-disabled'), 'true');
    await page.locator('tracklight-editor .cm-lintRange-error').first().waitFor();
    await page.locator('tracklight-editor .cm-lint-marker-error').first().waitFor();
    const problems = await visitor.panel('Problems');
    await problems.locator('.problem.error').first().waitFor();

    await visitor.type('');
    await page.keyboard.press('Backspace');
    await page.getByText('Showing the last valid version').waitFor({ state: 'detached' });
    await visitor.page.locator('[data-control="step"][aria-disabled="false"]').waitFor();
    await page.locator('tracklight-diagram [aria-label*="broken"]').waitFor();
  }));

test('Go to error says at the place what is wrong and offers the fix; Escape or typing closes that', () =>
  visit({}, async (visitor, page) => {
    await visitor.write('state a\nstate b\na <- b\n');
    const go = visitor.status().getByRole('button', { name: 'Go to error' });
    const card = page.locator('tracklight-editor .cm-card');
    await go.click();
    await card.waitFor();
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });
    await go.click();
    await card.getByRole('button').first().click();
    await visitor.holds('state a\nstate b\nb -> a\n');
    await card.waitFor({ state: 'detached' });
    await page.locator('tracklight-editor .cm-marked').waitFor({ state: 'detached' });
  }));

test('the line of an error has a mark in the gutter, and the status row says what is wrong there', () =>
  visit({}, async (visitor, page) => {
    await visitor.write('machine "M"\ninit begin\ntask legal {\n');
    const mark = page.locator('tracklight-editor .cm-lint-marker-error');
    await mark.waitFor();
    const isOnTop = await mark.evaluate((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      return (one.getRootNode() as ShadowRoot).elementFromPoint((left + right) / 2, (top + bottom) / 2) === one;
    });
    assert.ok(isOnTop, 'nothing covers or cuts it');
    await visitor.status().filter({ hasText: 'Fix 1 error to run. legal is missing its closing }.' }).waitFor();
  }));

test('any text gives problems with places, never a broken page', () =>
  visit({}, async (visitor, page) => {
    for (const text of [
      '}',
      '{{{{',
      'machine',
      '"',
      'a -> -> b',
      '\u0000\u202e',
      'task t { prompt: "',
      '@@@',
      '-when: "'.repeat(40),
    ]) {
      await visitor.write(text);
      await page.locator('tracklight-editor .cm-content').press('End');
    }
    await visitor.write('state a; state b; a -> b');
    await page.locator('tracklight-diagram [aria-label^="state b"]').waitFor();
  }));

test('a comment keeps the run; breakpoints, marks and places follow, and the link carries the new text', () =>
  visit({}, async (visitor, page) => {
    const line = (text: string) => page.locator('tracklight-editor .cm-line', { hasText: text });
    await line('heat -when').click();
    await page.keyboard.press('F9');
    await visitor.step(2);
    await line('context Order').click();
    await page.keyboard.press('Home');
    await page.keyboard.type('// A comment of my own.\n\n\n');
    const stands = (sign: string, text: string) =>
      page.waitForFunction(
        ([name, words = '']) => {
          const root = (document.querySelector('tracklight-editor') as any).shadowRoot;
          const mark = root.querySelector(`.cm-run .cm-gutterElement .${name}`)?.getBoundingClientRect();
          const place = [...root.querySelectorAll('.cm-line')]
            .find((one) => one.textContent.includes(words))
            ?.getBoundingClientRect();
          return mark && place && Math.abs(mark.y - place.y) < place.height;
        },
        [sign, text],
      );
    await page.waitForFunction(() =>
      (document.querySelector('tracklight-app') as any).state.run.snapshot.source.includes('my own'),
    );
    assert.equal(await page.getByText('older version of the machine').count(), 0);
    await visitor.at('2');
    assert.equal(await visitor.control('step').innerText(), 'Step');
    await stands('cm-stop', 'heat -when');
    await visitor.drawn('n3').locator('text').first().click();
    await page.locator('tracklight-editor .cm-marked', { hasText: 'task heat' }).first().waitFor();
    await page.locator('.share-button').click();
    const link = await page.locator('.is-share textarea').first().inputValue();
    await page.goto('about:blank');
    await page.goto(link);
    await visitor.ready();
    await visitor.at('2');
    assert.match(await visitor.source(), /A comment of my own/);
  }));

test('from the editor a key applies the newer text to the run, and a reload keeps it', () =>
  visit({}, async (visitor, page) => {
    await visitor.step(2);
    await visitor.type('\nstate cooled\ndone -> cooled');
    await page.keyboard.press('Control+Shift+Enter');
    await visitor.at('2.2');
    assert.match(await visitor.source(), /done -> cooled$/, 'the key types nothing');
    await page.locator('tracklight-diagram .node[aria-label*="cooled"]').waitFor();
    await visitor.shows('v1-0', '60');
    await visitor.step();
    await storedAt(page, 3);
    await page.reload();
    await visitor.ready();
    await visitor.at(3);
    await page.locator('tracklight-diagram .node[aria-label*="cooled"]').waitFor();
    assert.equal(await page.getByText('older version of the machine').count(), 0);
    await visitor.press('back');
    await visitor.press('back');
    await visitor.press('back');
    await visitor.status().filter({ hasText: 'The run uses an older version of the machine.' }).waitFor();
    await page.locator('tracklight-diagram .node[aria-label*="cooled"]').waitFor({ state: 'detached' });
    await visitor.status().getByRole('button', { name: 'Apply to this run' }).click();
    await page.locator('.branch-button', { hasText: 'branch 2' }).waitFor();
    await page.locator('tracklight-diagram .node[aria-label*="cooled"]').waitFor();
  }));

test('beside an edited text the card of a node opens at once, and stays when the run follows', () =>
  visit({}, async (visitor, page) => {
    await visitor.step();
    await visitor.type('\nstate later');
    await page.locator('[data-does="restart"]').waitFor();
    const card = page.getByRole('region', { name: 'Selected element' });
    await visitor.drawn('n3').click();
    await card.getByText('The run uses an older version of the machine.').waitFor();
    await card.getByRole('button', { name: 'Run to here' }).waitFor();
    await card.getByRole('button', { name: 'Set breakpoint' }).click();
    await card.getByRole('button', { name: 'Remove breakpoint' }).waitFor();
    await page.locator('tracklight-editor .cm-stop').waitFor();
    await card.getByRole('button', { name: 'Run to here' }).click();
    await card.getByText('The run uses an older version of the machine.').waitFor({ state: 'detached' });
    await visitor.status().filter({ hasText: 'heat' }).waitFor();
    await card.getByRole('heading', { name: 'heat' }).waitFor();
  }));

test('what is chosen in the drawing is marked in the source', () =>
  visit({}, async (visitor, page) => {
    await visitor.drawn('n3').locator('text').first().click();
    await page.locator('tracklight-editor .cm-marked', { hasText: 'heat' }).first().waitFor();
    await page.locator('tracklight-diagram [id="n3"].selected').waitFor();
  }));

test('Problems names the node of a failed path, and is silent about an older run beside a newer text', () =>
  visit({}, async (visitor, page) => {
    const text = 'init begin\ntask one { prompt: "x", stub: [{ fail: "Still down" }] }\nbegin -> one';
    await visitor.write(text);
    await visitor.drawn('n2').waitFor({ state: 'attached' });
    await visitor.step(2);
    const panel = await visitor.panel('Problems');
    await panel.getByRole('button', { name: 'Path 1 at one: Still down' }).waitFor();
    await page.locator('tracklight-editor .cm-path').waitFor();
    await visitor.type('\none -> begin');
    await visitor.control('step').filter({ hasText: 'Step (new run)' }).waitFor();
    await panel.getByText('Failed paths').waitFor({ state: 'detached' });
    await page.locator('tracklight-editor .cm-path').waitFor({ state: 'detached' });
    await visitor.status().getByRole('button', { name: 'Back to run' }).click();
    await panel.getByText('Failed paths').waitFor();
    await page.locator('tracklight-editor .cm-path').waitFor();
  }));
