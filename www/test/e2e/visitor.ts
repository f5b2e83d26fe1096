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
    try {
      await visitor.ready();
      await test(visitor, page, visited);
    } catch (error) {
      throw new Error(`${error instanceof Error ? error.message : error}\n${await shown(page)}`, { cause: error });
    }
  });
}

/** What the page shows and knows of its run: why it did not come to what a test waits for. */
const shown = (page: Page) =>
  page
    .evaluate(() => {
      const { phase, notices, document: opened, run } = (document.querySelector('tracklight-app') as any).state;
      const { status, activity, refusal, controls, snapshot, analysis } = run;
      const step = document.querySelector('[data-control="step"]');
      return JSON.stringify({
        phase,
        ready: opened.ready,
        status: status.text,
        activity,
        refusal,
        step: [controls.step, step?.getAttribute('aria-disabled')],
        position: snapshot?.position,
        rows: document.querySelectorAll('.ticks li').length,
        errors: analysis?.errors,
        notices: notices.map(({ text }: { text: string }) => text),
      });
    })
    .then(
      (state) => `The page: ${state}`,
      (error) => `The page is gone: ${error}`,
    );
