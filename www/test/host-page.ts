// A page that is not ours, with machines in it: served with the policy that such a page needs, from a folder of its own
// that holds the element's files as they were built.

import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withPage, type PageOptions, type Visit } from './browser.ts';
import type { Page } from 'playwright-core';

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));

/** What a host page has to allow, and no more. */
export const HOST_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "connect-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "font-src 'self'",
  "frame-src 'self'",
  "require-trusted-types-for 'script'",
  'trusted-types tracklight tracklight#lit tracklight#dompurify',
];

export const KETTLE = `machine "Kettle"

context Order @input { target<number>: 100 }
context Water { celsius<number>: 20 }
init begin
task heat { prompt: "add 40 to Water.celsius" }
state done

begin -> heat
heat -reads-> Order
heat -writes-> Water
heat -when: "Water.celsius >= Order.target"-> done
heat -> heat
`;

export const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** An element with its source as a fallback. */
export const machine = (attributes: string = '', source: string = KETTLE) =>
  `<tracklight-machine ${attributes}><pre><code>${escaped(source)}</code></pre></tracklight-machine>`;

/** Notes every event of the elements, and every layout shift. Runs in the page before anything else. */
export function watchHost() {
  const host = globalThis as unknown as HostWindow;
  host.received = [];
  host.shift = 0;
  for (const name of ['ready', 'change', 'diagnostics', 'step', 'request', 'end', 'select', 'resize', 'error'])
    addEventListener(`tracklight-${name}`, (event) => {
      const { detail, target } = event as CustomEvent;
      host.received.push({ name, id: (target as Element).id, detail: JSON.parse(JSON.stringify(detail ?? null)) });
    });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) host.shift += (entry as unknown as { value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
}

export interface Heard {
  name: string;
  id: string;
  detail: any;
}
interface HostWindow {
  received: Heard[];
  shift: number;
}

export class HostPage {
  page: Page;
  visit: Visit;

  constructor(page: Page, visit: Visit) {
    this.page = page;
    this.visit = visit;
  }

  /** Waits until an element is in one of the states. */
  until(id: string, ...states: string[]) {
    return this.page.waitForFunction(
      ([id, states]) => states?.includes(document.getElementById(id as string)?.dataset.state ?? ''),
      [id, states] as const,
    );
  }

  /** The value of an expression in the page, where elements are there by their ids; a rejection becomes its code. */
  async value(expression: string): Promise<any> {
    return this.page.evaluate(async (text) => {
      // The policy forbids code made of text.
      const [id = '', path = '', args = '[]'] = text.split('\u0000');
      const element = document.getElementById(id) as unknown as Record<string, any>;
      try {
        const member = element[path];
        return await (typeof member === 'function' ? member.apply(element, JSON.parse(args)) : member);
      } catch (error: any) {
        return { rejected: error.code ?? String(error), message: error.message };
      }
    }, expression);
  }

  /** Calls a method of an element, or reads one of its properties. */
  call(id: string, name: string, ...args: unknown[]) {
    return this.value([id, name, JSON.stringify(args)].join('\u0000'));
  }

  attribute(id: string, name: string) {
    return this.page.evaluate(([id, name]) => document.getElementById(id as string)?.getAttribute(name as string), [
      id,
      name,
    ] as const);
  }

  received(): Promise<Heard[]> {
    return this.page.evaluate(() => (globalThis as unknown as HostWindow).received);
  }

  /** The browser's own metric, with what a person's click brought about. */
  shift(): Promise<number> {
    return this.page.evaluate(() => (globalThis as unknown as HostWindow).shift);
  }

  /** Addresses of the workers that run, by their names. */
  workers() {
    return this.page
      .workers()
      .map((worker) => /assets\/([\w.]+)-/.exec(worker.url())?.[1] ?? worker.url())
      .sort();
  }

  /** Waits until so many workers run. */
  async untilWorkers(n: number) {
    while (this.page.workers().length !== n)
      await this.page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  }
}

interface HostOptions extends PageOptions {
  /** Of `<html>`. */
  root?: string;
  head?: string;
  /** In place of the policy. */
  policy?: string[];
  script?: string;
  files?: Record<string, string>;
  /** The built site that the element comes from, `dist/` by default. */
  site?: string | undefined;
}

/** Opens a host page with the given body. */
export async function withHost<T>(
  body: string,
  test: (host: HostPage) => Promise<T>,
  { root = '', head = '', policy = HOST_POLICY, script, files = {}, site = DIST, ...options }: HostOptions = {},
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'tracklight-host-'));
  try {
    await symlink(join(site, 'embed'), join(folder, 'embed'));
    // As a site has a copy of the package: nothing tells of a playground.
    await symlink(join(site, 'embed'), join(folder, 'tracklight'));
    await symlink(join(site, 'embed/style.css'), join(folder, 'tracklight.css'));
    const scripts = script ?? '<script type="module" src="embed/define.js"></script>';
    const page =
      `<!doctype html><html lang="en" ${root}><head><meta charset="utf-8"><title>Host</title>` +
      '<link rel="icon" href="data:,"><link rel="stylesheet" href="tracklight.css">' +
      `<link rel="stylesheet" href="host.css">${head}${scripts}</head><body><main>` +
      `<h1>Host</h1>${body}<p id="below">Below</p></main></body></html>`;
    await writeFile(join(folder, 'index.html'), page.replace('<link rel="icon" href="data:,">', ''));
    await writeFile(
      join(folder, 'host.css'),
      'body{margin:0;font:16px/1.5 sans-serif;background:#fff;color:#222}.dark body,[data-theme=dark] ' +
        'body{background:#111;color:#ddd}main{max-width:720px;margin:auto;padding:16px}',
    );
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    return await withPage(
      {
        ...options,
        folder,
        headers: { 'content-security-policy': policy.join('; ') },
        before: async (page) => {
          await page.addInitScript(watchHost);
          await options.before?.(page);
        },
      },
      (page, visit) => test(new HostPage(page, visit)),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
