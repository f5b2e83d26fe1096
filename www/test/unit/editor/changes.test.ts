// Formatting as small changes: the text comes out exactly, and a caret keeps its word.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesBetween } from '../../../src/editor/changes.ts';

function applied(before: string, changes: ReturnType<typeof changesBetween>) {
  let text = '';
  let end = 0;
  for (const { from, to, insert } of changes) {
    assert.ok(from >= end && to >= from, 'in order, none overlapping');
    text += before.slice(end, from) + insert;
    end = to;
  }
  return text + before.slice(end);
}

const CASES = [
  ['a->b', 'a -> b\n'],
  ['task   heat{prompt:"x"}', 'task heat { prompt: "x" }\n'],
  ['a -[reads]-> b', 'a -reads-> b'],
  ['', 'x'],
  ['x', ''],
  ['same', 'same'],
  ['a;b;c', 'a\nb\nc\n'],
  ['  state Größe "🌊"  \n\n\n\nb', 'state Größe "🌊"\n\nb\n'],
  ['one two three', 'three two one'],
  ['x '.repeat(40), 'y '.repeat(40)],
];

for (const [before, after] of CASES) {
  test(`changes from ${JSON.stringify(before.slice(0, 30))} give ${JSON.stringify(after.slice(0, 30))}`, () => {
    assert.equal(applied(before, changesBetween(before, after)), after);
  });
}

test('every word that stays is left alone, so that marks on it stay as well', () => {
  const before = 'task   heat{prompt:"warm it"}\nheat->done';
  const after = 'task heat { prompt: "warm it" }\nheat -> done\n';
  for (const { from, to } of changesBetween(before, after)) assert.match(before.slice(from, to), /^\s*$/);
});

test('random texts come out exactly', () => {
  let seed = 7;
  const random = (n: number) => (seed = (seed * 1103515245 + 12345) % 2 ** 31) % n;
  const text = () => Array.from({ length: random(60) }, () => 'ab {}->\n'[random(8)]).join('');
  for (let i = 0; i < 500; i += 1) {
    const [before, after] = [text(), text()];
    assert.equal(applied(before, changesBetween(before, after)), after);
  }
});

test('a text of a mebibyte is compared in one go', () => {
  const before = 'task a{x:1}\n'.repeat(90_000);
  const after = 'task a { x: 1 }\n'.repeat(90_000);
  assert.equal(applied(before, changesBetween(before, after)), after);
});
