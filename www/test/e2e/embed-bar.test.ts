// The bar of an embedded machine: whatever its width and whatever it says, nothing stands out of it, and what has no
// room is in its menu.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import axe from 'axe-core';
import { KETTLE, machine, withHost, type HostPage } from '../host-page.ts';

const ALL = 'controls="step back run reset speed share open export"';
const NAME = 'waitingForTheSecondSignatureOfTheManager';
/** What a run may say: little, much, what is wrong with the source, why it failed. */
const MACHINES = {
  ready: KETTLE,
  ended: `init begin\nstate ${NAME}\nbegin -> ${NAME}\n`,
  broken: 'init a\nstate b\na -> b\nb -> missing.node\n',
  failed: `init begin\ntask ${NAME} { prompt: "sign" }\nbegin -> ${NAME}\n`,
};
const FAILURE = 'the signature service answered that nobody signs today, nor on any other day';
const STUBS = `stubs='{"${NAME}":{"fail":"${FAILURE}"}}'`;

const boxed = (id: keyof typeof MACHINES) =>
  `<div class="box">${machine(
    `id="${id}" loading="eager" height="220" page="/" ${ALL} ${id === 'failed' ? STUBS : ''}`,
    MACHINES[id],
  )}</div>`;

const IDS = Object.keys(MACHINES) as (keyof typeof MACHINES)[];

/** What stands out of the bar or over what is beside it, at a width of the boxes. */
const misplaced = (host: HostPage, width: number) =>
  host.page.evaluate(async (width) => {
    for (const box of document.querySelectorAll<HTMLElement>('.box')) box.style.width = `${width}px`;
    // Sizes are told before a frame is painted.
    for (let i = 0; i < 2; i += 1) await new Promise((done) => requestAnimationFrame(done));
    const found: string[] = [];
    for (const element of document.querySelectorAll('tracklight-machine')) {
      const bar = element.shadowRoot?.querySelector('.toolbar') as HTMLElement;
      const around = bar.getBoundingClientRect();
      if (bar.scrollWidth > bar.clientWidth) found.push(`${element.id}: ${bar.scrollWidth} in ${bar.clientWidth}`);
      let end = around.left;
      for (const part of bar.children) {
        const { left, right, top, bottom, width, height } = part.getBoundingClientRect();
        if (width === 0 || height === 0) continue;
        const isInside = top >= around.top && bottom <= around.bottom && right <= around.right;
        if (left < end - 0.5 || !isInside) found.push(`${element.id}: ${part.className} at ${left} to ${right}`);
        end = right;
      }
      const step = bar.querySelector('[data-control="step"]') as HTMLElement;
      if (step.scrollWidth > step.clientWidth + 1) found.push(`${element.id}: the words of Step`);
    }
    return found;
  }, width);

for (const [name, css, touch] of [
  ['in the font of the page', '', false],
  ['in a large serif', 'body{font:20px/1.6 Georgia,"DejaVu Serif",serif}', false],
  ['for fingers', '', true],
] as const)
  test(`from 280 to 1000 pixels nothing stands out of the bar, ${name}`, () =>
    withHost(
      IDS.map(boxed).join(''),
      async (host) => {
        for (const id of IDS) await host.until(id, 'ready', 'error');
        await host.call('ended', 'run', { speed: 'max' });
        await host.call('failed', 'run', { speed: 'max' });
        await host.call('ready', 'step', 2);
        await host.call('ready', 'back');
        const found: string[] = [];
        for (let width = 280; width <= 1000; width += 20)
          found.push(...(await misplaced(host, width)).map((where) => `${width}: ${where}`));
        assert.deepEqual(found, []);
        const heights = await host.page
          .locator('tracklight-machine .toolbar')
          .evaluateAll((all) => all.map((bar) => (bar as HTMLElement).offsetHeight));
        assert.deepEqual(heights, Array(4).fill(touch ? 57 : 45));
      },
      {
        touch,
        head: '<link rel="stylesheet" href="own.css">',
        files: { 'own.css': `${css} main{max-width:none!important}` },
        policy: ["default-src 'self' blob: 'unsafe-inline' 'wasm-unsafe-eval'"],
      },
    ));

