// What a tip over the drawing says, when it opens and closes, and which answers of the core it takes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Tips, repeats, type Host, type More } from '../../../src/diagram/tip.ts';
import { DrawingTips } from '../../../src/drawing/tips.ts';
import type { State } from '../../../src/store/state.ts';

/** A drawing whose tipProvider answers when it is told to, and a clock that is wound by hand. */
function stand() {
  const timers: { act: () => void; off: boolean }[] = [];
  const asked: { id: string; answer: (more: More | null) => void }[] = [];
  const host: Host = {
    tip: null,
    tipProvider: {
      about: (id) => ({ name: id, kind: 'task', title: '', facts: [] }),
      ask: (id) =>
        new Promise((answer) => {
          asked.push({ id, answer });
        }),
    },
    titleOf: () => 'visited',
    below: (id) => ({ x: 1, y: id.length }),
  };
  const tips = new Tips(host, (act) => {
    const timer = { act, off: false };
    timers.push(timer);
    return () => {
      timer.off = true;
    };
  });
  const wind = () =>
    timers.splice(0).forEach(({ act, off }) => {
      if (!off) act();
    });
  const settle = () => new Promise((done) => setImmediate(done));
  return { host, tips, asked, wind, settle, open: () => host.tip };
}
const more = (prompt: string) => ({ prompt, description: null });

test('a tip opens when the pointer has rested, and gets its prompt when the core answers', async () => {
  const { open, tips, asked, wind, settle } = stand();
  tips.point('n1', { x: 5, y: 5 });
  assert.equal(open(), null);
  tips.point('n1', { x: 6, y: 7 });
  wind();
  assert.deepEqual([open()?.id, open()?.x, open()?.more], ['n1', 6, null]);
  asked[0]?.answer(more('add 1'));
  await settle();
  assert.equal(open()?.more?.prompt, 'add 1');
});

test('an answer for another tip than the open one is dropped', async () => {
  const { open, tips, asked, wind, settle } = stand();
  tips.point('n1', { x: 0, y: 0 });
  wind();
  tips.point('n2', { x: 0, y: 0 });
  wind();
  assert.deepEqual(
    asked.map(({ id }) => id),
    ['n1', 'n2'],
  );
  asked[1]?.answer(more('of n2'));
  await settle();
  asked[0]?.answer(more('of n1'));
  await settle();
  assert.deepEqual([open()?.id, open()?.more?.prompt], ['n2', 'of n2']);
});

test('an answer that comes after the tip was closed opens nothing', async () => {
  const { open, tips, asked, wind, settle } = stand();
  tips.point('n1', { x: 0, y: 0 });
  wind();
  tips.close();
  asked[0]?.answer(more('late'));
  await settle();
  assert.equal(open(), null);
});

test('at another position the open tip asks again, one question at a time', async () => {
  const { open, tips, asked, wind, settle } = stand();
  tips.point('n1', { x: 0, y: 0 });
  wind();
  tips.refresh();
  tips.refresh();
  assert.equal(asked.length, 1);
  asked[0]?.answer(more('before'));
  await settle();
  assert.equal(asked.length, 2);
  asked[1]?.answer(more('after'));
  await settle();
  assert.deepEqual([open()?.more?.prompt, asked.length], ['after', 2]);
});

test('a tip waits for the pointer to come to it, and goes when it does not', () => {
  const { open, tips, wind } = stand();
  tips.point('n1', { x: 0, y: 0 });
  wind();
  tips.point(null, { x: 9, y: 9 });
  tips.stay();
  wind();
  assert.equal(open()?.id, 'n1');
  tips.leave();
  wind();
  assert.equal(open(), null);
});

test('the tip of the focus follows the view and goes with the focus; that of the pointer goes when it moves', () => {
  const { host, open, tips, wind } = stand();
  tips.focus('n11');
  assert.deepEqual([open()?.by, open()?.y], ['focus', 3]);
  host.below = () => ({ x: 8, y: 9 });
  tips.moved();
  assert.deepEqual([open()?.id, open()?.x], ['n11', 8]);
  tips.focus(null);
  assert.equal(open(), null);
  tips.point('n1', { x: 0, y: 0 });
  wind();
  tips.moved();
  assert.equal(open(), null);
});

