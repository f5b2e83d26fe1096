// What this browser keeps: what was written last, several tabs, settings; and what is said when it does not.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { again, choose, ofMachine, saved, stands, stubHeat, titled } from '../keeping.ts';
import { openFrom, Visitor, visit } from './visitor.ts';
import type { Visit } from '../browser.ts';
import type { Page } from 'playwright-core';

const MINE = 'machine "Mine"\nstate a\nstate b\na -> b\n';

test('what was typed just before leaving is kept as well', () =>
  visit({}, async (visitor) => {
    await visitor.type('\n// last words');
    await again(visitor);
    assert.match(await visitor.source(), /last words$/);
  }));

test('what was typed is there again though the database was closed before it had it', () =>
  visit({}, async (visitor, page) => {
    await page.evaluate(() => {
      IDBTransaction.prototype.commit = function () {
        this.abort();
      };
    });
    await visitor.type('\n// last words');
    await again(visitor);
    assert.match(await visitor.source(), /last words$/);
    // What came back is in the database by now.
    assert.deepEqual(
      await page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('tracklight:/:backup'))),
      [],
    );
    await again(visitor);
    assert.match(await visitor.source(), /last words$/);
  }));

test('the run of an example is there again though the database was closed before it had it', () =>
  visit({}, async (visitor, page) => {
    await page.evaluate(() => {
      IDBTransaction.prototype.commit = function () {
        this.abort();
      };
    });
    await visitor.step(2);
    for (let times = 0; times < 2; times += 1) {
      await again(visitor);
      await visitor.at(2);
    }
    assert.deepEqual(
      await page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('tracklight:/:backup'))),
      [],
    );
  }));

test('the name of the page leads to the start only from a machine that is as it was opened', () =>
  visit({}, async (visitor, page) => {
    const toStart = async () => {
      await page.locator('.top .brand').click();
      await page.waitForURL((url) => url.hash === '');
      await visitor.ready();
    };
    await choose(page, 'New machine');
    await visitor.holds('machine "Untitled"\n');
    await toStart();
    await visitor.holds(/^machine "Refund desk"/);
    await choose(page, 'New machine');
    await visitor.holds('machine "Untitled"\n');
    await visitor.type('task mine');
    await toStart();
    await visitor.holds('machine "Untitled"\ntask mine');
  }));

test('the machines of the list have their drawing in the theme of the page, or what stands for one', () =>
  visit({ colorScheme: 'dark' }, async (visitor, page) => {
    const many = Array.from({ length: 90 }, (_, i) => `state s${i}`).join('\n');
    for (const [title, text] of [
      ['Small', 'init a\nend b\na -> b\n'],
      ['Broken', 'init a\nstate broken\na -> \n'],
      ['Nothing', ''],
      ['Large', `${many}\ns0 -> s1\n`],
    ]) {
      await choose(page, 'New machine');
      await titled(page, 'Untitled');
      await visitor.write(`machine "${title}"\n${text}`);
      await titled(page, title ?? '');
      await saved(page);
    }
    const machines = await visitor.machines();
    const tile = (name: string) => machines.locator('.tile', { hasText: name });
    await tile('Small').locator('.picture > svg text', { hasText: /^a$/ }).waitFor();
    await tile('Broken').locator('.picture > svg text', { hasText: 'broken' }).waitFor();
    await tile('Nothing').locator('.picture', { hasText: 'No nodes yet' }).waitFor();
    await tile('Large').locator('.picture', { hasText: '90 nodes' }).waitFor();
    const ink = () =>
      tile('Small')
        .locator('.picture text')
        .first()
        .evaluate((text) => getComputedStyle(text).fill);
    const dark = await ink();
    await page.evaluate(() => {
      document.documentElement.dataset.theme = 'light';
    });
    assert.notEqual(await ink(), dark);
  }));

