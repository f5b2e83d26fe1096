// Code that comes late has one way: `load/`, which tries again and tells the user. A bare `import()` that fails once
// leaves the page without that part until it is reloaded, and workers and style sheets are no other matter.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const SRC = fileURLToPath(new URL('../../src', import.meta.url));
/** Take a function that imports, and hand it to the loader. */
const LOADERS = ['load', 'tryLoad', 'later'];
/** Files with an `import()` or a worker of their own, and why. */
const EXCEPTIONS: Record<string, string> = {
  'core/any-worker.ts': 'starts all workers, and fetches a file that did not come again',
  'embed/load.ts': 'the shell of the element holds no library',
};
/** Runs in Node, where files lie beside each other. */
const IN_NODE = /^plugins\//;

/** What stands outside of the loader, in words. */
function outside(path: string, text: string): string[] {
  const found: string[] = [];
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const report = (node: ts.Node, what: string) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    found.push(`${path}:${line + 1}: ${what}`);
  };
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword && !isLoaded(node))
      report(node, `${node.getText()} is not in a call of ${LOADERS.join(', ')}`);
    if (ts.isNewExpression(node) && /^(globalThis\.|self\.)?(Shared)?Worker$/.test(node.expression.getText()))
      report(node, 'a worker is started by core/any-worker.ts');
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Whether the function around an import is what a loader is given, or how the panel of a definition is loaded. */
function isLoaded(node: ts.Node) {
  let around = node.parent;
  while (around && !ts.isFunctionLike(around)) around = around.parent;
  const call = around?.parent;
  if (call && ts.isPropertyAssignment(call) && call.name.getText() === 'load')
    return ts.isCallExpression(call.parent.parent) && call.parent.parent.expression.getText() === 'definePanel';
  return (
    call !== undefined &&
    ts.isCallExpression(call) &&
    call.arguments.some((argument) => argument === around) &&
    LOADERS.includes(call.expression.getText())
  );
}

test('every import() is given to the loader, and workers are started in one place', () => {
  const paths = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts') && !IN_NODE.test(path));
  const found = new Map(paths.map((path) => [path, outside(path, readFileSync(join(SRC, path), 'utf8'))]));
  for (const path of Object.keys(EXCEPTIONS))
    assert.notEqual(found.get(path)?.length ?? 0, 0, `${path} is no exception any more`);
  assert.deepEqual(
    [...found].flatMap(([path, list]) => (path in EXCEPTIONS ? [] : list)),
    [],
  );
});

test('an import() is found wherever it stands', () => {
  const wrong = [
    "import('./a.ts')",
    "later(load(import('./a.ts')))",
    "const get = () => import('./a.ts'); load(get);",
    "late(store, () => import('./a.ts'))",
    "load(() => [1].map(() => import('./a.ts')))",
    "definePanel({ view: () => import('./a.ts') })",
    "define({ load: () => import('./a.ts') })",
    "new Worker('a.js')",
  ];
  for (const text of wrong) assert.equal(outside('a.ts', text).length, 1, text);
  const right = [
    "load(() => import('./a.ts'))",
    "later(() => import('./a.ts').then(({ a: panel }) => ({ panel })))",
    "tryLoad(async () => (await import('./a.ts')).a)",
    "definePanel({ load: () => import('./a.ts') })",
    "type A = typeof import('./a.ts');",
  ];
  for (const text of right) assert.deepEqual(outside('a.ts', text), [], text);
});
