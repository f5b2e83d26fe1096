// The cheat sheet lists the words of the core: every section holds what it names first, and a search finds all words.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { core } from './core.ts';
import { listed, SECTIONS } from '../../src/features/help/words.ts';

const words = core.languageReference();
const namesOf = (sections: ReturnType<typeof listed>) =>
  sections.flatMap((section) => section.words.map(({ word }) => word));

test('every word that is listed first exists, with an example', () => {
  assert.deepEqual(
    namesOf(listed(words, '', false)),
    SECTIONS.flatMap(({ first }) => first),
  );
  for (const { words: list } of listed(words, '', false)) for (const one of list) assert.ok(one.example, one.word);
});

test('all words of the language are in a section', () => {
  assert.equal(namesOf(listed(words, '', true)).length, words.length);
});

test('a search goes through all words, their sentences and examples; the words themselves come first', () => {
  assert.deepEqual(
    listed(words, 'join', false).map(({ id, words: [first] }) => [id, first?.word]),
    [
      ['annotations', '@join'],
      ['expressions', 'join'],
    ],
  );
  assert.ok(namesOf(listed(words, 'regular expression', false)).includes('@pattern'));
  assert.deepEqual(listed(words, 'no such word', true), []);
});
