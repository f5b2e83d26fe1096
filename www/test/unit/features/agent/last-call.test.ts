// The last call of an agent, and what of its reply was rejected.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lastCall, rejections } from '../../../../src/features/agent/last-call.ts';
import { agentWords } from '../../../../src/features/agent/strings.ts';
import { sparse } from '../../../sparse.ts';
import type { Event } from '../../../../src/protocol/types.ts';
import type { State } from '../../../../src/store/state.ts';

const asked = (request: string, attempt: number, turn: number = 1, step: number = 0) => ({
  kind: 'agentRequested' as const,
  request,
  attempt,
  turn,
  step,
  path: '1',
  node: 'heat',
});
const replied = (request: string, step: number, more: object = {}) => ({
  kind: 'agentReplied' as const,
  request,
  turns: 1,
  step,
  path: '1',
  node: 'heat',
  ...more,
});
const refused = (message: string, step: number) => ({
  kind: 'writeRefused' as const,
  path: '1',
  node: 'heat',
  step,
  errors: [{ pointer: '/celsius', message }],
});
const last = (events: object[], step: number = 9) =>
  lastCall(sparse<State>({ run: { branchEvents: events as never, snapshot: { position: { step } } } }));

test('rejections before the last call are not its own, and a field is named once', () => {
  const call = last([
    asked('r1', 1),
    replied('r1', 1),
    refused('old', 1),
    asked('r2', 2, 1, 1),
    replied('r2', 2),
    refused('expected number', 2),
    refused('expected number', 2),
  ]);
  assert.deepEqual([call?.attempt, call?.errors], [2, ['`celsius`: expected number']]);
  const named = last([asked('r1', 1), replied('r1', 1), refused('`celsius` must be a number', 1)]);
  assert.deepEqual(named?.errors, ['`celsius` must be a number']);
  assert.equal(last([]), null);
});

test('the last call has the replies of all its turns, and of no attempt before', () => {
  const call = last([
    asked('r1', 1),
    replied('r1', 1),
    asked('r2', 2, 1, 1),
    replied('r2', 2),
    asked('r3', 2, 2, 2),
    replied('r3', 3),
    refused('expected number', 3),
    asked('r4', 2, 3, 3),
    replied('o1', 4, { path: '2' }),
    replied('r4', 5),
  ]);
  const reported = [...(call?.before ?? []), call].map((one) => [one?.given.request, one?.turn, one?.outcome]);
  assert.deepEqual(reported, [
    ['r2', 1, 'accepted'],
    ['r3', 2, 'rejected'],
    ['r4', 3, 'accepted'],
  ]);
});

test('at an earlier step the last call is the one before it, and before the first there is none', () => {
  const said = (request: string, step: number, text: string) => ({ kind: 'agentSaid', request, step, text });
  const events = [
    asked('r1', 1),
    replied('r1', 3),
    said('r1', 3, 'one'),
    asked('r2', 1, 1, 4),
    replied('r2', 6),
    said('r2', 6, 'two'),
    refused('expected number', 6),
  ];
  const reported = (step: number) => {
    const call = last(events, step);
    return call && [call.given.request, call.given.reply, call.outcome];
  };
  assert.deepEqual(reported(6), ['r2', { turns: [{ text: 'two', calls: [] }] }, 'rejected']);
  assert.deepEqual(reported(5), ['r1', { turns: [{ text: 'one', calls: [] }] }, 'accepted']);
  assert.equal(reported(2), null);
});

test('a call that waits names visit and turn from the second on, and tells what they are', () => {
  assert.equal(agentWords.place(1, 1, 1), 'attempt 1');
  assert.equal(agentWords.place(2, 1, 3), 'visit 2 · attempt 1 · turn 3');
  assert.equal(agentWords.about(1, 1, 1), '');
  assert.equal(agentWords.about(1, 1, 2), 'A new turn begins after each reply that is not the final one.');
});

test('a call that failed was not rejected', () => {
  const outcome = (more: object, ...after: object[]) =>
    last([asked('r1', 1), replied('r1', 1, more), ...after])?.outcome;
  assert.equal(outcome({}), 'accepted');
  assert.equal(outcome({}, refused('expected number', 1)), 'rejected');
  assert.equal(outcome({ turns: 0, error: 'away from my desk' }), 'failed');
});

test('a reply is rejected for a call that failed as well, in words for people', () => {
  const called = (error: object | undefined, request: string = 'r1') => ({
    kind: 'toolCalled',
    request,
    error,
    step: 1,
  });
  const errors = (...events: object[]) => last([asked('r1', 1), replied('r1', 1), ...events])?.errors;
  const message = 'unknown tool `transition_to_sent`; available tools: write_Order';
  assert.deepEqual(errors(called({ code: 'unknown-tool', message })), ['`sent` cannot be chosen']);
  assert.deepEqual(errors(called(undefined), called({ code: 'unknown-tool', message }, 'r2')), []);
  // Told field by field already.
  const write = { code: 'write-refused', message: 'write to `Water` rejected: /celsius: expected number' };
  assert.deepEqual(errors(refused('expected number', 1), called(write)), ['`celsius`: expected number']);
});

test('a reply among others is rejected for the writes of its own step', () => {
  const events = sparse<Event[]>([
    replied('r1', 1),
    refused('unknown field `fnance`', 1),
    refused('unknown field `fnance`', 1),
    replied('r2', 2),
  ]);
  const of = (step: number, path: string = '1') =>
    rejections(events, { request: `r${step}`, path, node: 'heat', step });
  assert.deepEqual([of(1), of(2), of(1, '2')], [['`celsius`: unknown field `fnance`'], [], []]);
});

test('a reply tells which contexts it has written, as it does where it was rejected all the same', () => {
  const written = (context: string, source: string) => ({
    kind: 'contextWritten',
    path: '1',
    node: 'heat',
    context,
    source,
    step: 1,
  });
  const call = last([
    asked('r1', 1),
    replied('r1', 1),
    written('Water', 'agent'),
    written('Water', 'agent'),
    written('Order', 'host'),
    refused('too hot', 1),
  ]);
  assert.deepEqual([call?.outcome, call?.writtenContexts], ['rejected', ['Water']]);
  assert.equal(agentWords.kept(['Water']), 'The write to `Water` took effect.');
  assert.equal(agentWords.kept(['Water', 'Order']), 'The writes to `Water`, `Order` took effect.');
});
