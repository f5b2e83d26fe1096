// The timeline's logic: events of positions, marks, bins, lanes, filters; colours of paths; rows as text; finding
// nodes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { found as foundIn, next } from '../../../src/diagram/find.ts';
import { csvOf, tabsOf } from '../../../src/link/csv.ts';
import { positions } from '../../../src/protocol/positions.ts';
import { coloursOf } from '../../../src/run/colors.ts';
import {
  binned,
  eventsOf,
  filtered,
  laneOf,
  lanesOf as lanes,
  marksOf,
  matches,
  noFilter,
  type Filter,
} from '../../../src/run/timeline-marks.ts';
import { sparse, sparsely } from '../../sparse.ts';
import type { Entry, Event } from '../../../src/protocol/types.ts';

const found = sparsely(foundIn);
const lanesOf = sparsely(lanes);

const entry = (step: number, tick: number, kind = 'step', auto = false) =>
  sparse<Entry>({ step, tick, action: 0, kind, ...(auto ? { auto } : {}) });
const entries = [
  entry(0, 0, 'start'),
  entry(1, 1),
  entry(2, 2),
  entry(3, 2, 'reply', true),
  entry(4, 3),
  { ...entry(5, 3, 'setContext'), action: 1 },
];
const events = sparse<Event[]>([
  { seq: 1, step: 1, kind: 'moved', path: '1', from: 'a', to: 'b', left: [], entered: [] },
  { seq: 2, step: 2, kind: 'agentRequested', path: '1', node: 'b' },
  {
    seq: 3,
    step: 3,
    kind: 'contextWritten',
    path: '1',
    node: 'b',
    context: 'C',
    changes: [{ field: 'n', before: 1, after: 2 }],
  },
  { seq: 4, step: 3, kind: 'writeRefused', path: '1', node: 'b', context: 'C', errors: [{ pointer: '/m/x' }] },
  {
    seq: 5,
    step: 4,
    kind: 'spawned',
    path: '1',
    edge: 'e0',
    children: [
      { path: '1.1', node: 'c', entered: [] },
      { path: '1.2', node: 'd', entered: ['box'] },
    ],
  },
  {
    seq: 6,
    step: 5,
    kind: 'contextWritten',
    path: '1.2',
    context: 'C',
    changes: [{ field: 'n', before: 2, after: 9 }],
  },
]);
const list = positions(entries);
const say = (event: Event) => ('node' in event ? (event.node ?? '') : '');
const seqs = (filter: Partial<Filter>) =>
  events.filter((event) => matches(event, { ...noFilter(), ...filter }, say)).map((event) => event.seq);

test('the events of a position are those of its steps', () => {
  assert.deepEqual(
    list.map((position) => eventsOf(events, position).map((event) => event.seq)),
    [[], [1], [2, 3, 4], [5], [6]],
  );
});

test('the strongest of what happened marks a position; without events the act tells what it can', () => {
  assert.deepEqual(marksOf(list, events), ['tick', 'tick', 'warn', 'fork', 'edit']);
  assert.deepEqual(marksOf(list, []), ['tick', 'tick', 'tick', 'tick', 'edit']);
});

test('a step at which the run failed has the mark of a failure, one at which a path is blocked a milder one', () => {
  const at = (step: number, event: object) =>
    marksOf(list, sparse<Event[]>([{ seq: 1, step, ...event }])).filter((mark) => mark !== 'tick' && mark !== 'edit');
  assert.deepEqual(at(4, { kind: 'runEnded', outcome: { kind: 'failed' } }), ['error']);
  assert.deepEqual(at(4, { kind: 'runEnded', outcome: { kind: 'completed' } }), ['end']);
  assert.deepEqual(at(4, { kind: 'blocked', path: '1', node: 'a' }), ['warn']);
});

test('only a failure that stopped something is marked as one: a retry and a catch are milder', () => {
  const at = (...reported: object[]) =>
    marksOf(
      list,
      sparse<Event[]>(reported.map((one, i) => ({ seq: i + 1, step: 4, path: '1', node: 'a', ...one }))),
    )[3];
  const failed = { kind: 'visitFailed', attempt: 1 };
  assert.equal(at({ kind: 'agentRequested' }, failed, { kind: 'retryScheduled', attempt: 2 }), 'warn');
  assert.equal(at(failed, { kind: 'caught' }, { kind: 'moved' }), 'warn');
  assert.equal(at(failed, { kind: 'pathFailed' }), 'error');
  assert.equal(at(failed, { kind: 'runEnded', outcome: { kind: 'completed' } }), 'end');
});

