// What is exported can be used elsewhere: pictures open alone and do nothing, texts are whole.

import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { test } from 'node:test';
import { openFrom, visit } from './visitor.ts';
import type { Page } from 'playwright-core';

/** Texts that would do something where a picture is not inert. */
const HOSTILE = `machine "<script>alert(1)</script> & \\"co\\""
context Box { text: "]]><img src=x onerror=alert(1)>" }
init a "javascript:alert(1)"
task b "</svg><script>alert(2)</script>" { prompt: "set Box.text to <b onclick='alert(3)'>" }
end c
a -> b
b -writes-> Box
b -> c
`;

/** Saves an entry of the menu into a folder. */
async function save(page: Page, folder: string, item: string) {
  await page.locator('[data-menu="export"] summary').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.locator('[data-menu="export"]').getByRole('button', { name: item, exact: true }).click(),
  ]);
  const path = join(folder, download.suggestedFilename());
  await download.saveAs(path);
  return path;
}

async function inFolder(act: (folder: string) => Promise<unknown>) {
  const folder = await mkdtemp(join(tmpdir(), 'tracklight-export-'));
  try {
    await act(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test('the SVG opens alone, shows the run, and is inert, whatever the texts of the machine are', () =>
  inFolder((folder) =>
    visit({}, async (visitor, page, { newPage }) => {
      await visitor.write(HOSTILE);
      await page.locator('tracklight-diagram .node[aria-label*=" b"]').waitFor({ state: 'attached' });
      await visitor.step(1);
      const path = await save(page, folder, 'SVG');
      const alone = await newPage();
      let asked = 0;
      alone.on('request', () => {
        asked += 1;
      });
      alone.on('dialog', (dialog) => {
        asked += 100;
        void dialog.dismiss();
      });
      await alone.goto(pathToFileURL(path).href);
      const found = await alone.evaluate(() => {
        const all = [...document.querySelectorAll('*')];
        return {
          root: document.documentElement.localName,
          branches: all
            .filter((one) =>
              ['script', 'foreignObject', 'a', 'image', 'use', 'style', 'iframe', 'animate', 'set'].includes(
                one.localName,
              ),
            )
            .map((one) => one.localName),
          handlers: all.flatMap((one) =>
            [...one.attributes]
              .filter(({ name, value }) => /^on|href|^style$/i.test(name) || /url\(|javascript:/i.test(value))
              .map(({ name }) => name),
          ),
          title: document.querySelector('title')?.textContent,
          texts: document.documentElement.textContent,
          width: document.documentElement.getBoundingClientRect().width,
        };
      });
      assert.deepEqual([found.root, found.branches, found.handlers], ['svg', [], []]);
      assert.equal(found.title, '<script>alert(1)</script> & "co"');
      assert.match(found.texts ?? '', /javascript:alert\(1\)[^]*alert\(2\)/);
      assert.ok(found.width > 0);
      assert.equal(asked, 1, 'the file itself');
      await alone.close();
    }),
  ));

test('while the drawing shows the edited text beside an earlier run, the SVG shows that text', () =>
  inFolder((folder) =>
    visit({}, async (visitor, page) => {
      await visitor.step(1);
      await visitor.write('state meadow; state orchard\nmeadow -> orchard\n');
      await page.locator('tracklight-diagram .node[aria-label*=" orchard"]').waitFor({ state: 'attached' });
      assert.match(await readFile(await save(page, folder, 'SVG'), 'utf8'), />orchard</);
    }),
  ));

test('the PNG has twice the size of the SVG and shows more than its ground', () =>
  inFolder((folder) =>
    visit({}, async (visitor, page) => {
      await visitor.step(2);
      const svg = await readFile(await save(page, folder, 'SVG'), 'utf8');
      const png = await readFile(await save(page, folder, 'PNG'));
      const [, width = 0, height = 0] = (
        /<svg[^>]* width="(\d+)"[^>]* height="(\d+)"/.exec(svg) ??
        /<svg/.exec('<svg') ??
        []
      ).map(Number);
      assert.deepEqual(
        [png.subarray(1, 4).toString(), png.readUInt32BE(16), png.readUInt32BE(20)],
        ['PNG', width * 2, height * 2],
      );
      const colours = await page.evaluate(
        async (bytes) => {
          const image = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: 'image/png' }));
          const canvas = new OffscreenCanvas(image.width, image.height);
          const pen = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
          pen.drawImage(image, 0, 0);
          return new Set(new Uint32Array(pen.getImageData(0, 0, image.width, image.height).data.buffer)).size;
        },
        [...png],
      );
      assert.ok(colours > 10, `${colours} colours`);
    }),
  ));

test('DOT has the marks of the position, the JSON the machine, Mermaid its parts, the source its text', () =>
  inFolder((folder) =>
    visit({}, async (visitor, page) => {
      const text = async (item: string) => readFile(await save(page, folder, item), 'utf8');
      const before = await text('DOT');
      await visitor.step(2);
      const dot = await text('DOT');
      assert.match(dot, /^(strict )?digraph /);
      assert.deepEqual([/>60</.test(before), />60</.test(dot)], [false, true], 'values of the position');
      const machine = JSON.parse(await text('JSON'));
      assert.equal(machine.title, 'Kettle');
      assert.deepEqual(
        machine.nodes.map((one: any) => one.name),
        ['Order', 'Water', 'begin', 'heat', 'done'],
      );
      const mermaid = await text('Mermaid');
      for (const part of ['flowchart', 'heat', 'Water']) assert.ok(mermaid.includes(part), part);
      assert.match(await text('XState 5'), /actors: \{ heat: stub\(\{\}\) \}/);
      assert.match(await text('LangGraph (Python)'), /^builder\.add_conditional_edges\("heat", route_heat, /m);
      assert.equal(await text('Source'), await visitor.source());
    }),
  ));

test('a recording answers the same machine; where it has nothing the request waits, and others can answer', () =>
  inFolder((folder) =>
    visit({}, async (visitor, page) => {
      const open = async (buffer: Buffer) => {
        const [chooser] = await Promise.all([page.waitForEvent('filechooser'), openFrom(page, 'Open file…')]);
        await chooser.setFiles({ name: 'kettle.recording.json', mimeType: 'application/json', buffer });
      };
      await visitor.step(2);
      const recording = await readFile(await save(page, folder, 'Agent replies (for replay)'));
      await visitor.press('reset');
      await open(recording);
      await page.locator('.notice', { hasText: 'The recording has no reply for the pending agent call.' }).waitFor();
      await visitor.shows('v1-0', '60');
      await visitor.status().filter({ hasText: 'is waiting for its agent' }).waitFor();
      await visitor.agents('Stub');
      await visitor.press('run');
      await visitor.status().filter({ hasText: 'Completed' }).waitFor();

      await visitor.type('\nstate another\n');
      await page.locator('.status-row[data-state="older"]').waitFor();
      await open(recording);
      const refused = page.locator('.notice.error').filter({ hasText: 'Could not open' });
      await refused.getByRole('button', { name: 'Open anyway' }).click();
      await page.locator('.notice', { hasText: 'The recording has no reply' }).waitFor();
      await visitor.shows('v1-0', '60');
    }),
  ));

test('what was set for single nodes is still there after a recording was played and the page loaded again', () =>
  inFolder((folder) =>
    visit({}, async (visitor, page) => {
      await visitor.type('\n// mine');
      await visitor.step(2);
      const recording = await readFile(await save(page, folder, 'Agent replies (for replay)'));
      const panel = await visitor.panel('Agent');
      await panel.getByRole('button', { name: 'Edit the stub of heat' }).click();
      const form = panel.getByRole('form', { name: 'Stub of heat' });
      await form.getByLabel('Script, as JSON').fill('{ "write": { "Water": { "celsius": 71 } } }');
      await form.getByRole('button', { name: 'Save', exact: true }).click();
      const stub = panel.locator('.stub', { hasText: '71' }).filter({ hasText: 'edited stub' });
      await stub.waitFor();
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), openFrom(page, 'Open file…')]);
      await chooser.setFiles({ name: 'kettle.recording.json', mimeType: 'application/json', buffer: recording });
      await page.locator('.notice', { hasText: 'The recording has no reply for the pending agent call.' }).waitFor();
      await visitor.shows('v1-0', '60');
      await page.locator('.kept', { hasText: /^Saved$/ }).waitFor();
      await page.reload();
      await visitor.ready();
      await visitor.shows('v1-0', '60');
      await visitor.panel('Agent');
      await stub.waitFor();
    }),
  ));
