// The sentences of the timeline: one for each path and step, with its reason and what changed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plain } from '../../../src/run/parts.ts';
import { failedBefore, rowText, stepRows } from '../../../src/run/step-rows.ts';
import { sparse, sparsely, type Sparse } from '../../sparse.ts';
import type { Event } from '../../../src/protocol/types.ts';

const EDGES: Record<string, { source: string; target: string; condition?: string }> = {
  e0: { source: 'wait', target: 'load', condition: 'Van.boxes > 0' },
  e1: { source: 'carry', target: 'load' },
  e2: { source: 'ring', target: 'pack' },
};
const rowsOf = sparsely(stepRows);
const AT = { path: '1', node: 'heat' };

/** The rows of one step. */
const rows = (...events: Sparse<Event>[]) =>
  rowsOf(
    events.map((event, i): Sparse<Event> => ({ seq: i + 1, step: 1, tick: 1, ...event })),
    { first: 1, step: 1 },
    { edge: (id: string) => EDGES[id] ?? null, unanswered: { r9: 'no stub, waiting for your reply' } },
  );
const tell = (...events: Sparse<Event>[]) => rows(...events).map((row) => `${row.path}| ${rowText(row)}`);
const move = (from: string, to: string, cause: Sparse<Event> | object): Sparse<Event> =>
  ({ kind: 'moved', path: '1', edge: 'x', from, to, left: [], entered: [], cause }) as Sparse<Event>;
const call: Sparse<Event> = { kind: 'agentRequested', request: 'r1', attempt: 1, ...AT };
const reply: Sparse<Event> = { kind: 'agentReplied', request: 'r1', turns: 1, final: true, ...AT };
const written: Sparse<Event> = {
  kind: 'contextWritten',
  path: '1',
  node: 'heat',
  context: 'Water',
  source: 'agent',
  changes: [{ field: 'celsius', before: 20, after: 60 }],
};

test('a start, a move and its reason', () => {
  assert.deepEqual(tell({ kind: 'runStarted', starts: [{ path: '1', node: 'begin', entered: [] }] }), [
    '1| starts at begin',
  ]);
  assert.deepEqual(tell(move('begin', 'heat', { type: 'auto' })), ['1| moved from begin to heat']);
  assert.deepEqual(tell(move('a', 'b', { type: 'condition', text: 'C.n > 1' })), [
    '1| moved from a to b because C.n > 1',
  ]);
  assert.deepEqual(tell(move('a', 'b', { type: 'condition', text: 'C.n > 1', unless: true })), [
    '1| moved from a to b because C.n > 1 is false',
  ]);
  assert.deepEqual(tell(move('a', 'b', { type: 'choice' })), ['1| moved from a to b by you']);
  const fallback = move('decide', 'rejected', { type: 'default' });
  const refused = { kind: 'conditionEvaluated', path: '1', edge: 'e0', result: 'false' } as Sparse<Event>;
  assert.deepEqual(tell(fallback), ['1| moved from decide to rejected']);
  assert.deepEqual(tell(refused, fallback), ['1| moved from decide to rejected no condition was true']);
});

test('an agent call is shown with what followed, and with what it wrote', () => {
  assert.deepEqual(
    tell(call, reply, written, move('heat', 'done', { type: 'condition', text: 'Water.celsius >= 60' })),
    ['1| heat called its agent, then moved to done because Water.celsius >= 60 · Water.celsius 20 → 60'],
  );
  assert.deepEqual(tell(call, reply, move('heat', 'heat', { type: 'default' })), [
    '1| heat called its agent and repeated no condition was true',
  ]);
  assert.deepEqual(tell({ ...call, request: 'r9' }), ['1| heat called its agent no stub, waiting for your reply']);
});

