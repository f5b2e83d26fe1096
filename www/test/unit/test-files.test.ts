// Test files share a process, each as a suite of its own. After an `await` at the top of a file Node no longer knows
// which suite runs, and its tests would join another one: set up with `before` instead.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import ts from 'typescript';

const TESTS = new URL('../', import.meta.url);

function awaitsAtTop(text: string): boolean {
  const visit = (node: ts.Node): boolean =>
    ts.isAwaitExpression(node) || (!ts.isFunctionLike(node) && ts.forEachChild(node, visit) === true);
  return visit(ts.createSourceFile('a.test.ts', text, ts.ScriptTarget.Latest));
}

test('an await at the top is found, one inside of a test is not', () => {
  assert.equal(awaitsAtTop('const a = await b();'), true);
  assert.equal(awaitsAtTop('for (const a of b) { await a; }'), true);
  assert.equal(awaitsAtTop("test('a', async () => { await b(); });"), false);
});

test('no test file awaits anything at its top', () => {
  const files = readdirSync(TESTS, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.test.ts'));
  assert.ok(files.length > 100);
  assert.deepEqual(
    files.filter((name) => awaitsAtTop(readFileSync(new URL(name, TESTS), 'utf8'))),
    [],
  );
});
