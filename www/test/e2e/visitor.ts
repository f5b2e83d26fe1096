// Opens the page in a browser, for its visitor.

import { withPage, type PageOptions, type Visit } from '../browser.ts';
import { KETTLE, RETURNING_SETTINGS, Visitor } from '../visitor.ts';
import type { Page } from 'playwright-core';

export * from '../visitor.ts';

/** Opens the page, where nothing else is said with Kettle, and waits until a run stands and is drawn. */
export function visit(
  options: PageOptions & { first?: boolean },
  test: (visitor: Visitor, page: Page, visit: Visit) => Promise<unknown>,
) {
  const before = async (page: Page) => {
    if (!options.first)
      await page.addInitScript((settings) => {
        try {
          const key = 'tracklight:/:settings';
          if (!localStorage.getItem(key)) localStorage.setItem(key, settings);
        } catch {
          // Without storage each visit is the first.
        }
      }, RETURNING_SETTINGS);
    await options.before?.(page);
  };
  const path = options.first ? '' : KETTLE;
  return withPage({ viewport: { width: 1440, height: 900 }, path, ...options, before }, async (page, visited) => {
    const visitor = new Visitor(page);
    await visitor.ready();
    await test(visitor, page, visited);
  });
}
