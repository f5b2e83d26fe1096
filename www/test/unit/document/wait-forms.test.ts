// Answers to forms, events and time, as the visitor gives them in the page: what is sent, and what stays when it is
// refused.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Replies } from '../../../src/document/replies.ts';
import { sparse } from '../../sparse.ts';
import { answered } from '../answered.ts';
import { testStore } from '../store.ts';
import type { Refusal } from '../../../src/protocol/types.ts';

type Running = ConstructorParameters<typeof Replies>[0]['running'];

const FORM = {
  context: 'Decision',
  fields: ['verdict', 'amount'],
  schema: {
    type: 'object',
    properties: { verdict: { enum: ['approve', 'reject'] }, amount: { type: 'number' } },
    required: ['verdict'],
  },
  values: { amount: 120 },
};
const PAID = { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] };

function page() {
  const store = testStore();
  const calls: unknown[][] = [];
  const now = { refusal: null as Refusal | null, resumed: 0 };
  const call =
    (name: string) =>
    async (...args: unknown[]) => (calls.push([name, ...args]), answered(now.refusal));
  const running = {
    answer: call('answer'),
    send: call('send'),
    elapse: call('elapse'),
    resumeAfterAnswer: async () => void (now.resumed += 1),
  };
  const question = {
    id: 'q',
    path: '1',
    node: 'approve',
    query: 'Refund?',
    priority: 'required',
    state: 'open',
    form: FORM,
  };
  const event = (name: string, schema: object | null) => ({ path: '1', node: 'wait', edge: 'e1', name, schema });
  const requests = [question];
  const events = [event('paid', PAID), event('cancel', null)];
  store.set({
    run: {
      ...store.state.run,
      snapshot: { pending: { agents: [], edits: [], requests }, view: { pending: { requests, events, timers: [] } } },
    } as never,
  });
  const replying = new Replies({ store, running: sparse<Running>(running) });
  const act = async (action: Parameters<Replies['act']>[0]) => {
    replying.act(action);
    await new Promise(setImmediate);
  };
  return { store, calls, now, act };
}

test('world 1: a form is sent with what was typed over the values that its fields have', async () => {
  const { store, calls, now, act } = page();
  await act({ type: 'answerFields', request: 'q', fields: { verdict: '"approve"', amount: '90' } });
  await act({ type: 'answer', request: 'q', ok: true });
  assert.deepEqual(calls, [['answer', 'q', { verdict: 'approve', amount: 90 }]]);
  assert.deepEqual([store.state.answers, now.resumed], [{}, 1]);
});

test('world 1: untouched, a form is sent with the values that it shows', async () => {
  const { calls, act } = page();
  await act({ type: 'answer', request: 'q', ok: true });
  assert.deepEqual(calls, [['answer', 'q', { amount: 120 }]]);
});

test('world 1: a violation is kept for its field, with what was typed', async () => {
  const { store, now, act } = page();
  const errors = [
    { pointer: '/verdict', code: 'required-missing', message: 'missing', expected: null, actual: 'unset' },
  ];
  now.refusal = { code: 'answer-invalid', message: 'not valid', data: { errors } };
  await act({ type: 'answerFields', request: 'q', fields: { amount: '7' } });
  await act({ type: 'answer', request: 'q', ok: true });
  assert.deepEqual(store.state.answers.q, { text: '', fields: { amount: '7' }, error: '', errors });
  assert.equal(now.resumed, 0);
  await act({ type: 'answerFields', request: 'q', fields: { amount: '8' } });
  assert.deepEqual(store.state.answers.q.errors, [], 'typing clears what was wrong');
});

test('what is no number is not sent', async () => {
  const { store, calls, act } = page();
  await act({ type: 'answerFields', request: 'q', fields: { amount: 'much' } });
  await act({ type: 'answer', request: 'q', ok: true });
  assert.deepEqual([calls, store.state.answers.q.error], [[], '`amount` must be a number.']);
});

test('world 1: a form is declined with a reason, which is asked for', async () => {
  const { store, calls, act } = page();
  await act({ type: 'answer', request: 'q', ok: false });
  assert.deepEqual([calls, store.state.answers.q.error], [[], 'Enter the reason, then press Decline again.']);
  await act({ type: 'answerText', request: 'q', text: 'not mine ' });
  await act({ type: 'answer', request: 'q', ok: false });
  assert.deepEqual(calls, [['answer', 'q', { error: 'not mine' }]]);
});

test('world 8: a button gives its answer at once', async () => {
  const { calls, now, act } = page();
  await act({ type: 'giveAnswer', request: 'q', answer: { verdict: 'reject' } });
  assert.deepEqual([calls, now.resumed], [[['answer', 'q', { verdict: 'reject' }]], 1]);
});

test('world 2: an event is sent with what its form says, or at once where it takes nothing', async () => {
  const { store, calls, now, act } = page();
  await act({ type: 'sendEvent', name: 'cancel' });
  await act({ type: 'answerFields', request: 'event:paid', fields: { amount: '120' } });
  await act({ type: 'sendEvent', name: 'paid' });
  assert.deepEqual(calls, [
    ['send', 'cancel', null],
    ['send', 'paid', { amount: 120 }],
  ]);
  assert.deepEqual([store.state.answers, now.resumed], [{}, 2]);
  await act({ type: 'sendEvent', name: 'unknown' });
  assert.equal(calls.length, 2);
});

test('world 2: an event that is refused says why at its form', async () => {
  const { store, now, act } = page();
  now.refusal = { code: 'event-unexpected', message: 'no path takes the event `paid`' };
  await act({ type: 'answerFields', request: 'event:paid', fields: { amount: '5' } });
  await act({ type: 'sendEvent', name: 'paid' });
  assert.deepEqual(store.state.answers['event:paid'], {
    text: '',
    fields: { amount: '5' },
    error: 'No path takes the event `paid`',
    errors: [],
  });
});

test('world 3: time passes, and the run goes on where it waited', async () => {
  const { calls, now, act } = page();
  await act({ type: 'elapse', ms: 5000 });
  assert.deepEqual([calls, now.resumed], [[['elapse', 5000]], 1]);
  now.refusal = { code: 'run-ended', message: 'the run has ended' };
  await act({ type: 'elapse', ms: 1 });
  assert.equal(now.resumed, 1);
});
