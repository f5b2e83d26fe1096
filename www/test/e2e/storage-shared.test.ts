// Storage that tabs of other versions, other folders and the browser itself can change: upgrades, deletion, migration.

import assert from 'node:assert/strict';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { withPage } from '../browser.ts';
import { again, saved, titled } from '../keeping.ts';
import { Visitor, visit } from './visitor.ts';
import type { Page } from 'playwright-core';

const DIST = fileURLToPath(new URL('../../../dist', import.meta.url));
const DATABASE = 'tracklight:/:drafts';
const MINE = 'machine "Mine"\nstate a\nstate b\na -> b\n';

const notice = (page: Page, text: string) => page.locator('.notice', { hasText: text });

/** The page is of a later version, whose database is later too. */
const later = (page: Page) =>
  page.addInitScript(() => {
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (name, version) {
      return version === undefined ? open.call(this, name) : open.call(this, name, version + 1);
    };
  });

/** Opens a database in a page and leaves it open. @param version the one it has by default */
const holdDatabase = (page: Page, name: string, version?: number) =>
  page.evaluate(
    ([name, version]) =>
      new Promise<void>((opened, failed) => {
        const request = indexedDB.open(name, version);
        request.onsuccess = () => {
          Object.assign(globalThis, { database: request.result });
          opened();
        };
        request.onerror = () => failed(request.error);
      }),
    [name, version] as const,
  );

test('a newer version in another tab gets the database and what was typed last; the older one asks to reload', () =>
  visit({}, async (visitor, page, { newPage, url }) => {
    await visitor.write(MINE);
    await saved(page);
    // What is typed from here on is not written before the database is taken away.
    await page.evaluate(() => {
      IDBTransaction.prototype.commit = function () {
        this.abort();
      };
    });
    await visitor.type('// last words');
    const other = await newPage();
    await later(other);
    await other.goto(url);
    await titled(other, 'Mine');
    await notice(page, 'A newer version of Tracklight is open in another tab.').waitFor();
    assert.equal(await page.locator('.top .kept').innerText(), 'Unsaved');
    await new Visitor(other).holds(/last words$/);
    // The page of the older version cannot use it any more, also when it is opened anew.
    await page.getByRole('button', { name: 'Reload' }).click();
    await notice(page, 'Your machines were saved by a newer version of Tracklight.').waitFor();
    await visitor.ready();
    assert.equal(await notice(page, 'does not save anything').count(), 0);
    const settings = await visitor.panel('Settings');
    await settings.getByText('Your machines were saved by a newer version').waitFor();
  }));

test('a tab of an older version that keeps the database open is named', () =>
  visit({}, async (_visitor, page, { newPage, url }) => {
    await page.goto(`${url}keeper.html`);
    await holdDatabase(page, DATABASE);
    const other = await newPage();
    await later(other);
    await other.goto(url);
    await notice(other, 'Another tab keeps an older version of Tracklight open').waitFor();
    const visitor = new Visitor(other);
    await visitor.ready();
    await page.evaluate(() => (globalThis as unknown as { database: IDBDatabase }).database.close());
    await notice(other, 'Another tab keeps').getByRole('button', { name: 'Reload' }).click();
    await visitor.ready();
    await visitor.type('// mine');
    await saved(other);
  }));

test('a database that is deleted while the page is open is told, and a reload saves the machine again', () =>
  visit({}, async (visitor, page) => {
    await visitor.write(MINE);
    await saved(page);
    await page.evaluate(
      (name) =>
        new Promise((deleted) => {
          indexedDB.deleteDatabase(name).onsuccess = deleted;
        }),
      DATABASE,
    );
    await notice(page, 'The browser closed its storage for this page.').waitFor();
    await visitor.type('// more');
    await page.getByRole('button', { name: 'Reload' }).click();
    await visitor.ready();
    await visitor.holds(`${MINE}// more`);
    await saved(page);
  }));

