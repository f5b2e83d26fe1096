// Which modules are folded: each rule alone, and when the controller changes what is drawn.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FoldingController, foldedModules, recentEvents, type FoldFacts } from '../../../src/drawing/folding.ts';
import type { Entry, Event, OutlineItem, View } from '../../../src/protocol/types.ts';
import { testStore } from '../store.ts';

let ids = 0;

/** A node, or a module of the nodes inside. */
function item(id: string, children: OutlineItem[] = [], name = 'task'): OutlineItem {
  ids += 1;
  const letter = children.length > 0 ? 'c' : name === 'edge' ? 'e' : 'n';
  const span = { from: 0, to: 0 };
  return {
    ...span,
    name: id,
    class: children.length > 0 ? 'plain' : name,
    ...(name === 'edge' ? {} : { id }),
    diagramId: `${letter}${ids}`,
    select: span,
    children,
  };
}

const steps = (module: string, n: number) => Array.from({ length: n }, (_, i) => item(`${module}.s${i}`));
const large = [
  item('door'),
  item('a', [...steps('a', 10), item('a.in', steps('a.in', 5)), item('a.other', steps('a.other', 5))]),
  item('b', [...steps('b', 10), item('', [], 'edge')]),
  item('Notes', [], 'context'),
];
const small = [item('a', steps('a', 12)), item('b', steps('b', 13))];
const all = ['a', 'a.in', 'a.other', 'b'];

const drawn = (id: string) => {
  const find = (list: OutlineItem[]): OutlineItem | undefined =>
    list.find((one) => one.id === id) ?? list.map((one) => find(one.children)).find((one) => one);
  return find(large)?.diagramId ?? '';
};

function view(
  paths: { node: string; status?: string }[],
  edges: { id: string; source: string; target: string }[] = [],
) {
  const withStatus = paths.map(({ node, status = 'active' }, i) => ({ id: String(i + 1), node, status }));
  return { paths: withStatus, edges, contexts: { Notes: {} } } as unknown as View;
}

const folded = (facts: Partial<FoldFacts> = {}) =>
  foldedModules({
    outline: large,
    view: null,
    recent: [],
    selected: null,
    find: null,
    byHand: new Map(),
    held: null,
    ...facts,
  });

test('up to 25 cards nothing folds by itself; with more, modules start folded', () => {
  assert.deepEqual(folded({ outline: small }), []);
  assert.deepEqual(folded({ outline: [...small, item('one')] }), ['a', 'b']);
  assert.deepEqual(folded({ outline: [...small, item('Notes', [], 'context')] }), []);
  assert.deepEqual(folded(), all);
});

test('what holds no node is no module', () => {
  const store = item('store', [item('store.Values', [], 'context')]);
  assert.deepEqual(folded({ outline: [...large, store] }), all);
});

test('a path unfolds the modules around it, outer ones too, and no others', () => {
  assert.deepEqual(folded({ view: view([{ node: 'door' }]) }), all);
  assert.deepEqual(folded({ view: view([{ node: 'b.s1' }]) }), ['a', 'a.in', 'a.other']);
  assert.deepEqual(folded({ view: view([{ node: 'a.in.s1' }]) }), ['a.other', 'b']);
  assert.deepEqual(folded({ view: view([{ node: 'a.s1' }, { node: 'b.s1' }]) }), ['a.in', 'a.other']);
});

test('a path that ended unfolds its module when no path is live', () => {
  const ended = { node: 'a.s1', status: 'completed' };
  assert.deepEqual(folded({ view: view([ended, { node: 'b.s1' }]) }), ['a', 'a.in', 'a.other']);
  assert.deepEqual(folded({ view: view([ended]) }), ['a.in', 'a.other', 'b']);
});

test('the selection unfolds the modules around it; a selected module itself stays', () => {
  assert.deepEqual(folded({ selected: drawn('a.in.s0') }), ['a.other', 'b']);
  assert.deepEqual(folded({ selected: drawn('a.in') }), ['a.in', 'a.other', 'b']);
  assert.deepEqual(folded({ selected: drawn('a') }), all);
});

test('a selected edge unfolds the modules that hold both of its ends', () => {
  const edges = [
    { id: 'e90', source: 'a.s0', target: 'a.in.s0' },
    { id: 'e91', source: 'door', target: 'b.s0' },
    { id: 'e92', source: 'b.s3', target: 'Notes' },
  ];
  const selected = (id: string) => folded({ selected: id, view: view([], edges) });
  assert.deepEqual(selected('e90'), ['a.in', 'a.other', 'b']);
  assert.deepEqual(selected('e91'), all);
  assert.deepEqual(selected('e92'), ['a', 'a.in', 'a.other'], 'a row of a card');
  const inside = large[2]?.children.at(-1)?.diagramId ?? '';
  assert.deepEqual(folded({ selected: inside }), ['a', 'a.in', 'a.other'], 'without a run');
});

test('what is found unfolds the modules around it', () => {
  assert.deepEqual(folded({ find: ' A.IN.S ' }), ['a.other', 'b']);
  assert.deepEqual(folded({ find: '' }), all);
});

