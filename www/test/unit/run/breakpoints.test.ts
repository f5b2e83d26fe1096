// Breakpoints, run-to, and why paths stand still.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BreakpointChecker } from '../../../src/core/breakpoints.ts';
import { elementAt, nameOfStop, stopsFor, toggled, withSetting } from '../../../src/run/breakpoints.ts';
import { waitingReasons as reasons } from '../../../src/run/waiting.ts';
import { sparse, sparsely, type Sparse } from '../../sparse.ts';
import type { Event, Snapshot, RunBounds, View } from '../../../src/protocol/types.ts';

type Judge = ConstructorParameters<typeof BreakpointChecker>[1];
const waitingReasons = sparsely(reasons);

const moved: Sparse<Event> = { kind: 'moved', path: '1', edge: 'e2', to: 'box.a', entered: ['box'] };
const spawned: Sparse<Event> = {
  kind: 'spawned',
  path: '1',
  edge: 'e4',
  children: [
    { path: '1.1', node: 'x', entered: [] },
    { path: '1.2', node: 'y', entered: [] },
  ],
};

const hitOf = (
  events: Sparse<Event>[],
  stops: RunBounds,
  judge: Judge = () => assert.fail('no condition to judge'),
  tick = 1,
) => new BreakpointChecker(stops, judge).hitIn(sparse<Event[]>(events), tick);
const written = (path: string | null, before: number | undefined, after: number): Sparse<Event> => ({
  kind: 'contextWritten',
  path,
  context: 'box.Water',
  changes: [{ field: 'celsius', before, after }],
});

test('a node is hit by the path that enters it, also as a branch or as a container', () => {
  assert.deepEqual(hitOf([moved], { nodes: ['box'] }), { why: 'node', path: '1', node: 'box' });
  assert.deepEqual(hitOf([moved, spawned], { at: [{ node: 'y' }] }), { why: 'node', path: '1.2', node: 'y' });
  assert.equal(hitOf([moved, spawned], { at: [{ node: 'z' }] }), null);
});

test('an edge is hit after a path moved along it, or forked along it', () => {
  assert.deepEqual(hitOf([moved], { at: [{ edge: 'e2' }] }), { why: 'edge', path: '1', edge: 'e2' });
  assert.deepEqual(hitOf([spawned], { at: [{ edge: 'e4' }] }), { why: 'edge', path: '1', edge: 'e4' });
  assert.equal(hitOf([moved], { edges: ['e3'] }), null);
});

test('a watched field is hit when its value becomes another, on any path or on the one that is watched', () => {
  const watch = { field: 'box.Water.celsius' };
  assert.deepEqual(hitOf([written('1', 20, 60)], { at: [watch] }), {
    why: 'field',
    path: '1',
    field: 'box.Water.celsius',
  });
  assert.equal(hitOf([written('1', 20, 20)], { at: [watch] }), null);
  assert.equal(hitOf([written('1', 20, 60)], { at: [{ ...watch, path: '2' }] }), null);
  assert.equal(hitOf([written(null, undefined, 1)], { at: [watch] })?.path, '');
  const merged: Sparse<Event> = {
    kind: 'merged',
    path: '2',
    changes: [{ context: 'box.Water', field: 'celsius', before: 1, after: 2 }],
  };
  assert.equal(hitOf([merged], { at: [{ ...watch, path: '2' }] })?.path, '2');
});

test('a condition is judged for the path of the hit; one that can not be judged stops with its reason', () => {
  const asked: (string | null)[][] = [];
  const judge: Judge = (path, condition) => {
    asked.push([path, condition]);
    return condition === 'C.x >'
      ? { ok: false, error: { message: 'expected a value' } }
      : { ok: true, truthy: path === '2' };
  };
  assert.equal(hitOf([moved], { at: [{ node: 'box.a', if: 'C.n > 1' }] }, judge), null);
  assert.deepEqual(hitOf([{ ...moved, path: '2' }], { at: [{ node: 'box.a', if: 'C.n > 1' }] }, judge), {
    why: 'node',
    path: '2',
    node: 'box.a',
    condition: 'C.n > 1',
  });
  assert.deepEqual(hitOf([moved], { at: [{ node: 'box.a', if: 'C.x >' }] }, judge), {
    why: 'node',
    path: '1',
    node: 'box.a',
    condition: 'C.x >',
    error: 'expected a value',
  });
  assert.deepEqual(asked, [
    ['1', 'C.n > 1'],
    ['2', 'C.n > 1'],
    ['1', 'C.x >'],
  ]);
});

test('with a hit count Run stops from the n-th time on at which the condition holds', () => {
  let n = 0;
  const stopping = new BreakpointChecker({ at: [{ node: 'box.a', if: 'odd', hits: 2 }] }, () => ({
    ok: true,
    truthy: (n += 1) % 2 === 1,
  }));
  assert.deepEqual(
    [1, 2, 3, 4, 5].map((tick) => stopping.hitIn([sparse<Event>(moved)], tick)?.times ?? null),
    [null, null, 2, null, 3],
  );
});

