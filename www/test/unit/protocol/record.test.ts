import assert from 'node:assert/strict';
import { test } from 'node:test';
import { edgeId, edgeKey } from '../../../src/protocol/edge-keys.ts';
import { positions, positionText, stepAway, stepOf } from '../../../src/protocol/positions.ts';
import {
  ActionLog,
  appendAction,
  beginRecord,
  truncateRecord,
  withUsedReplies,
  settingsOf,
  type RecordedAction,
} from '../../../src/protocol/record.ts';
import type { AgentReply, Entry, Json, StoredReply } from '../../../src/protocol/types.ts';
import { present } from '../../loose.ts';
import { sparse } from '../../sparse.ts';

/** A reply of which nothing is looked at. */
const REPLY = {} as AgentReply;

const at = (tick: number, action = 0, branch = 'b1') => ({ tick, action, branch });
const entry = (...parts: [kind: string, ...rest: Json[]]): RecordedAction => ({ kind: 'entry', entry: parts });

test('ticks move k, actions stand at their tick, replies go to the store', () => {
  let record = beginRecord({ source: 'a', files: {}, entry: 'machine.dygram' }, { m: 'auto' });
  record = appendAction(record, { kind: 'tick' }, 1);
  record = appendAction(record, entry('e', '1', 'C.n', 2), 1);
  record = appendAction(record, { kind: 'reply', stored: ['1', 'a', 'd', { turns: [] }] }, 1);
  assert.deepEqual(record, {
    s: 'a',
    r: { m: 'auto', l: [['1', 'a', 'd', { turns: [] }]] },
    t: [
      [1, 'e', '1', 'C.n', 2],
      [1, 'r', 0],
    ],
    k: 1,
  });
});

test('a cut drops later ticks and actions, and the replies that were only theirs', () => {
  let record = appendAction(beginRecord({ source: 'a', files: {}, entry: 'machine.dygram' }, {}), { kind: 'tick' }, 1);
  for (const recordedAction of [
    entry('c', '1'),
    { kind: 'reply', stored: ['1', 'a', 'd', REPLY] },
  ] satisfies RecordedAction[])
    record = appendAction(record, recordedAction, 1);
  record = appendAction(record, { kind: 'tick' }, 2);
  assert.deepEqual(truncateRecord(record, { tick: 1, action: 1 }), { s: 'a', r: { l: [] }, t: [[1, 'c', '1']], k: 1 });
  assert.deepEqual(truncateRecord(record, { tick: 1, action: 2 }).r.l.length, 1);
  assert.deepEqual(truncateRecord(record, { tick: 0, action: 0 }).t, []);
});

test('each branch has its own record, begun at its fork', () => {
  const log = new ActionLog();
  log.begin(beginRecord({ source: 'a', files: {}, entry: 'machine.dygram' }, {}), at(0));
  log.recordAction({ kind: 'tick' }, at(1));
  log.recordAction(entry('c', '1'), at(1, 1));
  log.recordAction({ kind: 'tick' }, at(2));
  log.setPosition(at(1));
  log.recordAction({ kind: 'tick' }, at(2, 0, 'b2'));
  assert.deepEqual([present(log.branchRecord).t, present(log.branchRecord).k, log.branches], [[], 2, 2]);
  log.setPosition(at(1));
  assert.deepEqual([present(log.branchRecord).t, present(log.branchRecord).k], [[[1, 'c', '1']], 2]);
});

test('changed settings enter the record with the next deed, and survive a cut', () => {
  const log = new ActionLog();
  log.begin(beginRecord({ source: 'a', files: {}, entry: 'machine.dygram' }, { m: 'manual' }), at(0));
  log.recordAction({ kind: 'tick' }, at(1));
  log.recordAction({ kind: 'tick' }, at(2));
  log.setPosition(at(1));
  log.setSettings({ m: 'auto' });
  log.recordAction({ kind: 'tick' }, at(2, 0, 'b2'));
  assert.deepEqual(present(log.branchRecord).t, [[1, 's', { m: 'auto' }]]);
  assert.deepEqual(settingsOf(present(log.branchRecord)), { m: 'auto' });
});

