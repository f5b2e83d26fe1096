// Keys beside the editor, a machine without end, and frames of a replay.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visit } from './visitor.ts';

test('a machine without end is stopped, and the page stays usable', () =>
  visit({ path: '#example=traffic-light' }, async (visitor, page) => {
    await visitor.speed('Max speed');
    await visitor.press('run');
    await visitor
      .status()
      .filter({ hasText: /Paused/ })
      .waitFor();

    const spin = (limits: string) =>
      `machine "Spin" { ${limits} }\n` +
      'context Lap { n: 0 }\n' +
      'task turn { prompt: "add 1 to Lap.n" }\n' +
      'turn -writes-> Lap\n' +
      'turn -> turn';
    await visitor.write(spin(''));
    await page.locator('tracklight-diagram .node[aria-label*=" turn"]').waitFor();
    await page.locator('[data-does="restart"]').click();
    await page.locator('[data-does="run"]').click();
    await visitor.status().filter({ hasText: /limit/ }).waitFor();

    await visitor.write(spin('maxSteps: 100000000, maxNodeInvocations: 100000000'));
    await page.locator('[data-does="restart"]').click();
    await page.locator('[data-does="run"]').click();
    await page.locator('[data-control="run"][aria-label="Pause"]').waitFor();
    await page.locator('tracklight-editor .cm-content').press('Control+End');
    await page.keyboard.type('// typed while it runs');
    assert.match(await visitor.source(), /typed while it runs$/);
    // A quick machine has done the steps of one press by now.
    await page.evaluate(() => document.querySelector<HTMLElement>('[data-does="pause"]')?.click());
    await visitor
      .status()
      .filter({ hasText: /^\s*Step \d+|Paused after/ })
      .waitFor();
  }));

test('keys work anywhere on the page', () =>
  visit({}, async (visitor, page) => {
    await page.locator('tracklight-editor .cm-content').click();
    await page.keyboard.press('F10');
    await visitor.hasClass('n3', 'r-current');
    await page.keyboard.press('Alt+PageDown');
    await visitor.shows('v1-0', '60');
    await page.keyboard.press('Alt+PageUp');
    await visitor.shows('v1-0', '20');
    await page.keyboard.press('Alt+Shift+PageUp');
    await visitor.shows('v1-0', '60');
    await page.keyboard.press('F8');
    await visitor.status().filter({ hasText: 'Completed' }).waitFor();
  }));

test('while a run is played again no frame renders the page twice, its end included', () =>
  visit({}, async (_visitor, page) => {
    await page.evaluate(() => {
      const app = document.querySelector('tracklight-app') as any;
      const own = app.performUpdate.bind(app);
      let frame = 0;
      let replaying = false;
      const seen: { frames: number[]; over: boolean } = { frames: [], over: false };
      Object.assign(globalThis, { seen });
      const count = () => {
        frame += 1;
        requestAnimationFrame(count);
      };
      requestAnimationFrame(count);
      app.performUpdate = () => {
        const before = replaying;
        replaying = app.state.replaying !== null;
        if (before || replaying) seen.frames.push(frame);
        if (before && !replaying) seen.over = true;
        own();
      };
    });
    const source =
      'machine "Ring" { maxSteps: 1000000; maxNodeInvocations: 1000000 }\ninit a\nstate b\na -> b\nb -> a\n';
    const replay = async (k: number) => {
      const encoded = Buffer.from(JSON.stringify({ s: source, k, v: 2 })).toString('base64url');
      await page.evaluate((hash) => {
        location.hash = hash;
      }, `#t1.0${encoded}`);
      await page.waitForFunction((tick) => {
        const {
          replaying,
          run: { snapshot: run },
        } = (document.querySelector('tracklight-app') as any).state;
        return run?.position.tick === tick && !replaying;
      }, k);
      return page.evaluate(async () => {
        await (document.querySelector('tracklight-app') as any).updateComplete;
        return (globalThis as any).seen.over;
      });
    };
    // A short replay is over before the page tells of it; which one is short depends on the machine.
    let k = 3000;
    while (!(await replay(k))) k *= 4;
    const frames = await page.evaluate(() => (globalThis as any).seen.frames);
    assert.ok(frames.length >= 2, String(frames));
    assert.equal(new Set(frames).size, frames.length, String(frames));
  }));
