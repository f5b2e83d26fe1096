// The lexer for Pygments in Pygments itself, which comes with MkDocs.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { mkdocs } from '../../../build/setup.mjs';
import { agreement, checkAgreement, machines, type Part } from './agreement.ts';

const FOLDER = fileURLToPath(new URL('../../../integrations/python/tracklight', import.meta.url));
const PROGRAM = `
import json, sys
from lexer import DygramLexer

read = lambda text: [[at, at + len(value), str(kind)] for at, kind, value in DygramLexer().get_tokens_unprocessed(text)]
print(json.dumps([read(text) for text in json.load(sys.stdin)]))
`;

function pygments(texts: string[]): Map<string, Part[]> {
  const { status, stdout, stderr } = spawnSync(
    join(dirname(mkdocs()), 'python'),
    ['-B', '-W', 'error', '-c', PROGRAM],
    { cwd: FOLDER, input: JSON.stringify(texts), encoding: 'utf8', maxBuffer: 1e8 },
  );
  assert.equal(status, 0, stderr);
  const read: [number, number, string][][] = JSON.parse(stdout);
  const isNamed = (part: Part) => part.name !== 'Text';
  const parts = read.map((tokens) =>
    tokens.map(([from, to, kind]) => ({ from, to, name: kind.replace(/^Token\.(Literal\.)?/, '') })).filter(isNamed),
  );
  return new Map(texts.map((text, index) => [text, parts[index] ?? []]));
}

test('pygments agrees with the core', () => {
  const parts = pygments(machines().map(({ text }) => text));
  checkAgreement(
    'pygments',
    agreement('pygments', (text) => parts.get(text) ?? []),
  );
});