test('positions end where their last automatic reply ends', () => {
  const entries = sparse<Entry[]>([
    { step: 0, tick: 0, action: 0 },
    { step: 1, tick: 1, action: 0 },
    { step: 2, tick: 1, action: 0, auto: true },
    { step: 3, tick: 1, action: 1 },
    { step: 4, tick: 1, action: 1, auto: true },
    { step: 5, tick: 2, action: 0 },
  ]);
  assert.deepEqual(
    positions(entries).map((one) => [positionText(one), one.step]),
    [
      ['0', 0],
      ['1', 2],
      ['1.1', 4],
      ['2', 5],
    ],
  );
  assert.equal(stepAway(entries, 5, 1), 4);
  assert.equal(stepAway(entries, 5, 99), 0);
  assert.equal(stepAway(entries, 0, 1), null);
  assert.equal(stepAway(entries, 0, -2), 4);
  assert.equal(stepAway(entries, 5, -1), null);
  assert.equal(stepAway(entries, 3, 1), 2, 'inside a position, back is the end of the one before');
  assert.equal(stepOf(entries, { tick: 1, action: 1 }), 4);
  assert.equal(stepOf(entries, { tick: 9, action: 0 }), null);
});

test('edge keys count edges with the same ends', () => {
  const edges = [
    { id: 'e0', source: 'a', target: 'b' },
    { id: 'e1', source: 'a', target: 'c' },
    { id: 'e2', source: 'a', target: 'b' },
  ];
  assert.deepEqual(
    edges.map(({ id }) => edgeKey(edges, id)),
    ['a>b#0', 'a>c#0', 'a>b#1'],
  );
  assert.deepEqual(
    ['a>b#1', 'a>b#2', 'nonsense'].map((key) => edgeId(edges, key)),
    ['e2', null, null],
  );
});

test('start values and edits of the graph stand in the record, on every branch', () => {
  const log = new ActionLog();
  log.begin(beginRecord({ source: 'a', files: {}, entry: 'machine.dygram' }, {}, { C: { n: 1 } }), at(0));
  log.recordAction({ kind: 'tick' }, at(1));
  log.recordGraphEdit({ op: 'state', node: 'run', state: 'HIDDEN' });
  log.setPosition(at(0));
  log.recordAction({ kind: 'tick' }, at(1, 0, 'b2'));
  assert.deepEqual(log.branchRecord, {
    s: 'a',
    i: { C: { n: 1 } },
    r: { l: [] },
    t: [],
    k: 1,
    g: [{ op: 'state', node: 'run', state: 'HIDDEN' }],
  });
  const again = new ActionLog();
  again.begin(present(log.branchRecord), at(1));
  assert.deepEqual(again.branchRecord, log.branchRecord);
});

test('stored replies that came with a link stay through a cut, and those no action names are used up', () => {
  const l: StoredReply[] = [
    ['1', 'a', 'd1', REPLY],
    ['1', 'b', 'd2', REPLY],
    ['1', 'c', 'd3', REPLY],
  ];
  const record = withUsedReplies({
    s: 'a',
    r: { l, given: 3 },
    t: [
      [1, 'r', 1],
      [2, 'c', '1'],
    ],
    k: 2,
  });
  assert.deepEqual(record.t.at(-1), [2, 'l']);
  assert.equal(withUsedReplies(record), record);
  const early = truncateRecord(record, { tick: 1, action: 1 });
  assert.deepEqual(
    [early.t, early.r.l.length],
    [
      [
        [1, 'r', 1],
        [1, 'l'],
      ],
      3,
    ],
  );
  const more = appendAction(early, { kind: 'reply', stored: ['1', 'd', 'd4', REPLY] }, 2);
  assert.deepEqual([more.t.at(-1), truncateRecord(more, { tick: 1, action: 1 }).r.l.length], [[2, 'r', 3], 3]);
});
