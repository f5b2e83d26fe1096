// Previous runs as a list shows them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leftRun, standsText } from '../../../src/run/listed-runs.ts';

const place = { tick: 3, action: 0 };
const reported = (record: object) =>
  standsText(
    leftRun({
      number: 1,
      place,
      outcome: 'running',
      at: { ...place, branch: 'b1' },
      record: { s: '', r: { l: [] }, t: [], k: 3, ...record },
    }),
  );
const set = (...names: string[]) => ({ c: names.map((name) => ({ name, branch: 'b1', step: 1 })) });

test('a run that was left names the checkpoints that were set in it, three of many', () => {
  assert.equal(reported({}), 'step 3');
  assert.equal(reported(set('before review')), 'step 3; checkpoint before review');
  assert.equal(reported(set('a', 'b', 'c')), 'step 3; checkpoints a, b, c');
  assert.equal(reported(set('a', 'b', 'c', 'd', 'e')), 'step 3; checkpoints a, b, c and 2 more');
  // Unless they are called that way.
  assert.equal(reported(set('checkpoint 1', 'b')), 'step 3; checkpoint 1, b');
  const branches = { b: [{ from: null, n: 'branch 2', r: { l: [] }, t: [], k: 3 }] };
  assert.equal(reported({ ...branches, ...set('a') }), '2 branches; main: step 3; checkpoint a');
});
