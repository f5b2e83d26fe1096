// A picture that was drawn while the site was built: it is there before any script, and the element takes its place
// without a flash.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { htmlOf, machineOf, readFence } from '../../src/plugins/fence.ts';
import { loadRenderer } from '../../src/plugins/render.ts';
import { KETTLE, withHost, type HostPage } from '../host-page.ts';

async function pictured(id: string, info: string = 'dygram live', source: string = KETTLE) {
  const fence = readFence(info);
  assert.ok(fence);
  const render = await loadRenderer();
  return htmlOf(machineOf(fence, source, { line: null }, { render }), ` id="${id}"`);
}

/** Where a text of the picture, or of the drawing, is on screen. */
const placeOf = (host: HostPage, where: 'picture' | 'drawing', text: string) =>
  host.page.evaluate(
    ([where, text]) => {
      const element = document.getElementById('a') as HTMLElement;
      const root =
        where === 'picture'
          ? element.querySelector('svg.tracklight-picture')
          : element.shadowRoot?.querySelector('tracklight-diagram')?.shadowRoot?.querySelector('svg.stage');
      const found = [...(root?.querySelectorAll('text') ?? [])].find((one) => one.textContent?.trim() === text);
      // Where it begins and how high it is: a space at its end may count for its width.
      const { x, y, height } = (found as SVGTextElement).getBoundingClientRect();
      return [x, y, height].map((n) => Math.round(n * 10) / 10);
    },
    [where, text] as const,
  );

test('ten pictures are seen before any machine is loaded, and a press loads that one; nothing moves', async () => {
  const urls: string[] = [];
  const machines = await Promise.all(
    Array.from({ length: 10 }, (_, i) => pictured(`m${i}`, 'dygram live', KETTLE.replace('Kettle', `Kettle ${i}`))),
  );
  await withHost(
    machines.join('\n'),
    async (host) => {
      await host.page.locator('#m0 button.run').waitFor();
      assert.equal(await host.page.locator('#m9 svg.tracklight-picture:visible').isVisible(), true);
      await host.page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      await host.page.locator('#m9 button.run').waitFor();
      const paths = urls.map((url) => new URL(url).pathname).filter((path) => path !== '/favicon.ico');
      assert.deepEqual(paths.sort(), ['/', '/embed/define.js', '/host.css', '/tracklight.css']);
      assert.equal(await host.shift(), 0);
      await host.page.locator('#m9 button.run').click();
      await host.call('m9', 'step');
      const states = await host.page
        .locator('tracklight-machine')
        .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.state));
      assert.deepEqual(states, [...Array(9).fill('idle'), 'paused']);
      assert.equal(await host.shift(), 0);
    },
    { before: async (page) => void page.on('request', (one) => urls.push(one.url())) },
  );
});

test('the drawing takes the place of the picture: same box, same scale, same place', async () => {
  await withHost(await pictured('a'), async (host) => {
    await host.page.locator('#a button.run').waitFor();
    const box = await host.page.locator('#a').boundingBox();
    const before = [await placeOf(host, 'picture', 'heat'), await placeOf(host, 'picture', 'celsius')];
    await host.page.locator('#a button.run').click();
    await host.call('a', 'ready');
    const after = [await placeOf(host, 'drawing', 'heat'), await placeOf(host, 'drawing', 'celsius')];
    for (const [i, place] of before.entries())
      for (const [j, value] of place.entries())
        assert.ok(
          Math.abs(value - (after[i]?.[j] ?? NaN)) <= 1.5,
          `${JSON.stringify(before)} ${JSON.stringify(after)}`,
        );
    assert.deepEqual(await host.page.locator('#a').boundingBox(), box);
    assert.equal(await host.shift(), 0);
  });
});
