// What a link and a document leave out.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leftOut } from '../../../../src/features/share/left-out.ts';
import { sparsely } from '../../../sparse.ts';

const of = sparsely(leftOut);
const main = { id: 'b1', name: 'main', from: null, tip: 2, current: true };
const second = { id: 'b2', name: 'branch 2', from: { branch: 'b1', step: 1 }, tip: 2, current: false };
const state = { run: { branches: [main], checkpoints: [] }, deleted: [], runs: [] };

test('of a plain run nothing is left out', () => {
  assert.deepEqual(of(state), { others: 0, checkpoints: 0, renamed: false, ofRun: false, runs: 0 });
});

test('other branches, named checkpoints and the name of the branch are left out of a link', () => {
  assert.equal(of({ ...state, run: { ...state.run, branches: [main, second] } }).ofRun, true);
  assert.equal(of({ ...state, run: { ...state.run, branches: [{ ...main, name: 'hot' }] } }).renamed, true);
  const checkpoint = { name: 'warm', branch: 'b1', step: 1, auto: false };
  assert.equal(of({ ...state, run: { ...state.run, checkpoints: [checkpoint] } }).checkpoints, 1);
  assert.equal(of({ ...state, run: { ...state.run, checkpoints: [{ ...checkpoint, auto: true }] } }).ofRun, false);
});

test('a branch whose deletion can still be undone counts as gone', () => {
  assert.equal(of({ ...state, run: { ...state.run, branches: [main, second] }, deleted: ['b2'] }).ofRun, false);
});

test('other runs are left out of links and of documents: they are no part of the run', () => {
  assert.deepEqual(of({ ...state, runs: [{}, {}] }), {
    ...{ others: 0, checkpoints: 0, renamed: false, ofRun: false },
    runs: 2,
  });
});
