// Links as tests of the page make them, open them and copy them.

import { openFrom } from './visitor.ts';
import type { Page } from 'playwright-core';

/** A link of a document, as any other program would write it. */
export const linkTo = (document: unknown) => `#t1.0${Buffer.from(JSON.stringify(document)).toString('base64url')}`;

/** Puts a fragment into the address. */
export const open = (page: Page, hash: string) =>
  page.evaluate((text) => {
    location.hash = text;
  }, hash);

/** Opens a good link and waits until its run stands. */
export async function opensNext(page: Page, name: string) {
  const source = `init ${name}\nstate done\n${name} -> done\n`;
  await open(page, linkTo({ s: source, k: 1, v: 1 }));
  await page.waitForFunction((text) => {
    const {
      document: shown,
      run: { snapshot: run },
    } = (document.querySelector('tracklight-app') as any).state;
    return shown.source === text && shown.ready && run?.source === text && run.position.tick === 1;
  }, source);
  return source;
}

/** Opens Share and waits for the link. */
export async function openShare(page: Page) {
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const box = page.getByLabel('Link', { exact: true });
  await box.waitFor();
  return box;
}

/** Pastes into the From-link box. */
export async function openLink(page: Page, text: string) {
  await openFrom(page, 'Open link…');
  await page.getByLabel('Link', { exact: true }).fill(text);
  await page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }).click();
}

export const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
