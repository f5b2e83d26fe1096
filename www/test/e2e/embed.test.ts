// The element in a page that is not ours: when it loads what, what it shares, and that its box stays where it is.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KETTLE, machine, withHost } from '../host-page.ts';

/** Of files of ours. */
const own = (urls: string[]) => urls.map((url) => new URL(url).pathname).filter((path) => path.startsWith('/embed/'));

function requests(urls: string[]) {
  return {
    before: async (page: import('playwright-core').Page) => void page.on('request', (one) => urls.push(one.url())),
  };
}

test('before a press only the shell is loaded, then the machine runs in place with the focus on Step', async () => {
  const urls: string[] = [];
  await withHost(
    machine('id="a" loading="click"'),
    async (host) => {
      await host.page.locator('#a button.run').waitFor();
      assert.deepEqual(own(urls), ['/embed/define.js']);
      await host.until('a', 'idle');
      assert.equal(await host.page.locator('#a pre').isVisible(), true);
      await host.page.locator('#a button.run').press('Enter');
      await host.call('a', 'ready');
      assert.equal(await host.attribute('a', 'data-state'), 'ready');
      assert.equal(await host.page.locator('#a pre').isVisible(), false);
      const focused = await host.page.evaluate(() => {
        const inner = document.activeElement?.shadowRoot?.activeElement as HTMLElement | null;
        return [document.activeElement?.id, inner?.dataset.control];
      });
      assert.deepEqual(focused, ['a', 'step']);
      await host.page.keyboard.press('Enter');
      await host.page.waitForFunction(() => document.getElementById('a')?.dataset.tick === '1');
      assert.equal(await host.attribute('a', 'data-node'), 'heat');
      assert.equal(await host.shift(), 0);
    },
    requests(urls),
  );
});

test('connecting an element asks for no style and sets no observer up before the next frame', () =>
  withHost('<div id="room" data-theme="dark"></div>', async (host) => {
    const [connected, framed] = await host.page.evaluate(async (source) => {
      await customElements.whenDefined('tracklight-machine');
      const asked: string[] = [];
      const { getComputedStyle: style, IntersectionObserver: Near, MutationObserver: Changes } = window;
      window.getComputedStyle = (...given) => {
        asked.push('style');
        return style.apply(window, given);
      };
      const noted = <T extends new (...given: never[]) => object>(Made: T, name: string) =>
        new Proxy(Made, {
          construct(target, given) {
            asked.push(name);
            return Reflect.construct(target, given);
          },
        });
      window.IntersectionObserver = noted(Near, 'near');
      window.MutationObserver = noted(Changes, 'changes');
      const element = document.createElement('tracklight-machine');
      element.setAttribute('loading', 'click');
      element.setAttribute('source', source);
      document.getElementById('room')?.append(element);
      await Promise.resolve();
      const connected = asked.splice(0);
      await new Promise((done) => requestAnimationFrame(done));
      return [connected, [...asked.sort(), element.dataset.theme]];
    }, KETTLE);
    assert.deepEqual(connected, []);
    assert.deepEqual(framed, ['changes', 'near', 'near', 'dark']);
  }));

test('a press and a few steps load one file for the page, one for the engine, and Graphviz', async () => {
  const urls: string[] = [];
  const named = (path: string) => path.replace(/-[\w-]{8}(\.\w+)$/, '$1');
  await withHost(
    machine('id="a" loading="click"'),
    async (host) => {
      await host.page.locator('#a button.run').press('Enter');
      await host.call('a', 'ready');
      for (const tick of ['1', '2', '3']) {
        await host.page.keyboard.press('Enter');
        await host.page.waitForFunction((tick) => document.getElementById('a')?.dataset.tick === tick, tick);
      }
      const scripts = own(urls).filter((path) => path.endsWith('.js'));
      assert.deepEqual(scripts.map(named).sort(), [
        '/embed/assets/from-graphviz.js',
        '/embed/assets/layout.worker.js',
        '/embed/assets/shared.worker.js',
        '/embed/define.js',
        '/embed/view.js',
      ]);
    },
    { before: async (page) => void page.on('request', (one) => urls.push(one.url())) },
  );
});

test('a machine far below the viewport waits until it comes near', async () => {
  const urls: string[] = [];
  await withHost(
    `<div class="far"></div>${machine('id="a"')}`,
    async (host) => {
      await host.until('a', 'idle');
      assert.deepEqual(own(urls), ['/embed/define.js']);
      await host.page.evaluate(() => scrollTo(0, 3500));
      await host.until('a', 'ready');
    },
    { ...requests(urls), head: '<link rel="stylesheet" href="far.css">', files: { 'far.css': '.far{height:4000px}' } },
  );
});