test('a machine of the list is renamed, duplicated and downloaded', () =>
  visit({}, async (visitor, page) => {
    await visitor.write('machine "First"\nstate a\nstate b\na -> b\n');
    await titled(page, 'First');
    await saved(page);
    await choose(page, 'New machine');
    await titled(page, 'Untitled');
    await ofMachine(visitor, 'First', 'Rename');
    const field = page.getByLabel('Title of the machine');
    await field.waitFor();
    assert.equal(await field.inputValue(), 'First');
    await field.fill('Renamed');
    await page.keyboard.press('Enter');
    await titled(page, 'Renamed');
    await saved(page);
    // It is the one that is open.
    await ofMachine(visitor, 'Renamed', 'Duplicate');
    await titled(page, 'Renamed (copy)');
    await saved(page);
    const came = page.waitForEvent('download');
    await ofMachine(visitor, 'Renamed', 'Download');
    assert.match((await came).suggestedFilename(), /^renamed\./);
    await titled(page, 'Renamed');
    const names = (await visitor.machines()).locator('.tile b');
    await names.nth(1).waitFor();
    assert.deepEqual((await names.allInnerTexts()).sort(), ['Renamed', 'Renamed (copy)']);
  }));

const BLOCKED = {
  before: (page: Page) =>
    page.addInitScript(() => {
      Object.defineProperty(globalThis, 'indexedDB', {
        get() {
          throw new DOMException('blocked', 'SecurityError');
        },
      });
    }),
};

for (const [where, options] of [
  ['kept', {}],
  ['not kept anywhere', BLOCKED],
] as const) {
  test(`a machine that is ${where} is brought back with its run, its position, its breakpoints and its stubs`, () =>
    visit(options, async (visitor, page) => {
      await visitor.type('\n// mine');
      await stubHeat(visitor, '{ "write": { "Water": { "celsius": 71 } } }');
      await visitor.step(2);
      await visitor.shows('v1-0', '71');
      await visitor.press('back');
      await stands(page, '1 of 2');
      await page.locator('tracklight-editor .cm-line', { hasText: 'task heat' }).click();
      await page.keyboard.press('F9');
      await page.locator('tracklight-diagram .badge-stop').waitFor();
      const panel = await visitor.panel('Examples');
      await panel.getByRole('button', { name: /^Counter/ }).click();
      await page.locator('tracklight-editor .cm-content', { hasText: 'Tally' }).waitFor();
      await page.getByRole('button', { name: 'Back to “Kettle”' }).click();
      await page.locator('tracklight-editor .cm-content', { hasText: '// mine' }).waitFor();
      await stands(page, '1 of 2');
      await page.locator('tracklight-diagram .badge-stop').waitFor();
      await visitor.press('forward');
      await visitor.shows('v1-0', '71');
      const agent = await visitor.panel('Agent');
      await agent.locator('.stub', { hasText: '71' }).filter({ hasText: 'edited stub' }).waitFor();
      if (where !== 'kept') {
        page.on('dialog', (dialog) => void dialog.accept());
        return;
      }
      await saved(page);
      await again(visitor);
      await stands(page, '2 of 2');
      await visitor.shows('v1-0', '71');
      // One machine, not a second one beside it.
      const machines = await visitor.machines();
      await machines.locator('.tile').first().waitFor();
      assert.equal(await machines.locator('.tile').count(), 1);
    }));
}

