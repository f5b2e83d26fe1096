// The machine that a reader builds, and its text, laid out as the formatter would.

import {
  INDENT,
  MAX_LINE,
  durationText,
  identifier,
  keyText,
  onOneLine,
  quoted,
  valueText,
  type Json,
} from './text.ts';
import { ImportError, type Imported, type Loss } from './types.ts';

/** The language nests blocks at most 100 deep. */
export const MAX_DEPTH = 90;
/** Longer descriptions of losses are cut in comments. */
const MAX_COMMENT = 160;

export interface Attribute {
  name: string;
  /** With a constraint or a default: `count<number>`. */
  type?: string;
  value?: Json;
}

export interface NodeOptions {
  /** Without: a name that is only used by edges. */
  type: string;
  title?: string | undefined;
  /** With `@`. */
  annotations?: string[];
  attributes?: Attribute[];
}

export class NodeText {
  readonly name: string;
  readonly parent: NodeText | null;
  readonly depth: number;
  type: string;
  title: string | undefined;
  annotations: string[];
  attributes: Attribute[];
  /** Lines above the declaration, without `//`. */
  readonly comments: string[] = [];
  readonly notes: string[] = [];
  readonly children: NodeText[] = [];
  readonly edges: EdgeText[] = [];
  /** Lines at the end of the block. */
  readonly trailing: string[] = [];
  readonly #names: Map<string, number> = new Map();

  constructor(name: string, parent: NodeText | null, { type, title, annotations = [], attributes = [] }: NodeOptions) {
    this.name = name;
    this.parent = parent;
    this.depth = parent ? parent.depth + 1 : 0;
    this.type = type;
    this.title = title;
    this.annotations = annotations;
    this.attributes = attributes;
  }

  /** A name that no child has yet. The first child with a name has it as it is. */
  freeName(wanted: string): string {
    let name = wanted;
    for (let n = this.#names.get(wanted) ?? 0; this.#names.has(name); ) {
      n += 1;
      this.#names.set(wanted, n);
      name = `${wanted}_${n + 1}`;
    }
    this.#names.set(name, 0);
    return name;
  }

  /** The containers from the outermost one, and the node itself. */
  get chain(): NodeText[] {
    const chain: NodeText[] = [];
    for (let node: NodeText | null = this; node?.parent; node = node.parent) chain.push(node);
    return chain.reverse();
  }
}

export interface EdgeOptions {
  /** The label. */
  text?: string | undefined;
  arrow?: '->' | '-->' | '=>' | '<-->';
  /** The event that takes it. */
  on?: string | undefined;
  /** An expression. */
  when?: string | undefined;
  /** Milliseconds. */
  after?: number | undefined;
  set?: SetEntry[];
  access?: 'reads' | 'writes';
  isCatch?: boolean;
  /** With `@`. */
  annotations?: string[];
  attributes?: Attribute[];
}

/** `@set`: what a field becomes. */
export interface SetEntry {
  target: string;
  expression: string;
}

export class EdgeText {
  readonly from: NodeText;
  readonly to: NodeText;
  readonly options: EdgeOptions;
  readonly comments: string[] = [];

  constructor(from: NodeText, to: NodeText, options: EdgeOptions) {
    this.from = from;
    this.to = to;
    this.options = options;
  }
}

export class MachineText {
  readonly root = new NodeText('', null, { type: '' });
  title: string | undefined;
  readonly attributes: Attribute[] = [];
  /** Of the header, with `@`. */
  readonly annotations: string[] = [];
  /** Above the header. */
  readonly comments: string[] = [];
  readonly losses: Loss[] = [];
  readonly additions: Loss[] = [];
  tokens = 0;
  readonly #contexts: NodeText[] = [];
  readonly #reserved: Set<string> = new Set();

  /** @param names of nodes, which contexts that the reader adds must not take */
  constructor(names: Iterable<string> = []) {
    for (const name of names) this.#reserved.add(identifier(name));
  }

  /** @param name as in the input: the title keeps it if it is no identifier */
  add(parent: NodeText, name: string, options: NodeOptions): NodeText {
    if (parent.depth >= MAX_DEPTH) throw new ImportError('refused', `nested more than ${MAX_DEPTH} deep`);
    const free = parent.freeName(identifier(name));
    const title = options.title ?? (free === name ? undefined : name);
    const node = new NodeText(free, parent, { ...options, title: title === free ? undefined : title });
    parent.children.push(node);
    return node;
  }

