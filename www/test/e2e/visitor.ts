// Opens the page in a browser, for its visitor.

import { withPage, type PageOptions, type Visit } from '../browser.ts';
import { Visitor } from '../visitor.ts';
import type { Page } from 'playwright-core';

export * from '../visitor.ts';

/** Opens the page and waits until a run stands and is drawn. */
export function visit(
  options: PageOptions & { first?: boolean },
  test: (visitor: Visitor, page: Page, visit: Visit) => Promise<unknown>,
) {
  // The status row tells about the run from the second visit on.
  const before = async (page: Page) => {
    if (!options.first)
      await page.addInitScript(() => {
        try {
          const key = 'tracklight:/:settings';
          if (!localStorage.getItem(key)) localStorage.setItem(key, '{"hint":false}');
        } catch {
          // Without storage each visit is the first.
        }
      });
    await options.before?.(page);
  };
  return withPage({ viewport: { width: 1440, height: 900 }, ...options, before }, async (page, visited) => {
    const visitor = new Visitor(page);
    await visitor.ready();
    await test(visitor, page, visited);
  });
}
