// A machine that keeps the core busy is stopped alone: the others of its page go on where they were, also those that
// were loading.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOST_POLICY, KETTLE, machine, withHost, type HostPage } from '../host-page.ts';
import { ENDLESS } from '../visitor.ts';
import type { Page } from 'playwright-core';

/** The core never comes back from a text with this sign. */
const SIGN = '∞';
const HANGS = KETTLE.replace('Kettle', `Kettle ${SIGN}`);
/** The core traps on a text with this sign. */
const TRAP_SIGN = '⊥';
const TRAPS = KETTLE.replace('Kettle', `Kettle ${TRAP_SIGN}`);

/** Plants the hang in core workers, and lets the test count hangs and move the page's clock. */
const before = async (page: Page) => {
  await page.route(/shared\.worker-/, async (route) => {
    const response = await route.fetch();
    const hang =
      'const { encodeInto } = TextEncoder.prototype;' +
      'TextEncoder.prototype.encodeInto = function (text, into) {' +
      `if (text.includes('${SIGN}')) { postMessage({ hangs: true }); for (;;); }` +
      `if (text.includes('${TRAP_SIGN}')) throw new WebAssembly.RuntimeError('unreachable');` +
      'return encodeInto.call(this, text, into); };';
    await route.fulfill({ response, body: `${hang}\n${await response.text()}` });
  });
  await page.addInitScript(() => {
    const tools = globalThis as any;
    tools.hangs = 0;
    tools.later = 0;
    const now = performance.now.bind(performance);
    performance.now = () => now() + tools.later;
    const Plain = globalThis.Worker;
    globalThis.Worker = class extends Plain {
      constructor(address: string | URL, options?: WorkerOptions) {
        super(address, options);
        this.addEventListener('message', ({ data }) => {
          if (data?.hangs) tools.hangs += 1;
        });
      }
    };
  });
};
/** Waits until workers have hung so often, then lets the time pass after which one is given up. */
async function giveUp({ page }: HostPage, hangs: number) {
  await page.waitForFunction((n) => (globalThis as any).hangs === n, hangs);
  await page.evaluate(() => {
    (globalThis as any).later += 11_000;
  });
}
/** Adds machines to the page that load at once. @param pictured with a picture beside the source */
const add = (host: HostPage, machines: [id: string, source: string][], pictured: boolean = false) =>
  host.page.evaluate(
    ([list, drawn]) => {
      for (const [id, source] of list) {
        const one = document.createElement('tracklight-machine');
        one.id = id;
        one.setAttribute('loading', 'eager');
        const picture = document.createElement('span');
        picture.classList.add('tracklight-pictures');
        picture.append(document.createElementNS('http://www.w3.org/2000/svg', 'svg'));
        const pre = document.createElement('pre');
        pre.textContent = source;
        one.append(...(drawn ? [picture] : []), pre);
        document.querySelector('main')?.append(one);
      }
    },
    [machines, pictured] as const,
  );
const tick = (host: HostPage, id: string) => host.attribute(id, 'data-tick');

/** A machine `c` comes with `d` to `a` and `b`, which have made two steps and one. */
const besideOthers = (source: string, act: (host: HostPage) => Promise<void>) =>
  withHost(
    ['a', 'b'].map((id) => machine(`id="${id}" loading="eager"`)).join('\n'),
    async (host) => {
      await host.call('a', 'step', 2);
      await host.call('b', 'step', 1);
      await add(host, [
        ['c', source],
        ['d', KETTLE],
      ]);
      await act(host);
    },
    { before },
  );

async function showsThatItTookTooLong(host: HostPage) {
  await host.until('c', 'error');
  assert.equal((await host.call('c', 'ready')).rejected, 'engine-too-long');
  assert.equal(await host.page.locator('#c [part~="error"]').innerText(), 'This machine took too long.');
  assert.equal(await host.page.locator('#c > pre').isVisible(), true);
}