test('what has no room is in the menu: the keyboard reaches it there, and a finger', () =>
  withHost(
    `<div class="narrow">${boxed('ready')}${boxed('failed')}</div>`,
    async (host) => {
      await host.call('ready', 'step', 2);
      const more = host.page.locator('#ready .menu > summary');
      await host.page.locator('#ready [data-control="step"]').focus();
      await host.page.keyboard.press('Tab');
      await host.page.keyboard.press('Enter');
      const entries = host.page.locator('#ready .items > button');
      assert.deepEqual(
        (await entries.allInnerTexts()).map((text) => text.trim()),
        ['Back one step', 'Forward one step', 'Restart', 'Download SVG', 'Copy link', 'Open in the playground'].concat([
          '1/s',
          '2/s',
          '5/s',
          '10/s',
          'Max',
        ]),
      );
      const within = await more.evaluate((button) => {
        const box = (button as HTMLElement).closest('.menu')?.querySelector('.items')?.getBoundingClientRect();
        const around = document.getElementById('ready')?.getBoundingClientRect();
        return box && around && box.top >= around.top && box.left >= around.left && box.right <= around.right;
      });
      assert.equal(within, true);
      await host.page.keyboard.press('Tab');
      await host.page.keyboard.press('Enter');
      await host.page.waitForFunction(() => document.getElementById('ready')?.dataset.tick === '1');
      // The choice closed it, and the focus is on its button.
      assert.deepEqual(
        await host.page.evaluate(() => {
          const inner = document.activeElement?.shadowRoot?.activeElement;
          return [inner?.localName, (inner?.parentElement as HTMLDetailsElement).open];
        }),
        ['summary', false],
      );
      await more.press('Enter');
      await host.page.keyboard.press('Escape');
      assert.equal(await host.page.locator('#ready .items').isVisible(), false);

      // A sentence whose end is not seen is whole in the menu.
      await host.call('failed', 'run', { speed: 'max' });
      await host.page.locator('#failed .menu > summary').click();
      const sentence = await host.page.locator('#failed .items > .sentence').innerText();
      assert.equal(sentence, await host.page.locator('#failed .status').getAttribute('title'));
      assert.match(sentence, /nor on any other day/);
    },
    { head: '<link rel="stylesheet" href="own.css">', files: { 'own.css': '.narrow{width:280px}' } },
  ));

test('fingers have 44 pixels, in the bar and in its menu', () =>
  withHost(
    `<div class="narrow">${boxed('ready')}</div>`,
    async (host) => {
      await host.call('ready', 'step', 1);
      await host.page.locator('#ready .menu > summary').tap();
      const small = await host.page.locator('#ready').evaluate((element) =>
        [...(element.shadowRoot?.querySelectorAll('.toolbar :is(button, summary)') ?? [])].flatMap((button) => {
          const { width, height } = button.getBoundingClientRect();
          return width > 0 && (width < 44 || height < 44)
            ? [`${button.textContent?.trim()}: ${width} by ${height}`]
            : [];
        }),
      );
      assert.deepEqual(small, []);
      await host.page.locator('#ready .items > button', { hasText: 'Back one step' }).tap();
      await host.page.waitForFunction(() => document.getElementById('ready')?.dataset.tick === '0');
    },
    { touch: true, head: '<link rel="stylesheet" href="own.css">', files: { 'own.css': '.narrow{width:280px}' } },
  ));

test('axe finds nothing in a narrow bar and its menu, in both themes', async () => {
  for (const theme of ['light', 'dark'])
    await withHost(
      `<div class="narrow">${boxed('ready')}</div>`,
      async (host) => {
        await host.call('ready', 'step', 1);
        await host.page.locator('#ready .menu > summary').click();
        await host.page.locator('#ready .items').waitFor();
        const violations = await host.page.evaluate(async () => {
          const result = await (globalThis as any).axe.run('main', { resultTypes: ['violations'] });
          return result.violations.map(({ id, nodes }: any) => `${id}: ${nodes[0].target.join(' ')}`);
        });
        assert.deepEqual(violations, [], theme);
      },
      {
        root: `data-theme="${theme}"`,
        head: '<link rel="stylesheet" href="own.css">',
        files: { 'own.css': '.narrow{width:280px}' },
        before: (page) => page.addInitScript({ content: axe.source }),
      },
    );
});