test('a killed worker comes back with every branch as well', () =>
  visit(
    {
      before: (page) =>
        page.addInitScript(() => {
          // The worker that runs machines can be made deaf, as one that hangs is.
          const Plain = globalThis.Worker;
          globalThis.Worker = class extends Plain {
            override postMessage(message: any) {
              if ((globalThis as any).deaf && message?.call === 'setContext') return;
              super.postMessage(message);
            }
          };
        }),
    },
    async (visitor, page) => {
      await visitor.step(3);
      await visitor.press('back');
      await visitor.branches();
      await page.getByRole('button', { name: 'Branch here' }).click();
      await page.locator('.branch-button', { hasText: 'branch 2' }).waitFor();
      await visitor.step();
      await page.locator('.branch-button', { hasText: 'branch 2' }).waitFor();
      await page.evaluate(() => {
        (globalThis as any).deaf = true;
      });
      const panel = await visitor.panel('Context');
      await panel.getByRole('button', { name: /^Edit Water\.celsius/ }).click();
      await panel.getByRole('textbox').fill('1');
      await page.keyboard.press('Enter');
      await page.locator('.notice', { hasText: 'Undone: the edited value' }).waitFor();
      await page.evaluate(() => {
        (globalThis as any).deaf = false;
      });
      await page.locator('.branch-button', { hasText: 'branch 2' }).waitFor();
      assert.equal(await page.locator('.branches .branch').count(), 2);
      assert.equal(await page.locator('.notice', { hasText: 'branches' }).count(), 0);
      await visitor.branches();
      await page.getByTitle('Go to the end of main').click();
      await page.locator('.timeline output', { hasText: 'Step 3 of 3' }).waitFor();
    },
  ));

test('a run that came as a file is there again after a reload, with what was done since', () =>
  visit({}, async (visitor, page) => {
    await visitor.step(2);
    await visitor.press('back');
    await visitor.branches();
    await page.getByRole('button', { name: 'Branch here' }).click();
    await page.locator('.branch-button', { hasText: 'branch 2' }).waitFor();
    await page.locator('[data-menu="export"] summary').click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save file' }).click(),
    ]);
    const buffer = await readFile(await download.path());
    await page.goto(page.url().replace(/#.*$/, '') + '#example=ferries');
    await titled(page, 'Two ferries');
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), openFrom(page, 'Open file…')]);
    await chooser.setFiles({ name: 'kettle.run.json', mimeType: 'application/json', buffer });
    await titled(page, 'Kettle');
    await choose(page, 'Save a copy');
    await visitor.step();
    await page.locator('.timeline output', { hasText: 'Step 2 of 2' }).waitFor();
    await saved(page);
    await page.evaluate(() => {
      location.hash = '';
    });
    await again(visitor);
    await page.locator('.timeline output', { hasText: 'Step 2 of 2' }).waitFor();
    await page.locator('.branch-button', { hasText: 'branch 2' }).waitFor();
    await visitor.branches();
    await page.getByTitle('Go to the end of main').click();
    await visitor.shows('v1-0', '60');
  }));

for (const insecure of [false, true]) {
  const where = insecure ? ' on plain http' : '';

  test(`what was typed, and the run, are there again after a reload${where}, and can be edited`, () =>
    visit({ insecure }, async (visitor, page) => {
      assert.equal(await page.evaluate(() => isSecureContext), !insecure);
      await visitor.type('\n// mine');
      await visitor.step(2);
      await saved(page);
      await again(visitor);
      await stands(page, '2 of 2');
      assert.match(await visitor.source(), /\/\/ mine$/);
      await visitor.type(' again');
      await saved(page);
      await again(visitor);
      assert.match(await visitor.source(), /\/\/ mine again$/);
    }));

  test(`two tabs${where}: the second reads and follows, and takes over with Edit here`, () =>
    visit({ insecure }, (visitor, page, visited) => twoTabs(visitor, page, visited)));
}

