// What goes wrong in a host page ends in a state and a message; the fallback stays, and the page is not disturbed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOST_POLICY, KETTLE, machine, withHost, type HostPage } from '../host-page.ts';
import type { Page } from 'playwright-core';

const without = (directive: string, instead: string) =>
  HOST_POLICY.map((one) => (one.startsWith(directive) ? instead : one)).filter(Boolean);

async function fails(host: HostPage, code: string | RegExp, message: RegExp) {
  await host.until('a', 'error');
  const rejected = await host.call('a', 'ready');
  assert.match(rejected.rejected, typeof code === 'string' ? new RegExp(`^${code}$`) : code);
  assert.match(rejected.message, message);
  const errors = (await host.received()).filter(({ name }) => name === 'error');
  assert.equal(errors.length, 1);
  assert.equal(errors[0]?.detail.fatal, true);
  assert.match(await host.page.locator('#a [part~="error"]').innerText(), message);
  assert.equal(await host.shift(), 0);
}

test('two channels, no source, a broken link, an unreachable address', async () => {
  await withHost(machine('id="a" loading="eager" src="x" link="y"'), async (host) => {
    await fails(host, 'channels', /`src` and `link`/);
    assert.equal(await host.page.locator('#a pre').isVisible(), true);
  });
  await withHost('<tracklight-machine id="a" loading="eager"></tracklight-machine>', (host) =>
    fails(host, 'no-source', /No source/),
  );
  await withHost(machine('id="a" loading="eager" link="#t1.b"'), async (host) => {
    await fails(host, 'link-inflate', /damaged/);
    assert.equal(await host.page.locator('#a pre').isVisible(), true);
  });
  await withHost(machine('id="a" loading="eager" link="hello"'), (host) =>
    fails(host, 'link-unknown', /not a Tracklight link/),
  );
  await withHost(machine('id="a" loading="eager" src="missing.dygram"'), (host) => fails(host, 'src', /status 404/), {
    expect: [/404/],
  });
  await withHost(machine('id="a" loading="eager" src="page.html"'), (host) => fails(host, 'src', /web page/), {
    files: { 'page.html': '<p>' },
  });
});

test('what is wrong with a source is told once, also where the element waits for its turn', async () => {
  for (const loading of ['lazy', 'click'])
    await withHost(`<tracklight-machine id="a" loading="${loading}"></tracklight-machine>`, async (host) => {
      await fails(host, 'no-source', /No source/);
      // Observers tell of an element behind the frame in which they were set up.
      await host.page.evaluate(async () => {
        for (let frame = 0; frame < 3; frame += 1) await new Promise((done) => requestAnimationFrame(done));
      });
      await fails(host, 'no-source', /No source/);
    });
});

test('a source with errors is drawn as far as it goes, with their number', () =>
  withHost(machine('id="a" loading="eager" view="split"', 'init a\na -> b\nstate a {\n'), async (host) => {
    await host.call('a', 'ready');
    await host.until('a', 'error');
    const [error] = (await host.received()).filter(({ name }) => name === 'error');
    assert.equal(error?.detail.code, 'source');
    assert.equal(error?.detail.fatal, false);
    assert.match(await host.page.locator('#a [part~="status"]').innerText(), /\d error/);
    assert.ok((await host.call('a', 'check')).length > 0);
  }));

test('a policy that forbids WebAssembly is named', () =>
  withHost(
    machine('id="a" loading="eager"'),
    async (host) => {
      await fails(host, 'policy', /wasm-unsafe-eval/);
      assert.equal(await host.page.locator('#a pre').isVisible(), true);
    },
    { policy: without('script-src', "script-src 'self'"), expect: [/wasm|WebAssembly|script-src/i] },
  ));

test('a policy without workers is worked around in the page, and noted', () =>
  withHost(
    machine('id="a" loading="eager"'),
    async (host) => {
      const notes: string[] = [];
      host.page.on('console', (message) => notes.push(message.text()));
      await host.call('a', 'step', 2);
      assert.equal(await host.attribute('a', 'data-tick'), '2');
      assert.deepEqual(host.workers(), []);
      await host.page.reload();
      await host.call('a', 'ready');
      assert.ok(notes.some((note) => note.includes('worker-src')));
    },
    { policy: without('worker-src', "worker-src 'none'"), expect: [/worker/i] },
  ));

