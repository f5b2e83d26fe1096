// The list of breakpoints and watches, and a run that may stop. Used by the tests of the page in a browser and in Node.

import type { Page } from 'playwright-core';
import type { Visitor } from './visitor.ts';

export async function openList(page: Page) {
  await page.locator('[data-menu="go"] summary').click();
  await page.getByRole('button', { name: /^Breakpoints/ }).click();
  const list = page.getByRole('dialog', { name: 'Breakpoints and watches' });
  await list.waitFor();
  return list;
}

export async function runFast(visitor: Visitor) {
  await visitor.speed('Max speed');
  await visitor.press('run');
}
