// An embedded machine on paper: the whole drawing at the step that is shown, in light colors, with what is said of it
// and nothing to press.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { htmlOf, machineOf, readFence } from '../../src/plugins/fence.ts';
import { loadRenderer } from '../../src/plugins/render.ts';
import { KETTLE, machine, withHost, type HostPage } from '../host-page.ts';

async function pictured(id: string, info: string, source: string = KETTLE) {
  const fence = readFence(info);
  assert.ok(fence);
  const render = await loadRenderer();
  return htmlOf(machineOf(fence, source, { line: null }, { render }), ` id="${id}"`);
}

/** As the browser does it before it prints. */
async function toPaper({ page }: HostPage) {
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
}

/** What is seen of a machine on paper. */
const onPaper = (host: HostPage, id: string) =>
  host.page.evaluate((id) => {
    const element = document.getElementById(id) as HTMLElement;
    const root = element.shadowRoot as ShadowRoot;
    const diagram = root.querySelector<HTMLElement>('[part="diagram"] > *')?.shadowRoot;
    const seen = (part: Element) => part.checkVisibility({ visibilityProperty: true });
    const around = element.getBoundingClientRect();
    const parts = [
      ...element.querySelectorAll('svg.tracklight-picture text'),
      ...(diagram?.querySelectorAll('.stage .node') ?? []),
    ].filter(seen);
    return {
      buttons: [
        ...root.querySelectorAll('button:not(.go), select, summary'),
        ...(diagram?.querySelectorAll('.tools') ?? []),
      ]
        .filter(seen)
        .map(({ className }) => className),
      cards: parts.length,
      isWhole: parts.every((part) => {
        const { left, right, top, bottom } = part.getBoundingClientRect();
        return left >= around.left && right <= around.right && top >= around.top && bottom <= around.bottom;
      }),
      said: [...root.querySelectorAll('.status, .caption')].filter(seen).map((text) => text.textContent),
      source: [...element.querySelectorAll('pre')].filter(seen).length,
      ground: getComputedStyle(element).backgroundColor,
      ink: getComputedStyle(diagram?.querySelector('.stage') ?? element).color,
    };
  }, id);

test('a machine that runs, a picture that waits and a source are whole on paper, and back afterwards', async () => {
  const body = [
    await pictured('run', 'dygram live height=200'),
    await pictured('waiting', 'dygram live caption="A kettle"'),
    machine('id="source" loading="click" height="60"'),
  ].join('');
  await withHost(
    body,
    async (host) => {
      await host.call('run', 'step', 2);
      await host.until('waiting', 'idle');
      assert.equal(await host.attribute('run', 'data-theme'), 'dark');
      const view = () =>
        host.page
          .locator('#run svg.stage')
          .evaluate((stage) => [
            stage.getAttribute('viewBox'),
            ...[...stage.querySelectorAll('.lens, .wires')].map((layer) => layer.getAttribute('transform')),
          ]);
      const before = await view();
      await toPaper(host);

      const run = await onPaper(host, 'run');
      assert.deepEqual([run.buttons, run.isWhole, run.source], [[], true, 0]);
      assert.equal(run.cards, 5);
      assert.deepEqual(run.said, ['Step 2. Path 1 is ready at heat.']);
      assert.deepEqual([run.ground, run.ink], ['rgb(250, 251, 252)', 'rgb(27, 34, 44)']);
      const changed = await host.page.locator('#run svg.stage').evaluate((stage) => stage.textContent);
      assert.match(changed ?? '', /60/);
      // The page's own theme is the page's.
      assert.equal(await host.page.locator('html').getAttribute('class'), 'dark');

      const waiting = await onPaper(host, 'waiting');
      assert.deepEqual([waiting.buttons, waiting.isWhole, waiting.source], [[], true, 0]);
      assert.ok(waiting.cards > 5);
      assert.deepEqual(waiting.said, ['A kettle']);
      const card = host.page.locator('#waiting svg.tracklight-picture:visible text', { hasText: /^heat$/ });
      assert.equal(await card.evaluate((text) => getComputedStyle(text).fill), 'rgb(31, 41, 51)');

      const source = host.page.locator('#source pre');
      const isWhole = await source.evaluate((pre) => pre.scrollHeight <= pre.clientHeight && pre.clientHeight > 60);
      assert.equal(isWhole, true);
      assert.deepEqual((await onPaper(host, 'source')).buttons, []);

      await host.page.evaluate(() => dispatchEvent(new Event('afterprint')));
      await host.page.emulateMedia({ media: 'screen' });
      assert.deepEqual(await view(), before);
      assert.equal(await host.page.locator('#run').evaluate((element) => (element as HTMLElement).offsetHeight), 200);
    },
    { root: 'class="dark"', reducedMotion: 'reduce' },
  );
});

test('a large drawing is made as small as the paper, and panes stand below each other', async () => {
  const branches = Array.from({ length: 12 }, (_, i) => `state branch${i}\nstart -> branch${i}\n`).join('');
  const steps = Array.from(
    { length: 20 },
    (_, i) => `state step${i}\n${i === 0 ? 'start' : `step${i - 1}`} -> step${i}\n`,
  );
  const picture = await pictured('waiting', 'dygram live', `init start\n${branches}`);
  await withHost(
    picture +
      machine('id="wide" loading="eager" view="split"', `init start\n${branches}`) +
      machine('id="high" loading="eager" view="run"', `init start\n${steps.join('')}`),
    async (host) => {
      for (const id of ['wide', 'high']) await host.call(id, 'step');
      await host.until('waiting', 'idle');
      await toPaper(host);
      for (const id of ['waiting', 'wide', 'high']) {
        const { isWhole, cards, buttons } = await onPaper(host, id);
        assert.deepEqual([isWhole, buttons], [true, []], id);
        assert.ok(cards > 12, id);
      }
      const heights = await host.page
        .locator('#wide :is([part="editor"], [part="diagram"])')
        .evaluateAll((panes) => panes.map((pane) => Math.round(pane.getBoundingClientRect().top)));
      assert.ok((heights[0] ?? 0) < (heights[1] ?? 0), heights.join());
    },
    { reducedMotion: 'reduce' },
  );
});