test('what the user folded or unfolded stays so, whatever happens', () => {
  const byHand = new Map([
    ['a', false],
    ['b', true],
  ]);
  assert.deepEqual(folded({ byHand }), ['a.in', 'a.other', 'b']);
  const inside = { view: view([{ node: 'b.s1' }]), selected: drawn('b.s1'), find: 'b.s1' };
  assert.deepEqual(folded({ byHand, ...inside }), ['a.in', 'a.other', 'b']);
  assert.deepEqual(folded({ outline: small, byHand: new Map([['a', true]]) }), ['a']);
});

test('while steps come too fast only the selection and the user change anything', () => {
  const held = ['a', 'a.in', 'a.other'];
  const fast = { held, view: view([{ node: 'a.s1' }]), find: 'a.in.s0' };
  assert.deepEqual(folded(fast), held);
  assert.deepEqual(folded({ ...fast, selected: drawn('a.in.s0') }), ['a.other']);
  assert.deepEqual(folded({ ...fast, byHand: new Map([['b', true]]) }), [...held, 'b']);
});

const entry = (tick: number): Entry => ({
  step: tick * 2,
  tick,
  action: 0,
  kind: 'tick',
  outcome: 'running',
});
const moved = (tick: number, from: string, to: string) =>
  ({ kind: 'moved', step: tick * 2, from, to, left: [], entered: [] }) as unknown as Event;

test('a module that was left folds again two steps later', () => {
  const entries = [1, 2, 3, 4].map(entry);
  const events = [
    moved(1, 'door', 'a.s0'),
    moved(2, 'a.s0', 'b.s0'),
    moved(3, 'b.s0', 'b.s1'),
    moved(4, 'b.s1', 'b.s2'),
  ];
  const at = (tick: number, node: string) =>
    folded({
      view: view([{ node }]),
      recent: recentEvents(
        events.filter(({ step }) => step <= tick * 2),
        entries,
        tick * 2,
      ),
    });
  assert.deepEqual(at(1, 'a.s0'), ['a.in', 'a.other', 'b']);
  assert.deepEqual(at(2, 'b.s0'), ['a.in', 'a.other'], 'the step that leaves it');
  assert.deepEqual(at(3, 'b.s1'), ['a.in', 'a.other'], 'one step later');
  assert.deepEqual(at(4, 'b.s2'), ['a', 'a.in', 'a.other'], 'two steps later');
  assert.deepEqual(at(3, 'b.s1'), ['a.in', 'a.other'], 'going back shows what was there');
});

/** A page with the controller, and what it asked to be drawn. */
function page() {
  const store = testStore();
  const asked: (string[] | undefined)[] = [];
  const run = (part: object) => store.set({ run: { ...store.state.run, ...part } } as never);
  const controller = new FoldingController(store, {
    changeOptions({ fold }) {
      asked.push(fold);
      run({ options: fold ? { fold } : {} });
      return Promise.resolve(null);
    },
  });
  const stand = (node: string, step = 0) =>
    run({ shows: 'run', snapshot: { view: view([{ node }]), position: { step } }, events: [], entries: [] });
  run({ analysis: { outline: large } });
  return { store, asked, run, stand, controller };
}

test('the controller asks for a drawing only when another module is folded', () => {
  const { store, asked, stand } = page();
  assert.deepEqual(asked, [all]);
  stand('door');
  store.set({ selected: drawn('door') });
  assert.equal(asked.length, 1);
  stand('b.s0', 2);
  assert.deepEqual(asked.at(-1), ['a', 'a.in', 'a.other']);
  stand('b.s1', 4);
  assert.equal(asked.length, 2);
});

test('above two steps a second nothing folds until the run pauses; a slower run folds', () => {
  const { asked, run, stand } = page();
  stand('door');
  run({ activity: 'running', speed: 5 });
  stand('b.s0', 2);
  assert.equal(asked.length, 1);
  run({ activity: 'idle' });
  assert.deepEqual(asked.at(-1), ['a', 'a.in', 'a.other']);
  run({ activity: 'running', speed: 2 });
  stand('a.s0', 4);
  assert.deepEqual(asked.at(-1), ['a.in', 'a.other', 'b']);
});

test('a press folds and unfolds by its diagram id, and is forgotten with the document', () => {
  const { store, asked, run, stand, controller } = page();
  const press = (id: string) => controller.act({ type: 'foldModule', id: drawn(id) });
  press('b');
  assert.deepEqual(asked.at(-1), ['a', 'a.in', 'a.other']);
  stand('b.s0', 2);
  press('b');
  assert.deepEqual(asked.at(-1), all, 'a path inside does not unfold it');
  press('door');
  assert.equal(asked.length, 3, 'no module');
  store.set({ document: { ...store.state.document, id: 99 } });
  run({ snapshot: { view: view([{ node: 'b.s0' }]), position: { step: 0 } } });
  assert.deepEqual(asked.at(-1), ['a', 'a.in', 'a.other']);
});
