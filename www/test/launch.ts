// Starts Chromium. To start it takes longer than most visits, so that those of a process share one browser.

import { chromium, type Browser } from 'playwright-core';
import { browser as findBrowser } from '../build/setup.mjs';

/**
 * What is switched off in Chromium: the popups of its address bar, each of them a page that takes as long to start as
 * ours, and what Playwright 1.65 switches off, because a second list replaces the first.
 */
const WITHOUT = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];
/** This machine under a name that the browser does not trust: a page on it is no secure context. */
export const INSECURE_HOST = 'tracklight.test';
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // One renderer for all pages of a context: what it has compiled, the next page finds.
  '--process-per-site',
  // A test connects to this machine only.
  `--host-resolver-rules=MAP ${INSECURE_HOST} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost`,
  `--disable-features=${WITHOUT.join(',')}`,
];
/** Longer than from one test of a file to the next. */
const REST_MS = 300;

type Act<T> = (browser: Browser) => Promise<T>;

const launch = (env: Record<string, string> = {}) =>
  chromium.launch({
    executablePath: findBrowser(),
    headless: true,
    args: FLAGS,
    env: { ...(process.env as Record<string, string>), ...env },
  });

/** @param env of the browser, beside that of this process */
export async function inOwnBrowser<T>(env: Record<string, string>, act: Act<T>): Promise<T> {
  const browser = await launch(env);
  try {
    return await act(browser);
  } finally {
    await browser.close();
  }
}

let shared: Promise<Browser> | null = null;
let visits = 0;
let closing: ReturnType<typeof setTimeout> | undefined;

/** Starts the browser for the first visit and closes it a while behind the last: nobody has to say which that is. */
export function inSharedBrowser<T>(act: Act<T>): Promise<T> {
  return whileKept(async () => {
    shared ??= start();
    return act(await shared);
  });
}

/** Keeps the shared browser, once it is started, until `act` ends. */
export async function whileKept<T>(act: () => Promise<T>): Promise<T> {
  visits += 1;
  clearTimeout(closing);
  try {
    return await act();
  } finally {
    visits -= 1;
    if (visits === 0) closing = setTimeout(closeBrowser, REST_MS);
  }
}

/** One that cannot be started, or is gone, is not used again. */
function start() {
  const starting = launch();
  const forget = () => {
    if (shared === starting) shared = null;
  };
  starting.then((browser) => browser.on('disconnected', forget), forget);
  return starting;
}

/** Closes the shared browser, if one is started. */
export async function closeBrowser() {
  const last = shared;
  shared = null;
  await (await last)?.close();
}
