// The sentences about a condition that keeps an edge closed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conditionWords, guardText } from '../../../src/run/conditions.ts';
import { closedConditions } from '../../../src/run/outcome-values.ts';
import { sparsely } from '../../sparse.ts';

test('the condition of an unless edge is shown as written, and keeps the edge closed while it is true', () => {
  const unless = { condition: 'C.n > 5', unless: true } as const;
  assert.equal(guardText(unless), 'unless C.n > 5');
  assert.equal(conditionWords(unless, 'false'), 'is true');
  assert.equal(conditionWords(unless, 'true'), 'is false');
  assert.equal(conditionWords(unless, 'error'), 'cannot be evaluated');
  assert.equal(guardText({ condition: 'C.n > 5' }), 'C.n > 5');
  assert.equal(conditionWords({ condition: 'C.n > 5' }, 'false'), 'is false');
  assert.equal(conditionWords({ condition: 'C.n > 5' }, 'true'), 'is true');
  const edges = [{ ...unless, eligible: { 1: 'false' as const } }];
  assert.deepEqual(sparsely(closedConditions)({ edges }, { id: '1' }), [{ text: 'C.n > 5', is: 'is true' }]);
});
