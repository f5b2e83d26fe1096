// Counts what makes the page's code hard to read, to compare two checkouts: `make counts`, or with `AGAINST=…` beside
// another one.

import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const SRC = 'www/src';
const HERE = fileURLToPath(new URL('../../', import.meta.url));
const LARGEST = 10;

type Counts = Record<string, string | number>;

function scripts(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));
}

function isInTemplate(node: ts.Node): boolean {
  for (let at = node.parent; at; at = at.parent) if (ts.isTemplateSpan(at)) return true;
  return false;
}

function countsOf(checkout: string): Counts {
  const classes: { name: string; fields: number }[] = [];
  let [lines, docsOnFieldLine, destructuredConstructors, nestedTernaries] = [0, 0, 0, 0];
  const visit = (node: ts.Node, source: ts.SourceFile) => {
    if (ts.isClassDeclaration(node)) {
      const fields = node.members.filter(
        (member) => ts.isPropertyDeclaration(member) && ts.isPrivateIdentifier(member.name),
      );
      classes.push({ name: node.name?.text ?? '', fields: fields.length });
    }
    if (ts.isConstructorDeclaration(node) && node.parameters.some(({ name }) => ts.isObjectBindingPattern(name)))
      destructuredConstructors += 1;
    if (ts.isConditionalExpression(node) && ts.isConditionalExpression(node.parent) && isInTemplate(node))
      nestedTernaries += 1;
    ts.forEachChild(node, (child) => visit(child, source));
  };
  for (const path of scripts(join(checkout, SRC))) {
    const text = readFileSync(path, 'utf8');
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    lines += text.split('\n').length - 1;
    docsOnFieldLine += text.split('\n').filter((line) => /^\s*\/\*\*.*\*\/ \S/.test(line)).length;
    visit(source, source);
  }
  const largest = classes.sort((a, b) => b.fields - a.fields).slice(0, LARGEST);
  return {
    'lines of TypeScript': lines,
    'doc comments on the line of their field': docsOnFieldLine,
    'destructured constructors': destructuredConstructors,
    'nested ternaries in templates': nestedTernaries,
    [`private fields of the ${LARGEST} classes with most`]: largest
      .map(({ name, fields }) => `${name} ${fields}`)
      .join(', '),
  };
}

const other = process.argv[2];
const [own, before] = [countsOf(HERE), other ? countsOf(resolve(other)) : null];
for (const [what, count] of Object.entries(own)) {
  console.log(before ? `${what}\n  there: ${before[what]}\n  here: ${count}` : `${what}: ${count}`);
}
