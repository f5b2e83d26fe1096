// Imports of the page go one way. What each folder of `src/` may import is read from the table in ARCHITECTURE.md, so
// that the page about the code and the code cannot differ.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** An import of a file of ours, both as paths from `src/`. `types`: it is gone when the page is built. */
interface Import {
  from: string;
  to: string;
  types: boolean;
}
/** What a folder may import: by folder, whether values or only types. */
type Table = Map<string, Map<string, 'all' | 'types'>>;

const WWW = join(dirname(fileURLToPath(import.meta.url)), '../..');
const SRC = join(WWW, 'src');
/** Sentences that all folders use. */
const SHARED = 'strings.ts';

/** The rows of the table under "The page": a folder, what it owns, what it may import. */
function tableOf(page: string): Table {
  const section = page.split(/^## /m).find((part) => part.startsWith('The page')) ?? '';
  const lines = section.split('\n').filter((line) => line.startsWith('|'));
  const start = lines.findIndex((line) => /^\| folder \| owns \| may import \|$/.test(line));
  assert.notEqual(start, -1, 'ARCHITECTURE.md has no table "folder | owns | may import" under "The page"');
  return new Map(
    lines.slice(start + 2).flatMap((line) => {
      const [, folders = '', , imports = ''] = line.split('|');
      const allowed = [...imports.matchAll(/(types of )?`([^`]+)`/g)].map(
        ([, types, name = '']) => [name, types ? 'types' : 'all'] as const,
      );
      return [...folders.matchAll(/`([^`]+?)\/?`/g)].map(([, folder = '']) => [folder, new Map(allowed)] as const);
    }),
  );
}

/** Every import in the text of a file: static, dynamic, of types, of styles and of workers. */
function importsOf(from: string, text: string): Import[] {
  const found: Import[] = [];
  const add = (name: string, types: boolean) => {
    if (name.startsWith('.'))
      found.push({ from, to: posix.join(posix.dirname(from), name.split('?')[0] ?? ''), types });
  };
  if (from.endsWith('.css')) {
    for (const [, name = ''] of text.matchAll(/@import\s+(?:url\()?["']?([^"')\s;]+)/g)) add(name, false);
    return found;
  }
  const visit = (node: ts.Node) => {
    if (
      (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) &&
      node.moduleSpecifier &&
      ts.isStringLiteral(node.moduleSpecifier)
    )
      add(node.moduleSpecifier.text, isOfTypes(node));
    else if (
      ts.isImportTypeNode(node) &&
      ts.isLiteralTypeNode(node.argument) &&
      ts.isStringLiteral(node.argument.literal)
    )
      add(node.argument.literal.text, true);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [name] = node.arguments;
      // What is marked so is no source of ours: a file as it was built, at an address that an import gave, or one of
      // whoever calls.
      const isForeign = node.getText().includes('@vite-ignore');
      assert.ok(
        isForeign || (name && ts.isStringLiteralLike(name)),
        `${from} imports what only shows when it runs: ${node.getText()}`,
      );
      if (name && ts.isStringLiteralLike(name)) add(name.text, false);
    } else if (
      ts.isNewExpression(node) &&
      node.expression.getText() === 'URL' &&
      node.arguments?.[1]?.getText() === 'import.meta.url'
    ) {
      const [name] = node.arguments;
      if (name && ts.isStringLiteralLike(name)) add(name.text, false);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(from, text, ts.ScriptTarget.Latest, true));
  return found;
}

function isOfTypes(node: ts.ImportDeclaration | ts.ExportDeclaration) {
  if (ts.isExportDeclaration(node)) return node.isTypeOnly;
  const clause = node.importClause;
  if (!clause || clause.isTypeOnly) return clause !== undefined;
  const names = clause.namedBindings;
  return (
    !clause.name &&
    names !== undefined &&
    ts.isNamedImports(names) &&
    names.elements.length > 0 &&
    names.elements.every((one) => one.isTypeOnly)
  );
}

/** The top folder of a path from `src/`; for `../pkg/…` the one beside it; a file at the root is its own. */
const folderOf = (path: string) => path.replace(/^\.\.\//, '').split('/')[0] ?? '';

/** The feature that a file belongs to, or none. */
const featureOf = (path: string) => /^features\/([^/]+)\//.exec(path)?.[1] ?? null;

/** What is against the table, in words. */
function wrong(table: Table, imports: Import[]): string[] {
  return imports.flatMap(({ from, to, types }) => {
    const [folder, other] = [folderOf(from), folderOf(to)];
    const [feature, otherFeature] = [featureOf(from), featureOf(to)];
    if (feature && otherFeature && feature !== otherFeature)
      return [`${from} imports ${to}: features do not import each other`];
    if (folder === other || to === SHARED) return [];
    const allowed = table.get(folder)?.get(other);
    if (allowed === 'all' || (allowed === 'types' && types)) return [];
    return [`${from} imports ${to}: ${folder} may import ${allowed ? 'only types' : 'nothing'} of ${other}`];
  });
}

/**
 * The first circle of folders, each importing the next one; empty without one.
 * @param unit what a path counts as: its folder, or itself
 */
function circle(imports: Import[], unit: (path: string) => string = folderOf): string[] {
  const next: Map<string, Set<string>> = new Map();
  for (const { from, to } of imports)
    if (unit(from) !== unit(to)) next.set(unit(from), (next.get(unit(from)) ?? new Set()).add(unit(to)));
  const done: Set<string> = new Set();
  const walk = (at: string, way: string[]): string[] => {
    if (way.includes(at)) return [...way.slice(way.indexOf(at)), at];
    if (done.has(at)) return [];
    for (const other of next.get(at) ?? []) {
      const found = walk(other, [...way, at]);
      if (found.length > 0) return found;
    }
    done.add(at);
    return [];
  };
  return [...next.keys()].map((at) => walk(at, [])).find((found) => found.length > 0) ?? [];
}

const table = tableOf(readFileSync(join(WWW, '../ARCHITECTURE.md'), 'utf8'));
const files = readdirSync(SRC, { recursive: true })
  .map((file) => String(file).replaceAll('\\', '/'))
  .filter((file) => /\.(ts|css)$/.test(file));
const imports = files.flatMap((file) => importsOf(file, readFileSync(join(SRC, file), 'utf8')));

test('the table of ARCHITECTURE.md names the folders of the page, and no others', () => {
  const folders = new Set(files.map(folderOf));
  assert.deepEqual(
    [...table.keys()].filter((folder) => !folders.has(folder)),
    [],
  );
  assert.deepEqual(
    [...folders].filter((folder) => !table.has(folder)),
    [],
  );
});

test('each import of the page is one that the table allows, and features do not import each other', () => {
  assert.ok(imports.length > 500, `only ${imports.length} imports were found`);
  assert.equal(wrong(table, imports).join('\n'), '');
});

test('folders of the page do not import each other in a circle', () => {
  assert.deepEqual(circle(imports), []);
});

test('files of the page do not import each other in a circle, not even for types', () => {
  assert.deepEqual(
    circle(imports, (path) => path),
    [],
  );
});

test('a wrong import of any form is told', () => {
  const rules = tableOf(
    '## The page\n\n' +
      '| folder | owns | may import |\n' +
      '|---|---|---|\n' +
      '| `features/` | panels | `core` |\n' +
      '| `core/` `ui/` | the core | types of `protocol` |\n',
  );
  const reported = (from: string, text: string) => wrong(rules, importsOf(from, text));
  assert.deepEqual(
    reported(
      'features/sql/panel.ts',
      "import { connect } from '../../core/client.ts'; import './style.css'; import { html } from 'lit';",
    ),
    [],
  );
  assert.deepEqual(
    reported(
      'ui/icon.ts',
      "import type { A } from '../protocol/types.ts'; type B = import('../protocol/types.ts').B; " +
        "import { type C } from '../protocol/types.ts';",
    ),
    [],
  );
  for (const [from, text] of [
    ['core/client.ts', "import { panel } from '../features/sql/panel.ts';"],
    ['core/client.ts', "import type { Panel } from '../features/sql/panel.ts';"],
    ['core/client.ts', "type Panel = import('../features/sql/panel.ts').Panel;"],
    ['core/client.ts', "export { panel } from '../features/sql/panel.ts';"],
    ['core/client.ts', "const load = () => import('../features/sql/panel.ts');"],
    ['core/client.ts', "import address from '../features/sql/sql.worker.ts?worker&url';"],
    ['core/client.ts', "const address = new URL('../features/sql/sql.worker.ts', import.meta.url);"],
    ['core/client.ts', "import { edgeId } from '../protocol/edge-keys.ts';"],
    ['features/sql/panel.ts', "import '../documents/style.css';"],
    ['features/sql/style.css', "@import '../documents/style.css';"],
    ['features/sql/panel.ts', "import type { Other } from '../documents/panel.ts';"],
  ] as const)
    assert.equal(reported(from, text).length, 1, `${from}: ${text}`);
});

test('a circle of folders is told, however long it is', () => {
  const way = (...folders: string[]) =>
    folders.slice(1).map((to, i) => ({ from: `${folders[i]}/a.ts`, to: `${to}/b.ts`, types: true }));
  assert.deepEqual(circle(way('a', 'b', 'c')), []);
  assert.deepEqual(circle([...way('a', 'b', 'c'), ...way('c', 'a')]), ['a', 'b', 'c', 'a']);
});

test('a circle of two files of a folder is told', () => {
  const pair = [...importsOf('a/b.ts', "import type { C } from './c.ts';"), ...importsOf('a/c.ts', "import './b.ts';")];
  assert.deepEqual(circle(pair), []);
  assert.deepEqual(
    circle(pair, (path) => path),
    ['a/b.ts', 'a/c.ts', 'a/b.ts'],
  );
});