test('ten machines share one core worker and one layout worker, which end with the last of them', () =>
  withHost(
    Array.from({ length: 10 }, (_, i) =>
      machine(`id="m${i}" loading="eager"`, KETTLE.replace('Kettle', `Kettle ${i}`)),
    ).join('\n'),
    async (host) => {
      for (let i = 0; i < 10; i += 1) await host.call(`m${i}`, 'ready');
      assert.deepEqual(host.workers(), ['layout.worker', 'shared.worker']);
      // Each has a run of its own.
      await host.call('m3', 'step', 2);
      assert.equal(await host.attribute('m3', 'data-tick'), '2');
      assert.equal(await host.attribute('m4', 'data-tick'), '0');
      assert.equal(await host.shift(), 0);
      await host.page.evaluate(() => {
        for (const one of document.querySelectorAll('tracklight-machine')) if (one.id !== 'm3') one.remove();
      });
      await host.call('m3', 'step', 1);
      assert.deepEqual(host.workers(), ['layout.worker', 'shared.worker']);
      await host.page.evaluate(() => document.getElementById('m3')?.remove());
      await host.untilWorkers(0);
    },
  ));

test('an element that leaves the page and comes back is where it was', () =>
  withHost(machine('id="a" loading="eager"'), async (host) => {
    await host.call('a', 'step', 2);
    await host.call('a', 'setContext', '1', 'Water.celsius', 55);
    await host.page.evaluate(() => {
      const element = document.getElementById('a') as HTMLElement;
      Object.assign(globalThis, { away: element });
      element.remove();
    });
    await host.untilWorkers(0);
    const refused = await host.page.evaluate(() =>
      (globalThis as any).away.step().then(
        () => 'stepped',
        (error: any) => error.code,
      ),
    );
    assert.equal(refused, 'removed');
    await host.page.evaluate(() => document.querySelector('main')?.append((globalThis as any).away));
    await host.call('a', 'ready');
    assert.equal(await host.attribute('a', 'data-tick'), '2');
    const view = await host.call('a', 'getView');
    assert.equal(view.contexts.Water.fields.celsius.values[0].value, 55);
  }));

test('a move within the page changes nothing', () =>
  withHost(machine('id="a" loading="eager"'), async (host) => {
    await host.call('a', 'step');
    await host.page.evaluate(() => document.body.append(document.getElementById('a') as Node));
    await host.call('a', 'step');
    assert.equal(await host.attribute('a', 'data-tick'), '2');
    assert.equal((await host.received()).filter(({ name }) => name === 'ready').length, 1);
  }));

test('ten visits there and back leave no worker and no node behind', () =>
  withHost(
    '<div id="room"></div>',
    async (host) => {
      const browser = await host.page.context().newCDPSession(host.page);
      /** Nodes and listeners that are alive, in the document or not. */
      const alive = async () => {
        await browser.send('HeapProfiler.collectGarbage');
        const { nodes, jsEventListeners } = await browser.send('Memory.getDOMCounters');
        return { nodes, listeners: jsEventListeners };
      };
      // A leak of each visit exceeds them all; what visits share, such as a template, may come with any of them.
      const before = { nodes: 0, listeners: 0 };
      for (let i = 1; i <= 10; i += 1) {
        await host.page.evaluate((source) => {
          const element = document.createElement('tracklight-machine');
          element.id = 'a';
          element.setAttribute('loading', 'eager');
          element.setAttribute('source', source);
          document.getElementById('room')?.replaceChildren(element);
        }, KETTLE);
        await host.call('a', 'step');
        await host.page.evaluate(() => document.getElementById('room')?.replaceChildren());
        await host.untilWorkers(0);
        if (i === 10) break;
        const { nodes, listeners } = await alive();
        before.nodes = Math.max(before.nodes, nodes);
        before.listeners = Math.max(before.listeners, listeners);
      }
      // The last visit is held by what it still had pending, and is collected when that is over.
      let last = await alive();
      const more = () => last.nodes > before.nodes || last.listeners > before.listeners;
      for (let looks = 1; looks < 100 && more(); looks += 1) {
        await host.page.waitForTimeout(100);
        last = await alive();
      }
      assert.ok(!more(), JSON.stringify({ before, last }));
    },
    { own: true },
  ));

