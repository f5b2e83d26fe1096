import type { Page } from 'playwright-core';

/** Waits until the page of a VitePress site takes keys and clicks: before, it is markup that nothing listens on. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => '__vue_app__' in (document.querySelector('#app') ?? {}));
}

/** Waits until the site's own fonts have come: they move what is below its headings. */
export async function fontsCome(page: Page): Promise<void> {
  await page.waitForLoadState();
  await page.evaluate(() => document.fonts.ready.then(() => {}));
}