test('of four machines one hangs while it loads: the others go on, and one that was loading comes up', () =>
  besideOthers(HANGS, async (host) => {
    await host.page.waitForFunction(() => (globalThis as any).hangs === 1);
    const stepping = host.call('a', 'step', 1);
    await giveUp(host, 1);
    assert.equal((await stepping).tick, 3);
    await host.call('d', 'ready');
    assert.deepEqual([(await host.call('d', 'step')).tick, (await host.call('b', 'step')).tick], [1, 2]);
    assert.equal(await host.attribute('c', 'data-state'), 'loading');
    await giveUp(host, 2);
    await showsThatItTookTooLong(host);
    assert.equal((await host.call('a', 'step', 1)).tick, 4);
    await host.untilWorkers(2);
    assert.deepEqual(
      (await host.received()).filter(({ name }) => name === 'error').map(({ id }) => id),
      ['c'],
    );
    for (const id of ['a', 'b', 'd'])
      assert.doesNotMatch(await host.page.locator(`#${id} [part~="status"]`).innerText(), /engine/);
    // Another text is another machine.
    await host.page.evaluate((source) => document.getElementById('c')?.setAttribute('source', source), KETTLE);
    assert.equal((await host.call('c', 'step')).tick, 1);
    await host.untilWorkers(2);
  }));

test('one that hangs at a step keeps its drawing and shows its source; its neighbors keep their steps', () =>
  withHost(
    ['a', 'b', 'c', 'd'].map((id) => machine(`id="${id}" loading="eager"`)).join('\n'),
    async (host) => {
      for (const [i, id] of ['a', 'b', 'c', 'd'].entries()) await host.call(id, 'step', i + 1);
      const hanging = host.call('b', 'setContext', '1', SIGN, 1);
      await giveUp(host, 1);
      assert.equal((await host.call('a', 'step')).tick, 2);
      await giveUp(host, 2);
      assert.equal((await hanging).rejected, 'engine-too-long');
      await host.until('b', 'error');
      const shown = host.page.locator('#b');
      await shown
        .getByRole('alert')
        .filter({ hasText: /^This machine took too long\.$/ })
        .waitFor();
      await shown.locator('tracklight-diagram .node').first().waitFor();
      await shown.locator('pre.source', { hasText: 'add 40 to Water.celsius' }).waitFor();
      assert.equal((await host.call('b', 'step')).rejected, 'engine-too-long');
      assert.deepEqual([await tick(host, 'a'), await tick(host, 'c'), await tick(host, 'd')], ['2', '3', '4']);
      assert.equal((await host.call('c', 'back')).tick, 2);
      await host.untilWorkers(2);
    },
    { before },
  ));

test('one that traps the core is tried once more, then shows its source; its neighbors keep their steps', () =>
  besideOthers(TRAPS, async (host) => {
    await showsThatItTookTooLong(host);
    for (const [id, step] of [
      ['a', 3],
      ['b', 2],
      ['d', 1],
    ] as const)
      assert.equal((await host.call(id, 'step')).tick, step);
    await host.untilWorkers(2);
  }));

test('a machine with a picture, and one from an address, show picture and source when they took too long', () =>
  withHost(
    machine('id="a" loading="eager" src="hangs.dygram"', '').replace('<pre><code></code></pre>', ''),
    async (host) => {
      await giveUp(host, 1);
      await giveUp(host, 2);
      await host.until('a', 'error');
      await host.page.locator('#a .poster > .source', { hasText: SIGN }).waitFor();
      await add(host, [['b', HANGS]], true);
      await giveUp(host, 3);
      await giveUp(host, 4);
      await host.until('b', 'error');
      await host.page.locator('#b .tracklight-pictures > svg').waitFor();
      await host.page.locator('#b > pre', { hasText: SIGN }).waitFor({ state: 'attached' });
    },
    { before, files: { 'hangs.dygram': HANGS } },
  ));

test('where no worker is allowed a long run leaves the page its turns', () =>
  withHost(
    machine('id="a" loading="eager"', ENDLESS),
    async (host) => {
      await host.call('a', 'ready');
      const { paused, turns } = await host.page.evaluate(async () => {
        const a = document.getElementById('a') as any;
        let going = true;
        const run = a.run({ speed: 'max', maxTicks: 1000 }).finally(() => {
          going = false;
        });
        let turns = 0;
        while (going && Number(a.dataset.tick) < 20) {
          await new Promise((done) => setTimeout(done));
          turns += 1;
        }
        await a.pause();
        return { paused: (await run).tick, turns };
      });
      assert.ok(paused >= 20 && paused < 1000, `paused at ${paused}`);
      assert.ok(turns >= 10, `${turns} turns`);
    },
    {
      policy: HOST_POLICY.map((one) => (one.startsWith('worker-src') ? "worker-src 'none'" : one)),
      expect: [/worker/i],
    },
  ));
