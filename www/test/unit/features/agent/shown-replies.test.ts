// Which replies Agent lists.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownReplies } from '../../../../src/features/agent/shown-replies.ts';

const reply = (request: string, branch: string, step: number) => ({ request, branch, step }) as any;

/** Branch `b2` left `main` at step 2. */
const shown = (branch: string, step: number, replies: any[]) => {
  const branches = [
    { id: 'main', from: null },
    { id: 'b2', from: { branch: 'main', step: 2 } },
  ];
  const { done, later } = shownReplies({ run: { replies, snapshot: { branches, position: { branch, step } } } as any });
  return [done.map(({ request }) => request), later.map(({ request }) => request)];
};

const REPLIES = [reply('r1', 'main', 1), reply('r2', 'main', 3), reply('r3', 'main', 4), reply('r4', 'b2', 3)];

test('only replies of the shown branch are listed, newest first', () => {
  assert.deepEqual(shown('main', 4, REPLIES), [['r3', 'r2', 'r1'], []]);
  assert.deepEqual(shown('b2', 3, REPLIES), [['r4', 'r1'], []]);
});

test('replies after the shown step are apart from those up to it', () => {
  assert.deepEqual(shown('main', 3, REPLIES), [['r2', 'r1'], ['r3']]);
  assert.deepEqual(shown('b2', 0, REPLIES), [[], ['r4', 'r1']]);
});

test('of a long run the replies next to the shown step are listed', () => {
  const many = Array.from({ length: 200 }, (_, i) => reply(`r${i}`, 'main', i));
  const [done, later] = shown('main', 99, many);
  assert.deepEqual([done[0], done.at(-1), later[0], later.at(-1)], ['r99', 'r60', 'r139', 'r100']);
});

test('without a run no reply is listed', () => {
  assert.deepEqual(shownReplies({ run: { replies: REPLIES, snapshot: null } as any }), { done: [], later: [] });
});
