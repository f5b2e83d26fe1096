// Sentences as data: words of the core in them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failureWords, fieldError } from '../../../src/run/parts.ts';

test('a rejected write names its fields, every other failure is shown as it is', () => {
  assert.equal(
    failureWords('write to `Water` rejected: /celsius: expected number, got string "x"; /size/depth: too small'),
    '`celsius` must be a number, got a string; `size.depth`: too small',
  );
  for (const message of ['write to `Water` rejected: no fields', 'see /etc/hosts: nobody there', 'no reply'])
    assert.equal(failureWords(message), message);
});

test('a value of another type is reported with both types, by the name of its field', () => {
  for (const [message, reported] of [
    ['expected number, got string "boiling"', '`celsius` must be a number, got a string'],
    ['expected integer or null, got number 3.5', '`celsius` must be an integer or null, got a number'],
    ['expected array, got null', '`celsius` must be an array, got null'],
    ['expected string, got string "a; b"', '`celsius` must be a string, got a string'],
    ['expected one of "a", "b", got "c"', '`celsius`: expected one of "a", "b", got "c"'],
    ['`celsius` is too hot', '`celsius` is too hot'],
  ] as const)
    assert.equal(fieldError('/celsius', message), reported);
  assert.equal(fieldError('', 'expected object, got null'), 'expected object, got null');
});

test('a missing tool is reported as the edge that gives it, or the transition that is not there', () => {
  const reported = (tool: string) =>
    failureWords(`unknown tool \`${tool}\`; available tools: read_Order, request_context`);
  assert.equal(reported('write_Review'), 'cannot write `Review`: add a `-writes-> Review` edge');
  assert.equal(reported('read_Card'), 'cannot read `Card`: add a `-reads-> Card` edge');
  assert.equal(reported('transition_to_done'), '`done` cannot be chosen');
  const chosen = (...names: string[]) => {
    const tools = [...names.map((one) => `transition_to_${one}`), 'read_Order'];
    return failureWords(`unknown tool \`transition_to_x\`; available tools: ${tools.join(', ')}`);
  };
  assert.equal(chosen('a'), '`x` cannot be chosen, only `a` can');
  assert.equal(chosen('a', 'b', 'c'), '`x` cannot be chosen, only `a`, `b` and `c` can');
  assert.equal(chosen('a', 'b', 'c', 'd', 'e'), '`x` cannot be chosen');
  assert.match(reported('spawn_async_to_done'), /^unknown tool/);
});
