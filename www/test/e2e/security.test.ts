// What the page, its frame and its files may do, seen from a browser that obeys their policies.

import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { NET_POLICY, POLICY } from '../../build/csp.mjs';
import { connect, provider, turn, type Provider } from './provider.ts';
import { visit, type Visitor } from './visitor.ts';
import type { FrameLocator, Page } from 'playwright-core';
import type { PageOptions } from '../browser.ts';

const DIST = fileURLToPath(new URL('../../../dist/', import.meta.url));
const counter =
  'context Counter { value: 0 }\ntask increment { prompt: "Add 1 to Counter.value" }\nincrement -writes-> Counter\n';

async function connected(
  act: (visitor: Visitor, page: Page, service: Provider, frame: FrameLocator) => Promise<unknown>,
  options: PageOptions = {},
) {
  const service = await provider(() => turn('Done.'));
  try {
    await visit({ origins: [service.origin], ...options }, async (visitor, page) => {
      await visitor.write(counter);
      await visitor.shows('v0-0', '0');
      const frame = await connect(visitor, service.origin);
      await frame.getByRole('button', { name: 'Allow for this machine' }).click();
      await frame.getByText('Allowed for this machine').waitFor();
      await act(visitor, page, service, frame);
    });
  } finally {
    await service.close();
  }
}

test('both pages carry their policy, before anything that it governs', async () => {
  for (const [name, policy] of [
    ['index.html', POLICY],
    ['net.html', NET_POLICY],
  ]) {
    const page = await readFile(`${DIST}${name}`, 'utf8');
    const at = page.replaceAll('&#39;', "'").indexOf(`content="${policy}"`);
    assert.ok(at > 0, name);
    assert.ok(at < page.search(/<script|<link/), name);
    assert.doesNotMatch(page, /<script(?![^>]*src=)|<style|\sstyle=|\son\w+=/);
  }
});

test('no built file holds code that makes code', async () => {
  for (const entry of await readdir(DIST, { recursive: true })) {
    // Graphviz comes as its authors printed it; the policy forbids it what it does not need.
    if (!/\.js$/.test(entry) || /layout\.worker-|sqlite3|sql\.worker/.test(entry)) continue;
    assert.doesNotMatch(await readFile(DIST + entry, 'utf8'), /\bnew Function\(|[^.\w]eval\(/, entry);
  }
});

test('the page itself connects to nobody else, also while a connection is allowed', () =>
  connected(
    async (_visitor, page, service) => {
      const before = service.received.length;
      const said = await page.evaluate(async (address) => {
        const blocked = new Promise((done) =>
          document.addEventListener('securitypolicyviolation', (event) => done(event.effectiveDirective), {
            once: true,
          }),
        );
        const failed = await fetch(address).then(
          () => 'connected',
          () => 'refused',
        );
        return [failed, await blocked];
      }, service.origin);
      assert.deepEqual(said, ['refused', 'connect-src']);
      assert.equal(service.received.length, before);
    },
    { expect: [/connect-src/, /Content Security Policy/] },
  ));

test('the frame has an origin of its own, no storage, and cannot be reached into', () =>
  connected(async (_visitor, page) => {
    const element = page.locator('iframe');
    assert.equal(await element.getAttribute('sandbox'), 'allow-scripts');
    assert.equal(await page.evaluate(() => document.querySelector('iframe')?.contentDocument), null);
    const frame = page.frames().find((one) => one.url().includes('net.html'));
    assert.ok(frame);
    assert.equal(await frame.evaluate(() => self.origin), 'null');
    for (const store of ['localStorage', 'sessionStorage']) {
      assert.match(
        await frame.evaluate((name) => {
          try {
            return String((window as any)[name]);
          } catch (error) {
            return String(error);
          }
        }, store),
        /SecurityError/,
      );
    }
    assert.match(
      await frame.evaluate(() => {
        try {
          return document.cookie;
        } catch (error) {
          return String(error);
        }
      }),
      /SecurityError/,
    );
    assert.match(
      await frame.evaluate(() => {
        try {
          return String((parent as any).document);
        } catch (error) {
          return String(error);
        }
      }),
      /SecurityError/,
    );
  }));

/** All rows of all databases of the page, as one text. */
const stored = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const result = <T>(request: IDBRequest<T>) =>
      new Promise<T>((done, fail) => {
        request.onsuccess = () => done(request.result);
        request.onerror = () => fail(request.error);
      });
    const rows: unknown[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await result(indexedDB.open(name));
      for (const store of database.objectStoreNames)
        rows.push(await result(database.transaction(store).objectStore(store).getAll()));
      database.close();
    }
    return JSON.stringify(rows);
  });

