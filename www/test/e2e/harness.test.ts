// The other browser tests pass only because nothing was reported; these show that it would have been.

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { withPage, type Visit } from '../browser.ts';

let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tracklight-harness-'));
});

after(() => rm(folder, { recursive: true }));

async function open(script: string, head: string = '', before?: (page: Page) => Promise<unknown>) {
  await writeFile(join(folder, 'page.js'), `${script};\ndocument.documentElement.dataset.ran = '';`);
  await writeFile(
    join(folder, 'worker.js'),
    "Promise.reject(new Error('lost in the worker')); setTimeout(() => postMessage(''), 0)",
  );
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width"><title>t</title>${head}</head>
    <body><script type="module" src="page.js"></script></body></html>`,
  );
  await withPage({ folder, before }, (page) => page.locator('html[data-ran]').waitFor({ state: 'attached' }));
}

test('a quiet page passes', () => open(''));

const cases: [name: string, script: string, problem: RegExp, head?: string][] = [
  ['a console error', "console.error('broken')", /console: broken/],
  ['an uncaught error', "setTimeout(() => { throw new Error('thrown late') }, 0)", /uncaught: .*thrown late/],
  ['an unhandled rejection', "Promise.reject(new Error('lost'))", /uncaught: .*lost/],
  ['an inline style', '', /policy: style-src-elem inline/, '<style>p { color: red }</style>'],
  ['a string turned into script', "try { Function('1')() } catch {}", /policy: /],
  [
    'a string turned into markup',
    "try { document.body.innerHTML = '<b>x</b>' } catch {}",
    /policy: require-trusted-types-for/,
  ],
  ['a request to another origin', "await fetch('http://example.invalid/').catch(() => 0)", /example\.invalid/],
  ['an image from another origin', '', /example\.invalid/, '<link rel="icon" href="http://example.invalid/a.png">'],
  ['a missing file', "await fetch('nowhere.json')", /answered 404: .*nowhere\.json/],
  [
    'an unhandled rejection in a worker',
    `const policy = trustedTypes.createPolicy('tracklight', { createScriptURL: (url) => url });
     const worker = new Worker(policy.createScriptURL('worker.js'));
     await new Promise((done) => worker.addEventListener('message', done))`,
    /lost in the worker/,
  ],
];

test('a request that fails fails the test', () =>
  assert.rejects(
    open("await fetch('page.js?again').catch(() => 0)", '', (page) => page.route(/again/, (route) => route.abort())),
    /request failed: .*again/,
  ));

for (const [name, script, problem, head] of cases) {
  test(`${name} fails the test`, () => assert.rejects(open(script, head), problem));
}

test('a request to another origin that the policy allows fails the test', async () => {
  await open('');
  const asks = (page: Page) => page.evaluate(() => fetch('http://example.invalid/').then(String, String));
  await assert.rejects(withPage({ folder, headers: {} }, asks), /request to another origin: http:\/\/example\.invalid/);
});

test('the viewport, the colours and the touch screen are as asked for', async () => {
  await open('');
  const options = { folder, viewport: { width: 360, height: 740 }, colorScheme: 'dark' as const, touch: true };
  const seen = await withPage(options, (page) =>
    page.evaluate(() => [
      innerWidth,
      matchMedia('(prefers-color-scheme: dark)').matches,
      matchMedia('(pointer: coarse)').matches,
    ]),
  );
  assert.deepEqual(seen, [360, true, true]);
});

/** Visits a page without content, from the origin that all visits of the built site share. */
const visitEmpty = <T>(act: (page: Page, visit: Visit) => Promise<T>) => withPage({ path: 'keeper.html' }, act);

/** What a visit finds of what one before it has left. */
async function left(
  leave: (page: Page, visit: Visit) => Promise<unknown>,
  find: (page: Page, visit: Visit) => Promise<unknown>,
) {
  await visitEmpty(async (page, visit) => {
    await leave(page, visit);
    assert.ok(await find(page, visit), 'it was there');
  });
  return visitEmpty(find);
}

test('what a visit stores does not reach the next one', async () => {
  const found = await left(
    (page) =>
      page.evaluate(async () => {
        localStorage.setItem('left', '1');
        sessionStorage.setItem('left', '1');
        document.cookie = 'left=1; max-age=1000';
        await (await caches.open('left')).put('/left', new Response('1'));
        await new Promise((done) => (indexedDB.open('left', 1).onsuccess = done));
        const file = await (await navigator.storage.getDirectory()).getFileHandle('left', { create: true });
        return file.name;
      }),
    (page) =>
      page.evaluate(async () => {
        const files: string[] = [];
        for await (const name of (await navigator.storage.getDirectory()).keys()) files.push(name);
        const databases = await indexedDB.databases();
        const all = [localStorage.length, sessionStorage.length, document.cookie.length, (await caches.keys()).length];
        return all.reduce((sum, n) => sum + n, databases.length + files.length);
      }),
  );
  assert.equal(found, 0);
});

test('no visit leaves a service worker', async () => {
  await visitEmpty((page) => page.evaluate(() => void navigator.serviceWorker.register('/net.js').catch(() => {})));
  const found = await visitEmpty((page) =>
    page.evaluate(async () => [
      navigator.serviceWorker.controller,
      ...(await navigator.serviceWorker.getRegistrations()),
    ]),
  );
  assert.deepEqual(found, [null]);
});

test('a lock that a visit holds is free for the next one', async () => {
  await visitEmpty((page) =>
    page.evaluate(
      () =>
        new Promise<void>((got) => {
          void navigator.locks.request('left', () => {
            got();
            return new Promise(() => {});
          });
        }),
    ),
  );
  const free = await visitEmpty((page) =>
    page.evaluate(() => navigator.locks.request('left', { ifAvailable: true }, (lock) => lock !== null)),
  );
  assert.ok(free);
});

test('permissions and the clipboard of a visit do not reach the next one', async () => {
  const state = (page: Page) =>
    page.evaluate(async () => (await navigator.permissions.query({ name: 'clipboard-read' as PermissionName })).state);
  const before = await visitEmpty(state);
  await visitEmpty(async (page, { context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(() => navigator.clipboard.writeText('left'));
    assert.notEqual(await state(page), before);
  });
  assert.equal(await visitEmpty(state), before);
  const text = await visitEmpty(async (page, { context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    return page.evaluate(() => navigator.clipboard.readText());
  });
  assert.equal(text, '');
});

test('routes and a missing network of a visit do not reach the next one', async () => {
  const status = (page: Page) => page.evaluate(async () => (await fetch('keeper.html').catch(() => null))?.status);
  await visitEmpty(async (page, { context }) => {
    await context.route(/keeper/, (route) => route.fulfill({ status: 299, body: '' }));
    assert.equal(await status(page), 299);
  });
  assert.equal(await visitEmpty(status), 200);
  await withPage({ path: 'keeper.html', expect: [/ERR_INTERNET_DISCONNECTED/] }, async (page, { context }) => {
    await context.setOffline(true);
    assert.equal(await status(page), undefined);
  });
  assert.equal(await visitEmpty(status), 200);
});

test('what a visit emulates does not reach the next one', async () => {
  const seen = (page: Page) =>
    page.evaluate(() => [
      innerWidth,
      matchMedia('(prefers-color-scheme: dark)').matches,
      matchMedia('(prefers-reduced-motion)').matches,
      new Date(2020, 0).getTimezoneOffset(),
    ]);
  const before = await visitEmpty(seen);
  await visitEmpty(async (page, { context }) => {
    await page.setViewportSize({ width: 500, height: 500 });
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Kathmandu' });
    assert.deepEqual(await seen(page), [500, true, true, -345]);
  });
  assert.deepEqual(await visitEmpty(seen), before);
});

test('a dialog that a visit leaves open does not hold up the next one', async () => {
  await visitEmpty(async (page) => {
    const opened = page.waitForEvent('dialog');
    await page.evaluate(() => void setTimeout(() => alert('left'), 0));
    await opened;
  });
  assert.equal(await visitEmpty((page) => page.evaluate(() => document.title)), 'Keeper');
});

test('pages that a visit opens are closed behind it', async () => {
  const count = (visit: Visit) => visit.context.pages().length;
  const before = await visitEmpty(async (_, visit) => count(visit));
  await visitEmpty(async (page, visit) => {
    await Promise.all([page.waitForEvent('popup'), page.evaluate(() => void open('keeper.html'))]);
    await visit.newPage();
    assert.equal(count(visit), before + 2);
  });
  assert.equal(await visitEmpty(async (_, visit) => count(visit)), before);
});

test('a problem fails its own visit and not the next one', async () => {
  await assert.rejects(
    visitEmpty((page) => page.evaluate(() => console.error('broken'))),
    /console: broken/,
  );
  await visitEmpty((page) =>
    page.evaluate(() => void addEventListener('pagehide', () => console.error('broken late'))),
  );
  await visitEmpty(async () => {});
});
