// Links from strangers that are much work, in a real browser: the page goes on answering and opens the next good one.

import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { linkTo, open, opensNext } from '../links.ts';
import { visit } from './visitor.ts';
import type { Page } from 'playwright-core';

const S = 'init a\nstate b\na -> b\n';

/** Measures how long the page did not answer at most, for the report. */
async function listen(page: Page) {
  await page.evaluate(() => {
    const beat = { longest: 0 };
    let last = performance.now();
    setInterval(() => {
      const now = performance.now();
      beat.longest = Math.max(beat.longest, now - last);
      last = now;
    }, 10);
    Object.assign(window, { beat });
  });
}

async function report(page: Page, t: TestContext) {
  t.diagnostic(
    `the page was silent for ${Math.round(await page.evaluate(() => (window as any).beat.longest))} ms at most`,
  );
}

/** Links of the right form whose work is beyond a page, and what is said. */
const HEAVY: [name: string, document: unknown, says: RegExp][] = [
  [
    'paths without end',
    {
      s:
        'machine "x" { maxPaths: 1000000; maxSteps: 10000000; maxNodeInvocations: 10000000 }\n' +
        'init i\n' +
        'i -> i @async(2)',
      k: 14,
    },
    /at most 2,000 live paths|5,000 paths/,
  ],
  ['paths up to the limit of the machine', { s: 'init i\ni -> i @async(2)', k: 14 }, /Could not replay the whole run/],
  [
    'one fork of ten thousand',
    { s: 'machine "x" { maxPaths: 1000000 }\ninit i\nstate b\ni -> b @async(10000)', k: 1 },
    /at most 2,000 live paths/,
  ],
  ['a run that has ended before', { s: S, k: 99_999 }, /Could not replay the whole run/],
  ['a reply that is not stored', { s: S, t: [[0, 'r', 999]] }, /Could not replay the whole run/],
  ['an unknown kind', { s: S, t: [[0, 'zz', 1]] }, /Could not replay the whole run/],
  ['a path that is not there', { s: S, t: [[0, 'c', '999999999999999999999.1.1']] }, /Could not replay the whole run/],
  [
    'an edge that is not there',
    { s: S, t: [[0, 'f', '*', 'a>b#99999999999999999999', 'take']] },
    /Could not replay the whole run/,
  ],
  [
    'a field that is not there',
    { s: S, t: [[0, 'e', '*', 'a[999999999999].b..c', 1]] },
    /Could not replay the whole run/,
  ],
];

test('a link whose work is beyond the page stops with words, and the next good one opens', (t) =>
  visit({}, async (_visitor, page) => {
    await listen(page);
    for (const [n, [name, document, says]] of HEAVY.entries()) {
      await open(page, linkTo(document));
      await page
        .waitForFunction(
          ([pattern, source]) => {
            const {
              notices,
              document: shown,
              replaying,
            } = (globalThis.document.querySelector('tracklight-app') as any).state;
            return (
              shown.source === source &&
              shown.ready &&
              !replaying &&
              notices.some((notice: any) => new RegExp(pattern).test(notice.text))
            );
          },
          [says.source, (document as any).s],
        )
        .catch((error) => {
          throw new Error(`${name}: ${error.message}`);
        });
      await opensNext(page, `after${n}`);
      await page.evaluate(() => {
        for (const close of globalThis.document.querySelectorAll('.notice .close')) (close as HTMLElement).click();
      });
    }
    await report(page, t);
  }));

for (const [name, source] of [
  ['90,000 edges on one line', `a${'->a'.repeat(90_000)}\n`],
  ['200,000 lines', 'a\n'.repeat(200_000)],
]) {
  test(`a text of ${name} opens with little to draw, and the page goes on answering`, (t) =>
    visit({}, async (visitor, page) => {
      await listen(page);
      await open(page, linkTo({ s: source, k: 1 }));
      await page.waitForFunction((text) => {
        const {
          document: shown,
          replaying,
          run: { analysis, snapshot: run },
        } = (document.querySelector('tracklight-app') as any).state;
        return shown.source === text && shown.ready && analysis?.source === text && run?.source === text && !replaying;
      }, source);
      await visitor.holds(source);
      const { edges, lists, elements } = await page.evaluate(() => {
        const {
          run: { snapshot: run, analysis },
        } = (document.querySelector('tracklight-app') as any).state;
        const waits = (part: object) => Object.getOwnPropertyDescriptor(part, 'edges')?.get !== undefined;
        const inside = ['tracklight-editor', 'tracklight-diagram'].map(
          (name) => document.querySelector(name)?.shadowRoot?.querySelectorAll('*').length ?? 0,
        );
        return {
          edges: analysis.edges,
          lists: [waits(run.view), waits(run.picture.overlay)],
          elements: [document.querySelectorAll('*').length, ...inside],
        };
      });
      // Nobody has looked at each of the edges.
      if (edges > 0) assert.deepEqual(lists, [true, true]);
      for (const count of elements) assert.ok(count < 4000, elements.join(', '));
      await report(page, t);
      await opensNext(page, 'after');
    }));
}
