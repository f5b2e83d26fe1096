// @ts-nocheck The shapes here are made up, and smaller than the real ones.
// Breakpoints, run-to, and why paths stand still.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hitOf } from '../../engine/stops.js';
import { waitingReasons } from '../../run/waiting.js';

const moved = { kind: 'moved', path: '1', edge: 'e2', to: 'box.a', entered: ['box'] };
const spawned = { kind: 'spawned', path: '1', edge: 'e4', children: [{ path: '1.1', node: 'x', entered: [] }, { path: '1.2', node: 'y', entered: [] }] };

test('a node is hit by the path that enters it, also as a branch or as a container', () => {
  assert.deepEqual(hitOf([moved], { nodes: ['box'] }), { why: 'node', path: '1', node: 'box' });
  assert.deepEqual(hitOf([moved, spawned], { nodes: ['y'] }), { why: 'node', path: '1.2', node: 'y' });
  assert.equal(hitOf([moved, spawned], { nodes: ['z'] }), null);
});

test('an edge is hit after a path moved along it', () => {
  assert.deepEqual(hitOf([moved], { edges: ['e2'] }), { why: 'edge', path: '1', edge: 'e2' });
  assert.equal(hitOf([moved], { edges: ['e3'] }), null);
});

test('run-to ends at the next agent call, or at the next fork or join', () => {
  const asked = { kind: 'agentRequested', path: '2', node: 'b' };
  const fired = { kind: 'joinFired', join: 'j', paths: ['1.1'] };
  assert.deepEqual(hitOf([moved, asked], { until: 'agent' }), { why: 'agent', path: '2', node: 'b' });
  assert.deepEqual(hitOf([asked, spawned], { until: 'fork' }), { why: 'fork', path: '1', edge: 'e4' });
  assert.deepEqual(hitOf([fired], { until: 'fork' }), { why: 'join', path: '1.1', join: 'j' });
  assert.equal(hitOf([asked, fired, spawned], {}), null);
});

test('a parked path names the join, what it has, and who is missing', () => {
  const paths = [{ id: '1.1', node: 'a', status: 'parked', reason: null }, { id: '1.2', node: 'slow', status: 'awaitingAgent', reason: null }];
  const view = { paths, edges: [], joins: [{ id: 'hut', mode: 'barrier', have: 1, need: 2, parked: ['1.1'], missing: ['1.2'], waited: 3, timeout: 9 }] };
  const pending = { agents: [{ id: 'r', path: '1.2', node: 'slow', visit: 1 }], requests: [], edits: [] };
  const snapshot = { view, pending, unanswered: { r: 'it is manual' } };
  assert.deepEqual(waitingReasons(snapshot, paths[0]).map((r) => r.text), ['1 of 2 at join hut (barrier), 3 of 9 ticks waited', 'missing: path 1.2 at slow, waits for its agent']);
  assert.deepEqual(waitingReasons(snapshot, paths[1]).map((r) => r.text), ['it is manual']);
});

test('a blocked path lists its edges with what their conditions are worth', () => {
  const path = { id: '1', node: 'a', status: 'blocked', reason: 'noTransition' };
  const view = { paths: [path], joins: [], edges: [{ id: 'e0', source: 'a', target: 'b', condition: 'C.n > 1', eligible: { 1: 'false' } }, { id: 'e1', source: 'a', target: 'c', eligible: {} }] };
  assert.deepEqual(waitingReasons({ view, pending: { agents: [], requests: [] }, unanswered: {} }, path).map((r) => [r.text, r.mark]), [
    ['no edge can be taken; choose one, or change a value', ''], ['C.n > 1 → b: false', 'false'],
  ]);
});