test('the turns of a call are no calls of their own', () => {
  const turn = (n: number): Sparse<Event> => ({ ...call, request: `r${n}`, turn: n }) as Sparse<Event>;
  const on = move('heat', 'done', { type: 'auto' });
  assert.deepEqual(tell(turn(1), reply, turn(2), reply, on), [
    '1| heat called its agent (2 turns), then moved to done',
  ]);
  assert.deepEqual(tell(reply, turn(2)), ['1| heat got its reply, continued with turn 2']);
  assert.deepEqual(tell(reply, { ...turn(2), request: 'r9' } as Sparse<Event>), [
    '1| heat got its reply, continued with turn 2 no stub, waiting for your reply',
  ]);
  const answer = { kind: 'requestAnswered', request: 'q', ok: true, text: 'yes', ...AT } as Sparse<Event>;
  assert.deepEqual(tell(answer, turn(2), reply, on), [
    '1| heat got an answer, continued with turn 2, then moved to done',
  ]);
  const declined = { ...answer, ok: false } as Sparse<Event>;
  assert.deepEqual(tell(declined), ['1| heat had its question declined: “yes”']);
});

test('a value that changed twice in a step is shown once', () => {
  const again: Sparse<Event> = { ...written, changes: [{ field: 'celsius', before: 60, after: 100 }] } as Sparse<Event>;
  assert.deepEqual(rows(call, written, again, reply)[0]?.changes, [
    { name: 'Water.celsius', before: '20', after: '100' },
  ]);
});

test('waits, forks and joins', () => {
  assert.deepEqual(tell({ kind: 'requestOpened', query: 'May we?', request: 'q', ...AT }), [
    '1| heat is waiting for an answer: May we?',
  ]);
  assert.deepEqual(
    tell(
      {
        kind: 'spawned',
        path: '1',
        edge: 'e2',
        children: [
          { path: '1.1', node: 'a', entered: [] },
          { path: '1.2', node: 'b', entered: [] },
        ],
      },
      { kind: 'pathForked', path: '1', node: 'ring' },
    ),
    ['1| forked at ring into 1.1 1.2'],
  );
  assert.deepEqual(tell({ kind: 'parked', path: '1', node: 'carry', edge: 'e1', join: 'van', have: 1, need: 3 }), [
    '1| carry is waiting at the join of load 1 of 3 paths',
  ]);
  assert.deepEqual(
    tell(
      { kind: 'joinFired', join: 'both', paths: ['1', '2'], continuing: '1', cancelled: [], reason: 'complete' },
      { kind: 'pathMerged', path: '2', into: '1', join: 'both' },
    ),
    ['1| 2 joined into 1 at both'],
  );
  assert.deepEqual(
    tell({
      kind: 'blocked',
      path: '1',
      node: 'wait',
      reason: 'noTransition',
      edges: [{ edge: 'e0', result: 'false' }],
    }),
    ['1| blocked at wait Van.boxes > 0 is false'],
  );
});

test('a failure is shown once and in red, a retry with its attempt', () => {
  const failure = {
    kind: 'tool',
    code: 'write-refused',
    message: '`celsius` must be a number, got a string',
    node: 'heat',
    retryable: false,
  };
  const [row, ...others] = rows(
    call,
    { kind: 'visitFailed', attempt: 1, failure, ...AT },
    { kind: 'pathFailed', failure, ...AT },
  );
  assert.deepEqual(
    [others.length, row?.bad, row && rowText(row)],
    [0, true, 'heat failed: agent reply rejected celsius must be a number, got a string'],
  );
  assert.deepEqual(
    tell(
      { kind: 'visitFailed', attempt: 1, failure, ...AT },
      { kind: 'retryScheduled', attempt: 2, delayMs: 0, ...AT },
    ),
    ['1| heat failed, retrying (attempt 2) celsius must be a number, got a string'],
  );
});

