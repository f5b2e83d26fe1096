// A page tells a run: links in its prose lead to steps of a machine, and the caption says what happened in the step.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { machine, withHost, type HostPage } from '../host-page.ts';

const REFUND = `machine "Refund"

init asked
state checked
state paidBack
asked -> checked -> paidBack
`;

const atStep = (host: HostPage, id: string, tick: number) =>
  host.page.waitForFunction(([id, tick]) => document.getElementById(id as string)?.dataset.tick === String(tick), [
    id,
    tick,
  ] as const);
const captionOf = (host: HostPage, id: string) => host.page.locator(`#${id} [part~="caption"]`).innerText();
const prose = (...links: string[]) => links.map((to) => `<p><a href="#${to}" id="to-${to}">${to}</a></p>`).join('');
const press = (host: HostPage, to: string) => host.page.locator(`[id="to-${to}"]`).click();

test('a link loads the machine that waits, moves it there and back, and leaves the page as it is', () =>
  withHost(
    `${prose('refund:2', 'refund:1', 'refund:99')}${machine('id="refund" loading="click"', REFUND)}`,
    async (host) => {
      await press(host, 'refund:2');
      await atStep(host, 'refund', 2);
      assert.equal(await host.attribute('refund', 'data-node'), 'paidBack');
      await press(host, 'refund:1');
      await atStep(host, 'refund', 1);
      assert.match(await host.page.locator('#refund [role="status"]').innerText(), /^Viewing step 1 of 2/);
      // Beyond the run it stops at its end.
      await press(host, 'refund:99');
      await atStep(host, 'refund', 3);
      assert.equal(await host.attribute('refund', 'data-outcome'), 'completed');
      const [hash, focused, scrolled] = await host.page.evaluate(() => [
        location.hash,
        document.activeElement?.id,
        scrollY,
      ]);
      assert.deepEqual([hash, focused, scrolled], ['', 'to-refund:99', 0]);
    },
  ));

test('a machine out of sight comes into sight, and steps that are told are heard once each', () =>
  withHost(
    `${prose('refund:3')}<div class="far"></div>${machine('id="refund"', REFUND)}`,
    async (host) => {
      await press(host, 'refund:3');
      await atStep(host, 'refund', 3);
      const isSeen = await host.page.evaluate(() => {
        const { top, bottom } = (document.getElementById('refund') as HTMLElement).getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      });
      assert.equal(isSeen, true);
      const received = (await host.received()).filter(({ name }) => name === 'step' || name === 'end');
      assert.deepEqual(
        received.map(({ name, detail }) => [name, detail.tick]),
        [
          ['step', 3],
          ['end', 3],
        ],
      );
    },
    { head: '<link rel="stylesheet" href="far.css">', files: { 'far.css': '.far{height:4000px}' } },
  ));

test('links to nothing of ours, with keys held, or to an anchor of that name are any links', () =>
  withHost(
    `${prose('nobody:1', 'refund:7', 'refund:x')}<h2 id="refund:7">Seven</h2>` +
      machine('id="refund" loading="click"', REFUND),
    async (host) => {
      for (const to of ['nobody:1', 'refund:7', 'refund:x']) {
        await press(host, to);
        await host.page.waitForFunction((to) => location.hash === `#${to}`, to);
      }
      const isPrevented = await host.page.evaluate(() => {
        const link = document.createElement('a');
        link.href = '#refund:1';
        document.body.append(link);
        link.addEventListener('click', (event) => event.preventDefault());
        const held = new MouseEvent('click', { bubbles: true, cancelable: true, composed: true, ctrlKey: true });
        let prevented: boolean | null = null;
        link.addEventListener('click', (event) => (prevented = event.defaultPrevented), { capture: true });
        link.dispatchEvent(held);
        return prevented;
      });
      assert.equal(isPrevented, false);
      assert.equal(await host.attribute('refund', 'data-state'), 'idle');
    },
  ));

test('the address of the page leads to a step too', () =>
  withHost(
    machine('id="refund" loading="click"', REFUND),
    async (host) => {
      await atStep(host, 'refund', 1);
      await host.page.evaluate(() => {
        location.hash = '#refund:2';
      });
      await atStep(host, 'refund', 2);
    },
    { path: '#refund:1' },
  ));

