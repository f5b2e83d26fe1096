// Which tabs of the panels fit, and what More finds.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchingEntries, type MoreEntry } from '../../../src/app/more-popover.ts';
import { fitting } from '../../../src/app/buttons-fitting.ts';

test('tabs without room go from the right, and the chosen one stays', () => {
  const tabs = [60, 50, 50, 55, 70].map((size) => ({ size, badged: false }));
  assert.deepEqual([...fitting(tabs, 285, 0)], [0, 1, 2, 3, 4]);
  assert.deepEqual([...fitting(tabs, 284, 0)], [0, 1, 2, 3]);
  assert.deepEqual([...fitting(tabs, 214, 4)], [0, 1, 4]);
  assert.deepEqual([...fitting(tabs, 10, 2)], [2]);
  assert.deepEqual([...fitting(tabs, 10, -1)], []);
});

test('a tab with a badge goes after those without', () => {
  const tabs = [60, 50, 50, 55, 70].map((size, i) => ({ size, badged: i === 2 || i === 4 }));
  assert.deepEqual([...fitting(tabs, 284, 0)], [0, 1, 2, 4]);
  assert.deepEqual([...fitting(tabs, 180, 0)], [0, 2, 4]);
  assert.deepEqual([...fitting(tabs, 130, 0)], [0, 2]);
});

test('More finds by name and by line; the last row is always there', () => {
  const entry = (id: string, line: string, last = false): MoreEntry => ({
    id,
    label: id,
    icon: '',
    summary: line,
    isAlwaysShown: last,
    act() {},
  });
  const all = [entry('SQL', 'Query the run'), entry('Outline', 'The machine as text'), entry('All commands', '', true)];
  const ids = (query: string) => matchingEntries(all, query).map(({ id }) => id);
  assert.deepEqual(ids(''), ['SQL', 'Outline', 'All commands']);
  assert.deepEqual(ids(' MACHINE'), ['Outline', 'All commands']);
  assert.deepEqual(ids('nothing like it'), ['All commands']);
});
