// No text that a person reads uses a phrase that was retired. The list is `tests/retired-phrases.txt`.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { textsOf } from '../texts.ts';

const TOP = fileURLToPath(new URL('../../..', import.meta.url));

const phrases = readFileSync(`${TOP}/tests/retired-phrases.txt`, 'utf8')
  .split('\n')
  .map((line) => line.trim())
  .filter((line) => line !== '' && !line.startsWith('#') && !line.startsWith('native: '))
  .map((line) => line.replace(/^page: /, ''));

/** The text in lower case with single spaces, framed so that words have an end. */
const plain = (text: string) =>
  ` ${text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

/** Whether a text uses the phrase as whole words. */
const uses = (text: string, phrase: string) => plain(text).includes(plain(phrase));

test('no text uses a retired phrase', (t) => {
  const texts = textsOf(TOP);
  const used = texts.flatMap(({ file, line, text }) =>
    phrases.filter((phrase) => uses(text, phrase)).map((phrase) => `${file}:${line}: “${phrase}” in: ${text}`),
  );
  t.diagnostic(`${texts.length} texts, ${phrases.length} phrases`);
  assert.ok(texts.length > 1500, `only ${texts.length} texts were found`);
  assert.equal(used.length, 0, `\n${used.join('\n')}`);
});

test('a phrase is found as whole words, across line ends and whatever its case', () => {
  assert.ok(uses('It Asks  its\nagent.', 'asks its agent'));
  assert.ok(!uses('visitors', 'visitor'));
  assert.ok(uses("the visitor's", 'visitor'));
});
