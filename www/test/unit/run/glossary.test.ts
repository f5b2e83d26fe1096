// The glossary of the guides is made from the page's table, and has each term once.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { GLOSSARY, glossaryPage } from '../../glossary.ts';
import { PANELS } from '../../../src/features/panels.ts';
import { glossary } from '../../../src/run/glossary.ts';

test('docs/glossary.md is what the table gives; if not, run `node --import tsx www/test/glossary.ts`', () => {
  assert.equal(readFileSync(GLOSSARY, 'utf8'), glossaryPage());
});

test('a term stands in the glossary once, with a sentence', () => {
  const terms = glossary.flatMap((chapter) => chapter.terms);
  const names = terms.map(({ term }) => term);
  assert.deepEqual(
    names.filter((name, i) => names.indexOf(name) !== i),
    [],
  );
  for (const { term, meaning } of terms) assert.match(meaning, /^[A-Z][^]*\.$/, term);
});

test('a term for a panel is the title of one', () => {
  const terms = glossary.flatMap((chapter) => chapter.terms).filter(({ meaning }) => meaning.startsWith('Panel: '));
  const titles: string[] = PANELS.map(({ title }) => title);
  assert.ok(terms.length > 0);
  for (const { term } of terms) assert.ok(titles.includes(term), term);
});