test('large machines are refused where no worker can be ended', () =>
  withHost(
    machine('id="a" loading="eager"', Array.from({ length: 160 }, (_, i) => `state s${i}`).join('\n')),
    (host) => fails(host, 'too-large', /150 nodes/),
    { policy: without('worker-src', "worker-src 'none'"), expect: [/worker/i] },
  ));

test('a browser without WebAssembly is told', () =>
  withHost(machine('id="a" loading="eager"'), (host) => fails(host, 'no-wasm', /WebAssembly/), {
    before: (page) => page.addInitScript(() => Reflect.deleteProperty(globalThis, 'WebAssembly')),
  }));

test('Trusted Types that do not know the names are named', () =>
  withHost(machine('id="a" loading="eager"'), (host) => fails(host, 'policy', /trusted-types/), {
    policy: without('trusted-types', 'trusted-types none-of-ours'),
    expect: [/trusted|Trusted/],
  }));

test('code for the drawing that does not come is told, and the fallback stays', () =>
  withHost(
    machine('id="a" loading="eager"'),
    async (host) => {
      await fails(host, 'layout', /part of its code did not load/);
      assert.equal(await host.page.locator('#a pre').isVisible(), true);
    },
    {
      before: (page) =>
        page.route(/from-graphviz-/, (route) =>
          route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("cut off")' }),
        ),
    },
  ));

/** The code of the panes beside the diagram cannot be had. */
const withoutPanes = (page: Page) =>
  page.route(/beside-/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("cut off")' }),
  );

test('panes whose code does not come are told of', async () => {
  await withHost(
    machine('id="a" loading="eager" view="run"'),
    (host) => fails(host, 'load', /beside the diagram could not be loaded: cut off/),
    { before: withoutPanes },
  );
  await withHost(
    machine('id="a" loading="eager"'),
    async (host) => {
      await host.call('a', 'ready');
      await host.page.evaluate(() => document.getElementById('a')?.setAttribute('view', 'split'));
      await host.page.locator('#a [part~="status"]', { hasText: 'could not be loaded: cut off' }).waitFor();
      await host.call('a', 'step');
      assert.equal(await host.attribute('a', 'data-tick'), '1');
    },
    { before: withoutPanes },
  );
});

test('an element that is removed while it loads rejects, and leaves nothing', () =>
  withHost(machine('id="a" loading="eager"'), async (host) => {
    const code = await host.page.evaluate(async () => {
      await customElements.whenDefined('tracklight-machine');
      const a = document.getElementById('a') as any;
      const fresh = document.createElement('tracklight-machine') as any;
      fresh.setAttribute('loading', 'eager');
      fresh.source = a.textContent;
      document.body.append(fresh);
      await new Promise((done) => setTimeout(done));
      const ready = fresh.ready.then(
        () => 'ready',
        (error: any) => error.code,
      );
      fresh.remove();
      return ready;
    });
    assert.equal(code, 'removed');
    await host.call('a', 'ready');
    await host.page.evaluate(() => document.getElementById('a')?.remove());
    await host.untilWorkers(0);
  }));

test('an error gives way to the next machine', () =>
  withHost(machine('id="a" loading="eager" link="hello"'), async (host) => {
    await host.until('a', 'error');
    await host.page.evaluate((source) => {
      const a = document.getElementById('a') as any;
      a.removeAttribute('link');
      a.source = source;
    }, KETTLE);
    await host.until('a', 'ready');
    assert.equal((await host.call('a', 'step')).tick, 1);
  }));

test('refused calls reject with a code, and the machine goes on', () =>
  withHost(machine('id="a" loading="eager"'), async (host) => {
    await host.call('a', 'ready');
    assert.equal((await host.call('a', 'goTo', 99)).rejected, 'no-step');
    assert.ok((await host.call('a', 'reply', 'nobody', { turns: [] })).rejected);
    assert.ok((await host.call('a', 'setContext', '1', 'Nothing.here', 1)).rejected);
    assert.equal((await host.call('a', 'step')).tick, 1);
  }));
