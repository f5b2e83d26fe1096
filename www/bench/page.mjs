// @ts-nocheck
// How the built page feels: from a key or a click to what is painted, in headless Chromium under the real policy.
//
//   node www/bench/page.mjs [start|step|type|redraw …]     all of them by default
//
// Times count from the time stamp of the input event to behind the frame that shows its effect. What is shown is told by
// the page's own parts: the texts that reach the editor, and the counts of patched and laid out drawings.
import { loadavg } from 'node:os';
import { withPage } from '../test/browser.mjs';

const TIMES = 20;
const wanted = (name) => process.argv.length < 3 || process.argv.includes(name);
const p95 = (times) => [...times].sort((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1];
const row = (name, machine, times, budget) => {
  const middle = [...times].sort((a, b) => a - b)[times.length >> 1];
  console.log(`${name.padEnd(14)} ${machine.padEnd(26)} p95 ${p95(times).toFixed(0).padStart(6)} ms  median ${middle.toFixed(0).padStart(6)} ms  budget ${budget}`);
};
const link = (source) => `#t1.a${Buffer.from(source).toString('base64url')}`;

/** A ring of states around one context that each lap reads. */
const ring = (nodes) =>
  ['machine "Ring" { maxSteps: 1000000; maxNodeInvocations: 1000000 }', 'context C { n<number>: 0 }', ...Array.from({ length: nodes }, (_, i) => `state s${i}`),
    ...Array.from({ length: nodes }, (_, i) => `s${i} -> s${(i + 1) % nodes}`), 's0 -reads-> C', ''].join('\n');

/** Tasks with prompts, of about so many bytes. */
const prose = (bytes) => {
  const lines = ['machine "Prose"', 'context Store { level<number>: 1; name: "x" }', 'init begin', 'begin -> t0'];
  for (let i = 0; lines.join('\n').length < bytes; i += 1) {
    lines.push(`task t${i} "Step ${i}" { prompt: "Use {{ Store.level }} of {{ Store.name }}, then add 1 to Store.level" }`, `t${i} -when: "Store.level > ${i}"-> t${i + 1}`, `t${i} -writes-> Store`);
  }
  return `${lines.join('\n')}\n`;
};

/** Lets the page tell when something it was given has been painted; runs before the page's own code. */
function watch() {
  const seen = { key: 0, tokens: 0, diagnostics: 0, patch: 0, layout: 0 };
  Object.assign(globalThis, { __seen: seen });
  addEventListener('keydown', (event) => { seen.key = event.timeStamp; }, { capture: true });
  const painted = (name) => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => { seen[name] = performance.now(); };
    channel.port2.postMessage(null);
  });
  void customElements.whenDefined('tracklight-editor').then(() => {
    const { prototype } = customElements.get('tracklight-editor');
    for (const name of ['tokens', 'diagnostics']) {
      const own = Object.getOwnPropertyDescriptor(prototype, name);
      Object.defineProperty(prototype, name, { ...own, set(value) {
        const fresh = name === 'diagnostics' || (value !== null && value.source === this.value);
        own.set.call(this, value);
        if (fresh && value !== this[`__${name}`]) painted(name);
        this[`__${name}`] = value;
      } });
    }
  });
  void customElements.whenDefined('tracklight-diagram').then(() => {
    let before = { patches: 0, layouts: 0 };
    const look = () => {
      const counters = document.querySelector('tracklight-diagram')?.counters;
      if (counters) {
        if (counters.patches > before.patches) painted('patch');
        if (counters.layouts > before.layouts) painted('layout');
        before = { ...counters };
      }
      setTimeout(look, 1);
    };
    look();
  });
}

const open = (source, act) => withPage({ path: link(source), viewport: { width: 1440, height: 900 }, before: (page) => page.addInitScript(watch) }, async (page) => {
  // A large machine is not drawn by itself.
  await page.locator('.page[data-phase="ready"]').waitFor();
  await page.locator('tracklight-editor .cm-content').waitFor();
  await page.waitForTimeout(800);
  return act(page);
});

/** Presses a key so many times and takes the time to each of the named effects. */
async function press(page, key, names, times = TIMES, rest = 700) {
  const taken = Object.fromEntries(names.map((name) => [name, []]));
  for (let i = -2; i < times; i += 1) {
    const before = await page.evaluate(() => performance.now());
    await page.keyboard.press(key);
    await page.waitForFunction(([list, from]) => list.every((name) => globalThis.__seen[name] > from), [names, before], { polling: 50 });
    const seen = await page.evaluate(() => globalThis.__seen);
    if (i >= 0) for (const name of names) taken[name].push(seen[name] - seen.key);
    await page.waitForTimeout(rest);
  }
  return taken;
}

const starts = { tti: [], first: [] };
for (let i = 0; wanted('start') && i < TIMES / 2; i += 1) {
  await withPage({ viewport: { width: 1440, height: 900 }, before: (page) => page.addInitScript(watch) }, async (page) => {
    await page.waitForFunction(() => globalThis.__seen.layout > 0, null, { polling: 20 });
    starts.first.push(await page.evaluate(() => globalThis.__seen.layout));
    await page.waitForFunction(() => document.querySelector('tracklight-editor')?.shadowRoot?.querySelector('.cm-content') && document.querySelector('[data-control="step"][aria-disabled="false"]'), null, { polling: 20 });
    starts.tti.push(await page.evaluate(() => performance.now()));
  });
}
if (wanted('start')) {
  row('tti', 'kettle, cold', starts.tti, '1,500 ms');
  row('first-diagram', 'kettle, cold', starts.first, '2,000 ms');
}

for (const [nodes, budget] of !wanted('step') ? [] : [[10, 'goal 16, gate 50 ms'], [100, 'goal 33, gate 80 ms']]) {
  await open(ring(nodes), async (page) => {
    const { patch } = await press(page, 'F10', ['patch'], TIMES, 200);
    row('step-patch', `${nodes} nodes`, patch, budget);
  });
}
for (const [bytes, budget] of !wanted('type') ? [] : [[10_000, '250 ms'], [100_000, '450 ms']]) {
  await open(prose(bytes), async (page) => {
    await page.locator('tracklight-editor .cm-content').click();
    await page.keyboard.press('Control+End');
    const { tokens, diagnostics } = await press(page, 'x', ['tokens', 'diagnostics'], TIMES, bytes > 50_000 ? 1500 : 700);
    if (bytes === 10_000) row('tokens', '10 KB', tokens, '32 ms');
    row('diagnostics', `${bytes / 1000} KB, 150 ms wait included`, diagnostics, budget);
  });
}
if (wanted('redraw')) await open(prose(3_500), async (page) => {
  await page.locator('tracklight-editor .cm-content').click();
  await page.keyboard.press('Control+End');
  const layout = [];
  for (let i = 0; i < TIMES; i += 1) {
    const before = await page.evaluate(() => performance.now());
    await page.keyboard.type(`\nstate more${i}`);
    await page.waitForFunction((from) => globalThis.__seen.layout > from, before, { polling: 50 });
    const seen = await page.evaluate(() => globalThis.__seen);
    layout.push(seen.layout - seen.key);
    await page.waitForTimeout(500);
  }
  row('redraw', '30 nodes, 300 ms wait', layout, '600 ms');
});
console.log(`load ${loadavg().map((load) => load.toFixed(1)).join(' ')}`);
