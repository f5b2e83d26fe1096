// The frame page: one machine, messages that are checked, and nothing of the page around it.

import assert from 'node:assert/strict';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { POLICY } from '../../build/csp.mjs';
import { encode } from '../../src/link/codec.ts';
import { frameSnippet } from '../../src/link/snippets.ts';
import { withPage } from '../browser.ts';
import { KETTLE } from '../host-page.ts';
import type { Frame, Page } from 'playwright-core';

const DIST = fileURLToPath(new URL('../../../dist', import.meta.url));

/** The site, with a page beside it that frames it. */
async function withFrame(
  query: string,
  test: (page: Page, frame: Frame, received: () => Promise<any[]>) => Promise<void>,
  fragment?: string,
) {
  const folder = await mkdtemp(join(tmpdir(), 'tracklight-frame-'));
  try {
    for (const name of readdirSync(DIST)) await symlink(join(DIST, name), join(folder, name));
    const link = fragment ?? (await encode({ s: KETTLE }));
    const snippet = frameSnippet('http://host.test/', link, 'Kettle')
      .replace('http://host.test/', './')
      .replace('?embed=1', `?embed=1${query}`)
      .replace(/ style="[^"]*"/, '')
      .replace('loading="lazy" ', '');
    await writeFile(
      join(folder, 'host.js'),
      'globalThis.received=[];addEventListener("message",({data})=>received.push(data));',
    );
    await writeFile(
      join(folder, 'around.html'),
      '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Host</title><script src="host.js"></script>' +
        `</head><body>${snippet}</body></html>`,
    );
    await withPage({ folder, path: 'around.html', headers: { 'content-security-policy': POLICY } }, async (page) => {
      const element = await page.locator('iframe').elementHandle();
      const frame = (await element?.contentFrame()) as Frame;
      await test(page, frame, () => page.evaluate(() => (globalThis as any).received));
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const ready = (page: Page) =>
  page.waitForFunction(() => (globalThis as any).received.some((one: any) => one.event === 'ready'));

async function ask(page: Page, message: Record<string, unknown>) {
  await page.evaluate((message) => {
    (document.querySelector('iframe') as HTMLIFrameElement).contentWindow?.postMessage(message, '*');
  }, message);
  return page
    .waitForFunction((id) => (globalThis as any).received.find((one: any) => one.re === id), message.id)
    .then((found) => found.jsonValue());
}

test('a framed page shows one machine that its host can step', () =>
  withFrame('', async (page, frame, received) => {
    await ready(page);
    assert.match(frame.url(), /frame\.html\?embed=1#t1\./);
    assert.deepEqual(await ask(page, { tracklight: 1, id: 1, cmd: 'step', args: [2] }), {
      tracklight: 1,
      re: 1,
      ok: true,
      value: { tick: 2, action: 0, outcome: 'running' },
    });
    const steps = (await received()).filter((one) => one.event === 'step');
    assert.deepEqual(
      steps.map((one) => one.detail.tick),
      [1, 2],
    );
    const set = await ask(page, { tracklight: 1, id: 2, cmd: 'set', args: { attribute: 'theme', value: 'dark' } });
    assert.equal(set.ok, true);
    await frame.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
    assert.equal((await frame.evaluate(() => localStorage.length)) as number, 0);
    assert.deepEqual(await frame.evaluate(async () => (await indexedDB.databases()).length), 0);
  }));

test('hostile messages are refused, or not answered at all', () =>
  withFrame('', async (page, frame, received) => {
    await ready(page);
    for (const [id, message] of [
      { tracklight: 1, id: 'a', cmd: 'constructor' },
      { tracklight: 1, id: 'b', cmd: 'set', args: { attribute: 'onclick', value: 'alert(1)' } },
      { tracklight: 1, id: 'c', cmd: 'set', args: { attribute: 'src', value: 'https://elsewhere.example' } },
      { tracklight: 1, id: 'd', cmd: 'step', args: 'x' },
    ].map((message) => [message.id, message] as const)) {
      const answer = await ask(page, message);
      assert.equal(answer.ok, false, id);
      assert.equal(answer.error.code, 'command', id);
    }
    const before = (await received()).length;
    await page.evaluate(() => {
      const frame = (document.querySelector('iframe') as HTMLIFrameElement).contentWindow;
      for (const message of [
        null,
        'step',
        [],
        { id: 1, cmd: 'step' },
        { tracklight: 2, id: 1, cmd: 'step' },
        { tracklight: 1, id: {}, cmd: 'step' },
      ])
        frame?.postMessage(message, '*');
    });
    const last = await ask(page, { tracklight: 1, id: 'z', cmd: 'getView' });
    assert.equal(last.ok, true);
    assert.equal((await received()).length, before + 1);
    // Within one second, however busy the machine is.
    await frame.evaluate(() => {
      const now = performance.now();
      performance.now = () => now;
    });
    await page.evaluate(() => {
      const frame = (document.querySelector('iframe') as HTMLIFrameElement).contentWindow;
      for (let i = 0; i < 150; i += 1) frame?.postMessage({ tracklight: 1, id: `many${i}`, cmd: 'getView' }, '*');
    });
    await page.waitForFunction(
      () => (globalThis as any).received.filter((one: any) => /^many/.test(one.re)).length === 150,
    );
    const refused = (await received()).filter((one) => /^many/.test(one.re) && one.error?.code === 'rate');
    assert.ok(refused.length >= 40, String(refused.length));
  }));

test('with an origin, others are neither heard nor told', () =>
  withFrame('&origin=https%3A%2F%2Felsewhere.example', async (page, frame, received) => {
    await frame.waitForFunction(() => document.querySelector('tracklight-machine[data-state="ready"]'));
    await page.evaluate(() => {
      (document.querySelector('iframe') as HTMLIFrameElement).contentWindow?.postMessage(
        { tracklight: 1, id: 1, cmd: 'step' },
        '*',
      );
    });
    await frame.evaluate(() => new Promise((done) => setTimeout(done)));
    assert.equal(
      await frame.evaluate(() => document.querySelector('tracklight-machine')?.getAttribute('data-tick')),
      '0',
    );
    assert.deepEqual(await received(), []);
  }).catch((error) => {
    // The browser says so itself that the target is another origin.
    if (!/target origin provided/.test(String(error))) throw error;
  }));

test('a broken link is told in the frame and to its host', () =>
  withFrame(
    '',
    async (page, frame) => {
      await page.waitForFunction(() => (globalThis as any).received.some((one: any) => one.event === 'error'));
      assert.match(await frame.locator('[part~="error"]').innerText(), /not a Tracklight link/);
    },
    '#hello',
  ));

test('a framed page without the query is a frame all the same', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tracklight-frame-'));
  try {
    for (const name of readdirSync(DIST)) await symlink(join(DIST, name), join(folder, name));
    await writeFile(
      join(folder, 'around.html'),
      '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Host</title></head><body>' +
        '<iframe src="./" title="Machine"></iframe></body></html>',
    );
    await withPage({ folder, path: 'around.html', headers: { 'content-security-policy': POLICY } }, async (page) => {
      const frame = page.frameLocator('iframe');
      await frame.locator('tracklight-machine[data-state="ready"]').waitFor();
      assert.equal(await frame.locator('tracklight-app').count(), 0);
      // In the bar, or in its menu.
      await frame.locator('[data-control="open"]').waitFor({ state: 'attached' });
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