test('the key is nowhere outside the frame: not in the page, its storage, its address, a link, a file', () =>
  connected(async (visitor, page, service) => {
    await visitor.step();
    await visitor.hasClass('n1', 'r-completed');
    assert.match(String(service.received[0]?.headers.authorization), /secret-key-1/);
    // Drafts are written a moment after the change: the run is kept when its reply is.
    let rows = await stored(page);
    while (!rows.includes('Done.')) {
      await page.waitForTimeout(50);
      rows = await stored(page);
    }
    const seen = await page.evaluate(() => {
      const app = document.querySelector('tracklight-app') as any;
      return JSON.stringify([
        { ...localStorage },
        { ...sessionStorage },
        location.href,
        document.cookie,
        app.state,
        document.documentElement.outerHTML,
      ]);
    });
    assert.ok(seen.includes('increment'));
    for (const all of [rows, seen]) {
      assert.equal(all.includes('secret-key-1'), false);
      assert.equal(all.includes(`${service.origin}/v1`), false);
    }
    await page.getByRole('button', { name: 'Hide' }).click();
    await page.locator('.share-button').click();
    const link = await page.getByRole('dialog', { name: 'Share' }).getByRole('textbox').first().inputValue();
    assert.equal(link.includes('secret'), false);
  }));

test('consent ends with the document: another one starts with stubs and without the frame', () =>
  connected(async (visitor, page, service) => {
    await page.evaluate(() => {
      location.hash = '#example=counter';
    });
    await page.waitForFunction(() => !document.querySelector('iframe'));
    await visitor.panel('Agent');
    assert.equal(await page.locator('.agent-mode').inputValue(), 'stub');
    const calls = service.received.length;
    await visitor.step(2);
    assert.equal(service.received.length, calls);
    // Asked for again, it knows nothing any more.
    await visitor.agents('LLM API');
    const frame = page.frameLocator('iframe[title="LLM API"]');
    await frame.getByRole('button', { name: 'Allow for this machine' }).waitFor();
    assert.deepEqual(
      [await frame.getByLabel('API key').inputValue(), await frame.getByLabel('Endpoint').inputValue()],
      ['', ''],
    );
  }));

test('consent ends with a reload: the draft comes back with its run, and a request of it waits', () =>
  connected(async (visitor, page) => {
    await visitor.step();
    await visitor.hasClass('n1', 'r-completed');
    await page.locator('.kept', { hasText: /^Saved$/ }).waitFor();
    await page.reload();
    await visitor.ready();
    await visitor.hasClass('n1', 'r-completed');
    assert.equal(await page.locator('iframe').count(), 0);
    await visitor.panel('Agent');
    assert.equal(await page.locator('.agent-mode').inputValue(), 'manual');
  }));

test('withdrawn consent sends nothing more and forgets the key', () =>
  connected(async (visitor, _page, service, frame) => {
    await frame.getByRole('button', { name: 'Revoke' }).click();
    assert.equal(await frame.getByLabel('API key').inputValue(), '');
    await visitor.step();
    await frame.getByText('increment, path 1, turn 1').waitFor();
    assert.equal(service.received.length, 0);
  }));

test('no link, file or setting turns a remote agent on', async () => {
  const hostile = { s: counter, r: { m: 'remote' }, t: [], k: 1, v: 1 };
  const code = Buffer.from(JSON.stringify(hostile)).toString('base64url');
  await visit(
    {
      path: `#t1.0${code}`,
      before: (page) =>
        page.addInitScript(() =>
          localStorage.setItem(
            'tracklight:/:settings',
            JSON.stringify({ mode: 'remote', agents: 'remote', remote: { key: 'k' } }),
          ),
        ),
    },
    async (visitor, page) => {
      await page.getByText('link-shape').waitFor();
      await visitor.panel('Agent');
      assert.equal(await page.locator('.agent-mode').inputValue(), 'stub');
      assert.equal(await page.locator('iframe').count(), 0);
    },
  );
});