test('where no playground is known, nothing leads to one', () =>
  withHost(
    `${machine('id="none" loading="eager"')}${machine('id="named" loading="eager" page="https://play.example/"')}`,
    async (host) => {
      const controls = (id: string) =>
        host.page
          .locator(`#${id} [data-control]`)
          .evaluateAll((all) => all.map((button) => (button as HTMLElement).dataset.control));
      await host.until('none', 'ready');
      await host.until('named', 'ready');
      assert.deepEqual(await controls('none'), ['run', 'step', 'back', 'forward', 'reset']);
      assert.deepEqual((await controls('named')).slice(-2), ['share', 'open']);
      assert.equal((await host.call('none', 'getLink')).rejected, 'no-page');
      assert.match(await host.call('named', 'getLink'), /^https:\/\/play\.example\/#t1\./);
      await host.page.evaluate(() => document.getElementById('none')?.setAttribute('page', 'https://play.example/'));
      await host.page.locator('#none [data-control="open"]').waitFor();
    },
    { script: '<script type="module" src="tracklight/define.js"></script>' },
  ));

test('controls have the font and the corners of the page, before and after a press', () =>
  withHost(
    `${machine('id="a" loading="click"')}<div class="own">${machine('id="b" loading="click"')}</div>`,
    async (host) => {
      const looks = (id: string, button: string) =>
        host.page.locator(`#${id} ${button}`).evaluate((found) => {
          const { fontFamily, fontSize, borderRadius } = getComputedStyle(found);
          return [fontFamily, fontSize, borderRadius];
        });
      const page = ['"Page Sans", serif', '13px', '12px'];
      const own = ['"Own Mono"', '13px', '3px'];
      assert.deepEqual(await looks('a', 'button.run'), page);
      assert.deepEqual(await looks('b', 'button.run'), own);
      for (const id of ['a', 'b']) await host.call(id, 'step');
      for (const control of ['run', 'step', 'reset']) {
        assert.deepEqual(await looks('a', `[data-control="${control}"]`), page, control);
        assert.deepEqual(await looks('b', `[data-control="${control}"]`), own, control);
      }
      // The drawing keeps the font that it was measured with.
      assert.match((await looks('a', 'svg.stage text >> nth=0'))[0] ?? '', /^"Tracklight Sans"/);
    },
    {
      head: '<link rel="stylesheet" href="own.css">',
      files: {
        'own.css':
          ':root{--tracklight-radius:12px}body{font-family:"Page Sans",serif!important}' +
          '.own tracklight-machine{--tracklight-font:"Own Mono";--tracklight-radius:3px}',
      },
    },
  ));

test('somebody else has the names of the elements inside, and the machine works', () =>
  withHost(
    machine('id="a" loading="eager" view="split" editable'),
    async (host) => {
      await host.call('a', 'step', 1);
      await host.page.locator('#a .cm-content').waitFor();
      assert.match(await host.page.locator('#a .cm-content').innerText(), /machine "Kettle"/);
      await host.page.locator('#a svg.stage .node', { hasText: 'heat' }).waitFor();
      const names = await host.page
        .locator('#a [part="diagram"] > *, #a [part="editor"] > *')
        .evaluateAll((all) => [...new Set(all.map(({ localName }) => localName))].sort());
      assert.deepEqual(names, ['tracklight-diagram-2', 'tracklight-editor-2']);
    },
    {
      before: (page) =>
        page.addInitScript(() => {
          for (const name of ['tracklight-diagram', 'tracklight-editor'])
            customElements.define(name, class extends HTMLElement {});
        }),
    },
  ));

test('where somebody else has the name of the element itself, the console says so', () => {
  const said: string[] = [];
  return withHost(
    '<p id="here"></p>',
    async (host) => {
      await host.page.evaluate(() => import(new URL('embed/define.js', document.baseURI).href));
      assert.match(said.join('\n'), /`<tracklight-machine>` is defined already, by version 0\.0\.9: version/);
    },
    {
      before: async (page) => {
        page.on('console', (message) => said.push(message.text()));
        await page.addInitScript(() =>
          customElements.define(
            'tracklight-machine',
            class extends HTMLElement {
              static version = '0.0.9';
            },
          ),
        );
      },
    },
  );
});
