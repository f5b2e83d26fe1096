// Starts Chromium. To start it takes longer than most visits, so that those of a process share one browser, each in a
// context of its own.

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
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
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
export async function inSharedBrowser<T>(act: Act<T>): Promise<T> {
  visits += 1;
  clearTimeout(closing);
  try {
    shared ??= start();
    return await act(await shared);
  } finally {
    visits -= 1;
    if (visits === 0) closing = setTimeout(close, REST_MS);
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

function close() {
  const last = shared;
  shared = null;
  void last?.then((browser) => browser.close());
}