async function twoTabs(visitor: Visitor, page: Page, { newPage, url }: Visit) {
  await visitor.write(MINE);
  await saved(page);
  const other = await newPage();
  await other.goto(url);
  await titled(other, 'Mine');
  await other.locator('.notice', { hasText: 'edited in another tab' }).waitFor();
  const text = () => other.evaluate(() => (document.querySelector('tracklight-editor') as any).value);
  await other.locator('tracklight-editor .cm-content').click();
  await other.keyboard.type('nonsense');
  assert.equal(await text(), MINE);
  assert.equal(await other.locator('tracklight-editor .cm-content').getAttribute('aria-readonly'), 'true');
  await visitor.type('\n// from the first');
  await other.waitForFunction(() =>
    (document.querySelector('tracklight-editor') as any).value.endsWith('// from the first'),
  );
  await other.locator('.notice').getByRole('button', { name: 'Edit here' }).click();
  await other.locator('.top .kept', { hasText: /^Saved$/ }).waitFor();
  await page.locator('.top .kept', { hasText: 'read-only' }).waitFor();
  await other.locator('tracklight-editor .cm-content').click();
  await other.keyboard.press('Control+End');
  await other.keyboard.type('\n// from the second');
  await page.waitForFunction(() =>
    (document.querySelector('tracklight-editor') as any).value.endsWith('// from the second'),
  );
  await other.close();
  await page.locator('.notice').getByRole('button', { name: 'Edit here' }).click();
  await saved(page);
  await visitor.type('\n// and the first');
  await saved(page);
}

test('what a notice says of a machine goes with it: shared, or edited in another tab', () =>
  visit({}, async (visitor, page, { newPage, url }) => {
    const open = async (tab: Visitor, title: string) => {
      await (await tab.machines()).locator('.tile b', { hasText: title }).click();
      await titled(tab.page, title);
    };
    await visitor.write('machine "First"\nstate a\n');
    await saved(page);
    await choose(page, 'New machine');
    await titled(page, 'Untitled');
    await visitor.write('machine "Second"\nstate a\n');
    await titled(page, 'Second');
    await saved(page);
    const other = await newPage();
    await other.goto(url);
    const there = new Visitor(other);
    await there.ready();
    const notice = other.locator('.notice', { hasText: 'edited in another tab' });
    await notice.waitFor();
    await open(there, 'First');
    await saved(other);
    assert.equal(await other.locator('.notice').count(), 0);
    await other.evaluate(() => {
      location.hash = '#t1.aYSAtPiBiCg';
    });
    const shared = other.locator('.notice', { hasText: 'Shared machine.' });
    await shared.waitFor();
    // A link that cannot be opened leaves the machine and its notice.
    await other.evaluate(() => {
      location.hash = '#t1.aYQ*';
    });
    await other.locator('.notice.error').waitFor();
    assert.equal(await shared.count(), 1);
    await open(there, 'Second');
    await notice.waitFor();
    assert.equal(await shared.count(), 0);
  }));

test('a reload shows what the tab showed, also when another tab saved its machine later', () =>
  visit({ path: '' }, async (visitor, page, { newPage, url }) => {
    await visitor.write(MINE);
    await saved(page);
    const other = await newPage();
    // What is in the address of a link: a -> b
    await other.goto(`${url}#t1.aYSAtPiBiCg`);
    const there = new Visitor(other);
    await there.ready();
    await there.write('machine "Theirs"\nstate a\n');
    await saved(other);
    await again(visitor);
    await titled(page, 'Mine');
    await saved(page);
    await again(there);
    await titled(other, 'Theirs');
    await saved(other);
    // An example without edits has no draft.
    const examples = await visitor.panel('Examples');
    await examples.getByRole('button', { name: /^Toll gate/ }).click();
    await titled(page, 'Toll gate');
    await again(visitor);
    await titled(page, 'Toll gate');
    // A new tab shows what was saved last.
    const third = await newPage();
    await third.goto(url);
    await titled(third, 'Theirs');
  }));

