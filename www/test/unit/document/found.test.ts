// What was found in a text, in short.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foundIn } from '../../../src/document/found.ts';
import type { Diagnostic } from '../../../src/protocol/types.ts';

const suggestion = (code: string): Diagnostic => ({ code, severity: 'info', message: '', from: 0, to: 0 });
const found = (errors: number, warnings: number, diagnostics: Diagnostic[] = []) =>
  foundIn({ errors, warnings, diagnostics });

test('the worst that was found decides the sign and the color', () => {
  assert.deepEqual(found(2, 1), { count: 3, worst: 'bad', icon: 'bad', words: '2 errors, 1 warning' });
  assert.deepEqual(found(0, 1), { count: 1, worst: 'warn', icon: 'warn', words: '1 warning' });
  assert.deepEqual(found(0, 0, [suggestion('unknown-annotation')]), {
    count: 1,
    worst: 'info',
    icon: 'info',
    words: '1 suggestion',
  });
});

test('a new machine has no problems', () => {
  const none = { count: 0, worst: 'none', icon: 'check', words: 'No problems' };
  assert.deepEqual(found(0, 0, [suggestion('nothing-to-run')]), none);
});
