// Opens the built page in a real Chromium for the browser tests, and fails what no visitor should meet:
// console errors, policy violations, uncaught errors, unhandled rejections, failed and foreign requests.

import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { NET_POLICY, POLICY } from '../build/csp.mjs';
import { browser as findBrowser } from '../build/setup.mjs';
import { serve } from './serve.mjs';

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** What a test waits for comes long before this, except on a machine that is busy with other things. */
const PATIENCE_MS = 60_000;

/**
 * @typedef {object} PageOptions
 * @property {string} [path] opened first, `''` by default: query and fragment go here too
 * @property {{ width: number, height: number }} [viewport] 1280 × 800 by default
 * @property {'light' | 'dark'} [colorScheme] light by default
 * @property {'reduce' | 'no-preference'} [reducedMotion]
 * @property {Record<string, string>} [env] of the browser, beside that of this process
 * @property {boolean} [touch] a touch screen and a phone's user agent hints
 * @property {'active' | 'none'} [forcedColors]
 * @property {string} [folder] served instead of `dist/`
 * @property {Record<string, string>} [headers] sent instead of the policy
 * @property {string[]} [origins] others that may be connected to, of servers that the test plays
 * @property {RegExp[]} [expect] problems that are part of the test: matching ones do not fail it
 * @property {(page: import('playwright-core').Page) => Promise<unknown>} [before] runs before the page is opened
 */

/**
 * @typedef {object} Visit
 * @property {string} url the address of the served folder, with a slash at the end
 * @property {string[]} problems what went wrong so far
 * @property {import('playwright-core').BrowserContext} context
 */

/**
 * Serves the built site with its policy as header, opens it in a fresh browser, and hands the page over.
 * Rejects when the test does, or when the page had a problem that was not expected.
 * @template T
 * @param {PageOptions} options
 * @param {(page: import('playwright-core').Page, visit: Visit) => Promise<T>} test
 * @returns {Promise<T>}
 */
export async function withPage(options, test) {
  const folder = options.folder ?? DIST;
  if (!existsSync(join(folder, 'index.html'))) throw new Error(`nothing to open in ${folder}: run \`make build\``);
  const server = await serve({ folder, headers: options.headers ?? { 'content-security-policy': POLICY }, own: options.headers ? {} : { '/net.html': { 'content-security-policy': NET_POLICY } } });
  const profile = await mkdtemp(join(tmpdir(), 'tracklight-browser-'));
  try {
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: findBrowser(),
      headless: true,
      args: FLAGS,
      ...(options.env ? { env: { .../** @type {Record<string, string>} */ (process.env), ...options.env } } : {}),
      viewport: options.viewport ?? { width: 1280, height: 800 },
      colorScheme: options.colorScheme ?? 'light',
      reducedMotion: options.reducedMotion ?? 'no-preference',
      forcedColors: options.forcedColors ?? 'none',
      hasTouch: options.touch ?? false,
      isMobile: options.touch ?? false,
      serviceWorkers: 'block',
    });
    try {
      context.setDefaultTimeout(PATIENCE_MS);
      const problems = await watch(context, server.url, options.origins ?? []);
      const page = context.pages()[0] ?? (await context.newPage());
      await options.before?.(page);
      await page.goto(server.url + (options.path ?? ''));
      const result = await test(page, { url: server.url, problems, context }).catch((error) => {
        // The page's own complaint is often the reason why a test waits in vain.
        throw problems.length > 0 ? new Error(`${error.message}\n${list(problems)}`, { cause: error }) : error;
      });
      // A report is a message from the page: one round trip lets those already sent arrive.
      for (const open of context.pages()) await open.evaluate(() => new Promise((done) => setTimeout(done, 0)));
      const unexpected = problems.filter((problem) => !options.expect?.some((pattern) => pattern.test(problem)));
      if (unexpected.length > 0) throw new Error(list(unexpected));
      return result;
    } finally {
      await context.close();
    }
  } finally {
    await server.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** @param {string[]} problems */
function list(problems) {
  return `the page had problems:\n  ${problems.join('\n  ')}`;
}

/**
 * Collects the problems of every page of a context, and blocks other origins.
 * @param {import('playwright-core').BrowserContext} context
 * @param {string} url of the served folder
 * @param {string[]} others origins that are not blocked
 * @returns {Promise<string[]>} grows while the pages live
 */
async function watch(context, url, others) {
  /** @type {string[]} */
  const problems = [];
  const { origin } = new URL(url);
  await context.route(
    (address) => /^https?:|^wss?:/.test(address.protocol) && address.origin !== origin && !others.includes(address.origin),
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
      const report = /** @type {{ __reportViolation?: (text: string) => void }} */ (/** @type {unknown} */ (globalThis));
      report.__reportViolation?.(`${effectiveDirective} ${blockedURI} ${sourceFile}:${lineNumber} ${sample}`);
    });
  });
  return problems;
}
