// The texts in `cases/`, each beside the machine that is made of it: after a change that is meant, run this with
// UPDATE=1 and look at what git shows.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { recognize } from '../../../src/plugins/import.ts';
import { imported, startCore } from './check.ts';

const CASES = new URL('cases/', import.meta.url);
const names = readdirSync(CASES).filter((name) => !name.endsWith('.dygram'));
const FORMATS: [RegExp, string][] = [
  [/\.state\.mmd$/, 'mermaid-state'],
  [/\.langgraph\.mmd$/, 'langgraph-mermaid'],
  [/\.flowchart\.mmd$/, 'mermaid-flowchart'],
  [/\.langgraph\.json$/, 'langgraph'],
  [/\.asl\.json$/, 'asl'],
  [/\.xstate\./, 'xstate'],
  [/\.scxml$/, 'scxml'],
  [/\.dot$/, 'dot'],
];

before(startCore);

for (const name of names)
  test(`exchange_1_reads ${name}`, () => {
    const text = readFileSync(new URL(name, CASES), 'utf8');
    assert.equal(recognize(text), FORMATS.find(([pattern]) => pattern.test(name))?.[1]);
    const { source, losses } = imported(text);
    const shown = `${source}\n${losses.map(({ line, what, why }) => `// ${line}: ${what} (${why})\n`).join('')}`;
    const expected = new URL(`${name}.dygram`, CASES);
    if (process.env.UPDATE) writeFileSync(expected, shown);
    assert.equal(shown, readFileSync(expected, 'utf8'));
  });

test('every format has a case', () => {
  const covered = new Set(names.map((name) => FORMATS.find(([pattern]) => pattern.test(name))?.[1]));
  assert.equal(covered.size, FORMATS.length);
});
