// What leads to a node shows it so that it can be read; what shows all of a drawing stays.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visit } from './visitor.ts';
import type { Page } from 'playwright-core';

const NODES = 40;
const lines = (line: (i: number) => string) => Array.from({ length: NODES }, (_, i) => line(i)).join('\n');
const ROW = `machine "Row"
init n0
${lines((i) => `state n${i + 1}`)}
${lines((i) => `n${i} -> n${i + 1}`)}
`;

/** Pixels that a card's text of 12 has on screen, and whether the middle of a node is in sight. */
const look = (page: Page, name: string) =>
  page.evaluate((title) => {
    const root = document.querySelector('tracklight-diagram')?.shadowRoot;
    const node = [...(root?.querySelectorAll('.node') ?? [])].find((one) =>
      new RegExp(` ${title}\\b`).test(one.getAttribute('aria-label') ?? ''),
    );
    const [card, stage] = [node, root?.querySelector('.seen')].map((one) => one?.getBoundingClientRect());
    const scale = new DOMMatrix(getComputedStyle(root?.querySelector('.lens') as Element).transform).a;
    const [x, y] = card ? [card.x + card.width / 2, card.y + card.height / 2] : [-1, -1];
    return {
      text: Math.round(scale * 120) / 10,
      isSeen: !!stage && x > stage.left && x < stage.right && y > stage.top && y < stage.bottom,
    };
  }, name);

const far = async (page: Page) => {
  // The card of what is selected may be over the buttons.
  await page.locator('tracklight-diagram .tool-fit').dispatchEvent('click');
  for (let i = 0; i < 12; i++) await page.locator('tracklight-diagram .tool-minus').dispatchEvent('click');
  assert.ok((await look(page, 'n20')).text < 8);
};

/** Waits until the view has come to a node. */
async function shown(page: Page, name: string) {
  let now = await look(page, name);
  for (let before = ''; before !== JSON.stringify(now); now = await look(page, name)) {
    before = JSON.stringify(now);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  }
  assert.deepEqual(now, { text: 11, isSeen: true }, name);
}

test('Find, the outline, the palette and Follow come to a node in a scale in which its text can be read', () =>
  visit({ reducedMotion: 'reduce' }, async (visitor, page) => {
    await visitor.write(ROW);
    await page.locator('tracklight-diagram .node[aria-label*=" n40"]').waitFor({ state: 'attached' });

    await far(page);
    await page.locator('tracklight-diagram .tool-find').dispatchEvent('click');
    await page.locator('tracklight-diagram .find input').fill('n31');
    await page.locator('tracklight-diagram .find input').press('Enter');
    await shown(page, 'n31');
    await page.locator('tracklight-diagram .find input').press('Escape');

    await far(page);
    const outline = await visitor.panel('Outline');
    await outline
      .getByRole('button', { name: /\bn25\b/ })
      .first()
      .click();
    await shown(page, 'n25');

    await far(page);
    const follow = page.locator('tracklight-diagram .tool-follow');
    if ((await follow.getAttribute('aria-pressed')) === 'true') await follow.dispatchEvent('click');
    await follow.dispatchEvent('click');
    await shown(page, 'n0');
  }));

test('a press on a card does not enlarge it, a step in a whole drawing neither, and nothing makes it smaller', () =>
  visit({ reducedMotion: 'reduce' }, async (visitor, page) => {
    await visitor.write(ROW);
    await page.locator('tracklight-diagram .node[aria-label*=" n40"]').waitFor({ state: 'attached' });
    await page.locator('tracklight-diagram .tool-fit').click();
    const { text } = await look(page, 'n20');
    await page.locator('tracklight-diagram .node[aria-label*=" n20"]').click();
    await page.locator('tracklight-diagram .node.selected').waitFor();
    assert.equal((await look(page, 'n20')).text, text);
    await visitor.press('step');
    await page.locator('.timeline output', { hasText: 'Step 1' }).waitFor();
    assert.equal((await look(page, 'n1')).text, text);
    for (let i = 0; i < 8; i++) await page.locator('tracklight-diagram .tool-plus').click();
    const large = (await look(page, 'n20')).text;
    const outline = await visitor.panel('Outline');
    await outline
      .getByRole('button', { name: /\bn3\b/ })
      .first()
      .click();
    await page.locator('tracklight-diagram .node.selected[aria-label*=" n3"]').waitFor();
    assert.deepEqual(await look(page, 'n3'), { text: large, isSeen: true });
  }));
