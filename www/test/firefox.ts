// Drives Debian's Firefox over WebDriver BiDi.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer from 'puppeteer-core';
import { firefox as findFirefox } from '../build/setup.mjs';
import { BrowserCrash } from './browser-crash.ts';
import type { Driver, SnapshotRequest } from './other-browsers.ts';
import type { KeyInput } from 'puppeteer-core';

/** Firefox numbers its schemes: 0 is dark, 1 is light. */
const SCHEMES = { dark: 0, light: 1 };
/** A page may take this long to load. */
const LOAD_MS = 60_000;
/** What a script is answered in a tab whose process died: Firefox shows a page of its own there. */
const DEAD_TAB = 'parent process browsing contexts';

export async function startFirefox({ viewport, colorScheme }: SnapshotRequest): Promise<Driver> {
  const profile = await mkdtemp(join(tmpdir(), 'tracklight-firefox-'));
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: findFirefox(),
    headless: true,
    userDataDir: profile,
    defaultViewport: viewport,
    extraPrefsFirefox: {
      'layout.css.prefers-color-scheme.content-override': SCHEMES[colorScheme],
      'ui.prefersReducedMotion': 1,
    },
  });
  const close = async () => {
    await browser.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  const page = (await browser.pages())[0] ?? (await browser.newPage());
  try {
    // The page that stands at the start has not the default viewport.
    await page.setViewport(viewport);
  } catch (error) {
    await close();
    throw error;
  }
  const act = <T>(done: Promise<T>): Promise<T> =>
    done.catch((error) => {
      const crashed = !browser.connected || error.name === 'TargetCloseError' || error.message.includes(DEAD_TAB);
      throw crashed ? new BrowserCrash(`Firefox: ${error.message}`, { cause: error }) : error;
    });
  const { keyboard } = page;
  return {
    open: async (url) => {
      await act(page.goto(url, { timeout: LOAD_MS }));
    },
    evaluate: (script) => act(page.evaluate(script)),
    click: (x, y) => act(page.mouse.click(x, y)),
    type: (text) => act(keyboard.type(text)),
    press: async (key, { control = false } = {}) => {
      if (control) await act(keyboard.down('Control'));
      await act(keyboard.press(key as KeyInput));
      if (control) await act(keyboard.up('Control'));
    },
    screenshot: async () => Buffer.from(await act(page.screenshot())),
    close,
  };
}
