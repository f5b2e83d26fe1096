// The texts that a person reads, collected from the sources: what the page says, the guides, README, and the examples.
// Code spans and code blocks are left out.
//
//   node www/test/texts.ts [folder] [--json]     lists them; `folder` is the top of a checkout, this one by default

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';

export interface Text {
  file: string;
  line: number;
  text: string;
}

/** Files whose literals are all meant for people. */
const OF_STRINGS = /(^|[/-])(strings|words)\.ts$/;
/** A literal elsewhere that reads like a sentence or a label of several words. */
const SENTENCE = /\p{L}{2,}[,:;.…]? (?:\p{L}+|‹code›|…|\d)/u;
/** What reads like one, and is none: queries, styles, names of classes, fonts, paths of pictures. */
const CODE = [
  /^(?:SELECT|FROM|PRAGMA)\b/,
  /\d(?:px|em|vw)\b|var\(--|: reduce|: dark|sans-serif|monospace|, polygon|select:not/,
  /^[\w-]+(?: [\w-]*-…)|^(?:flowchart|card|spot|sign|lane|tag|badges|stub) \S+$/,
  /^[mM]\d/,
];
/** Attributes of markup that are read out or shown. */
const SPOKEN = /\b(?:aria-label|title|placeholder|alt)="([^"${}]+)"/g;

/** All texts of the checkout at `top`. */
export function textsOf(top: string): Text[] {
  const files = (folder: string, ending: RegExp) =>
    existsSync(join(top, folder)) ? walk(join(top, folder)).filter((file) => ending.test(file)) : [];
  const read = (file: string, of: (text: string) => [line: number, text: string][]): Text[] =>
    of(readFileSync(file, 'utf8')).map(([line, text]) => ({ file: relative(top, file), line, text }));
  return [
    ...files('www/src', /(?<!\.d)\.ts$/).flatMap((file) => read(file, (text) => literals(file, text))),
    ...files('www/src', /\.md$/).flatMap((file) => read(file, prose)),
    ...[...files('www/src', /\.html$/), join(top, 'index.html')].flatMap((file) => read(file, markup)),
    ...[...files('docs', /\.md$/), join(top, 'README.md')].flatMap((file) => read(file, prose)),
    ...read(join(top, 'www/examples/index.json'), gallery),
    ...files('www/examples', /\.dygram$/).flatMap((file) => read(file, remarks)),
  ];
}

function walk(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules' && !name.startsWith('.'))
    .flatMap((entry) => (entry.isDirectory() ? walk(join(folder, entry.name)) : [join(folder, entry.name)]));
}

/** String and template literals; markup is split into what stands between its tags. */
function literals(file: string, source: string): [number, string][] {
  const found: [number, string][] = [];
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const all = OF_STRINGS.test(file);
  const add = (node: ts.Node, text: string) => {
    const plain = withoutCode(text).replaceAll(/\s+/g, ' ').trim();
    if (/\p{L}{2}/u.test(plain) && (all || (SENTENCE.test(plain) && !CODE.some((one) => one.test(plain)))))
      found.push([tree.getLineAndCharacterOfPosition(node.getStart()).line + 1, plain]);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isTaggedTemplateExpression(node)) {
      const text = templateText(node.template);
      for (const [, spoken = ''] of text.matchAll(SPOKEN)) add(node, spoken);
      for (const part of text.replaceAll(/<!--[^]*?-->/g, '').split(/<[^<>]*(?:>|$)/)) add(node, part);
      if (ts.isTemplateExpression(node.template)) node.template.templateSpans.forEach((span) => visit(span.expression));
      return;
    }
    const parts = summands(node);
    if (parts) {
      if (!ts.isStringLiteralLike(node) || !isName(node)) add(node, parts.map(templateText).join(''));
      for (const part of parts)
        if (ts.isTemplateExpression(part)) part.templateSpans.forEach((span) => visit(span.expression));
    } else ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

type Literal = ts.StringLiteralLike | ts.TemplateExpression;

/** A literal, or those that are added up to a longer text; null for everything else. */
function summands(node: ts.Node): Literal[] | null {
  if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) return [node];
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return null;
  const [left, right] = [summands(node.left), summands(node.right)];
  return left && right && [...left, ...right];
}

