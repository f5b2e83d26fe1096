// Which steps a branch has.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOnBranch } from '../../../src/store/shown-branches.ts';

test('a branch has its own steps and those from before it left its parent', () => {
  const made = { tip: 9, current: false };
  const branches = [
    { ...made, id: 'b1', name: 'main', from: null },
    { ...made, id: 'b2', name: 'branch 2', from: { branch: 'b1', step: 4 } },
    { ...made, id: 'b3', name: 'branch 3', from: { branch: 'b2', step: 6 } },
  ];
  const has = (id: string, branch: string, step: number) => isOnBranch(branches, id, { branch, step });
  assert.deepEqual([has('b2', 'b2', 5), has('b2', 'b1', 4), has('b2', 'b1', 5)], [true, true, false]);
  assert.deepEqual([has('b3', 'b1', 4), has('b3', 'b1', 5), has('b3', 'b2', 6)], [true, false, true]);
  assert.deepEqual([has('b1', 'b2', 3), has('b3', 'b2', 7)], [false, false]);
});