const store = (part: Partial<State>) =>
  ({
    state: {
      document: { id: 7, source: 's', files: {}, entry: 'machine.dygram' },
      breakpoints: [],
      allPaths: null,
      path: null,
      picture: { machine: 'h', key: 'k', overlay: null, dot: '' },
      run: {
        shows: 'run',
        isRunning: false,
        isOutdated: false,
        analysis: {
          source: 's',
          nodes: 2,
          edges: 1,
          outline: [
            { name: 'heat', id: 'heat', diagramId: 'n3', class: 'task', detail: 'Heat it', children: [] },
            { name: 'Water', id: 'Water', diagramId: 'n1', class: 'context', children: [] },
          ],
        },
        snapshot: {
          source: 's',
          files: {},
          entry: 'machine.dygram',
          position: { step: 1, tick: 1, action: 0, branch: 'b1', atTip: true },
          pending: { agents: [], requests: [], edits: [] },
          view: {
            machineHash: 'h',
            forces: [],
            pending: { agents: [], requests: [], edits: [] },
            joins: [],
            paths: [
              { id: '1', parent: null, node: 'other', status: 'active', context: {} },
              { id: '2', parent: null, node: 'heat', status: 'active', context: {} },
            ],
            nodes: {
              heat: {
                diagramId: 'n3',
                visits: 2,
                current: ['2'],
                agent: [],
                answers: [],
                event: [],
                parked: [],
                blocked: [],
                completed: [],
                failed: [],
              },
            },
            contexts: {
              Water: {
                diagramId: 'n1',
                role: 'state',
                shared: false,
                fields: { celsius: { type: 'number', values: [], agree: true, changed: false } },
              },
            },
            edges: [
              {
                id: 'e0',
                source: 'heat',
                target: 'heat',
                class: 'guarded',
                condition: 'Water.celsius < 100',
                taken: 3,
                eligible: { 2: 'true' },
              },
            ],
          },
        },
      },
      ...part,
    },
  }) as any;
const engine = () => {
  const asked: string[][] = [];
  return { asked, describe: async (path: string, node: string) => (asked.push([path, node]), more('resolved')) };
};

test('a tip names a node with kind, title and state, an edge with its condition, a value with type and path', () => {
  const facts = new DrawingTips(store({}), engine());
  assert.deepEqual(facts.about('n3'), {
    name: 'heat',
    kind: 'task',
    title: 'Heat it',
    facts: ['current for path 2', 'visited 2 times'],
  });
  assert.deepEqual(facts.about('e0'), {
    name: 'heat to heat',
    kind: 'edge',
    title: '',
    facts: ['when Water.celsius < 100, true for path 2, taken 3 times'],
  });
  assert.deepEqual(facts.about('v1-0-1.2'), { name: 'Water.celsius', kind: 'number', title: 'path 1.2', facts: [] });
  assert.equal(facts.about('v1-9'), null);
});

test('the prompt is asked for with the path at the node; not for edges, values, or other machines', async () => {
  const core = engine();
  const facts = new DrawingTips(store({}), core);
  assert.deepEqual(await facts.ask('n3'), more('resolved'));
  assert.equal(await facts.ask('e0'), null);
  assert.equal(await facts.ask('v1-0'), null);
  assert.equal(await new DrawingTips(store({ picture: { machine: 'other' } as any }), core).ask('n3'), null);
  assert.deepEqual(core.asked, [['2', 'heat']]);
});

test('the title of a drawn node is left out of its tip where it has no more than name and title', () => {
  const draft = { name: 'draft', title: 'Draft the request' };
  assert.ok(repeats('draft · Draft the request', draft));
  assert.ok(repeats('draft · Draft the…', draft), 'a long one is cut');
  assert.ok(repeats('draft', { name: 'draft', title: '' }));
  assert.ok(repeats('', draft));
  assert.ok(!repeats('draft · not reachable', draft));
  assert.ok(!repeats('a → b · when x > 1', { name: 'a to b', title: '' }));
});