test('a visit that needed a retry tells its attempts, whatever became of it', () => {
  const failure = { kind: 'agent', code: 'stub', message: 'busy', node: 'heat', retryable: true };
  const again: Sparse<Event>[] = [
    call,
    { kind: 'visitFailed', attempt: 1, failure, ...AT },
    { kind: 'retryScheduled', attempt: 2, delayMs: 0, ...AT },
    { ...call, request: 'r2', attempt: 2 } as Sparse<Event>,
  ];
  assert.deepEqual(tell(...again, reply, move('heat', 'done', { type: 'auto' })), [
    '1| heat called its agent (2 attempts), then moved to done retried: busy',
  ]);
  const because = move('heat', 'done', { type: 'condition', text: 'Water.celsius >= 60' });
  const second = { ...call, request: 'r3', attempt: 2, turn: 2 } as Sparse<Event>;
  assert.deepEqual(tell(...again, reply, second, reply, because), [
    '1| heat called its agent (2 attempts, 2 turns), then moved to done ' +
      'retried: busy · because Water.celsius >= 60',
  ]);
  assert.deepEqual(
    tell(...again, { kind: 'visitFailed', attempt: 2, failure, ...AT }, { kind: 'pathFailed', failure, ...AT }),
    ['1| heat failed after 2 attempts: agent error busy'],
  );
});

test('a failure that was retried or caught did not stop the path, so its row is not red', () => {
  const failed: Sparse<Event> = { kind: 'visitFailed', attempt: 1, failure, ...AT };
  const [again] = rows(failed, { kind: 'retryScheduled', attempt: 2, delayMs: 0, ...AT });
  const [caught] = rows(
    call,
    failed,
    { kind: 'caught', path: '1', edge: 'x', failure },
    move('heat', 'cool', { type: 'catch' }),
  );
  assert.deepEqual(
    [again?.bad, caught?.bad, caught && rowText(caught)],
    [false, false, 'heat failed, moved to cool no luck'],
  );
});

test('a path that worked before it merged, or after an answer, tells both', () => {
  assert.deepEqual(tell(call, reply, { kind: 'pathMerged', path: '1', into: '2', join: 'both' }), [
    '1| heat called its agent, then merged into 2',
  ]);
  assert.deepEqual(
    tell(
      { kind: 'requestAnswered', request: 'q', ok: true, text: 'yes', ...AT },
      call,
      reply,
      move('heat', 'done', { type: 'auto' }),
    ),
    ['1| heat got an answer, called its agent, then moved to done'],
  );
});

test('a path that answered or called its agent tells it where it forked, completed or is blocked, too', () => {
  const answer: Sparse<Event> = { kind: 'requestAnswered', request: 'q', ok: true, text: 'yes', ...AT };
  const spawned = (...paths: string[]): Sparse<Event> => ({
    kind: 'spawned',
    path: '1',
    edge: 'e2',
    children: paths.map((path) => ({ path, node: 'a', entered: [] })),
  });
  const fork: Sparse<Event>[] = [spawned('1.1'), spawned('1.2'), { kind: 'pathForked', ...AT }];
  assert.deepEqual(tell(answer, ...fork), ['1| heat got the answer “yes”, then forked into 1.1 1.2']);
  assert.deepEqual(tell(answer, call, reply, ...fork), [
    '1| heat got an answer, called its agent, then forked into 1.1 1.2',
  ]);
  const on = move('heat', 'done', { type: 'auto' });
  assert.deepEqual(tell(answer, spawned('1.1'), on), [
    '1| heat got the answer “yes”, forked into 1.1, then moved to done',
  ]);
  assert.deepEqual(tell(spawned('1.1'), on), ['1| heat forked into 1.1, then moved to done']);
  assert.deepEqual(tell(call, reply, written, { kind: 'pathCompleted', ...AT }), [
    '1| heat called its agent, then completed · Water.celsius 20 → 60',
  ]);
  const blocked: Sparse<Event> = { kind: 'blocked', reason: 'noTransition', edges: [], ...AT };
  assert.deepEqual(tell(call, reply, blocked), ['1| heat called its agent and is blocked no edge can be taken']);
});

