// The element, the frame page and a prerendered page in Firefox and in WebKit: drawn, stepped, themed, and no complaint
// of the browser.

import assert from 'node:assert/strict';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { encode } from '../../src/link/codec.ts';
import { htmlOf, machineOf } from '../../src/plugins/fence.ts';
import { loadRenderer } from '../../src/plugins/render.ts';
import { KETTLE, machine } from '../host-page.ts';
import { OTHERS, withOther, type Tab } from '../other-browsers.ts';

const DIST = fileURLToPath(new URL('../../../dist', import.meta.url));

/** The site's files, with a host page in place of its own. */
async function withHostFolder(body: string, act: (folder: string) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'tracklight-other-'));
  try {
    for (const name of readdirSync(DIST))
      if (name !== 'index.html') await symlink(join(DIST, name), join(folder, name));
    await writeFile(
      join(folder, 'index.html'),
      '<!doctype html><html lang="en"><head><meta charset="utf-8" /><title>Host</title>' +
        '<link rel="stylesheet" href="embed/style.css"><script type="module" src="embed/define.js"></script></head>' +
        `<body>${body}</body></html>`,
    );
    await act(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A press loads the machine, another steps it. */
async function steps(tab: Tab) {
  await tab.click({ css: 'button.run' });
  await tab.waitForFunction(() => document.getElementById('a')?.dataset.state === 'ready');
  await tab.click({ css: '[data-control="step"]' });
  await tab.waitForFunction(() => document.getElementById('a')?.dataset.tick === '1');
  const current = await tab.evaluate(() => {
    const diagram = document.getElementById('a')?.shadowRoot?.querySelector('tracklight-diagram');
    return diagram?.shadowRoot?.querySelector('.r-current text')?.textContent?.trim();
  });
  assert.equal(current, 'heat');
}

async function darkens(tab: Tab) {
  await tab.evaluate(() => {
    document.documentElement.dataset.theme = 'dark';
  });
  await tab.waitForFunction(() => document.getElementById('a')?.dataset.theme === 'dark');
}

/** The picture that was drawn while the page was built, as the browser shows it. */
const picture = (tab: Tab) =>
  tab.evaluate(() => {
    const svg = document.querySelector('#a > .tracklight-pictures > svg');
    const card = [...(svg?.querySelectorAll('rect') ?? [])].find((one) =>
      one.getAttribute('fill')?.includes('task-fill'),
    );
    if (!svg || !card) throw new Error('there is no picture');
    const { width, height } = svg.getBoundingClientRect();
    return { seen: width > 100 && height > 100, fill: getComputedStyle(card).fill, texts: svg.textContent ?? '' };
  });

for (const name of OTHERS) {
  test(`${name}: an element is drawn, stepped and themed`, () =>
    withHostFolder(machine('id="a" loading="click"'), (folder) =>
      withOther(name, { folder }, async (tab) => {
        await steps(tab);
        await darkens(tab);
      }),
    ));

  test(`${name}: a prerendered page shows its picture in both themes; its machine is stepped in place`, async () => {
    const render = await loadRenderer();
    const machine = machineOf({ attributes: [], notes: [] }, KETTLE, { line: null }, { render });
    await withHostFolder(htmlOf(machine, ' id="a"'), (folder) =>
      withOther(name, { folder }, async (tab) => {
        const { texts, ...light } = await picture(tab);
        assert.deepEqual(light, { seen: true, fill: 'rgb(226, 238, 251)' });
        assert.match(texts, /celsius/);
        await darkens(tab);
        assert.equal((await picture(tab)).fill, 'rgb(23, 48, 74)');
        await steps(tab);
      }),
    );
  });

  test(`${name}: a frame page shows its machine`, async () => {
    const fragment = await encode({ s: KETTLE, k: 2 });
    await withHostFolder(
      `<iframe src="frame.html?embed=1${fragment}" title="Machine" width="700" height="500"></iframe>`,
      (folder) =>
        withOther(name, { folder }, async (tab) => {
          await tab.waitForFunction(() => {
            const inside = document.querySelector('iframe')?.contentDocument;
            return (inside?.querySelector('tracklight-machine') as HTMLElement | null)?.dataset.tick === '2';
          });
        }),
    );
  });
}
