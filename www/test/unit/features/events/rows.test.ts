// Rows of events name edges as people read them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { edgeNames } from '../../../../src/protocol/edge-keys.ts';
import { cellsOf, eventRows } from '../../../../src/features/events/rows.ts';
import { details, kindWords } from '../../../../src/views/event-words.ts';
import type { Event } from '../../../../src/protocol/types.ts';
import type { State } from '../../../../src/store/state.ts';

const event = { seq: 1, step: 1, tick: 1, kind: 'conditionEvaluated', path: '1', edge: 'e0', result: 'true' };
const events = [event] as unknown as Event[];
const run = { view: { seq: 1, edges: [{ id: 'e0', source: 'brew', target: 'pour' }] }, revisions: [] };
const state = (filter: string) =>
  ({
    run: { branchEvents: events, snapshot: run },
    filter,
    eventList: { kind: '', by: 0, down: false },
  }) as unknown as State;

test('a row that leaves the page says which edge it was, and keeps its id in the details', () => {
  const cells = cellsOf(events[0] as Event, edgeNames(run as never));
  assert.equal(cells[6], 'brew → pour is true');
  assert.equal(JSON.parse(String(cells[7])).edge, 'e0');
});

test('kinds of events have words, and are found by these and by their names in the API', () => {
  assert.deepEqual((['nodeEntered', 'joinFired', 'blocked', 'requestLapsed'] as const).map(kindWords), [
    'Node entered',
    'Join completed',
    'Blocked',
    'Question expired',
  ]);
  assert.equal(eventRows(state('condition evaluated')).length, 1);
  assert.equal(eventRows(state('conditionEvaluated')).length, 1);
});

test('what an event says names lists and members as people read them, and leaves out what is empty', () => {
  const reported = (more: object) => details({ ...event, ...more } as unknown as Event);
  const { edge: _, result: __, ...plain } = event;
  const parked = (missing: string[]) =>
    details({ ...plain, kind: 'parked', join: 'both', have: 1, need: 3, missing } as unknown as Event);
  assert.equal(parked(['1.2', '1.3']), 'join both, have 1, need 3, missing 1.2 1.3');
  assert.equal(parked([]), 'join both, have 1, need 3');
  assert.equal(details({ ...plain, kind: 'timeReported', elapsedMs: 20 } as unknown as Event), 'elapsed ms 20');
  assert.equal(reported({ kind: 'retryScheduled', attempt: 2, delayMs: 1500 }), 'attempt 2 in 1.5 s');
  assert.equal(reported({ kind: 'retryScheduled', attempt: 2, delayMs: 0 }), 'attempt 2');
  assert.equal(reported({ kind: 'agentReplied', request: 'r1', turns: 0, error: 'Timeout' }), 'Timeout');
  assert.equal(reported({ kind: 'agentReplied', request: 'r1', turns: 1 }), '1 turn');
  assert.equal(reported({ kind: 'agentSaid', request: 'r1', text: 'Done.' }), 'Done.');
  assert.equal(reported({ kind: 'pathCancelled', reason: 'failFast' }), 'another path failed');
  assert.equal(reported({ kind: 'spawned', children: [{ path: '1.1', node: 'a' }] }), '1.1 at a');
});

test('a completed join says which paths merged, and why it took fewer', () => {
  const reported = (more: object) =>
    details({ kind: 'joinFired', join: 'both', generation: 1, cancelled: [], reason: 'complete', ...more } as never);
  assert.equal(reported({ paths: ['1.1', '1.2'] }), 'both: 1.1, 1.2');
  assert.equal(reported({ paths: ['1.1', '1.2'], continuing: '1' }), 'both: 1.1, 1.2 merged into 1');
  assert.equal(reported({ paths: ['1', '2'], continuing: '1' }), 'both: 2 merged into 1');
  assert.equal(
    reported({ paths: ['1.1'], continuing: '1', cancelled: ['1.2', '1.3'], reason: 'timeout' }),
    'both: 1.1 merged into 1; canceled 1.2, 1.3; it timed out',
  );
});

test('the filter looks at the names of edges', () => {
  assert.equal(eventRows(state('brew → pour')).length, 1);
  assert.equal(eventRows(state('e0')).length, 0);
});

test('a rejected write and a caught failure are told in words, not as data', () => {
  const reported = (more: object) => details({ seq: 1, step: 1, tick: 1, path: '1', ...more } as unknown as Event);
  const error = {
    pointer: '/fnance',
    code: 'unknown-field',
    message: 'unknown field `fnance`',
    expected: [],
    actual: 1,
  };
  assert.equal(
    reported({ kind: 'writeRefused', node: 'a', context: 'Vote', errors: [error], source: 'agent' }),
    'Vote: unknown field `fnance`',
  );
  const failure = { kind: 'tool', message: 'write to `Vote` rejected: /fnance: unknown field `fnance`', node: 'a' };
  assert.equal(reported({ kind: 'caught', edge: 'e0', failure }), 'unknown field `fnance`');
  assert.equal(
    reported({ kind: 'toolCalled', node: 'a', name: 'write_Vote', ok: false, error: failure }),
    'write_Vote: unknown field `fnance`',
  );
});