test('the theme follows the page, by its markers and by its background', () =>
  withHost(`${machine('id="a" loading="eager"')}${machine('id="b" loading="click" theme="light"')}`, async (host) => {
    await host.call('a', 'ready');
    assert.equal(await host.attribute('a', 'data-theme'), 'light');
    const turn = async (write: string, value: string, wanted: string) => {
      await host.page.evaluate(
        ([write, value]) => {
          const root = document.documentElement;
          for (const name of ['class', 'data-theme', 'data-md-color-scheme', 'data-bs-theme', 'data-color-mode'])
            root.removeAttribute(name);
          root.setAttribute(write as string, value as string);
        },
        [write, value],
      );
      await host.page.waitForFunction((wanted) => document.getElementById('a')?.dataset.theme === wanted, wanted);
    };
    await turn('class', 'dark', 'dark');
    await turn('data-theme', 'light', 'light');
    await turn('data-md-color-scheme', 'slate', 'dark');
    await turn('data-md-color-scheme', 'default', 'light');
    await turn('class', 'coal', 'dark');
    await turn('class', 'rust', 'light');
    await turn('data-bs-theme', 'dark', 'dark');
    await turn('data-color-mode', 'light', 'light');
    assert.equal(await host.attribute('b', 'data-theme'), 'light');
    await turn('data-theme', 'dark', 'dark');
    const ground = await host.page.evaluate(
      () =>
        getComputedStyle(document.getElementById('a')?.shadowRoot?.querySelector('.toolbar') as Element)
          .backgroundColor,
    );
    assert.notEqual(ground, 'rgb(255, 255, 255)');
    assert.equal(await host.shift(), 0);
  }));

test('nothing is stored', () =>
  withHost(machine('id="a" loading="eager" view="split" editable'), async (host) => {
    await host.call('a', 'step', 2);
    const stored = await host.page.evaluate(async () => [
      localStorage.length,
      sessionStorage.length,
      document.cookie,
      (await indexedDB.databases()).length,
      (await caches.keys()).length,
    ]);
    assert.deepEqual(stored, [0, 0, '', 0, 0]);
  }));

test('a second copy leaves the first one in place', () =>
  withHost(
    machine('id="a" loading="eager"'),
    async (host) => {
      await host.call('a', 'ready');
      const same = await host.page.evaluate(async () => {
        const before = customElements.get('tracklight-machine');
        const address = new URL('embed/auto.js', document.baseURI).href;
        await import(address);
        return before === customElements.get('tracklight-machine');
      });
      assert.equal(same, true);
    },
    {},
  ));

test('the classic script finds its folder, and fences are upgraded now and later', async () => {
  await withHost(
    machine('id="a" loading="eager"'),
    (host) => host.call('a', 'step').then((at) => assert.equal(at.tick, 1)),
    {
      script: '<script src="embed/loader.js"></script>',
    },
  );
  await withHost(
    '<pre><code class="language-dygram live height=300 loading=eager">init a\nstate b\na -> b\n</code></pre>',
    async (host) => {
      await host.page.locator('tracklight-machine[data-state="ready"]').waitFor();
      assert.equal(
        await host.page.locator('tracklight-machine').evaluate((one) => (one as HTMLElement).offsetHeight),
        300,
      );
      await host.page.evaluate(() => {
        const block = document.createElement('pre');
        block.className = 'dygram live';
        block.setAttribute('loading', 'eager');
        const code = document.createElement('code');
        code.textContent = 'init x';
        block.append(code);
        document.querySelector('main')?.append(block);
      });
      await host.page.locator('tracklight-machine[data-state="ready"] >> nth=1').waitFor();
    },
    { script: '<script type="module" src="embed/auto.js"></script>' },
  );
});

test('a host sets colors, and reaches the parts that are named', () =>
  withHost(
    machine('id="a" loading="eager" view="run"'),
    async (host) => {
      await host.call('a', 'step', 2);
      const found = await host.page.evaluate(() => {
        const root = document.getElementById('a')?.shadowRoot as ShadowRoot;
        const parts = ['toolbar', 'button', 'status', 'diagram', 'timeline', 'panel', 'table'].filter(
          (name) => root.querySelector(`[part~="${name}"]`) === null,
        );
        return [parts, getComputedStyle(root.querySelector('[part~="toolbar"]') as Element).borderTopColor];
      });
      assert.deepEqual(found, [[], 'rgb(255, 0, 0)']);
    },
    {
      head: '<link rel="stylesheet" href="own.css">',
      files: { 'own.css': 'tracklight-machine{--tracklight-border:rgb(255,0,0)}' },
    },
  ));