test('stepTo() steps as far as it has to, and goes back where the run was already', () =>
  withHost(machine('id="refund" loading="eager"', REFUND), async (host) => {
    assert.deepEqual(await host.call('refund', 'stepTo', 1), { tick: 1, action: 0, outcome: 'running' });
    assert.equal((await host.call('refund', 'stepTo', 0)).tick, 0);
    // From the end of the run, not in a new branch from where it is.
    assert.equal((await host.call('refund', 'stepTo', 2)).tick, 2);
    const branches = (await host.received()).map(({ detail }) => detail?.branch).filter(Boolean);
    assert.equal(new Set(branches).size, 1);
    assert.equal((await host.call('refund', 'stepTo', 'x')).tick, 0);
  }));

test('a caption without a value tells the step, and one with a value is there before a press', () =>
  withHost(
    `${machine('id="told" loading="click" caption', REFUND)}` +
      machine('id="own" loading="click" caption="How a refund is paid"', REFUND),
    async (host) => {
      await host.until('own', 'idle');
      assert.equal(await captionOf(host, 'own'), 'How a refund is paid');
      const before = await host.page.locator('#told [part~="caption"]').boundingBox();
      await host.call('told', 'step');
      assert.match(await captionOf(host, 'told'), /^Step 1 · .*moved from asked to checked/);
      await host.call('told', 'step');
      assert.match(await captionOf(host, 'told'), /^Step 2 · .*moved from checked to paidBack/);
      // It takes its room from the beginning: nothing moves.
      assert.equal(await host.shift(), 0);
      await host.call('told', 'back');
      assert.match(await captionOf(host, 'told'), /^Step 1 · /);
      assert.deepEqual(await host.page.locator('#told [part~="caption"]').boundingBox(), before);
      await host.call('own', 'step');
      assert.equal(await captionOf(host, 'own'), 'How a refund is paid');
      await host.page.evaluate(() => document.getElementById('own')?.setAttribute('caption', ''));
      await host.page.waitForFunction(() =>
        /^Step 1/.test(document.getElementById('own')?.shadowRoot?.querySelector('.caption')?.textContent ?? ''),
      );
    },
  ));

test('without a bar the state of the run is still heard', () =>
  withHost(`${prose('refund:1')}${machine('id="refund" loading="eager" controls="none"', REFUND)}`, async (host) => {
    await host.call('refund', 'ready');
    await press(host, 'refund:1');
    await atStep(host, 'refund', 1);
    assert.match((await host.page.locator('#refund [role="status"]').textContent()) ?? '', /^Step 1/);
  }));

test('the source stands beside the drawing, and above it in a narrow column, with its text at the edge', () =>
  withHost(
    `<div class="box">${machine('id="a" loading="eager" view="split"', REFUND)}</div>`,
    async (host) => {
      await host.call('a', 'ready');
      const places = (width: number) =>
        host.page.evaluate(async (width) => {
          const root = document.getElementById('a')?.shadowRoot as ShadowRoot;
          (document.querySelector('.box') as HTMLElement).style.width = `${width}px`;
          await new Promise((done) => requestAnimationFrame(done));
          const boxOf = (selector: string) => (root.querySelector(selector) as Element).getBoundingClientRect();
          const [source, text, drawing] = ['[part="editor"]', '[part="editor"] code', '[part="diagram"]'].map(boxOf);
          if (!source || !text || !drawing) return null;
          const isBeside = drawing.left >= source.right && drawing.top === source.top;
          const isBelow = drawing.top >= source.bottom && drawing.left === source.left;
          return { isBeside, isBelow, indent: Math.round(text.left - source.left) };
        }, width);
      assert.deepEqual(await places(680), { isBeside: true, isBelow: false, indent: 16 });
      assert.deepEqual(await places(400), { isBeside: false, isBelow: true, indent: 16 });
    },
    { policy: ["default-src 'self' blob: 'unsafe-inline' 'wasm-unsafe-eval'"] },
  ));