test('run-to ends at the next agent call, at the next fork or join, or at a tick', () => {
  const asked: Sparse<Event> = { kind: 'agentRequested', path: '2', node: 'b' };
  const fired: Sparse<Event> = { kind: 'joinFired', join: 'j', paths: ['1.1'] };
  assert.deepEqual(hitOf([moved, asked], { until: 'agent' }), { why: 'agent', path: '2', node: 'b' });
  assert.deepEqual(hitOf([asked, spawned], { until: 'fork' }), { why: 'fork', path: '1', edge: 'e4' });
  assert.deepEqual(hitOf([fired], { until: 'fork' }), { why: 'join', path: '1.1', join: 'j' });
  assert.equal(hitOf([asked, fired, spawned], {}), null);
  assert.equal(hitOf([moved], { tick: 5 }, undefined, 4), null);
  assert.deepEqual(hitOf([moved], { tick: 5 }, undefined, 5), { why: 'tick', path: '' });
});

const view = sparse<View>({
  nodes: { heat: { diagramId: 'n3' } },
  contexts: { 'box.Water': { diagramId: 'n1', open: false, fields: { celsius: {} } } },
  edges: [
    { id: 'e0', source: 'begin', target: 'heat' },
    { id: 'e1', source: 'heat', target: 'heat' },
    { id: 'e2', source: 'heat', target: 'heat' },
  ],
});

test('breakpoints are kept by name: those whose element is gone wait for it', () => {
  assert.deepEqual(elementAt('heat', view), { kind: 'node', id: 'heat', diagramId: 'n3' });
  assert.deepEqual(elementAt('heat>heat#1', view), { kind: 'edge', id: 'e2', diagramId: 'e2' });
  assert.deepEqual(elementAt('box.Water.celsius', view), { kind: 'field', id: 'box.Water.celsius', diagramId: 'n1' });
  for (const gone of ['cool', 'heat>heat#2', 'box.Water.kelvin', 'Water.celsius'])
    assert.equal(elementAt(gone, view), null);
  const list = [
    { at: 'heat', if: 'a', hits: 3 },
    { at: 'cool' },
    { at: 'begin>heat#0', off: true },
    { at: 'heat>heat#0', hits: 1 },
  ];
  assert.deepEqual(stopsFor(list, view), { at: [{ node: 'heat', if: 'a', hits: 3 }, { edge: 'e1' }] });
});

test('settings of a breakpoint that say nothing are left out', () => {
  const list = toggled([], 'heat');
  assert.deepEqual(withSetting(list, 'heat', { if: 'C.n > 1', hits: 1 }), [{ at: 'heat', if: 'C.n > 1' }]);
  assert.deepEqual(withSetting(withSetting(list, 'heat', { off: true, hits: 4 }), 'heat', { off: false }), [
    { at: 'heat', hits: 4 },
  ]);
  assert.deepEqual(toggled(list, 'heat'), []);
  assert.deepEqual(['heat', 'a>b#0', 'a>b#1'].map(nameOfStop), ['heat', 'a → b', 'a → b (2)']);
});

test('a parked path names the join, what it has, and who is missing', () => {
  const paths: Sparse<View['paths'][number]>[] = [
    { id: '1.1', node: 'a', status: 'parked', reason: null },
    { id: '1.2', node: 'slow', status: 'awaitingAgent', reason: null },
  ];
  const view: Sparse<View> = {
    paths,
    edges: [],
    joins: [{ id: 'hut', mode: 'barrier', have: 1, need: 2, parked: ['1.1'], missing: ['1.2'], waited: 3, timeout: 9 }],
  };
  const pending = { agents: [{ id: 'r', path: '1.2', node: 'slow', visit: 1 }], requests: [], edits: [] };
  const snapshot: Sparse<Snapshot> = { view, pending, unanswered: { r: 'it is manual' } };
  assert.deepEqual(
    waitingReasons(snapshot, paths[0]).map((r) => r.text),
    ['1 of 2 at join hut (barrier), 3 of 9 steps waited', 'missing: path 1.2 at slow, waiting for its agent'],
  );
  assert.deepEqual(
    waitingReasons(snapshot, paths[1]).map((r) => r.text),
    ['it is manual'],
  );
});

test('a blocked path lists its edges with what their conditions are worth', () => {
  const path: Sparse<View['paths'][number]> = {
    id: '1',
    node: 'a',
    status: 'blocked',
    reason: 'blocked: no condition is true',
  };
  const view: Sparse<View> = {
    paths: [path],
    joins: [],
    edges: [
      { id: 'e0', source: 'a', target: 'b', condition: 'C.n > 1', eligible: { 1: 'false' } },
      { id: 'e1', source: 'a', target: 'c', eligible: {} },
    ],
  };
  assert.deepEqual(
    waitingReasons({ view, pending: { agents: [], requests: [] }, unanswered: {} }, path).map((r) => [r.text, r.mark]),
    [
      ['no condition is true', ''],
      ['C.n > 1 → b: false', 'false'],
    ],
  );
});
