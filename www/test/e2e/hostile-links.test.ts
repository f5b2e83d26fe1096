// Links and files from strangers, in a real browser: whatever they hold, the page goes on answering, says what is
// wrong, keeps the document that was there and opens the next good link.

import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { stopsReplay, visit } from './visitor.ts';
import type { Page } from 'playwright-core';

const S = 'init a\nstate b\na -> b\n';
const HUGE = 4503599627370496;
const link = (document: unknown) => `#t1.0${Buffer.from(JSON.stringify(document)).toString('base64url')}`;
const deep = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

/** Wrong actions: every kind with arguments of wrong kinds, the kinds of sessions, and entries that are no actions. */
const ACTIONS = [
  ['p'],
  ['p', 5],
  ['p', null],
  ['p', {}],
  ['r'],
  ['r', '0'],
  ['r', -1],
  ['r', 0.5],
  ['r', null],
  ['a', 'req-1-1'],
  ['a', 5, 'x'],
  ['a', 'req-1-1', {}],
  ['x', 'req-1-1', 5],
  ['x', [], 'x'],
  ['e'],
  ['e', '1', 'C.a'],
  ['e', {}, 'C.a', 1],
  ['e', '1', 7, 1],
  ['h', '1'],
  ['h', '1', {}],
  ['f', '*', 'a>b#0'],
  ['f', '*', 'a>b#0', 'maybe'],
  ['f', 5, 'a>b#0', null],
  ['c'],
  ['c', {}],
  ['c', 5],
  ['c', ['*']],
  ['d', 'x'],
  ['d', -1],
  ['d', 1e300],
  ['m', {}, true],
  ['m', 'edit-1'],
  ['m', 'edit-1', 1],
  ['s', { m: 'custom' }],
  ['s', { m: 'remote' }],
  ['s', null],
  ['s'],
  ['l'],
];

/** What is wrong with a link, by the code that the notice has. */
const WRONG: [code: string, document: unknown][] = [
  ...(ACTIONS.map((action) => ['link-shape', { s: S, t: [[0, ...action]] }]) as [string, unknown][]),
  ...[
    5,
    'x',
    {},
    [5],
    [null],
    [[]],
    [[0]],
    [['x', null, 5]],
    [[-1, 'c', '*']],
    [[0.5, 'c', '*']],
    [
      [1, 'c', '*'],
      [0, 'c', '*'],
    ],
  ].map((t) => ['link-shape', { s: S, t }] as [string, unknown]),
  ...[
    { s: 5 },
    { s: null },
    {},
    { s: S, f: [] },
    { s: S, f: { a: 5 } },
    { s: S, f: { '/a': '' } },
    { s: S, i: [] },
    { s: S, i: { C: 5 } },
    { s: S, k: -1 },
    { s: S, k: 0.5 },
    { s: S, k: '1' },
    { s: S, v: -1 },
    { s: S, r: [] },
    { s: S, r: { m: 'custom' } },
    { s: S, r: { m: 'remote' } },
    { s: S, r: { n: [] } },
    { s: S, r: { l: {} } },
    { s: S, r: { l: [['1', 'a', 'd', { turns: 5 }]] } },
    { s: S, r: { l: [['1', 'a', 'd', null]] } },
    { s: S, u: [] },
    { s: S, u: { w: 'none' } },
    { s: S, u: { b: [5] } },
  ].map((document) => ['link-shape', document] as [string, unknown]),
  ...[
    { s: S, t: [[HUGE, 'c', '*']] },
    { s: S, k: HUGE },
    { s: S, k: 100_001 },
    { s: S, t: [[HUGE, 'zz']] },
    { s: S, i: { C: { x: deep(80) } } },
    { s: 'x'.repeat(2 ** 20 + 1) },
    { s: S, u: { b: Array.from({ length: 1001 }, () => ({ at: 'a' })) } },
    { s: S, f: Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`f${i}`, ''])) },
  ].map((document) => ['link-too-big', document] as [string, unknown]),
];

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

const open = (page: Page, hash: string) =>
  page.evaluate((text) => {
    location.hash = text;
  }, hash);

/** Opens a good link and waits until its run stands. */
async function opensNext(page: Page, name: string) {
  const source = `init ${name}\nstate done\n${name} -> done\n`;
  await open(page, link({ s: source, k: 1, v: 1 }));
  await page.waitForFunction((text) => {
    const { document: shown, run } = (document.querySelector('tracklight-app') as any).state;
    return shown.source === text && shown.ready && run?.source === text && run.position.tick === 1;
  }, source);
  return source;
}

