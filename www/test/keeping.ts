// What a visitor does with the machines of this browser, for tests of what is kept.

import type { Page } from 'playwright-core';
import type { Visitor } from './visitor.ts';

export const saved = (page: Page) => page.locator('.top .kept', { hasText: /^Saved$/ }).waitFor();

/** Waits until the browser has stored a run up to a step. */
export const storedAt = (page: Page, tick: number) =>
  page.waitForFunction(
    (k) =>
      new Promise<boolean>((resolve) => {
        const open = indexedDB.open('tracklight:/:drafts');
        open.onsuccess = () => {
          const all = open.result.transaction('docs').objectStore('docs').getAll();
          all.onsuccess = () => {
            open.result.close();
            resolve(all.result.some(({ run }) => run?.k === k));
          };
        };
      }),
    tick,
  );

export const titled = (page: Page, title: string) => page.locator('.top .title', { hasText: title }).waitFor();

export const stands = (page: Page, at: string) =>
  page.locator('.timeline output', { hasText: new RegExp(`^Step ${at}$`) }).waitFor();

/** An item of the menu beside the title. */
export async function choose(page: Page, name: string) {
  await page.locator('[data-menu="document"] summary').click();
  await page.locator('[data-menu="document"]').getByRole('button', { name, exact: true }).click();
}

/** Opens the page anew and waits for it. */
export async function again(visitor: Visitor) {
  await visitor.page.reload();
  await visitor.ready();
}

/** Chooses what is done with a machine of the list. */
export async function ofMachine(visitor: Visitor, title: string, act: 'Rename' | 'Duplicate' | 'Download' | 'Delete') {
  const machines = await visitor.machines();
  await machines.getByRole('button', { name: `Actions for ${title}`, exact: true }).click();
  await machines.getByRole('button', { name: act, exact: true }).click();
  await visitor.page.locator('dialog.dialog').waitFor({ state: 'detached' });
}

/** Sets a stub for `heat`. */
export async function stubHeat(visitor: Visitor, text: string) {
  const panel = await visitor.panel('Agent');
  await panel.getByRole('button', { name: 'Edit the stub of heat' }).click();
  const form = panel.getByRole('form', { name: 'Stub of heat' });
  await form.getByLabel('Script, as JSON').fill(text);
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await form.waitFor({ state: 'detached' });
}
