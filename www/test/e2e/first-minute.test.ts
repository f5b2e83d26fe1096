// The first minute in Chromium; `other-browsers` does the same in Firefox and WebKit.

import { test } from 'node:test';
import { withPage } from '../browser.ts';
import { firstMinute } from '../first-minute.ts';
import { Tab } from '../other-browsers.ts';
import { KETTLE } from '../visitor.ts';

test('the first minute: open, run, step back, edit a value, share, open the link, write', () =>
  withPage({ viewport: { width: 1440, height: 900 }, path: KETTLE }, (page, { url }) =>
    firstMinute(
      new Tab({
        open: async (address) => {
          await page.goto(address);
        },
        evaluate: (script) => page.evaluate(script),
        click: (x, y) => page.mouse.click(x, y),
        type: (text) => page.keyboard.type(text),
        press: (key, { control = false } = {}) => page.keyboard.press(control ? `Control+${key}` : key),
        screenshot: () => page.screenshot(),
        close: () => page.close(),
      }),
      url,
    ),
  ));
