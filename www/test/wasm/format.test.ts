// Formatting through the boundary: the text, or the refusal with the first syntax error.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { STARTERS } from '../../src/app/starter-strings.ts';
import { Machine } from './core.ts';

const EXAMPLES = new URL('../../examples/', import.meta.url);

test('a text comes back in the layout of the language', () => {
  const machine = Machine.parse('init  off; state on // lit\noff - press -> on');
  assert.deepEqual(machine.format(), { ok: true, text: 'init off\nstate on  // lit\noff -press-> on\n' });
});

test('a text with a syntax error is refused with that error', () => {
  const source = 'state 🌊 a\nb -> ';
  const { ok, error } = Machine.parse(source).format();
  assert.equal(ok, false);
  assert.equal(error.code, 'format-refused');
  const [first] = Machine.parse(source)
    .diagnostics()
    .filter(({ severity }) => severity === 'error');
  assert.deepEqual(error.data, first);
  assert.ok(error.message.includes(first.message));
});

test('every example and starter is as Format writes it', () => {
  for (const name of readdirSync(EXAMPLES).filter((file) => file.endsWith('.dygram'))) {
    const source = readFileSync(new URL(name, EXAMPLES), 'utf8');
    assert.deepEqual(Machine.parse(source).format(), { ok: true, text: source });
  }
  for (const { text } of STARTERS) assert.deepEqual(Machine.parse(text).format(), { ok: true, text });
});
