// Values that are made again only when what they are made of changed, and effects of parts of the state.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computed, isShallowEqual } from '../../../src/protocol/computed.ts';

test('lists are equal if their members are, all else if it is the same', () => {
  const member = {};
  assert.equal(isShallowEqual([member, 1, Number.NaN], [member, 1, Number.NaN]), true);
  assert.equal(isShallowEqual([member], [member, undefined]), false);
  assert.equal(isShallowEqual([[1]], [[1]]), false);
  assert.equal(isShallowEqual({}, {}), false);
  assert.equal(isShallowEqual([], null), false);
  assert.equal(isShallowEqual(null, null), true);
});

test('a value is computed once for the same dependencies, whatever else changes', () => {
  let count = 0;
  const sum = computed(
    ({ a, b }: { a: number; b: number; c: number }) => [a, b],
    ({ a, b }) => {
      count += 1;
      return { sum: a + b };
    },
  );
  const first = sum({ a: 1, b: 2, c: 3 });
  assert.equal(sum({ a: 1, b: 2, c: 4 }), first);
  assert.equal(count, 1);
  assert.deepEqual(sum({ a: 2, b: 2, c: 4 }), { sum: 4 });
  assert.deepEqual(sum({ a: 1, b: 2, c: 3 }), first);
  assert.equal(count, 3);
});
