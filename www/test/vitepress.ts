import type { Page } from 'playwright-core';

/** Waits until the page of a VitePress site takes keys and clicks: before, it is markup that nothing listens on. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => '__vue_app__' in (document.querySelector('#app') ?? {}));
}
