// Sentences as data: words of the core in them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failureWords } from '../../../src/run/parts.ts';

test('a rejected write names its fields, every other failure is told as it is', () => {
  assert.equal(
    failureWords('write to `Water` rejected: /celsius: expected number, got string "x"; /size/depth: too small'),
    '`Water.celsius`: expected number, got string "x"; `Water.size.depth`: too small',
  );
  for (const message of ['write to `Water` rejected: no fields', 'see /etc/hosts: nobody there', 'no reply'])
    assert.equal(failureWords(message), message);
});
