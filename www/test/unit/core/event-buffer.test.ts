import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EventBuffer } from '../../../src/core/event-buffer.ts';
import type { Event } from '../../../src/protocol/types.ts';

const events = (...numbers: number[]) => numbers.map((seq) => ({ seq }) as Event);
const known = (to: number) => {
  const news = new EventBuffer();
  news.take(0, to);
  return news;
};

test('events of the actions since the last look are told once', () => {
  const news = known(4);
  news.add(events(5, 6));
  news.add([]);
  news.add(events(7));
  assert.deepEqual(news.take(4, 7), events(5, 6, 7));
  assert.deepEqual(news.take(7, 7), []);
});

test('where some are missing, or others are wanted, there are none', () => {
  const fresh = new EventBuffer();
  fresh.add(events(1));
  assert.equal(fresh.take(0, 1), null);
  const gap = known(4);
  gap.add(events(6));
  assert.equal(gap.take(4, 6), null);
  const more = known(4);
  more.add(events(5));
  assert.equal(more.take(0, 5), null);
  const behind = known(4);
  behind.add(events(5));
  assert.equal(behind.take(4, 6), null);
});

test('after the cursor was moved they begin anew with the next look', () => {
  const news = known(4);
  news.add(events(5));
  news.clear();
  news.add(events(6));
  assert.equal(news.take(4, 6), null);
  news.add(events(7));
  assert.deepEqual(news.take(6, 7), events(7));
});

test('what nobody looks at is not kept for ever', () => {
  const news = known(0);
  for (let seq = 1; seq <= 50_002; seq += 1) news.add(events(seq));
  assert.equal(news.take(0, 50_002), null);
});
