// Drives Debian's Firefox over WebDriver BiDi.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer from 'puppeteer-core';
import { firefox as findFirefox } from '../build/setup.mjs';
import type { Driver, Look } from './other-browsers.ts';
import type { KeyInput } from 'puppeteer-core';

/** Firefox numbers its schemes: 0 is dark, 1 is light. */
const SCHEMES = { dark: 0, light: 1 };

export async function startFirefox({ viewport, colorScheme }: Look): Promise<Driver> {
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
  return {
    open: async (url) => {
      await page.goto(url);
    },
    evaluate: (script) => page.evaluate(script),
    click: async (x, y) => {
      await page.mouse.click(x, y);
    },
    type: (text) => page.keyboard.type(text),
    press: async (key, { control = false } = {}) => {
      if (control) await page.keyboard.down('Control');
      await page.keyboard.press(key as KeyInput);
      if (control) await page.keyboard.up('Control');
    },
    screenshot: async () => Buffer.from(await page.screenshot()),
    close,
  };
}
