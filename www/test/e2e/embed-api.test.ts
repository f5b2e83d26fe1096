// Attributes, methods and events of the element.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KETTLE, escaped, machine, withHost, type Heard, type HostPage } from '../host-page.ts';

const eager = (attributes: string, source?: string) => machine(`id="a" loading="eager" ${attributes}`, source);
const named = (received: Heard[], name: string) =>
  received.filter((one) => one.name === name).map(({ detail }) => detail);
const inside = (host: HostPage, selector: string) => host.page.locator(`#a >> css=${selector}`);

const ASKS = `machine "Asks"
context Note { text<string>: "" }
task write { prompt: "write a note" }
state done
write -writes-> Note
write -> done
`;

test('steps, back, run, pause and reset move the run, and each position is told once', () =>
  withHost(eager(''), async (host) => {
    await host.call('a', 'ready');
    assert.deepEqual(await host.call('a', 'step'), { tick: 1, action: 0, outcome: 'running' });
    assert.deepEqual(await host.call('a', 'step', 2), { tick: 3, action: 0, outcome: 'running' });
    assert.deepEqual(await host.call('a', 'back', 2), { tick: 1, action: 0, outcome: 'running' });
    assert.deepEqual(await host.call('a', 'run', { speed: 'max' }), { tick: 4, action: 0, outcome: 'completed' });
    assert.equal(await host.attribute('a', 'data-state'), 'done');
    assert.equal(await host.attribute('a', 'data-outcome'), 'completed');
    assert.deepEqual(await host.call('a', 'goTo', 1), { tick: 1, action: 0, outcome: 'running' });
    assert.deepEqual(await host.call('a', 'reset'), { tick: 0, action: 0, outcome: 'running' });
    assert.equal(await host.attribute('a', 'data-state'), 'ready');
    const received = await host.received();
    assert.deepEqual(
      named(received, 'step').map(({ tick }) => tick),
      [1, 2, 3, 1, 2, 3, 4, 1, 0],
    );
    const [first, second] = named(received, 'step');
    assert.deepEqual(
      first.moves.map(({ from, to }: any) => [from, to]),
      [['begin', 'heat']],
    );
    assert.deepEqual(
      second.changes.map(({ context, field, after }: any) => [context, field, after]),
      [['Water', 'celsius', 60]],
    );
    const [end] = named(received, 'end');
    assert.equal(end.outcome.kind, 'completed');
    assert.equal(end.tick, 4);
  }));

test('a machine steps while its part of the page is hidden', () =>
  withHost(eager(''), async (host) => {
    await host.call('a', 'ready');
    const display = (value: string) =>
      host.page.evaluate((to) => {
        (document.getElementById('a') as HTMLElement).style.display = to;
      }, value);
    await display('none');
    assert.equal((await host.call('a', 'step', 2)).tick, 2);
    await display('block');
    await inside(host, '[id^="a_v"] text').getByText('60', { exact: true }).waitFor();
  }));

test('the run stops where it was asked to, and a call during a run pauses it', () =>
  withHost(eager(''), async (host) => {
    await host.call('a', 'ready');
    assert.equal((await host.call('a', 'run', { speed: 'max', until: { tick: 2 } })).tick, 2);
    await host.call('a', 'reset');
    assert.equal((await host.call('a', 'run', { speed: 'max', until: { node: 'done' } })).tick, 3);
    await host.call('a', 'reset');
    assert.equal((await host.call('a', 'run', { speed: 'max', until: 'agent' })).tick, 2);
    await host.call('a', 'reset');
    assert.equal((await host.call('a', 'run', { speed: 'max', maxTicks: 1 })).tick, 1);
    await host.call('a', 'reset');
    const [during, after] = await host.page.evaluate(async () => {
      const element = document.getElementById('a') as any;
      const run = element.run({ speed: 1 });
      await new Promise((done) => element.addEventListener('tracklight-step', done, { once: true }));
      const during = element.dataset.state;
      await element.step();
      await run;
      return [during, element.dataset.state];
    });
    assert.deepEqual([during, after], ['running', 'paused']);
  }));