test('many marks are put into bins that keep the strongest', () => {
  const marks = Array.from({ length: 1200 }, (_, i) =>
    i === 601 ? ('error' as const) : i % 2 ? ('agent' as const) : ('tick' as const),
  );
  const bins = binned(marks, 0, 500);
  assert.ok(bins.length <= 500);
  assert.deepEqual(
    bins.filter((bin) => bin.kind === 'error'),
    [{ index: 601, kind: 'error' }],
  );
  assert.equal(
    bins.some((bin) => bin.kind === 'tick'),
    false,
  );
  assert.deepEqual(
    binned(['tick', 'edit', 'tick'], 1, 500).map((bin) => bin.index),
    [1, 2],
  );
});

test('a branch leaves its parent at the position of its fork', () => {
  const known: Record<string, ReturnType<typeof laneOf>> = {
    b1: laneOf(entries, events),
    b2: laneOf(entries.slice(0, 4), []),
  };
  const branches = [
    { id: 'b1', name: 'main', from: null },
    { id: 'b2', name: 'other', from: { branch: 'b1', step: 1 } },
    { id: 'b3', name: 'unheard', from: null },
  ];
  assert.deepEqual(
    lanesOf(branches, (id) => known[id] ?? null).map(({ id, from, parent, list: own }) => [
      id,
      from,
      parent,
      own.length,
    ]),
    [
      ['b1', 0, null, 5],
      ['b2', 1, 0, 3],
    ],
  );
});

test('filters take a path with what came from it, a kind, a node, a field, a text', () => {
  assert.deepEqual(seqs({ path: '1' }), [1, 2, 3, 4, 5, 6]);
  assert.deepEqual(seqs({ path: '1.2' }), [5, 6]);
  assert.deepEqual(seqs({ kind: 'contextWritten' }), [3, 6]);
  assert.deepEqual(seqs({ node: 'box' }), [5]);
  assert.deepEqual(seqs({ field: 'c.N' }), [3, 6]);
  assert.deepEqual(seqs({ field: 'C.m.x' }), [4]);
  assert.deepEqual(seqs({ text: 'REQUESTED' }), [2]);
  assert.deepEqual(
    filtered(list, events, { ...noFilter(), field: 'C.n' }, say).map((position) => position.label),
    ['2', '3.1'],
  );
  assert.equal(filtered(list, events, noFilter(), say), list);
});

test('paths are coloured in the order in which they came to be, eight and then again', () => {
  const many = sparse<Event[]>([
    { kind: 'runStarted', starts: [{ path: '1' }] },
    { kind: 'spawned', children: Array.from({ length: 8 }, (_, i) => ({ path: `1.${i + 1}` })) },
  ]);
  const colours = coloursOf(many);
  assert.deepEqual([colours.get('1'), colours.get('1.1'), colours.get('1.7'), colours.get('1.8')], [1, 2, 8, 1]);
});

test('rows are quoted as CSV asks, and no text becomes a formula', () => {
  assert.equal(
    csvOf(
      ['a', 'b'],
      [
        [-1, '=1+1'],
        ['say "hi"', 'x,y\nz'],
        ['@me', '-2'],
      ],
    ),
    'a,b\r\n-1,\'=1+1\r\n"say ""hi""","x,y\nz"\r\n\'@me,\'-2\r\n',
  );
  assert.equal(tabsOf(['a', 'b'], [['x\ty', '+z']]), "a\tb\nx y\t'+z");
});

test('nodes are found by name and title, edges are not; the next follows round and round', () => {
  const group = (...texts: string[]) =>
    ({ querySelectorAll: () => texts.map((textContent) => ({ textContent })) }) as unknown as SVGGElement;
  const drawing = {
    elements: ['n0', 'n1', 'e0'],
    names: new Map([
      ['n0', 'shop.cart'],
      ['n1', 'pay'],
      ['e0', 'shop.cart->pay'],
    ]),
    groups: new Map([
      ['n0', group('Your', 'basket')],
      ['n1', group()],
      ['e0', group()],
    ]),
  };
  assert.deepEqual(found(drawing, ' CART'), ['n0']);
  assert.deepEqual(found(drawing, 'your basket'), ['n0']);
  assert.deepEqual(found(drawing, ''), []);
  assert.deepEqual(
    [
      next(['a', 'b'], null, 1),
      next(['a', 'b'], 'b', 1),
      next(['a', 'b'], 'a', -1),
      next(['a', 'b'], 'z', -1),
      next([], 'a', 1),
    ],
    ['a', 'a', 'b', 'b', null],
  );
});
