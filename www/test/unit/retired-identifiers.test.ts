// Names of a private language that were replaced by what they stand for do not come back.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const FOLDERS = ['www/src', 'www/test', 'www/build', 'www/bench'];

/** The identifiers of `tests/retired-identifiers.txt` that TypeScript may not use. */
function retiredIdentifiers(list: string): Set<string> {
  let section = '';
  const retired: Set<string> = new Set();
  for (const line of list.split('\n').map((text) => text.trim())) {
    if (/^\[.*\]$/.test(line)) section = line.slice(1, -1);
    else if (line !== '' && !line.startsWith('#') && section !== 'rust') retired.add(line);
  }
  return retired;
}

function scriptsIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : scriptsIn(path);
    return /\.(ts|mjs)$/.test(entry.name) ? [path] : [];
  });
}

/** The lines in which a text uses one of these names as an identifier, whether private or not. */
function usesOf(retired: Set<string>, path: string, text: string): string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const uses: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) {
      const name = node.text.replace(/^[#_]/, '');
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      if (retired.has(name)) uses.push(`${path}:${line + 1} ${node.text}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return uses;
}

test('no script uses an identifier that was retired', () => {
  const retired = retiredIdentifiers(readFileSync(join(ROOT, 'tests/retired-identifiers.txt'), 'utf8'));
  assert.ok(retired.size > 0);
  const found = FOLDERS.flatMap((folder) => scriptsIn(join(ROOT, folder))).flatMap((path) =>
    usesOf(retired, relative(ROOT, path), readFileSync(path, 'utf8')),
  );
  assert.equal(found.join('\n'), '');
});

test('identifiers are found as declarations, members and private names; texts and comments are none', () => {
  const text = 'class A {\n  #told = 1;\n  // told\n}\nconst { told: x } = "told";\n';
  assert.deepEqual(usesOf(new Set(['told']), 'a.ts', text), ['a.ts:2 #told', 'a.ts:5 told']);
});
