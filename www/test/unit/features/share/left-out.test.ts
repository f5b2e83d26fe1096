// What a link and a document leave out.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leftOut } from '../../../../src/features/share/left-out.ts';
import { shareStrings } from '../../../../src/features/share/strings.ts';
import type { Snapshot } from '../../../../src/protocol/types.ts';
import { sparsely, type Sparse } from '../../../sparse.ts';

const of = sparsely(leftOut);
const main = { id: 'b1', name: 'main', from: null, tip: 2, current: true };
const second = { id: 'b2', name: 'branch 2', from: { branch: 'b1', step: 1 }, tip: 2, current: false };
const position = { tick: 0, action: 0, step: 0 };
const snapshot = { branches: [main], checkpoints: [], position };
const run = { snapshot, entries: [], runs: [] };
const state = { run, deleted: [] };
const withSnapshot = (part: Sparse<Snapshot>) => ({
  ...state,
  run: { ...run, snapshot: { ...snapshot, ...part } },
});

test('of a plain run nothing is left out', () => {
  assert.deepEqual(of(state), { later: 0, others: 0, checkpoints: 0, ofRun: false, runs: 0 });
});

test('other branches and named checkpoints are left out of a link, the name of the branch is not', () => {
  assert.equal(of(withSnapshot({ branches: [main, second] })).ofRun, true);
  assert.equal(of(withSnapshot({ branches: [{ ...main, name: 'hot' }] })).ofRun, false);
  const checkpoint = { name: 'warm', branch: 'b1', step: 1, auto: false };
  assert.equal(of(withSnapshot({ checkpoints: [checkpoint] })).checkpoints, 1);
  assert.equal(of(withSnapshot({ checkpoints: [{ ...checkpoint, auto: true }] })).ofRun, false);
});

test('a branch whose deletion can still be undone counts as gone', () => {
  assert.equal(of({ ...withSnapshot({ branches: [main, second] }), deleted: ['b2'] }).ofRun, false);
});

test('a link of an earlier step leaves out the later ones', () => {
  const entries = [0, 1, 2].map((tick) => ({ tick, action: 0, step: tick, kind: 'step' as const }));
  const earlier = {
    ...state,
    run: { ...run, entries, snapshot: { ...snapshot, position: { tick: 1, action: 0, step: 1 } } },
  };
  const left = of(earlier);
  assert.deepEqual([left.later, left.ofRun], [1, true]);
  assert.equal(shareStrings.leftOut(left), 'Left out of a link: 1 later step. A document keeps it.');
});

test('other runs are left out of links and of documents: they are no part of the run', () => {
  assert.deepEqual(of({ ...state, run: { ...run, runs: [{}, {}] } }), {
    ...{ later: 0, others: 0, checkpoints: 0, ofRun: false },
    runs: 2,
  });
});

test('what is left out is told in a line each for links and for runs', () => {
  const { leftOut: line, otherRuns } = shareStrings;
  assert.equal(
    line({ later: 0, others: 1, checkpoints: 2 }),
    'Left out of a link: 1 other branch, 2 named checkpoints. A document keeps them.',
  );
  assert.equal(
    line({ later: 0, others: 0, checkpoints: 1 }),
    'Left out of a link: 1 named checkpoint. A document keeps it.',
  );
  assert.equal(otherRuns(3), '3 other runs are not included.');
});
