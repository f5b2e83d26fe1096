// A reply on a phone, in its narrow panel.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visit } from './visitor.ts';

test('on a phone a long value breaks between words and members, and within a word only where it must', () =>
  visit({ viewport: { width: 390, height: 844 }, touch: true }, async (visitor, page) => {
    const address = `https://example.com/${'a'.repeat(60)}`;
    const value = '{ name: "internationalization-department", id: 1234567890, note: "Reviewed everything thoroughly" }';
    await visitor.pane('Code');
    await visitor.write(
      `context C { one: ${value} }\ninit a\ntask t { needs: "Is it ${address}?"; prompt: "Go" }\nend z\n` +
        'a -> t\nt -reads-> C\nt -> z\n',
    );
    await visitor.pane('Diagram');
    await page.locator('tracklight-diagram .node[aria-label*=" t,"]').waitFor({ state: 'attached' });
    await visitor.agents('Manual');
    await visitor.press('step');
    await visitor.at(1);
    await visitor.press('step');
    await visitor.status().filter({ hasText: 'is waiting for an answer' }).waitFor();
    const inbox = await visitor.panel('Inbox');
    const question = inbox.locator('.card h3', { hasText: address });
    assert.equal(await question.evaluate((one) => one.scrollWidth <= one.clientWidth), true);
    await inbox.getByRole('textbox').fill('yes');
    await inbox.getByRole('button', { name: 'Submit answer' }).click();
    const panel = await visitor.panel('Agent');
    await panel.getByText('Context and permissions').click();
    // The lines that each word stands on.
    const lines = await panel.locator('.rights code').evaluate((code) => {
      const walk = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
      const found: [string, number][] = [];
      for (let text = walk.nextNode(); text; text = walk.nextNode())
        for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[a-z-]+/gi)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          found.push([word, new Set([...range.getClientRects()].map(({ top }) => top)).size]);
        }
      return found;
    });
    assert.deepEqual(
      lines.map(([word]) => word),
      ['one', 'id', 'name', 'internationalization-department', 'note', 'Reviewed', 'everything', 'thoroughly'],
    );
    assert.deepEqual([...new Set(lines.map(([, n]) => n))], [1]);
  }));
