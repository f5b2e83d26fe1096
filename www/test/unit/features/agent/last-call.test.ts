// The last call of an agent, and what of its reply was rejected.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lastCall } from '../../../../src/features/agent/last-call.ts';
import { agentWords } from '../../../../src/features/agent/strings.ts';
import { sparse } from '../../../sparse.ts';
import type { State } from '../../../../src/workspace/state.ts';

const given = (request: string) => ({ request, path: '1', node: 'heat', reply: { turns: [] }, step: 3 });
const asked = (request: string, attempt: number) => ({
  kind: 'agentRequested' as const,
  request,
  attempt,
  path: '1',
  node: 'heat',
});
const refused = (message: string) => ({
  kind: 'writeRefused' as const,
  path: '1',
  node: 'heat',
  errors: [{ pointer: '/celsius', message }],
});

test('rejections before the last call are not its own, and a field is named once', () => {
  const call = lastCall(
    sparse<State>({
      replies: [given('r1'), given('r2')],
      events: [asked('r1', 1), refused('old'), asked('r2', 2), refused('expected number'), refused('expected number')],
    }),
  );
  assert.deepEqual([call?.attempt, call?.errors], [2, ['`celsius`: expected number']]);
  const named = sparse<State>({
    replies: [given('r1')],
    events: [asked('r1', 1), refused('`celsius` must be a number')],
  });
  assert.deepEqual(lastCall(named)?.errors, ['`celsius` must be a number']);
  assert.equal(lastCall(sparse<State>({ replies: [], events: [] })), null);
});

test('the last call has the replies of all its turns, and of no attempt before', () => {
  const turn = (request: string, attempt: number, n: number) => ({ ...asked(request, attempt), turn: n });
  const replies = ['r1', 'r2', 'r3', 'r4'].map(given);
  const other = { ...given('o1'), path: '2' };
  const call = lastCall(
    sparse<State>({
      replies: [...replies.slice(0, 3), other, ...replies.slice(3)] as never,
      events: [turn('r1', 1, 1), turn('r2', 2, 1), turn('r3', 2, 2), refused('expected number'), turn('r4', 2, 3)],
    }),
  );
  const told = [...(call?.before ?? []), call].map((one) => [one?.given.request, one?.turn, one?.outcome]);
  assert.deepEqual(told, [
    ['r2', 1, 'accepted'],
    ['r3', 2, 'rejected'],
    ['r4', 3, 'accepted'],
  ]);
});

test('a call that waits names visit and turn from the second on, and tells what they are', () => {
  assert.equal(agentWords.place(1, 1, 1), 'attempt 1');
  assert.equal(agentWords.place(2, 1, 3), 'visit 2 · attempt 1 · turn 3');
  assert.equal(agentWords.about(1, 1, 1), '');
  assert.equal(agentWords.about(1, 1, 2), 'A new turn begins after each reply that is not the final one.');
});

test('a call that failed was not rejected', () => {
  const outcome = (reply: object, ...after: object[]) =>
    lastCall(
      sparse<State>({
        replies: [{ ...given('r1'), reply }] as never,
        events: [asked('r1', 1), ...after] as never,
      }),
    )?.outcome;
  assert.equal(outcome({ turns: [] }), 'accepted');
  assert.equal(outcome({ turns: [] }, refused('expected number')), 'rejected');
  assert.equal(outcome({ error: { message: 'away from my desk', retryable: true } }), 'failed');
});
