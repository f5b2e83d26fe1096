// Which path the panels show.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownPath } from '../../../src/store/values.ts';
import type { State } from '../../../src/store/state.ts';

/** @param statuses of paths 1, 2, 3 … */
const shown = (statuses: string[], path: string | null = null) =>
  shownPath({
    path,
    run: { snapshot: { view: { paths: statuses.map((status, i) => ({ id: String(i + 1), status })) } } },
  } as unknown as State)?.id;

test('the chosen path is shown; else the lowest live one, or while all wait the one that the status row names', () => {
  assert.equal(shown(['active', 'active'], '2'), '2');
  assert.equal(shown(['parked', 'active', 'awaitingAnswers']), '1');
  assert.equal(shown(['parked', 'blocked', 'awaitingAgent', 'awaitingAnswers']), '4');
  assert.equal(shown(['completed', 'parked', 'blocked']), '3');
  assert.equal(shown(['forked', 'completed']), '2');
  assert.equal(shown([]), undefined);
});
