// `404.html`, as static hosts serve it: it opens links whose `#` became a part of the path, and says what is not there.

import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { withPage } from '../browser.ts';
import type { Page } from 'playwright-core';

const DIST = fileURLToPath(new URL('../../../dist', import.meta.url));
const SOURCE = 'init a\nstate b\na -> b\n';
const LINK = `t1.a${Buffer.from(SOURCE).toString('base64url')}`;
/** The document has the status 404, and the browser logs it. */
const expect = [/status of 404/, /^answered 404: [^?]*\/(nowhere|elsewhere\.invalid.*|%.*)$/];

const shows = (page: Page, source: string) =>
  page.waitForFunction((text) => {
    const { document: shown } = (document.querySelector('tracklight-app') as any)?.state ?? {};
    return shown?.source === text && shown.ready;
  }, source);

for (const path of [`%23${LINK}`, `%2523${LINK}`, `%23${LINK.replace('.', '%2E')}`])
  test(`an encoded # leads to the link: ${path.slice(0, 8)}`, () =>
    withPage({ path, expect }, async (page, { url }) => {
      await shows(page, SOURCE);
      assert.equal(new URL(page.url()).pathname, '/');
      assert.ok(page.url().startsWith(`${url}#`));
    }));

test('the same for the link of an example', () =>
  withPage({ path: '%23example=kettle&tick=2', expect }, async (page) => {
    await page.waitForFunction(() => {
      const { state } = (document.querySelector('tracklight-app') as any) ?? {};
      return state?.run.snapshot?.position.tick === 2;
    });
  }));

test('a site in a folder opens the link in its folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tracklight-host-'));
  try {
    await writeFile(join(folder, 'index.html'), '<!doctype html><title>Host</title>');
    await mkdir(join(folder, 'sub'));
    await symlink(DIST, join(folder, 'sub/folder'));
    await withPage({ folder, path: `sub/folder/%23${LINK}`, expect }, async (page) => {
      await shows(page, SOURCE);
      assert.equal(new URL(page.url()).pathname, '/sub/folder/');
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`any other address has no page, with a way to the page: ${colorScheme}`, () =>
    withPage({ path: 'nowhere', colorScheme, expect }, async (page, { url }) => {
      await page.getByRole('heading', { name: 'Page not found' }).waitFor();
      const [ground, ink] = await page.evaluate(() => {
        const { backgroundColor, color } = getComputedStyle(document.body);
        return [backgroundColor, color].map((text) => Number(/\d+/.exec(text)?.[0]));
      });
      assert.ok(colorScheme === 'light' ? ground > 200 && ink < 60 : ground < 60 && ink > 200, `${ground} ${ink}`);
      await page.getByRole('link', { name: 'Open Tracklight' }).click();
      await page.waitForURL(url);
    }));

test('a path that begins with two slashes leads to no other site', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tracklight-host-'));
  try {
    for (const name of ['404.html', '404.js', '404.css']) {
      const text = await readFile(join(DIST, name), 'utf8');
      // As it is where the address of the site was known to the build.
      await writeFile(join(folder, name), text.replaceAll('="./', '="/'));
    }
    await writeFile(join(folder, 'index.html'), '<!doctype html><title>Host</title>');
    await withPage({ folder, path: '/elsewhere.invalid/%23t1.aYQ', expect }, async (page, { url }) => {
      await page.waitForURL(`${url}/elsewhere.invalid/#t1.aYQ`);
      await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});