test('the frame listens only to the page that it is a file of, and only through its port', () =>
  connected(async (visitor, page, service) => {
    await page.evaluate((run) => {
      const frame = document.querySelector('iframe');
      const channel = new MessageChannel();
      frame?.contentWindow?.postMessage('port', '*', [channel.port2]);
      channel.port1.postMessage({
        ask: {
          id: 'forged',
          run,
          prompt: 'p',
          request: { node: 'n', path: '1', turn: 1, tools: [], transcript: [], answers: [], maxTurns: 1 },
        },
      });
      frame?.contentWindow?.postMessage({ ask: { id: 'forged' } }, '*');
    }, '1');
    await visitor.step();
    await visitor.hasClass('n1', 'r-completed');
    assert.deepEqual(
      service.received.map(({ body }) => /increment/.test(body.messages[0].content)),
      [true],
    );
  }));

test('a header that forbids the connection is named by the frame', async () => {
  const service = await provider(() => turn('Done.'));
  try {
    await visit(
      {
        origins: [service.origin],
        headers: { 'content-security-policy': POLICY },
        expect: [/connect-src/, /Content Security Policy/, /^console: /],
      },
      async (visitor) => {
        await visitor.write(counter);
        const frame = await connect(visitor, service.origin);
        await frame.getByRole('button', { name: 'Allow for this machine' }).click();
        await visitor.step();
        await frame.getByRole('alert').filter({ hasText: 'This site does not allow connections' }).waitFor();
        assert.equal(service.received.length, 0);
      },
    );
  } finally {
    await service.close();
  }
});

/** What a hostile machine writes, and what must not come of it in the page or in an exported drawing. */
const HOSTILE = [
  'machine "<img src=x onerror=window.hit=1>"\n' +
    'state NAME "<script>window.hit=1</script>" { desc: "javascript:window.hit=1" }\n' +
    'NAME -"<a href=javascript:window.hit=1>x</a>"-> b\n',
  'state NAME "x\\" URL=\\"javascript:window.hit=1\\" y" @style("URL=javascript:window.hit=1")\nNAME -> b\n',
  'state NAME { fontname: "x\\" onload=\\"window.hit=1", url: "javascript:window.hit=1", href: ' +
    '"data:text/html,<script>window.hit=1</script>" }\n' +
    'NAME -> b\n',
  'style hot { fontname: "x\\\\\\"><script>window.hit=1</script>"; stylesheet: "?><script>window.hit=1</script>" }\n' +
    'state NAME @hot\n' +
    'NAME -> b\n',
  'context NAME { v: "</text><foreignObject><img src=x onerror=window.hit=1></foreignObject>" }\n' +
    'task t { prompt: "<animate onbegin=window.hit=1>" }\n' +
    't -writes-> NAME\n',
];

test('hostile machines draw, and nothing of them acts in the page or in the exported drawing', () =>
  visit({}, async (visitor, page) => {
    for (const [n, source] of HOSTILE.entries()) {
      const name = `hostile${n}`;
      await visitor.write(source.replaceAll('NAME', name));
      await page.locator('tracklight-diagram .node', { hasText: name }).first().waitFor();
      await page.locator('[data-menu="export"] summary').click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'SVG' }).click(),
      ]);
      const svg = await readFile(await download.path(), 'utf8');
      assert.ok(svg.includes(name), `${name} is missing in ${svg}`);
      // A serialiser writes no bare < or " inside of values, so that these are all elements and all attributes.
      for (const [, tag = '', attributes = ''] of svg
        .replace(/^<\?xml[^>]*>/, '')
        .matchAll(/<([^\s>/]+)((?:\s+[\w:-]+="[^"<]*")*)\s*\/?>/g)) {
        assert.match(tag, /^(svg|g|title|desc|path|polygon|polyline|ellipse|circle|rect|line|text|tspan)$/, source);
        assert.doesNotMatch(attributes, /\s(on\w+|href|xlink:href|style)=|javascript:|url\(/i, source);
      }
      assert.equal(
        svg.replace(/<\/?[\w:]+(\s+[\w:-]+="[^"<]*")*\s*\/?>|^<\?xml[^>]*>/g, '').includes('<'),
        false,
        source,
      );
    }
    assert.equal(await page.evaluate(() => 'hit' in window), false);
  }));

test('the frame refuses to work outside of its sandbox, where it would share the origin of the page', () =>
  visit({}, async (_visitor, page, { url }) => {
    await page.goto(`${url}net.html`);
    await page.getByText('This page works only inside Tracklight').waitFor();
    const took = await page.evaluate(
      () =>
        new Promise((done) => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => done('answered');
          window.postMessage('port', '*', [port2]);
          // What is posted behind it is heard after it.
          addEventListener('message', ({ data }) => data === 'last' && done('silent'));
          window.postMessage('last', '*');
        }),
    );
    assert.equal(took, 'silent');
    assert.equal(await page.locator('button, input').count(), 0);
  }));