test('state, view, link, picture, DOT and findings are given as data', () =>
  withHost(eager(''), async (host) => {
    await host.call('a', 'step', 2);
    assert.match(await host.call('a', 'exportSVG'), />60</, 'the values of the step');
    await host.call('a', 'step');
    assert.equal((await host.call('a', 'getView')).contexts.Water.fields.celsius.values[0].value, 100);
    assert.match(await host.call('a', 'getState'), /"Kettle|Kettle/);
    assert.match(await host.call('a', 'getLink', { run: true }), /^http:\/\/127\.0\.0\.1:\d+\/#t1\./);
    assert.match(await host.call('a', 'exportSVG'), /^<\?xml[\s\S]*<title>Kettle<\/title>/);
    assert.match(await host.call('a', 'getDot'), /^digraph/);
    assert.deepEqual(await host.call('a', 'check'), []);
    const size = await host.page.evaluate(
      async () => (await (document.getElementById('a') as any).exportPNG({ scale: 1 })).size,
    );
    assert.ok(size > 1000);
  }));

test('a link brings its run along, and a document too', () =>
  withHost(
    eager('') + '<tracklight-machine id="b" loading="eager" source="init x"></tracklight-machine>',
    async (host) => {
      await host.call('a', 'step', 3);
      const link = await host.call('a', 'getLink', { run: true });
      await host.page.evaluate((link) => {
        const b = document.getElementById('b') as HTMLElement;
        b.removeAttribute('source');
        b.setAttribute('link', link);
      }, link);
      await host.page.waitForFunction(() => document.getElementById('b')?.dataset.tick === '3');
      await host.call('b', 'load', { s: 'init p\nstate q\np -> q\n', k: 1 });
      assert.equal(await host.attribute('b', 'data-tick'), '1');
      await host.call('b', 'load', 'init alone');
      assert.equal(await host.attribute('b', 'data-tick'), '0');
    },
  ));

test('the host hears of every agent call first, and may answer it', () =>
  withHost(eager('', ASKS), async (host) => {
    await host.call('a', 'ready');
    await host.page.evaluate(() => {
      const element = document.getElementById('a') as any;
      element.addEventListener('tracklight-request', (event: any) => {
        event.preventDefault();
        Object.assign(globalThis, { asked: event.detail });
      });
    });
    await host.call('a', 'step');
    assert.equal(await host.attribute('a', 'data-state'), 'waiting');
    await host.page.evaluate(() => {
      const { request, respondWith } = (globalThis as any).asked;
      const tool = request.tools.find(({ name }: any) => name.startsWith('write_'));
      respondWith({ turns: [{ calls: [{ id: 'c', name: tool.name, input: { data: { text: 'from the host' } } }] }] });
    });
    await host.page.waitForFunction(() => document.getElementById('a')?.dataset.state !== 'waiting');
    const view = await host.call('a', 'getView');
    assert.equal(view.contexts.Note.fields.text.values[0].value, 'from the host');
  }));

test('an agent function answers, a stub answers, and in manual mode the machine waits for reply()', () =>
  withHost(eager('agent="manual"', ASKS), async (host) => {
    await host.call('a', 'step');
    assert.equal(await host.attribute('a', 'data-state'), 'waiting');
    const [{ request }] = named(await host.received(), 'request');
    await host.call('a', 'reply', request.id, { turns: [{ text: 'done' }] });
    assert.notEqual(await host.attribute('a', 'data-state'), 'waiting');
    await host.call('a', 'reset');
    await host.page.evaluate(() => {
      const element = document.getElementById('a') as any;
      element.agent = async ({ tools }: any) => ({
        turns: [
          {
            calls: [
              {
                id: 'c',
                name: tools.find(({ name }: any) => name.startsWith('write_')).name,
                input: { data: { text: 'from the function' } },
              },
            ],
          },
        ],
      });
    });
    await host.call('a', 'step');
    const view = await host.call('a', 'getView');
    assert.equal(view.contexts.Note.fields.text.values[0].value, 'from the function');
  }));

test('stubs and inputs come from JSON in an attribute or in a script', () =>
  withHost(
    '<script type="application/json" id="in">{"Order": {"target": ' +
      `30}}</script>${eager('inputs="in" stubs=\'{"heat": {"write": {"Water": {"celsius": 35}}}}\'')}`,
    async (host) => {
      const view = await host.call('a', 'getView');
      assert.equal(view.contexts.Order.fields.target.values[0].value, 30);
      await host.call('a', 'run', { speed: 'max' });
      assert.equal(await host.attribute('a', 'data-state'), 'done');
    },
  ));

test('a machine begins after some steps, and plays by itself while it is seen', async () => {
  await withHost(eager('tick="2"'), async (host) => {
    await host.call('a', 'ready');
    assert.equal(await host.attribute('a', 'data-tick'), '2');
    assert.deepEqual(named(await host.received(), 'step'), []);
  });
  await withHost(eager('autoplay="20"'), (host) => host.until('a', 'done').then(() => {}));
  await withHost(
    eager('autoplay="20"'),
    async (host) => {
      await host.call('a', 'ready');
      assert.equal(await host.attribute('a', 'data-state'), 'ready');
    },
    { reducedMotion: 'reduce' },
  );
});

test('views show their panes, and the source can be edited where that is allowed', () =>
  withHost(eager('view="split"'), async (host) => {
    await host.call('a', 'ready');
    await inside(host, '[part~="editor"] pre .tok-keyword').first().waitFor();
    const loaded = await inside(host, '[part~="editor"] pre').textContent();
    await host.page.evaluate(() => document.getElementById('a')?.setAttribute('editable', ''));
    const editor = inside(host, '.cm-content');
    await editor.click();
    await host.page.keyboard.press('Control+End');
    await host.page.keyboard.type('state extra\n');
    await host.page.waitForFunction(
      (whole) =>
        (globalThis as any).received.some(
          ({ name, detail }: any) => name === 'change' && detail.origin === 'edit' && detail.source === whole,
        ),
      `${loaded}state extra\n`,
    );
    for (const [view, part] of [
      ['code', 'editor'],
      ['run', 'timeline'],
      ['diagram', 'diagram'],
    ] as const) {
      await host.page.evaluate((view) => document.getElementById('a')?.setAttribute('view', view), view);
      await inside(host, `[part~="${part}"]`).waitFor();
    }
  }));

test('controls, zoom, height and label are as the attributes say', () =>
  withHost(eager('controls="step open" zoom="none" height="300" label="Tea"'), async (host) => {
    await host.call('a', 'ready');
    assert.deepEqual(
      await inside(host, '[data-control]').evaluateAll((list) =>
        list.map((one) => (one as HTMLElement).dataset.control),
      ),
      ['step', 'open'],
    );
    assert.equal(await inside(host, '.tools').isVisible(), false);
    assert.equal(await host.page.locator('#a').evaluate((one) => (one as HTMLElement).offsetHeight), 300);
    await host.page.getByRole('region', { name: 'Machine: Tea' }).waitFor();
    await host.page.evaluate(() => document.getElementById('a')?.setAttribute('controls', 'none'));
    await inside(host, '.toolbar').waitFor({ state: 'detached' });
    await host.page.evaluate(() => document.getElementById('a')?.setAttribute('height', 'auto'));
    await host.page.evaluate(() => document.getElementById('a')?.setAttribute('direction', 'LR'));
    await host.page.waitForFunction(() => (globalThis as any).received.some(({ name }: any) => name === 'resize'));
  }));

test('every button of an element has its picture', () =>
  withHost(eager('controls="step back run reset share open export speed"'), async (host) => {
    await host.call('a', 'step');
    const shapes = await inside(host, '.icon path').evaluateAll((list) => list.map((one) => one.getAttribute('d')));
    // Run, Step, Back, Forward, Restart, three for the machine as a whole, the menu, and three at the diagram.
    assert.equal(shapes.length, 12);
    assert.ok(shapes.every(Boolean), shapes.join('\n'));
  }));

test('a plain wheel scrolls the page, and moves the diagram only where it may', () =>
  withHost(
    `${eager('')}<div class="far"></div>`,
    async (host) => {
      await host.call('a', 'ready');
      const box = await host.page.locator('#a').boundingBox();
      await host.page.mouse.move((box?.x ?? 0) + 200, (box?.y ?? 0) + 100);
      await host.page.mouse.wheel(0, 120);
      await host.page.waitForFunction(() => scrollY > 0);
    },
    { head: '<link rel="stylesheet" href="far.css">', files: { 'far.css': '.far{height:4000px}' } },
  ));

test('what is chosen in the diagram is told', () =>
  withHost(eager(''), async (host) => {
    await host.call('a', 'ready');
    await inside(host, 'g.node >> nth=0').click();
    await host.page.waitForFunction(() => (globalThis as any).received.some(({ name }: any) => name === 'select'));
    const [select] = named(await host.received(), 'select');
    assert.equal(select.kind, 'node');
  }));

test('attributes that only reflect cannot be set from outside', () =>
  withHost(eager(''), async (host) => {
    await host.call('a', 'ready');
    await host.page.evaluate(() => {
      const element = document.getElementById('a') as HTMLElement;
      element.dataset.state = 'done';
      element.dataset.tick = '99';
      element.removeAttribute('data-theme');
    });
    assert.equal(await host.attribute('a', 'data-state'), 'ready');
    assert.equal(await host.attribute('a', 'data-tick'), '0');
    assert.equal(await host.attribute('a', 'data-theme'), 'light');
  }));

test('calls before the machine is ready wait for it, in order; properties set before the definition count', () =>
  withHost(
    `<tracklight-machine id="a" loading="eager"></tracklight-machine><script type="module" src="first.js"></script>`,
    async (host) => {
      const order = await host.page.waitForFunction(() => (globalThis as any).order);
      assert.deepEqual(await order.jsonValue(), [1, 2, 1]);
    },
    {
      script: '',
      files: {
        'first.js': `const a = document.getElementById('a');
a.source = ${JSON.stringify(KETTLE)};
await import(new URL('embed/define.js', document.baseURI).href);
globalThis.order = (await Promise.all([a.step(), a.step(), a.back()])).map(({ tick }) => tick);`,
      },
    },
  ));

test('a source with characters that HTML knows is what it says', () =>
  withHost(
    `<tracklight-machine id="a" loading="eager"><script type="text/x-dygram">
    init a "1 < 2 & 3"
    state b

    a -> b
  </script><pre>${escaped('not this')}</pre></tracklight-machine>`,
    async (host) => {
      await host.call('a', 'ready');
      const [change] = named(await host.received(), 'change');
      assert.equal(change.source, 'init a "1 < 2 & 3"\nstate b\n\na -> b\n');
    },
  ));
