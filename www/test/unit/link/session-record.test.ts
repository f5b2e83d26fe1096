import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordOfLink, hasRun } from '../../../src/link/session-record.ts';
import type { Stored } from '../../../src/link/types.ts';

const entry = 'machine.dygram';

test('a bare source is a record without ticks', () => {
  const { record, sources } = recordOfLink({ s: 'a' });
  assert.deepEqual(
    [record, sources, hasRun(record)],
    [{ s: 'a', r: { l: [] }, t: [], k: 0 }, { source: 'a', files: {}, entry }, false],
  );
});

test('ticks default to the last action', () => {
  const { record } = recordOfLink({
    s: 'a',
    i: { C: { n: 1 } },
    r: { m: 'manual' },
    t: [
      [2, 'c', '1'],
      [4, 'c', '2'],
    ],
    v: 1,
  });
  assert.deepEqual([record.k, record.r, record.i, hasRun(record)], [4, { m: 'manual', l: [] }, { C: { n: 1 } }, true]);
});

test('the rules that a link was made with go with the record', () => {
  assert.equal(recordOfLink({ s: 'a', k: 1, v: 1 }).record.v, 1);
  assert.equal('v' in recordOfLink({ s: 'a', k: 1 }).record, false);
});

test('stored replies are marked as those of the link', () => {
  const reply: Stored = ['1', 'a', 'd', { turns: [] }];
  assert.deepEqual(recordOfLink({ s: 'a', r: { l: [reply, reply] }, t: [[1, 'r', 0]] }).record.r, {
    l: [reply, reply],
    given: 2,
  });
});

test('the other files of a link go with the record', () => {
  const files = { 'lib/b.dygram': 'b' };
  assert.deepEqual(recordOfLink({ s: 'a', f: files }), {
    sources: { source: 'a', files, entry },
    record: { s: 'a', f: files, e: entry, r: { l: [] }, t: [], k: 0 },
  });
});

test('a document file names its entry', () => {
  assert.deepEqual(recordOfLink({ s: 'a', f: { '../x': 'x' } }, 'shop/till.dygram').sources, {
    source: 'a',
    files: { x: 'x' },
    entry: 'shop/till.dygram',
  });
  assert.equal(
    recordOfLink({ s: 'a', f: { '../../x': 'x' } }, 'shop/till.dygram').sources.entry,
    'machine/machine/machine.dygram',
    'a name that has too few folders is not used',
  );
  assert.equal(
    recordOfLink({ s: 'a', f: { 'till.dygram': 'x' } }, 'till.dygram').sources.entry,
    entry,
    'nor one that another file has',
  );
});
