// Replies turn by turn, and which attempt and turn each of them was.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placesOf, turnsOf } from '../../../src/workspace/reply-turns.ts';
import { turnWords } from '../../../src/workspace/turn-strings.ts';
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

test('where a call has several attempts or turns the first is named, too; of a single one nothing is said', () => {
  const events = sparse<Event[]>([
    asked('first', 1, 1),
    asked('again', 2, 1),
    asked('other', 1, 1, 'b'),
    asked('on', 2, 2),
    asked('next visit', 1, 1),
  ]);
  const told = (wanted?: ReadonlySet<string>) =>
    [...placesOf(events, wanted)].map(([request, place]) => `${request}: ${turnWords.place(place)}`).reverse();
  assert.deepEqual(told(), [
    'first: attempt 1',
    'again: attempt 2, turn 1',
    'other: ',
    'on: attempt 2, turn 2',
    'next visit: ',
  ]);
  assert.deepEqual(told(new Set(['again'])), ['again: attempt 2, turn 1']);
});