test('a write that was rejected while the path goes on is the reason of the row, which has a tag', () => {
  const refused = (context: string): Sparse<Event> => ({
    kind: 'writeRefused',
    context,
    source: 'agent',
    errors: [{ pointer: '/fnance', message: 'unknown field `fnance`' }],
    ...AT,
  });
  const merged: Sparse<Event> = { kind: 'pathMerged', path: '1', into: '2', join: 'both' };
  const [row] = rows(call, reply, refused('Vote'), merged);
  assert.equal(
    row && rowText(row),
    'heat called its agent, then merged into 2 its write to Vote was rejected: unknown field fnance · Write rejected',
  );
  assert.deepEqual([row?.tag?.tone, row?.bad], ['warn', false]);
  assert.deepEqual(tell(call, reply, refused('Vote'), refused('Log'), move('heat', 'done', { type: 'auto' })), [
    '1| heat called its agent, then moved to done its writes to Vote, Log were rejected: unknown field fnance' +
      ' (and 1 more) · Write rejected',
  ]);
  // The next turn is asked; and a failure is shown once.
  assert.deepEqual(tell(reply, refused('Vote'), { ...call, request: 'r9', turn: 2 } as Sparse<Event>), [
    '1| heat got its reply, continued with turn 2 its write to Vote was rejected: unknown field fnance' +
      ' · no stub, waiting for your reply · Write rejected',
  ]);
  const failed: Sparse<Event> = { kind: 'visitFailed', attempt: 1, failure, ...AT };
  assert.deepEqual(tell(refused('Vote'), failed, { kind: 'retryScheduled', attempt: 2, delayMs: 0, ...AT }), [
    '1| heat failed, retrying (attempt 2) no luck',
  ]);
});

test('an answer that calls no agent is shown with its words, where the row has room for them', () => {
  const answer = (text: string): Sparse<Event> => ({ kind: 'requestAnswered', request: 'q', ok: true, text, ...AT });
  const moved = move('heat', 'done', { type: 'auto' });
  assert.deepEqual(tell(answer('no'), moved), ['1| heat got the answer “no”, then moved to done']);
  assert.deepEqual(tell(answer('no, because of the many words'), moved), ['1| heat got an answer, then moved to done']);
});

test('an edit by the user, and the end of a run as a tag', () => {
  assert.deepEqual(tell({ ...written, source: 'host' } as Sparse<Event>), [
    '1| you changed Water.celsius · Water.celsius 20 → 60',
  ]);
  assert.deepEqual(
    tell(
      { kind: 'pathCompleted', path: '1', node: 'done' },
      { kind: 'runEnded', outcome: { kind: 'completed', incomplete: [] } },
    ),
    ['1| completed at done · Run completed'],
  );
});

const failure = { kind: 'agent', code: 'agent-error', message: 'no luck', node: 'heat', retryable: true };

test('a join tells which path it did not wait for, in the row of the path that continues', () => {
  const joined: Sparse<Event>[] = [
    { kind: 'joinFired', join: 'both', paths: ['1.2', '1.3'], continuing: '1', cancelled: [], reason: 'complete' },
    { kind: 'pathRevived', path: '1', join: 'both' },
    { kind: 'pathMerged', path: '1.2', into: '1', join: 'both' },
    { kind: 'pathMerged', path: '1.3', into: '1', join: 'both' },
    move('begin', 'pack', { type: 'join' }),
  ];
  const failed: Sparse<Event> = { kind: 'pathFailed', failure, path: '1.1', node: 'heat' };
  const reported = (events: Sparse<Event>[], all: Sparse<Event>[]) =>
    rowsOf(
      events.map((event): Sparse<Event> => ({ seq: 9, step: 3, tick: 3, ...event })),
      { first: 3, step: 3 },
      { edge: () => null, failed: (join) => failedBefore(sparse<Event[]>(all), join) },
    ).map((row) => `${row.path}| ${rowText(row)}`);
  const forked = (...paths: string[]): Sparse<Event> => ({
    kind: 'spawned',
    path: '1',
    seq: 1,
    tick: 1,
    children: paths.map((path) => ({ path, node: 'heat', entered: [] })),
  });
  const words = (without: string) => `1| 1.2 1.3 joined into 1 at both${without}, moved to pack`;
  const before = { ...failed, seq: 2 };
  assert.deepEqual(reported(joined, [forked('1.1', '1.2', '1.3'), before]), [words(' without 1.1 (failed)')]);
  assert.deepEqual(reported(joined, [forked('1.1', '1.2', '1.3'), { ...failed, seq: 12 }]), [words('')]);
  // A path of an earlier fork was not expected.
  assert.deepEqual(reported(joined, [{ ...forked('1.1'), tick: 0 }, forked('1.2', '1.3'), before]), [words('')]);
});

