// Links and files from strangers: whatever they hold, the page says what is wrong, keeps the document that was there
// and opens the next good link.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkTo, open, opensNext } from '../links.ts';
import { stopsReplay, visit } from './visit.ts';

const S = 'init a\nstate b\na -> b\n';
const HUGE = 4503599627370496;
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
  ['a', 'req-1-1', 5],
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

test('a wrong link of any kind ends in a notice, with the document as it was, and the next good one opens', () =>
  visit({}, async (_visitor, page) => {
    let shown = await opensNext(page, 'first');
    for (const [n, [code, document]] of WRONG.entries()) {
      const hash = linkTo(document);
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
  }));

test('an endless replay can be stopped and keeps the position reached', () =>
  visit({}, async (_visitor, page) => {
    await stopsReplay(page);
    await open(
      page,
      linkTo({
        s: 'machine "Ring" { maxSteps: 1000000; maxNodeInvocations: 1000000 }\ninit a\nstate b\na -> b\nb -> a\n',
        k: 100_000,
      }),
    );
    await page.waitForFunction(() => {
      const {
        replaying,
        document: shown,
        run: { snapshot: run },
      } = (document.querySelector('tracklight-app') as any).state;
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
    await open(page, linkTo({ s: source, t: [[0, 's', { m: 'custom' }]], k: 1, v: 1 }));
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
      const dataTransfer = { types: ['Files'], files: [new File([trace], 'strange.trace.json')] };
      window.dispatchEvent(Object.assign(new Event('drop', { cancelable: true }), { dataTransfer }));
    }, text);
    await page.waitForFunction((wanted) => {
      const {
        document: shown,
        run: { snapshot: run },
      } = (document.querySelector('tracklight-app') as any).state;
      return shown.source === wanted && shown.ready && run.position.tick === 1;
    }, source);
    await visitor.panel('Agent');
    assert.equal(await page.locator('.agent-mode option[selected]').getAttribute('value'), 'manual');
    assert.equal(await page.evaluate(() => (window as any).called), 0);
  }));

test('after an edit of a link a reload shows the edited text', () =>
  visit({ path: linkTo({ s: S }) }, async (visitor, page) => {
    await visitor.write('init edited\nstate b\nedited -> b\n');
    await page.waitForFunction(() => (document.querySelector('tracklight-app') as any).state.saveStatus === 'saved');
    // The address still holds the link: the next sync has not come yet.
    const hash = await page.evaluate(() => location.hash);
    await page.reload();
    await visitor.ready();
    assert.match(await visitor.source(), /edited/, hash);
  }));