test('a wrong link of any kind ends in a notice, with the document as it was, and the next good one opens', (t) =>
  visit({}, async (_visitor, page) => {
    await listen(page);
    let shown = await opensNext(page, 'first');
    for (const [n, [code, document]] of WRONG.entries()) {
      const hash = link(document);
      await open(page, hash);
      await page.waitForFunction(
        ([text, expected]) =>
          (globalThis.document.querySelector('tracklight-app') as any).state.notices.some(
            (notice: any) => notice.link === text && notice.detail.startsWith(expected),
          ),
        [hash, code],
      );
      const source = await page.evaluate(
        () => (globalThis.document.querySelector('tracklight-app') as any).state.document.source,
      );
      assert.equal(source, shown, JSON.stringify(document).slice(0, 200));
      if (n % 12 === 0) shown = await opensNext(page, `next${n}`);
    }
    await opensNext(page, 'last');
    await report(page, t);
    t.diagnostic(`${WRONG.length} wrong links`);
  }));

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
      await open(page, link(document));
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

test('an endless replay can be stopped and keeps the position reached', () =>
  visit({}, async (_visitor, page) => {
    await stopsReplay(page);
    await open(
      page,
      link({
        s: 'machine "Ring" { maxSteps: 1000000; maxNodeInvocations: 1000000 }\ninit a\nstate b\na -> b\nb -> a\n',
        k: 100_000,
      }),
    );
    await page.waitForFunction(() => {
      const { run, replaying, document: shown } = (document.querySelector('tracklight-app') as any).state;
      return shown.ready && !replaying && run.position.tick > 0 && run.position.tick < 100_000;
    });
    await opensNext(page, 'after');
  }));

test('no link and no trace calls the agent of the host', () =>
  visit({}, async (visitor, page) => {
    const source = 'task t { prompt: "go" }\nstate b\nt -> b\n';
    await page.evaluate(() => {
      Object.assign(window, { called: 0 });
      (document.querySelector('tracklight-app') as any).agent = () => {
        (window as any).called += 1;
        return { turns: [], final: true };
      };
    });
    await open(page, link({ s: source, t: [[0, 's', { m: 'custom' }]], k: 1, v: 1 }));
    await page.getByText('link-shape').waitFor();
    const record = { s: source, r: { m: 'custom', l: [] }, t: [[0, 's', { m: 'custom' }]], k: 1 };
    const text = JSON.stringify({
      format: 'tracklight-trace',
      version: 1,
      rules: 1,
      machine: {},
      record,
      events: [],
      final: null,
    });
    await page.evaluate((trace) => {
      const data = new DataTransfer();
      data.items.add(new File([trace], 'strange.trace.json'));
      window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true, bubbles: true }));
    }, text);
    await page.waitForFunction((wanted) => {
      const { document: shown, run } = (document.querySelector('tracklight-app') as any).state;
      return shown.source === wanted && shown.ready && run.position.tick === 1;
    }, source);
    await visitor.panel('Agent');
    assert.equal(await page.locator('.agent-mode').inputValue(), 'manual');
    assert.equal(await page.evaluate(() => (window as any).called), 0);
  }));

test('after an edit of a link a reload shows the edited text', () =>
  visit({ path: link({ s: S }) }, async (visitor, page) => {
    await visitor.write('init edited\nstate b\nedited -> b\n');
    await page.waitForFunction(() => (document.querySelector('tracklight-app') as any).state.kept === 'saved');
    // The address still holds the link: the next sync has not come yet.
    const hash = await page.evaluate(() => location.hash);
    await page.reload();
    await visitor.ready();
    assert.match(await visitor.source(), /edited/, hash);
  }));

for (const [name, source] of [
  ['90,000 edges on one line', `a${'->a'.repeat(90_000)}\n`],
  ['200,000 lines', 'a\n'.repeat(200_000)],
]) {
  test(`a text of ${name} opens with little to draw, and the page goes on answering`, (t) =>
    visit({}, async (visitor, page) => {
      await listen(page);
      await open(page, link({ s: source, k: 1 }));
      await page.waitForFunction((text) => {
        const { document: shown, analysis, run, replaying } = (document.querySelector('tracklight-app') as any).state;
        return shown.source === text && shown.ready && analysis?.source === text && run?.source === text && !replaying;
      }, source);
      await visitor.holds(source);
      const { edges, lists, elements } = await page.evaluate(() => {
        const { run, analysis } = (document.querySelector('tracklight-app') as any).state;
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