test('the end of a failed run stands at the failure, or tells of an earlier one in a row of its own', () => {
  const ended: Sparse<Event> = { kind: 'runEnded', outcome: { kind: 'failed', paths: ['1.1'], failure } };
  const done: Sparse<Event> = { kind: 'pathCompleted', path: '1', node: 'done' };
  assert.deepEqual(tell(done, ended), ['1| completed at done', '| the run failed because 1.1 failed']);
  assert.deepEqual(tell({ kind: 'pathFailed', failure, path: '1.1', node: 'heat' }, done, ended), [
    '1.1| heat failed: agent error no luck · Run failed',
    '1| completed at done',
  ]);
});

test('a merge conflict names the cure, unless the join says how it merges', () => {
  const conflict = (strategy: string) =>
    tell({ kind: 'mergeConflict', join: 'both', context: 'Review', field: 'text', values: [], taken: 'b', strategy });
  assert.deepEqual(conflict('last_wins'), [
    '| merge conflict in Review.text: kept "b" to keep all values, make it a list and use @join(merge: append)',
  ]);
  assert.deepEqual(conflict('keep'), ['| merge conflict in Review.text: kept "b"']);
});

test('a merge that keeps all values has no row of its own: the row of the join has the change', () => {
  const changes = [{ context: 'Review', field: 'list', before: [], after: ['a', 'b'] }];
  for (const strategy of ['append', 'collect', 'keyed'])
    assert.deepEqual(
      tell(
        { kind: 'joinFired', join: 'both', paths: ['1.1', '1.2'], continuing: '1', cancelled: [], reason: 'complete' },
        { kind: 'mergeConflict', join: 'both', context: 'Review', field: 'list', values: [], taken: [], strategy },
        { kind: 'merged', path: '1', join: 'both', from: ['1.1', '1.2'], strategy, changes },
      ),
      ['1| 1.1 1.2 joined into 1 at both · Review.list [] → ["a","b"]'],
    );
});

test('where a path went is the end of its sentence, which is not cut before the rest', () => {
  const ends = (...events: Sparse<Event>[]) => rows(...events).map(({ parts, end }) => [plain(parts), plain(end)]);
  const on = move('heat', 'done', { type: 'auto' });
  assert.deepEqual(ends(call, reply, on), [['heat called its agent,', ' then moved to done']]);
  // How often the agent was called stays in sight, too.
  const again: Sparse<Event>[] = [
    { kind: 'visitFailed', attempt: 1, failure, ...AT },
    { kind: 'retryScheduled', attempt: 2, delayMs: 0, ...AT },
  ];
  assert.deepEqual(ends(call, ...again, { ...call, attempt: 2 } as Sparse<Event>, reply, on), [
    ['heat called its agent', ' (2 attempts), then moved to done'],
  ]);
  assert.deepEqual(ends(call, ...again), [['heat failed, retrying', ' (attempt 2)']]);
  assert.deepEqual(ends(on), [['moved from heat', ' to done']]);
  assert.deepEqual(ends(call, reply, { kind: 'pathMerged', path: '1', into: '2', join: 'both' }), [
    ['heat called its agent,', ' then merged into 2'],
  ]);
  assert.deepEqual(
    ends(
      { kind: 'joinFired', join: 'both', paths: ['1.1', '1.2'], continuing: '1', cancelled: [], reason: 'complete' },
      move('begin', 'pack', { type: 'join' }),
    ),
    [['1.1 1.2 joined into 1 at both,', ' moved to pack']],
  );
});

