// Opens the built page in a real Chromium for the browser tests, and fails what no visitor should meet:
// console errors, policy violations, uncaught errors, unhandled rejections, failed and foreign requests.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { NET_POLICY, POLICY, docsPolicy } from '../build/csp.mjs';
import { inOwnBrowser, inSharedBrowser } from './launch.ts';
import { serve } from './serve.ts';

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));

/** What a test waits for comes long before this, except on a machine that is busy with other things. */
const PATIENCE_MS = Number(process.env.PATIENCE ?? 60_000);

/** tsx names functions by a helper, which a function of a test that runs in the page does not find there. */
export const NAMING = 'globalThis.__name = (made) => made;';

export interface PageOptions {
  /** Opened first, `''` by default: query and fragment go here too. */
  path?: string;
  /** 1280 × 800 by default. */
  viewport?: { width: number; height: number };
  /** Light by default. */
  colorScheme?: 'light' | 'dark';
  reducedMotion?: 'reduce' | 'no-preference';
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
  context: BrowserContext;
}

/**
 * Serves the built site with its policy as header, opens it in a fresh context, and hands the page over.
 * Rejects when the test does, or when the page had a problem that was not expected.
 */
export async function withPage<T>(options: PageOptions, test: (page: Page, visit: Visit) => Promise<T>): Promise<T> {
  const folder = options.folder ?? DIST;
  if (!existsSync(join(folder, 'index.html'))) throw new Error(`nothing to open in ${folder}: run \`make build\``);
  const server = await serve({
    folder,
    headers: options.headers ?? { 'content-security-policy': POLICY },
    own: options.headers ? {} : policies(folder),
  });
  try {
    return await inContext(options, async (context) => {
      context.setDefaultTimeout(PATIENCE_MS);
      await context.addInitScript(NAMING);
      const problems = await watch(context, server.url, options.origins ?? []);
      const page = await context.newPage();
      await options.before?.(page);
      await page.goto(server.url + (options.path ?? ''));
      const result = await test(page, { url: server.url, problems, context }).catch((error) => {
        // The page's own complaint is often the reason why a test waits in vain.
        throw problems.length > 0 ? new Error(`${error.message}\n${list(problems)}`, { cause: error }) : error;
      });
      // A report is a message from the page: one round trip lets those already sent arrive.
      if (options.javaScript !== false)
        for (const open of context.pages()) await open.evaluate(() => new Promise((done) => setTimeout(done, 0)));
      const unexpected = problems.filter((problem) => !options.expect?.some((pattern) => pattern.test(problem)));
      if (unexpected.length > 0) throw new Error(list(unexpected));
      return result;
    });
  } finally {
    await server.close();
  }
}

/** Acts in a context of its own, which keeps nothing. */
function inContext<T>(options: PageOptions, act: (context: BrowserContext) => Promise<T>): Promise<T> {
  const visit = async (browser: Browser) => {
    const context = await browser.newContext({
      viewport: options.viewport ?? { width: 1280, height: 800 },
      colorScheme: options.colorScheme ?? 'light',
      reducedMotion: options.reducedMotion ?? 'no-preference',
      forcedColors: options.forcedColors ?? 'none',
      javaScriptEnabled: options.javaScript ?? true,
      hasTouch: options.touch ?? false,
      isMobile: options.touch ?? false,
      serviceWorkers: 'block',
    });
    try {
      return await act(context);
    } finally {
      await context.close();
    }
  };
  return options.own || options.env ? inOwnBrowser(options.env ?? {}, visit) : inSharedBrowser(visit);
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

/**
 * Collects the problems of every page of a context, and blocks other origins.
 * @param url of the served folder
 * @param others origins that are not blocked
 * @returns grows while the pages live
 */
async function watch(context: BrowserContext, url: string, others: string[]): Promise<string[]> {
  const problems: string[] = [];
  const { origin } = new URL(url);
  await context.route(
    (address) =>
      /^https?:|^wss?:/.test(address.protocol) && address.origin !== origin && !others.includes(address.origin),
    (route) => {
      problems.push(`request to another origin: ${route.request().url()}`);
      return route.abort();
    },
  );
  // Chromium asks for an icon that the page did not name; that is not the page's doing.
  await context.route(`${url}favicon.ico`, (route) => route.fulfill({ status: 204 }));
  context.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()} (${message.location().url})`);
  });
  // Uncaught errors and unhandled rejections of the page; those of a worker reach the console.
  context.on('weberror', (error) => problems.push(`uncaught: ${error.error().stack ?? error.error().message}`));
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // A fetch given up by the page, or cut off by leaving it, is no failure.
    if (reason !== 'net::ERR_ABORTED') problems.push(`request failed: ${request.url()} ${reason}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 400) problems.push(`answered ${response.status()}: ${response.url()}`);
  });
  await context.exposeBinding('__reportViolation', (_source, text) => problems.push(`policy: ${text}`));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI, sourceFile, lineNumber, sample } = event;
      const report = globalThis as unknown as { __reportViolation?: (text: string) => void };
      report.__reportViolation?.(`${effectiveDirective} ${blockedURI} ${sourceFile}:${lineNumber} ${sample}`);
    });
  });
  return problems;
}