  /** A context at the root, before all other nodes, under a name that no node has. */
  addContext(wanted: string, annotations: string[] = []): NodeText {
    let name = wanted;
    for (let n = 2; this.#reserved.has(name); n += 1) name = `${wanted}_${n}`;
    this.#reserved.add(name);
    const context = new NodeText(this.root.freeName(name), this.root, { type: 'context', annotations });
    this.#contexts.push(context);
    return context;
  }

  /** The edge stands in the innermost container of both ends. */
  connect(from: NodeText, to: NodeText, options: EdgeOptions = {}): EdgeText {
    const edge = new EdgeText(from, to, options);
    commonContainer(from, to, this.root).edges.push(edge);
    return edge;
  }

  /** Records a loss, and writes it down at its place: above a node or an edge, or above the header. */
  lose(place: NodeText | EdgeText | null, line: number, what: string, why: string) {
    const loss = { line, what: onOneLine(what), why };
    this.losses.push(loss);
    (place === null || place === this.root ? this : place).comments.push(`lost: ${cut(loss.what)} (${why})`);
  }

  /** Records an edge that the input does not have, with a comment above it. */
  noteAddition(edge: EdgeText, line: number, why: string) {
    const [from, to] = [nameFrom(edge.from, this.root), nameFrom(edge.to, this.root)];
    this.additions.push({ line, what: `${from} -> ${to}`, why });
    edge.comments.push(`added: ${why}`);
  }

  /** Members of an object that later ones of the same name replace. */
  loseReplaced({ replaced = [] }: { replaced?: { line: number; what: string }[] }) {
    for (const { line, what } of replaced) this.lose(null, line, what, 'a later member replaces it');
  }

  finish(): Imported {
    const source = this.toString();
    const byLine = (list: Loss[]) => list.sort((a, b) => a.line - b.line);
    return { source, losses: byLine(this.losses), additions: byLine(this.additions), tokens: this.tokens };
  }

  toString(): string {
    const lines: string[] = this.comments.map(comment);
    const header = ['machine', quoted(this.title ?? 'Imported machine'), ...this.annotations].join(' ');
    lines.push(...block(header, '', this.attributes, []), '');
    for (const context of this.#contexts) lines.push(...nodeLines(context, ''));
    if (this.#contexts.length > 0) lines.push('');
    lines.push(...bodyLines(this.root, '', new Set(this.#contexts)));
    while (lines.at(-1) === '') lines.pop();
    return `${lines.join('\n')}\n`;
  }
}

const cut = (text: string) => (text.length > MAX_COMMENT ? `${text.slice(0, MAX_COMMENT - 1).trimEnd()}…` : text);
const comment = (text: string) => `// ${onOneLine(text)}`.trimEnd();

function commonContainer(from: NodeText, to: NodeText, root: NodeText): NodeText {
  let [a, b] = [from.parent ?? root, to.parent ?? root];
  while (a !== b) {
    if (a.depth >= b.depth && a.parent) a = a.parent;
    else if (b.parent) b = b.parent;
    else return root;
  }
  return a;
}

/** The name of a node from a container around it. */
function nameFrom(node: NodeText, container: NodeText): string {
  const names: string[] = [];
  for (let at: NodeText | null = node; at && at !== container; at = at.parent) names.unshift(at.name);
  return names.join('.');
}

/** Children, then edges, in the order of the input. */
function bodyLines(node: NodeText, indent: string, skipped: ReadonlySet<NodeText> = new Set()): string[] {
  const lines: string[] = [];
  for (const child of node.children) if (!skipped.has(child)) lines.push(...nodeLines(child, indent));
  if (indent === '' && node.edges.length > 0 && lines.length > 0) lines.push('');
  for (const edge of node.edges) lines.push(...edgeLines(edge, node, indent));
  lines.push(...node.trailing.map((text) => indent + comment(text)));
  return lines;
}

function nodeLines(node: NodeText, indent: string): string[] {
  const words = [node.type, node.name];
  if (node.title !== undefined) words.push(quoted(node.title));
  const head = [...words, ...node.annotations].join(' ');
  return [
    ...node.comments.map((text) => indent + comment(text)),
    ...block(indent + head, indent, node.attributes, bodyLines(node, indent + INDENT)),
    ...node.notes.map((text) => `${indent}note ${node.name} ${quoted(text)}`),
  ];
}

/** A head with its block: on one line if it fits. */
function block(head: string, indent: string, attributes: Attribute[], body: string[]): string[] {
  if (attributes.length === 0 && body.length === 0) return [head];
  if (body.length === 0) {
    const line = `${head} { ${attributes.map((attribute) => attributeText(attribute, '', -Infinity)).join('; ')} }`;
    if (line.length <= MAX_LINE && !line.includes('\n')) return [line];
  }
  const inner = indent + INDENT;
  return [
    `${head} {`,
    ...attributes.map((attribute) => inner + attributeText(attribute, inner, inner.length)),
    ...body,
    `${indent}}`,
  ];
}

/** @param column where it begins; -Infinity: on one line however long it is */
function attributeText({ name, type, value }: Attribute, indent: string, column: number): string {
  const key = `${name}${type === undefined ? '' : `<${type}>`}`;
  return value === undefined ? key : `${key}: ${valueText(value, indent, column + key.length + 2)}`;
}

function edgeLines({ from, to, options, comments }: EdgeText, container: NodeText, indent: string): string[] {
  const source = nameFrom(from, container);
  const label = labelText(options);
  const { arrow = '->' } = options;
  const arrowText = label === '' ? arrow : LABELLED[arrow].replace('…', () => label);
  const target = nameFrom(to, container);
  const line = `${indent}${source} ${arrowText} ${target}`;
  const broken = [indent + source, `${indent}${INDENT}${INDENT}${arrowText} ${target}`];
  return [...comments.map((text) => indent + comment(text)), ...(line.length <= MAX_LINE ? [line] : broken)];
}

const LABELLED = { '->': '-…->', '-->': '--…-->', '=>': '=…=>', '<-->': '<--…-->' };

function labelText({ text, on, when, after, set, access, isCatch, annotations = [], attributes = [] }: EdgeOptions) {
  const parts = [
    access ?? '',
    isCatch ? 'catch' : '',
    text === undefined || text === '' ? '' : quoted(text),
    on === undefined ? '' : onPart(on),
    after === undefined ? '' : afterPart(after),
    when === undefined ? '' : `when: ${quoted(when)}`,
    ...attributes.map(({ name, value }) => `${keyText(name)}: ${valueText(value ?? null, '', -Infinity)}`),
  ].filter((part) => part !== '');
  return [parts.join(', '), ...(set && set.length > 0 ? [setAnnotation(set)] : []), ...annotations]
    .filter((part) => part !== '')
    .join(' ');
}

const onPart = (event: string) => `on: ${event}`;
const afterPart = (ms: number) => `after: ${durationText(ms)}`;

/** On edges and nodes. */
export const setAnnotation = (entries: SetEntry[]) =>
  `@set(${entries.map(({ target, expression }) => `${target}: ${expression}`).join('; ')})`;