test('a path that waits tells the agent call of the same step, too', () => {
  const parked = { kind: 'parked', path: '1', node: 'heat', edge: 'e1', join: 'van', have: 1, need: 3 } as const;
  assert.deepEqual(tell(call, reply, sparse<Event>(parked)), [
    '1| heat called its agent and is waiting at the join of load 1 of 3 paths',
  ]);
  assert.deepEqual(
    tell(
      call,
      { kind: 'visitFailed', attempt: 1, failure, ...AT },
      { kind: 'retryScheduled', attempt: 2, delayMs: 0, ...AT },
      { ...call, attempt: 2 } as Sparse<Event>,
      reply,
      sparse<Event>(parked),
    ),
    ['1| heat called its agent (2 attempts) and is waiting at the join of load ' + 'retried: no luck · 1 of 3 paths'],
  );
  assert.deepEqual(tell(call, reply, { kind: 'requestOpened', query: 'Which year?', request: 'q', ...AT }), [
    '1| heat called its agent and is waiting for an answer: Which year?',
  ]);
});

test('world 8: an answer to a form is shown with its values', () => {
  const answered = (more: object): Sparse<Event> =>
    ({
      kind: 'requestAnswered',
      request: 'q1',
      path: '1',
      node: 'approve',
      ok: true,
      text: '',
      ...more,
    }) as Sparse<Event>;
  assert.deepEqual(tell(answered({ value: { verdict: 'reject' } })), ['1| approve was answered: verdict = reject']);
  assert.deepEqual(tell(answered({ value: { verdict: 'more', amount: 3 } })), [
    '1| approve was answered: verdict = more, amount = 3',
  ]);
  assert.deepEqual(tell(answered({ value: {} })), ['1| approve was answered']);
  assert.deepEqual(tell(answered({ ok: false, text: 'not my case' })), [
    '1| approve had its question declined: “not my case”',
  ]);
});

test('world 8: an event and a timer are shown with where they led', () => {
  const received = { kind: 'eventReceived', name: 'paid', data: { amount: 120 }, paths: ['1'] } as Sparse<Event>;
  const moved = move('waiting', 'closed', { type: 'event', text: 'paid' });
  assert.deepEqual(tell(received, moved), ['1| received paid (120), moved to closed']);
  const bare = { kind: 'eventReceived', name: 'cancel', data: null, paths: ['1'] } as Sparse<Event>;
  assert.deepEqual(tell(bare, move('a', 'b', { type: 'event', text: 'cancel' })), ['1| received cancel, moved to b']);
  const two = { ...received, data: { amount: 2, by: 'card' } } as Sparse<Event>;
  assert.deepEqual(tell(two, moved), ['1| received paid (amount 2, by card), moved to closed']);
  const fired = { kind: 'timerFired', path: '1', node: 'approve', edge: 'e1', due: 1 } as Sparse<Event>;
  assert.deepEqual(tell(fired, move('approve', 'escalated', { type: 'timer', text: '2d' })), [
    '1| 2 d passed, moved to escalated',
  ]);
  assert.deepEqual(
    rowsOf([], { first: 1, step: 1, kind: 'elapse' }, { edge: () => null }).map((row) => rowText(row)),
    ['time passed'],
  );
});

test('world 8: what expressions set is shown with the move, or alone', () => {
  const set: Sparse<Event> = {
    kind: 'contextWritten',
    path: '1',
    node: 'approve',
    context: 'Rounds',
    source: 'set',
    changes: [{ field: 'count', before: 0, after: 1 }],
  };
  assert.deepEqual(tell(set), ['1| set Rounds.count to 1 · Rounds.count 0 → 1']);
  assert.deepEqual(tell(set, move('approve', 'assess', { type: 'condition', text: 'n < 2' })), [
    '1| moved from approve to assess because n < 2 · set Rounds.count to 1 · Rounds.count 0 → 1',
  ]);
});
