// Opens the built page in a real Chromium for the browser tests, and fails what no user should meet: console errors,
// policy violations, uncaught errors, unhandled rejections, failed and foreign requests.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { NET_POLICY, POLICY, docsPolicy } from '../build/csp.mjs';
import { INSECURE_HOST, inOwnBrowser, inSharedBrowser } from './launch.ts';
import { serve, type Served } from './serve.ts';
import { WatchedContext, type Kind } from './watched-context.ts';

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));
/** The page that keeps a renderer alive. */
const KEEPER = 'keeper.html';

export interface PageOptions {
  /** Opened first, `''` by default: query and fragment go here too. */
  path?: string;
  /** 1280 × 800 by default. */
  viewport?: { width: number; height: number };
  /** Light by default. */
  colorScheme?: 'light' | 'dark';
  reducedMotion?: 'reduce' | 'no-preference';
  /** Served from an origin that is no secure context, as plain http is except on the machine itself. */
  insecure?: boolean;
  /** A browser of its own, whose processes nothing has warmed up. */
  own?: boolean;
  /** Of a browser of its own, beside that of this process. */
  env?: Record<string, string>;
  /** A touch screen and a phone's user agent hints. */
  touch?: boolean;
  forcedColors?: 'active' | 'none';
  /** `false` for a reader without scripts. */
  javaScript?: boolean;
  /** Served instead of `dist/`. */
  folder?: string | undefined;
  /** Sent instead of the policy. */
  headers?: Record<string, string>;
  /** Others that may be connected to, of servers that the test plays. */
  origins?: string[];
  /** Problems that are part of the test: matching ones do not fail it. */
  expect?: RegExp[];
  /** Runs before the page is opened. */
  before?: (page: Page) => Promise<unknown>;
}

export interface Visit {
  /** The address of the served folder, with a slash at the end. */
  url: string;
  /** What went wrong so far. */
  problems: string[];
  /** As new for each visit; `addInitScript` and listeners would outlive it, so they go to a page. */
  context: Omit<BrowserContext, 'newPage' | 'addInitScript' | 'exposeBinding' | 'exposeFunction' | 'on'>;
  /** Opens another page like the first. */
  newPage(): Promise<Page>;
}

/**
 * Serves the built site with its policy as header, opens it in a page of its own, and hands the page over.
 * Rejects when the test does, or when the page had a problem that was not expected.
 */
export async function withPage<T>(options: PageOptions, test: (page: Page, visit: Visit) => Promise<T>): Promise<T> {
  const folder = options.folder ?? DIST;
  if (!existsSync(join(folder, 'index.html'))) throw new Error(`nothing to open in ${folder}: run \`make build\``);
  return inContext(options, async (watched, builtSite) => {
    const built = folder === DIST && options.headers === undefined;
    const server = built ? builtSite : await serveFolder(folder, options.headers);
    try {
      const url = options.insecure ? server.url.replace('127.0.0.1', INSECURE_HOST) : server.url;
      return await visit(watched, url, options, test);
    } finally {
      if (!built) await server.close();
    }
  });
}

async function visit<T>(
  watched: WatchedContext,
  url: string,
  options: PageOptions,
  test: (page: Page, visit: Visit) => Promise<T>,
): Promise<T> {
  const { context } = watched;
  const problems: string[] = [];
  watched.begin({ problems, origins: new Set([new URL(url).origin, ...(options.origins ?? [])]) });
  try {
    const newPage = async () => {
      const page = await context.newPage();
      // A page behind another one may get no frames, without which a test waits in vain.
      await page.bringToFront();
      await page.setViewportSize(options.viewport ?? { width: 1280, height: 800 });
      await page.emulateMedia({
        colorScheme: options.colorScheme ?? 'light',
        reducedMotion: options.reducedMotion ?? 'no-preference',
        forcedColors: options.forcedColors ?? 'none',
      });
      return page;
    };
    const page = await newPage();
    await options.before?.(page);
    await page.goto(url + (options.path ?? ''));
    const result = await test(page, { url, problems, context, newPage }).catch((error) => {
      // The page's own complaint is often the reason why a test waits in vain.
      throw problems.length > 0 ? new Error(`${error.message}\n${list(problems)}`, { cause: error }) : error;
    });
    await watched.closeDialogs();
    // A report is a message from the page: one round trip lets those already sent arrive.
    if (options.javaScript !== false)
      for (const open of context.pages()) await open.evaluate(() => new Promise((done) => setTimeout(done, 0)));
    const unexpected = problems.filter((problem) => !options.expect?.some((pattern) => pattern.test(problem)));
    if (unexpected.length > 0) throw new Error(list(unexpected));
    return result;
  } finally {
    await watched.reset();
  }
}

/** What the visits in a browser share. */
interface Warm {
  site: Served;
  contexts: Map<string, Promise<WatchedContext>>;
}
const warm: WeakMap<Browser, Promise<Warm>> = new WeakMap();

/** Acts in a context that is as new, with the built site served. */
function inContext<T>(options: PageOptions, act: (watched: WatchedContext, site: Served) => Promise<T>): Promise<T> {
  const kind: Kind = { touch: options.touch ?? false, javaScript: options.javaScript ?? true };
  if (options.own || options.env)
    return inOwnBrowser(options.env ?? {}, async (browser) => {
      const site = await serveFolder(DIST);
      try {
        return await act(await WatchedContext.open(browser, kind), site);
      } finally {
        await site.close();
      }
    });
  return inSharedBrowser(async (browser) => {
    if (!warm.has(browser)) warm.set(browser, warmUp(browser));
    const { site, contexts } = (await warm.get(browser)) as Warm;
    const key = JSON.stringify(kind);
    if (!contexts.has(key)) contexts.set(key, openKept(browser, kind, site));
    const watched = (await contexts.get(key)) as WatchedContext;
    if (!watched.busy) return act(watched, site);
    // A visit within a visit.
    const second = await WatchedContext.open(browser, kind);
    try {
      return await act(second, site);
    } finally {
      await second.context.close();
    }
  });
}

async function warmUp(browser: Browser): Promise<Warm> {
  const site = await serveFolder(DIST);
  browser.on('disconnected', () => void site.close());
  return { site, contexts: new Map() };
}

async function openKept(browser: Browser, kind: Kind, site: Served) {
  const watched = await WatchedContext.open(browser, kind);
  await watched.keep(site.url + KEEPER);
  return watched;
}

function serveFolder(folder: string, headers?: Record<string, string>) {
  return serve({
    folder,
    headers: headers ?? { 'content-security-policy': POLICY },
    own: headers ? {} : policies(folder),
    instead: {
      [`/${KEEPER}`]: { type: 'text/html; charset=utf-8', body: '<!doctype html><title>Keeper</title>' },
      // Chromium asks for an icon that the page did not name; that is not the page's doing.
      '/favicon.ico': { type: 'image/x-icon', body: '' },
    },
  });
}

/** Of the parts of a site that are not the page's. */
function policies(folder: string) {
  const docs = join(folder, 'docs');
  return {
    '/net.html': { 'content-security-policy': NET_POLICY },
    ...(existsSync(docs) ? { '/docs/': { 'content-security-policy': docsPolicy(docs) } } : {}),
  };
}

function list(problems: string[]) {
  return `the page had problems:\n  ${problems.join('\n  ')}`;
}
