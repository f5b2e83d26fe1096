import assert from 'node:assert/strict';
import { test } from 'node:test';
import { haveSameCards, movedCards, reorderedPairs, resizedCards, type Card } from '../../pictures/layout-change.ts';

const card = (id: string, left: number, top: number, width = 100, height = 30): Card => ({
  id,
  box: { left, top, right: left + width, bottom: top + height },
});
/** One above two. */
const BEFORE = [card('n0', 60, 0), card('n1', 0, 80), card('n2', 120, 80)];

test('a drawing that moved as a whole has no moved card', () => {
  const after = BEFORE.map(({ id, box }) => card(id, box.left + 40, box.top - 7));
  assert.deepEqual(movedCards(BEFORE, after), []);
});

test('a card that moved among the others is found', () => {
  assert.deepEqual(movedCards(BEFORE, [card('n0', 75, 0), card('n1', 0, 80), card('n2', 120, 80)]), ['n0']);
});

test('a card of another size is found, and is no other card', () => {
  const after = [card('n0', 60, 0), card('n1', 0, 80, 100, 48), card('n2', 120, 80)];
  assert.deepEqual(resizedCards(BEFORE, after), ['n1']);
  assert.equal(haveSameCards(BEFORE, after), true);
  assert.equal(haveSameCards(BEFORE, [...after, card('n3', 0, 200)]), false);
  assert.equal(haveSameCards(BEFORE, [...after.slice(1), card('n3', 0, 200)]), false);
});

test('a taller card changes neither rank nor order', () => {
  const after = [card('n0', 60, 0, 130, 60), card('n1', 0, 110), card('n2', 120, 110)];
  assert.deepEqual(reorderedPairs(BEFORE, after, 'TB'), []);
});

test('cards that change places in a rank, or a rank, are found', () => {
  const swapped = [card('n0', 60, 0), card('n1', 120, 80), card('n2', 0, 80)];
  assert.deepEqual(reorderedPairs(BEFORE, swapped, 'TB'), [['n1', 'n2']]);
  const lower = [card('n0', 60, 0), card('n1', 0, 80), card('n2', 120, 160)];
  assert.deepEqual(reorderedPairs(BEFORE, lower, 'TB'), [['n1', 'n2']]);
});

test('from left to right, ranks are columns', () => {
  const before = [card('n0', 0, 40), card('n1', 150, 0), card('n2', 150, 80)];
  const after = [card('n0', 0, 90), card('n1', 150, 80), card('n2', 150, 0)];
  assert.deepEqual(reorderedPairs(before, after, 'LR'), [['n1', 'n2']]);
});