test('a full browser is told, the machine can be downloaded, and freed room is used', () =>
  visit(
    {
      before: (page) =>
        page.addInitScript(() => {
          const put = IDBObjectStore.prototype.put;
          IDBObjectStore.prototype.put = function (value: any, key: any) {
            if ((globalThis as any).noRoom && this.name !== 'meta')
              throw new DOMException('no room', 'QuotaExceededError');
            return key === undefined ? put.call(this, value) : put.call(this, value, key);
          };
          (globalThis as any).noRoom = true;
        }),
    },
    async (visitor, page) => {
      await visitor.write(MINE);
      await page.locator('.top .kept', { hasText: 'storage full' }).waitFor();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.locator('.notice').getByRole('button', { name: 'Export all machines' }).click(),
      ]);
      assert.equal(download.suggestedFilename(), 'machine.dygram');
      await page.locator('.notice').getByRole('button', { name: 'Open Local storage' }).click();
      await page.locator('dialog .settings').getByText('Local storage').waitFor();
      await page.evaluate(() => {
        (globalThis as any).noRoom = false;
      });
      await visitor.close();
      await visitor.type('\n// again');
      await saved(page);
    },
  ));

test('where nothing can be kept the page works, and says so once', () =>
  visit(
    {
      before: (page) =>
        page.addInitScript(() => {
          Object.defineProperty(globalThis, 'indexedDB', {
            get() {
              throw new DOMException('blocked', 'SecurityError');
            },
          });
          Object.defineProperty(globalThis, 'localStorage', {
            get() {
              throw new DOMException('blocked', 'SecurityError');
            },
          });
        }),
    },
    async (visitor, page) => {
      await page.locator('.notice', { hasText: 'does not save anything' }).waitFor();
      await visitor.write(MINE);
      await titled(page, 'Mine');
      await visitor.step();
      assert.equal(await page.locator('.notice', { hasText: 'does not save anything' }).count(), 1);
      assert.equal(await page.locator('.top .kept').innerText(), 'Unsaved');
      const panel = await visitor.panel('Settings');
      await panel.getByText('does not save anything').waitFor();
      await panel.getByLabel('Theme').selectOption('dark');
      assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
      // Its leaving asks, because an edited text would be lost.
      page.on('dialog', (dialog) => void dialog.accept());
    },
  ));

test('settings apply at once and are there after a reload', () =>
  visit({}, async (visitor, page) => {
    const panel = await visitor.panel('Settings');
    const size = () =>
      page.locator('tracklight-editor .cm-editor').evaluate((editor) => getComputedStyle(editor).fontSize);
    await panel.getByLabel('Editor font size').selectOption('18');
    assert.equal(await size(), '18px');
    await panel.getByLabel('Direction').selectOption('LR');
    await page.waitForFunction(() => {
      const box = (document.querySelector('tracklight-diagram') as any).shadowRoot
        .querySelector('.lens')
        .getBoundingClientRect();
      return box.width > box.height;
    });
    await panel.getByLabel('Theme').selectOption('dark');
    await panel.getByLabel('Motion').selectOption('reduce');
    await panel.getByLabel('Steps per second').selectOption('max');
    await again(visitor);
    assert.deepEqual(
      await page.evaluate(() => {
        const { theme, motion } = document.documentElement.dataset;
        return { theme, motion };
      }),
      { theme: 'dark', motion: 'reduce' },
    );
    assert.equal(await size(), '18px');
    await page.locator('[data-menu="speed"] summary', { hasText: 'Max speed' }).waitFor();
    assert.equal(await page.locator('.status-row[data-state="welcome"]').count(), 0, 'the first visit is over');
  }));

test('deleting all local data asks first, and leaves nothing', () =>
  visit({ first: true }, async (visitor, page) => {
    await visitor.write(MINE);
    await saved(page);
    const panel = await visitor.panel('Settings');
    await panel.getByText('1 machine').waitFor();
    await panel.getByRole('button', { name: /^Delete all local data/ }).click();
    await panel.getByRole('button', { name: 'Cancel' }).click();
    await panel.getByRole('button', { name: /^Delete all local data/ }).click();
    await Promise.all([page.waitForEvent('load'), panel.getByRole('button', { name: 'Delete everything' }).click()]);
    await visitor.ready();
    await titled(page, 'Refund desk');
    assert.deepEqual(await page.evaluate(() => ({ ...localStorage })), {});
  }));
