// A machine of two files, and the bar with their tabs. Used by the tests of the page in a browser and in Node.

import type { Visitor } from './visitor.ts';

export const MAIN = 'import { Wash } from "./laundry"\ninit begin\nbegin -> Wash\n';
export const LAUNDRY = 'task Wash { prompt: "wash" }\n';

/** Adds a file by the button beside the tabs and writes it. */
export async function add(visitor: Visitor, name: string, text: string) {
  const { page } = visitor;
  await page.locator('.source-bar').getByRole('button', { name: 'Add file' }).click();
  const box = page.getByLabel('Name of the new file');
  await box.fill(name);
  await box.press('Enter');
  await box.waitFor({ state: 'detached' });
  await visitor.write(text);
}

/** Shows a file by its tab. */
export async function tab(visitor: Visitor, name: string) {
  await visitor.page.getByRole('navigation', { name: 'Files' }).getByRole('button', { name }).click();
  await visitor.page.locator(`.file[aria-current="true"][data-file="${name}"]`).waitFor();
}