/** A key, an index, or what is compared with: names of the program. */
const isName = ({ parent, ...node }: ts.StringLiteralLike) =>
  (ts.isPropertyAssignment(parent) && parent.name.pos === node.pos) ||
  ts.isElementAccessExpression(parent) ||
  ts.isCaseClause(parent) ||
  (ts.isBinaryExpression(parent) && parent.operatorToken.getText().includes('='));

const templateText = (node: Literal) =>
  ts.isTemplateExpression(node)
    ? node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('')
    : node.text;

/** Paragraphs, headings, cells and list items of Markdown, without code. */
function prose(markdown: string): [number, string][] {
  const found: [number, string][] = [];
  let fence = '';
  let open: [number, string] | null = null;
  const close = () => {
    const text =
      open &&
      withoutCode(open[1])
        .replaceAll(/\]\([^)]*\)/g, ']')
        .trim();
    if (open && text && /\p{L}{2}/u.test(text)) found.push([open[0], text]);
    open = null;
  };
  for (const [i, line] of markdown.split('\n').entries()) {
    const sign = /^\s*(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
    if (fence !== '' || sign !== '') {
      close();
      if (fence === '') fence = sign;
      else if (sign.startsWith(fence)) fence = '';
    } else if (line.trim() === '' || /^\s*(#|[-*] |\d+\. |\|)/.test(line)) {
      close();
      if (line.trim() !== '') open = [i + 1, line];
    } else if (open) open[1] += ` ${line.trim()}`;
    else open = [i + 1, line];
  }
  close();
  return found;
}

/** What a page of HTML shows, and its title and description. */
function markup(html: string): [number, string][] {
  const plain = html.replaceAll(/<!--[^]*?-->|<(script|style|svg)\b[^]*?<\/\1>/g, (all) =>
    all.replaceAll(/[^\n]/g, ''),
  );
  return plain.split('\n').flatMap((line, i) => {
    const spoken = [...line.matchAll(/\b(?:aria-label|title|alt|content)="([^"]+ [^"]+)"/g)].map(
      ([, text = '']) => text,
    );
    return [...spoken, ...line.split(/<[^<>]*(?:>|$)/)]
      .map((text) => text.trim())
      .filter((text) => /\p{L}{2}.* /u.test(text) && !/[<>=]/.test(text))
      .map((text): [number, string] => [i + 1, text]);
  });
}

/** Titles, sentences and tags of the gallery. */
function gallery(json: string): [number, string][] {
  const list: { title: string; topic: string; description: string; ticks: unknown; features: string[] }[] =
    JSON.parse(json);
  const lineOf = (text: string) => json.slice(0, json.indexOf(JSON.stringify(text))).split('\n').length;
  return list.flatMap(({ title, topic, description, ticks, features }) =>
    [title, topic, description, ...(typeof ticks === 'string' ? [ticks] : []), ...features].map(
      (text): [number, string] => [lineOf(text), text],
    ),
  );
}

/** Comments and titles of a machine. */
const remarks = (source: string): [number, string][] =>
  source.split('\n').flatMap((line, i) => {
    const comment = /(?:^|\s)\/\/ (.*)$/.exec(line)?.[1];
    const title = /^\s*(?:machine|init|task|state|end|process|context|note \S+) .*?"([^"]+)"/.exec(line)?.[1];
    return [comment, title].flatMap((text): [number, string][] => (text ? [[i + 1, text]] : []));
  });

const withoutCode = (text: string) => text.replaceAll(/(`+)[^]*?\1/g, '‹code›');

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [folder = fileURLToPath(new URL('../..', import.meta.url))] = process.argv
    .slice(2)
    .filter((a) => !a.startsWith('--'));
  const texts = textsOf(folder);
  for (const { file, line, text } of texts) console.log(`${file}:${line}\t${text}`);
  console.error(`${texts.length} texts`);
}
