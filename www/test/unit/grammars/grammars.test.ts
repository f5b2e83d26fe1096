// The grammars in the highlighters that they are for: each colours the gallery and the guides as the core does.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { lexer } from '../../../build/pygments.ts';
import { CLASSES } from '../../../src/grammars/classes.ts';
import { tokensOf } from '../../../src/grammars/scanner.ts';
import { agreement, checkAgreement, machines, spread, type Vocabulary } from './agreement.ts';
import { codeMirror, highlight, highlight10, prism, textMate } from './engines.ts';

const engines = { textMate, prism, highlight, highlight10, codeMirror };

for (const [engine, load] of Object.entries(engines)) {
  const vocabulary = engine.replace('10', '') as Vocabulary;

  test(`${engine} agrees with the core`, async () => checkAgreement(engine, agreement(vocabulary, await load())));

  test(`${engine} goes on in texts that are cut off as the table says`, async () => {
    const partsOf = await load();
    for (const { name, text } of machines().filter((_, index) => index % 3 === 0))
      for (const cut of [
        text.slice(0, text.length / 2),
        text.slice(text.length / 3),
        `${text.slice(0, -4)}"\n${text}`,
      ]) {
        const named = tokensOf(cut).map((token) => ({ ...token, name: CLASSES[token.class][vocabulary] }));
        const [expected, given] = [named, partsOf(cut)].map((parts) => spread(cut.length, parts));
        const at = [...cut].findIndex((char, index) => /\S/.test(char) && expected?.[index] !== given?.[index]);
        assert.equal(at, -1, `${name}: ${cut.slice(at, at + 20)} is ${expected?.[at]}, not ${given?.[at]}`);
      }
  });
}

test('the lexer of the Python package is made from the table', () => {
  const file = new URL('../../../integrations/python/tracklight/lexer.py', import.meta.url);
  assert.equal(readFileSync(file, 'utf8'), lexer(), 'run `node www/build/write-reference.mjs`');
});
