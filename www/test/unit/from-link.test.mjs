// @ts-nocheck
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromLink, hasRun } from '../../run/from-link.js';

test('a bare source is a record without ticks', () => {
  const { record, left } = fromLink({ s: 'a' });
  assert.deepEqual([record, left, hasRun(record)], [{ s: 'a', r: { l: [] }, t: [], k: 0 }, [], false]);
});

test('ticks default to the last action', () => {
  const { record } = fromLink({ s: 'a', i: { C: { n: 1 } }, r: { m: 'manual' }, t: [[2, 'c', '1'], [4, 'c', '2']], v: 1 });
  assert.deepEqual([record.k, record.r, record.i, hasRun(record)], [4, { m: 'manual', l: [] }, { C: { n: 1 } }, true]);
});

test('what cannot be replayed is named in words', () => {
  const reply = ['1', 'a', 'd', { turns: [] }];
  assert.deepEqual(fromLink({ s: 'a', r: { l: [reply] }, t: [[1, 'r', 0]] }).left, []);
  assert.deepEqual(fromLink({ s: 'a', u: { b: [{ at: 'a' }] }, r: { l: [reply, reply] }, t: [[1, 'r', 0], [3, 'zz']] }).left, [
    'breakpoints', 'stored replies that no action names', 'actions of kind `zz`',
  ]);
});

test('the other files of a link go with the record', () => {
  assert.deepEqual(fromLink({ s: 'a', f: { 'lib/b.dygram': 'b' } }), { record: { s: 'a', f: { 'lib/b.dygram': 'b' }, r: { l: [] }, t: [], k: 0 }, left: [] });
});
