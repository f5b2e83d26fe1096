// What changes often is shown at a pace that people can read.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MinimumShowTime } from '../../../src/app/steady.ts';

function at250() {
  let time = 0;
  const waits: { act: () => void; ms: number }[] = [];
  const steady = new MinimumShowTime<string>(
    250,
    () => time,
    (act, ms) => waits.push({ act, ms }),
  );
  let again = 0;
  const show = (at: number, value: string, keeps = true) => {
    time = at;
    return steady.show(
      value,
      () => keeps,
      () => {
        again += 1;
      },
    );
  };
  return { show, waits, again: () => again };
}

test('what changes sooner is left out, and asked for again when its time has come', () => {
  const { show, waits, again } = at250();
  assert.equal(show(0, 'step 1'), 'step 1');
  assert.equal(show(40, 'step 2'), 'step 1');
  assert.equal(show(90, 'step 3'), 'step 1');
  assert.deepEqual(
    waits.map(({ ms }) => ms),
    [210],
  );
  waits[0]?.act();
  assert.equal(again(), 1);
  assert.equal(show(250, 'step 3'), 'step 3');
  assert.equal(show(260, 'step 4'), 'step 3');
  assert.equal(waits.length, 2);
});

test('what must not wait is shown at once', () => {
  const { show, waits } = at250();
  show(0, 'running');
  assert.equal(show(10, 'completed', false), 'completed');
  assert.deepEqual(waits, []);
});
