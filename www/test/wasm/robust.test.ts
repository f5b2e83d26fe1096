// No text, no reply and no argument makes the built core trap; misuse throws an error that says what was wrong.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { Machine, isMisuseOf, reply, start } from './core.ts';
import type { Json } from '../../pkg/tracklight.js';

const EXAMPLES = new URL('../../examples/', import.meta.url);
const examples = readdirSync(EXAMPLES)
  .filter((name) => name.endsWith('.dygram'))
  .map((name) => readFileSync(new URL(name, EXAMPLES), 'utf8'));

/** A generator that gives the same numbers at every run. */
function numbers(seed: number) {
  let state = seed >>> 0;
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Everything a page does with a text. */
function exercise(source: string) {
  const machine = Machine.parse(source);
  const length = source.length;
  for (const { from, to } of [...machine.diagnostics(), ...machine.tokens(), ...machine.folds()]) {
    assert.ok(from >= 0 && from <= to && to <= length, source);
  }
  machine.toJSON();
  machine.outline();
  machine.dot();
  const run = machine.start();
  for (let turn = 0; turn < 4; turn++) {
    run.step();
    for (const { id } of run.pending().agents) run.reply(id, { turns: [] });
  }
  run.view();
  run.dot();
  run.overlay();
  run.free();
  machine.free();
}

test('random texts parse, draw and step', () => {
  const random = numbers(7);
  const pieces = [
    'task',
    'state',
    'context',
    'a',
    'b.c',
    '{',
    '}',
    '[',
    ']',
    '(',
    ')',
    '->',
    '-->',
    '<-->',
    '-',
    '=',
    '=>',
    '"',
    "'",
    '"x"',
    ':',
    ';',
    ',',
    '@',
    '@start',
    'when:',
    '{{ a }}',
    '1',
    '3.5e9',
    '#',
    '//',
    '/*',
    '\n',
    ' ',
    '🌊',
    'ü',
    '\u0000',
    '\ud800',
    'prompt: "x"',
    '<',
    '|',
    '?',
  ];
  for (let round = 0; round < 400; round++) {
    exercise(Array.from({ length: random(60) }, () => pieces[random(pieces.length)]).join(random(2) ? ' ' : ''));
  }
});

test('random prefixes of the examples parse, draw and step', () => {
  const random = numbers(11);
  for (const source of examples) {
    for (let round = 0; round < 12; round++) exercise(source.slice(0, random(source.length)));
  }
});

test('deep nesting of every bracket is answered, not followed', () => {
  for (const [open, close] of [
    ['{', '}'],
    ['[', ']'],
    ['(', ')'],
    ['a {', '}'],
    ['<', '>'],
    ['x: [', ']'],
    ['x: {y: ', '}'],
    ['@a(', ')'],
    ['x<List<', '>'],
  ]) {
    exercise(open.repeat(20000));
    exercise(open.repeat(5000) + close.repeat(5000));
  }
  exercise(`state a; state b; a -when: ${'('.repeat(2000)}1${')'.repeat(2000)}-> b`);
  exercise(`state a; state b; a -when: ${'!'.repeat(4000)}1-> b`);
});

/** Without a prototype, with a key of that name. */
const OWN_PROTO: Json = Object.defineProperty(Object.create(null), '__proto__', {
  value: 1,
  enumerable: true,
  configurable: true,
  writable: true,
});

test('random replies leave a run that can be looked at', () => {
  const random = numbers(23);
  const values: Json[] = [null, true, -1, 1e308, 'text', '', [], [1, [2]], {}, { a: { b: null } }, OWN_PROTO];
  const names = ['write_C', 'read_C', 'transition_to_b', 'request_context', 'nope', ''];
  const run = start(`machine "M" { maxSteps: 200; maxTurns: 4 }
context C { n<Integer> @minimum(0): 0; any: null; list<List<number>>: [] }
task a @retry(1) { prompt: "{{ C.n }}"; wants: "w" }
state b; state safe
a -writes-> C; a -catch-> safe -> a; a -> b -> a`);
  for (let round = 0; round < 600; round++) {
    run.step();
    const value = () => values[random(values.length)];
    for (const { id } of run.pending().agents) {
      const input = [
        value(),
        { data: value() },
        { data: { n: value(), any: value() } },
        { fields: value() },
        { query: 'q', reason: 'r' },
      ][random(5)];
      const result = run.reply(id, reply([names[random(names.length)], input]));
      assert.equal(typeof result.ok, 'boolean');
    }
    for (const { id } of run.pending().requests) run.answer(id, 'because');
    if (random(20) === 0) run.back(random(5));
  }
  assert.ok(run.view().paths.length >= 1);
});

test('misuse throws an error with a code and names the argument', () => {
  const run = start('task t { prompt: "go" }');
  run.step();
  const wrong = (act: () => unknown, argument: string) => assert.throws(act, isMisuseOf(argument));
  wrong(() => run.reply('agent-1-1', { turn: [] } as never), 'reply');
  wrong(() => run.reply('agent-1-1', 'hello' as never), 'reply');
  wrong(() => run.reply('agent-1-1', { turns: [{ txt: 'hello' }] } as never), 'reply');
  wrong(() => run.reply('agent-1-1', { turns: [{ calls: [{ input: {} }] }] } as never), 'reply');
  wrong(() => run.reply('agent-1-1', { turns: [], error: { message: 'x' } } as never), 'reply');
  wrong(() => run.step({ idel: true } as never), 'options');
  wrong(() => run.dot({ direction: 'XX' as never }), 'options');
  wrong(() => run.advance({ maxTicks: -1 }), 'options');
  wrong(() => run.advance({ breakpoints: { nodes: [1 as never] } }), 'options');
  wrong(() => Machine.parse('state s').start({ input: { C: 1 as never } }), 'options');
  wrong(() => run.answer('req-1-1', 5 as never), 'answer');
  wrong(() => run.setContext('1', 'C.n', (() => 1) as never), 'value');
  const cycle: { self?: object } = {};
  cycle.self = cycle;
  wrong(() => run.setContext('1', 'C.n', cycle as Json), 'value');
  assert.equal(run.stepPath('9').error.code, 'unknown-path');
  assert.equal(run.choose('1', 'x').error.code, 'unknown-edge');
});

test('a key `__proto__` arrives as an own property', () => {
  const run = start('context C { x: 1 }\nstate s\ns -reads-> C');
  assert.equal(run.setContext('1', 'C.x', JSON.parse('{"__proto__":{"polluted":1}}')).ok, true);
  const { x } = run.view().paths[0].context.C;
  assert.deepEqual(
    [Object.keys(x), Object.getPrototypeOf(x) === Object.prototype, x.polluted],
    [['__proto__'], true, undefined],
  );
});
