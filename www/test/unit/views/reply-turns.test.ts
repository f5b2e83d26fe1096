// Replies turn by turn, and which attempt and turn each of them was.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placesOf, replyOf, turnsOf, type Replied } from '../../../src/views/reply-turns.ts';
import { turnWords } from '../../../src/run/strings.ts';
import { sparse } from '../../sparse.ts';
import type { Event } from '../../../src/protocol/types.ts';

const asked = (request: string, attempt: number, turn: number, node = 'a') => ({
  kind: 'agentRequested' as const,
  path: '1',
  node,
  request,
  attempt,
  turn,
});

test('a turn without message and calls is one, an error is none', () => {
  const turns = (reply: object) => turnsOf({ reply } as never);
  assert.deepEqual(turns({ turns: [] }), [{}]);
  assert.deepEqual(turns({ turns: [{ text: 'a' }, { text: 'b' }] }), [{ text: 'a' }, { text: 'b' }]);
  assert.deepEqual(turns({ error: { message: 'away' } }), []);
});

test('a reply is told from its events: a turn begins with its text or its first call, and may be empty', () => {
  const replied = (turns: number, error?: string) => sparse<Replied>({ request: 'r', turns, error });
  const said = (text: string, request = 'r') => ({ kind: 'agentSaid' as const, request, text });
  const called = (callId: string, name: string) => ({
    kind: 'toolCalled' as const,
    request: 'r',
    callId,
    name,
    input: {},
  });
  const call = (name: string) => ({ name, input: {} });
  const events = sparse<Event[]>([
    said('I read', 'another'),
    called('c1.1', 'read_A'),
    called('c1.2', 'read_B'),
    called('c2.1', 'write_A'),
    said('I go on'),
    called('c3.1', 'write_B'),
    called('toolu_1', 'read_A'),
  ]);
  assert.deepEqual(replyOf(replied(4), events), {
    turns: [
      { calls: [call('read_A'), call('read_B')] },
      { calls: [call('write_A')] },
      { text: 'I go on', calls: [call('write_B'), call('read_A')] },
      { calls: [] },
    ],
  });
  assert.deepEqual(replyOf(replied(0, 'away'), events), { error: { message: 'away' } });
});

test('where a call has several attempts or turns the first is named, too; of a single one nothing is said', () => {
  const events = sparse<Event[]>([
    asked('first', 1, 1),
    asked('again', 2, 1),
    asked('other', 1, 1, 'b'),
    asked('on', 2, 2),
    asked('next visit', 1, 1),
  ]);
  const reported = (wanted?: ReadonlySet<string>) =>
    [...placesOf(events, wanted)].map(([request, place]) => `${request}: ${turnWords.place(place)}`).reverse();
  assert.deepEqual(reported(), [
    'first: attempt 1',
    'again: attempt 2, turn 1',
    'other: ',
    'on: attempt 2, turn 2',
    'next visit: ',
  ]);
  assert.deepEqual(reported(new Set(['again'])), ['again: attempt 2, turn 1']);
});
