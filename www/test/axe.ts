// What axe finds in a state of the page.

import assert from 'node:assert/strict';
import axe from 'axe-core';
import { withoutAgent } from './visitor.ts';
import type { Page } from 'playwright-core';

/** Before the page is opened: brings axe. */
export const withAxe = (page: Page) => page.addInitScript({ content: axe.source });

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Asserts that axe finds nothing. @param within selector of the part that is checked */
export async function check(page: Page, state: string, within: string | { fromShadowDom: string[] } = 'html') {
  await withoutAgent(page);
  const found = await page.evaluate(
    async ({ tags, within }) => {
      const result = await (globalThis as any).axe.run(within, { runOnly: tags, resultTypes: ['violations'] });
      return result.violations.map(
        (v: any) =>
          `${v.id}: ${v.nodes
            .slice(0, 3)
            .map((n: any) => `${n.target.join(' ')} ${n.failureSummary?.split('\n')[1] ?? ''}`)
            .join(' | ')}`,
      );
    },
    { tags: RULES, within },
  );
  assert.deepEqual(found, [], state);
}