/** What an earlier version stored. */
const saveByOldVersion = (page: Page, source: string) =>
  page.evaluate(
    (text) =>
      new Promise<void>((saved, failed) => {
        localStorage.setItem('tracklight:settings', '{"theme":"dark","hint":false}');
        localStorage.setItem('tracklight:draft', '1');
        const request = indexedDB.open('tracklight', 1);
        request.onupgradeneeded = () => {
          request.result.createObjectStore('docs', { keyPath: 'id' });
          request.result.createObjectStore('versions', { keyPath: ['id', 'time'] });
          request.result.createObjectStore('meta');
        };
        request.onsuccess = () => {
          const change = request.result.transaction(['docs', 'versions', 'meta'], 'readwrite');
          const document = { s: text };
          const draft = {
            id: 'old',
            title: 'Mine',
            document,
            run: null,
            at: null,
            created: 1,
            changed: 1,
            origin: null,
          };
          change.objectStore('docs').put(draft);
          change.objectStore('meta').put('old', 'last');
          change.objectStore('versions').put({ id: 'old', time: 1, name: 'first', why: null, document, size: 1 });
          change.oncomplete = () => {
            request.result.close();
            saved();
          };
          change.onerror = () => failed(change.error);
        };
      }),
    source,
  );

test('what an earlier version stored is there, in two tabs that start at the same time', () =>
  withPage({ path: 'keeper.html' }, async (page, { newPage, url }) => {
    await saveByOldVersion(page, MINE);
    const other = await newPage();
    await Promise.all([page.goto(url), other.goto(url)]);
    const visitor = new Visitor(page);
    await Promise.all([visitor.ready(), new Visitor(other).ready()]);
    for (const tab of [page, other]) {
      await titled(tab, 'Mine');
      assert.equal(await tab.evaluate(() => document.documentElement.dataset.theme), 'dark');
    }
    await other.close();
    const versions = await visitor.panel('Versions');
    await versions.getByRole('button', { name: /^first/ }).waitFor();
    await again(visitor);
    assert.equal(await (await visitor.machines()).locator('.tile').count(), 1);
  }));

test('two folders of an origin have their own machines, settings and tabs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tracklight-folders-'));
  try {
    await writeFile(join(folder, 'index.html'), '');
    for (const name of ['tracklight', 'next']) await symlink(DIST, join(folder, name));
    await visit({ folder, path: 'tracklight/' }, async (visitor, page, { newPage, url }) => {
      await visitor.write(MINE);
      await saved(page);
      const settings = await visitor.panel('Settings');
      await settings.getByLabel('Theme').selectOption('dark');
      await visitor.close();
      const other = await newPage();
      await other.goto(`${url}next/`);
      const there = new Visitor(other);
      await there.ready();
      await titled(other, 'Refund desk');
      assert.equal(await other.evaluate(() => document.documentElement.dataset.theme), 'light');
      await (await there.machines()).getByText('None yet.').waitFor();
      await there.close();
      await there.write('machine "Next"\nstate a\n');
      await saved(other);
      await again(visitor);
      await titled(page, 'Mine');
      await saved(page);
      assert.equal(await (await visitor.machines()).locator('.tile').count(), 1);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

/** As where the browser refuses all messages between tabs. */
const withoutMessages = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(globalThis, 'BroadcastChannel', {
      get() {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
  });

test('without messages between tabs one tab edits, and a second one takes the machine over', () =>
  visit({ before: withoutMessages }, async (visitor, page, { newPage, url }) => {
    await visitor.write(MINE);
    await saved(page);
    const other = await newPage();
    await withoutMessages(other);
    await other.goto(url);
    await notice(other, 'edited in another tab').getByRole('button', { name: 'Edit here' }).click();
    await saved(other);
    await notice(page, 'edited in another tab').waitFor();
  }));

test('without messages and locks between tabs, as in an old browser on plain http, the page saves', () =>
  visit({ before: withoutMessages, insecure: true }, async (visitor, page) => {
    await visitor.write(MINE);
    await saved(page);
    await again(visitor);
    await titled(page, 'Mine');
  }));
