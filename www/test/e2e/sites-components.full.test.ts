// Sites made with bundlers and frameworks, without an integration of their own: React and Vue components, the bare
// element in typed markup, and the npm package as each bundler finds its files.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { withPage } from '../browser.ts';
import { DARK, fits, headed, picture, prints, quiet, runs, shows, themed } from '../sites/checks.ts';
import { installSite, runIn, siteEnvironment } from '../sites/install.ts';

/** Of Next: that of another build is missing in a new folder. */
const NO_CACHE = [/No build cache found/];

async function darkens(page: Page) {
  await page.locator('button.toggle').click();
  await themed(page, 'dark');
}

/** Writes another text into a file of a site and checks the types of all. */
function typeCheck(site: string, program: string, file: string, text: string) {
  const before = readFileSync(file, 'utf8');
  writeFileSync(file, text);
  try {
    runIn(site, program, ['--noEmit', '-p', '.']);
  } finally {
    writeFileSync(file, before);
  }
}

/** Methods by a reference, events by a prop, and another source by a prop. */
async function hasProps(page: Page) {
  const output = page.locator('output');
  const tick = Number(await page.locator('tracklight-machine').getAttribute('data-tick'));
  await page.locator('button.by-method').click();
  await output.getByText(String(tick + 2), { exact: true }).waitFor();
}

for (const [bundler, script] of [
  ['Turbopack', 'build'],
  ['webpack', 'build-with-webpack'],
] as const)
  test(`Next with ${bundler}: pictures from the server, a run in place, navigation, print, widths`, async () => {
    const folder = installSite('next');
    quiet(runIn(folder, 'npm', ['run', script]), NO_CACHE);
    const site = join(folder, 'out');
    await shows(site, '');
    await shows(site, 'other/');
    await withPage({ folder: site, headers: {} }, async (page) => {
      const before = await picture(page);
      await darkens(page);
      assert.deepEqual(await picture(page), { ...before, fill: DARK });
      await runs(page);
      await page.getByRole('link', { name: 'Another page' }).click();
      await headed(page, 'Another page');
      await runs(page);
      await hasProps(page);
      await page.getByRole('link', { name: 'Back', exact: true }).click();
      await headed(page, 'Machines');
      await page.getByRole('link', { name: 'The bare element' }).click();
      await headed(page, 'The bare element');
      await runs(page);
      await page.getByRole('link', { name: 'Back', exact: true }).click();
      await headed(page, 'Machines');
      await runs(page);
      await fits(page);
      await prints(page);
    });
  });

for (const [name, site] of [
  ['React', 'vite-react'],
  ['Vue', 'vite-vue'],
] as const)
  test(`Vite and ${name}: typed, a run in place, methods, events, another source, the bare element`, async () => {
    const folder = installSite(site);
    quiet(runIn(folder, 'npm', ['run', 'build']));
    await withPage({ folder: join(folder, 'dist'), headers: {} }, async (page) => {
      await runs(page);
      await hasProps(page);
      await darkens(page);
      await fits(page);
      await page.locator('button.by-prop').click();
      await page.locator('tracklight-machine svg.stage text').getByText('up', { exact: true }).waitFor();
      await page.locator('button.navigate').click();
      await headed(page, 'Another page');
      await runs(page);
      await page.locator('p.bare').getByText('1', { exact: true }).waitFor();
      await page.locator('button.navigate').click();
      await headed(page, 'Machines');
      await runs(page);
      await prints(page);
    });
  });

test('typed markup refuses what the element does not have', () => {
  const folder = installSite('vite-react');
  const file = join(folder, 'src/bare.tsx');
  const wrong = readFileSync(file, 'utf8').replace('view="diagram"', 'view="drawing"');
  assert.throws(() => typeCheck(folder, 'tsc', file, wrong), /Type '"drawing"' is not assignable/);
  const vue = installSite('vite-vue');
  for (const [name, text, problem] of [
    ['BareMachine.vue', 'view="diagram"', /Type '"drawing"' is not assignable/],
    ['App.vue', 'loading="click"', /Type '"drawing"' is not assignable/],
  ] as const) {
    const path = join(vue, 'src', name);
    const changed = readFileSync(path, 'utf8').replace(text, text.replace(/".*"/, '"drawing"'));
    assert.throws(() => typeCheck(vue, 'vue-tsc', path, changed), problem);
  }
});

for (const [name, site, program, args, folder] of [
  ['Vite', 'vite', 'vite', ['build'], 'dist'],
  ['webpack', 'webpack', 'webpack', [], 'public'],
] as const)
  test(`${name} without an integration: its log is empty of us, the files are found, the core runs`, async () => {
    const source = installSite(site);
    quiet(runIn(source, program, [...args]));
    const built = join(source, folder);
    // Each file once, and none with the address of the machine that built it.
    for (const file of readdirSync(built, { recursive: true, encoding: 'utf8' }))
      if (file.endsWith('.js')) assert.ok(!readFileSync(join(built, file), 'utf8').includes('file:///'), file);
    await withPage({ folder: built, headers: {} }, async (page) => {
      await page.locator('#core').getByText('2 nodes, 1 edge', { exact: true }).waitFor();
      await runs(page);
      await darkens(page);
    });
  });

/** Opens what a development server serves, which is started on a free port and ended. */
async function withServer(site: string, program: string, args: string[], act: (page: Page) => Promise<void>) {
  const port = await freePort();
  const options = { cwd: site, env: siteEnvironment(site) };
  const server = spawn(join(site, 'node_modules/.bin', program), [...args, '--port', String(port)], options);
  const ended = once(server, 'exit');
  try {
    await saysReady(server);
    const address = `http://127.0.0.1:${port}`;
    const empty = mkdtempSync(join(site, 'empty-'));
    writeFileSync(join(empty, 'index.html'), '<!doctype html><title>Empty</title>');
    // The site has no icon.
    const expect = [/favicon\.ico/];
    await withPage(
      { folder: empty, headers: {}, origins: [address, `ws://127.0.0.1:${port}`], expect },
      async (page) => {
        await page.goto(`${address}/`);
        await act(page);
      },
    );
  } finally {
    server.kill();
    await ended;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function saysReady(server: ReturnType<typeof spawn>): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    const onText = (text: Buffer) => {
      said += text;
      if (/\bready\b/i.test(said)) resolve();
    };
    server.stdout?.on('data', onText);
    server.stderr?.on('data', onText);
    server.on('exit', () => reject(new Error(`the server ended: ${said}`)));
  });
}

test('the development server of Vite 7 finds the files without settings', () => {
  const args = ['--host', '127.0.0.1'];
  return withServer(installSite('vite'), 'vite', args, (page) => runs(page));
});

test('the development server of Next hydrates without a warning', () => {
  const args = ['dev', '--hostname', '127.0.0.1'];
  return withServer(installSite('next'), 'next', args, async (page) => {
    await runs(page);
    await page.getByRole('link', { name: 'Another page' }).click();
    await headed(page, 'Another page');
    await runs(page);
    await hasProps(page);
  });
});
