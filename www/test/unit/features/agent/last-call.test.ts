// The last call of an agent, and what of its reply was rejected.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lastCall } from '../../../../src/features/agent/last-call.ts';
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
