// Mermaid's flowcharts, and LangGraph's drawings, which are such.

import {
  FlowGraph,
  isAround,
  setTitle,
  writeFlowGraph,
  type FlowEdge,
  type FlowKind,
  type FlowNode,
} from './flow-graph.ts';
import { MAX_DEPTH, MachineText } from './machine-text.ts';
import { LAYOUT, LINK, STYLES, openDiagram, plainText, takeAside, type Aside } from './mermaid.ts';
import type { Scanner } from './scanner.ts';
import type { Imported } from './types.ts';

export function readMermaidFlowchart(text: string): Imported {
  const machine = new MachineText();
  const { scanner, isFenced } = openDiagram(text, machine);
  if (!scanner.take(/(?:flowchart-elk|flowchart|graph)(?=[\s;]|$)/y)) throw scanner.error('`flowchart` is missing');
  const direction = scanner.take(/[ \t]+(TB|TD|BT|RL|LR|[<>^v])(?=[\s;]|$)/y)?.[1];
  if (direction === 'LR' || direction === '>') machine.annotations.push('@style(direction: LR)');
  else if (direction !== undefined && direction !== 'TB' && direction !== 'TD' && direction !== 'v')
    machine.lose(null, scanner.line, `direction ${direction}`, LAYOUT);
  const graph = new Flowchart(scanner, machine, isFenced).read();
  writeFlowGraph(machine, graph);
  machine.tokens += scanner.tokens;
  return machine.finish();
}

interface Scope {
  group: FlowNode;
  members: FlowNode[];
}

/** Of a node's name. */
const ID = /(?:[^\s\-=&;:()[\]{}<>|"@~,%]|%(?!%)|&(?=[^\s&])|-(?=[^>\-.\s])|=(?!=))+/y;

/** Brackets of nodes, longest first. */
const SHAPES: [open: string, close: string[], kind: FlowKind][] = [
  ['(((', [')))'], 'step'],
  ['((', ['))'], 'step'],
  ['([', ['])'], 'step'],
  ['(-', ['-)'], 'step'],
  ['(', [')'], 'step'],
  ['[[', [']]'], 'step'],
  ['[(', [')]'], 'store'],
  ['[/', ['/]', '\\]'], 'step'],
  ['[\\', ['\\]', '/]'], 'step'],
  ['[', [']'], 'step'],
  ['{{', ['}}'], 'step'],
  ['{', ['}'], 'decision'],
  ['>', [']'], 'step'],
];

/** Names of shapes in `@{ shape: … }`. */
const STORES = new Set(
  `cyl cylinder db database disk lin-cyl lined-cylinder das h-cyl horizontal-cylinder doc docs document
    documents st-doc stacked-document lin-doc lined-document tag-doc tagged-document`.split(/\s+/),
);
const DECISIONS = /^(?:diam|diamond|decision|question)$/;

class Flowchart {
  readonly #scanner: Scanner;
  readonly #machine: MachineText;
  readonly #isFenced: boolean;
  readonly #graph = new FlowGraph();
  readonly #scopes: Scope[] = [];
  readonly #edgeIds: Set<string> = new Set();
  #pending: Aside[] = [];
  #groups = 0;

  constructor(scanner: Scanner, machine: MachineText, isFenced: boolean) {
    this.#scanner = scanner;
    this.#machine = machine;
    this.#isFenced = isFenced;
  }

  read(): FlowGraph {
    while (this.#statement());
    const open = this.#scopes.at(-1);
    if (open) throw this.#scanner.error(`the subgraph \`${open.group.id}\` is not closed: \`end\` is missing`);
    for (const { loss, comment } of this.#pending) {
      if (loss) this.#machine.lose(null, loss.line, loss.what, loss.why);
      if (comment) this.#machine.root.trailing.push(comment);
    }
    this.#graph.takesAll = this.#graph.get('__start__') !== undefined;
    return this.#graph;
  }

  /** @returns false at the end */
  #statement(): boolean {
    const scanner = this.#scanner;
    scanner.take(/[\s;]+/y);
    if (scanner.isAtEnd) return false;
    if (this.#isFenced && scanner.take(/(?:```|~~~)[^\n]*/y)) {
      if (scanner.take(/\s*\S/y)) throw scanner.error('text behind the closing fence');
      return false;
    }
    const { line } = scanner;
    const aside = takeAside(scanner);
    if (aside) this.#pending.push(aside);
    else if (scanner.take(/direction[ \t]+(?:TB|TD|BT|RL|LR)\b[^\n;]*/y)) this.#lose(line, 'direction', LAYOUT);
    else if (scanner.sees(/(?:style|linkStyle|classDef|class)[ \t]+\S/y))
      this.#lose(line, this.#restOfStatement(), STYLES);
    else if (scanner.sees(/click[ \t]+\S/y)) this.#lose(line, scanner.restOfLine(), LINK);
    else if (scanner.take(/accTitle[ \t]*:/y)) this.#machine.title ??= scanner.restOfLine().trim();
    else if (scanner.take(/accDescr[ \t]*:/y)) this.#describe(scanner.restOfLine());
    else if (scanner.take(/accDescr[ \t]*\{/y)) {
      const text = scanner.takeUntil('}');
      if (text === null) throw scanner.error('`accDescr` is not closed: `}` is missing');
      this.#describe(text);
    } else if (scanner.take(/subgraph(?=[\s;]|$)/y)) this.#open(line);
    else if (scanner.take(/end(?=[\s;]|$)/y)) this.#close();
    else this.#chain();
    return true;
  }

  #lose(line: number, what: string, why: string) {
    this.#pending.push({ loss: { line, what: what.trim(), why } });
  }

  #describe(text: string) {
    this.#machine.attributes.push({ name: 'description', value: text.trim() });
  }

  #restOfStatement(): string {
    return this.#scanner.take(/[^\n;]*/y)?.[0] ?? '';
  }

  #attach(place: FlowNode | FlowEdge) {
    for (const { loss, comment } of this.#pending) {
      if (loss) place.losses.push(loss);
      if (comment) place.comments.push(comment);
    }
    this.#pending = [];
  }

  #open(line: number) {
    const scanner = this.#scanner;
    if (this.#scopes.length >= MAX_DEPTH) throw scanner.error(`nested more than ${MAX_DEPTH} deep`);
    scanner.take(/[ \t]+/y);
    const quotedTitle = scanner.take(/"([^"]*)"[ \t]*(?=[\n;]|$)/y)?.[1];
    const [, id, title] =
      quotedTitle === undefined ? (scanner.take(/([^\s[\]"();]+)[ \t]*\[([^\n]*)\][ \t]*(?=[\n;]|$)/y) ?? []) : [];
    const rest = quotedTitle ?? (id === undefined ? this.#restOfStatement().trim() : '');
    const name = id ?? (/^\S+$/.test(rest) ? rest : `subGraph${this.#groups}`);
    this.#groups += 1;
    const group = this.#graph.node(name, line, 'plain');
    group.isGroup = true;
    const text = this.#plain((title ?? (rest === name ? '' : rest)).replace(/^"(.*)"$/s, '$1'));
    if (text !== '') setTitle(group, text, line);
    this.#attach(group);
    this.#scopes.push({ group, members: [] });
  }

  /** Nodes belong to the first subgraph that is closed and mentions them. */
  #close() {
    const scope = this.#scopes.pop();
    if (!scope) throw this.#scanner.error('`end` without `subgraph`');
    for (const member of scope.members)
      if (member.parent === null && !isAround(member, scope.group)) member.parent = scope.group;
    this.#scopes.at(-1)?.members.push(scope.group);
  }

  /** Nodes with arrows between. */
  #chain() {
    const scanner = this.#scanner;
    let sources = this.#nodes();
    for (;;) {
      const edgeId = scanner.take(/[ \t]*([^\s"@]+)@(?=[xo<]?[-=~]|-?\.)/y)?.[1];
      if (edgeId !== undefined) this.#edgeIds.add(edgeId);
      const link = this.#link();
      if (link === null) break;
      const targets = this.#nodes();
      for (const from of sources)
        for (const to of targets) {
          if (link.isInvisible) this.#lose(link.line, 'an invisible link', LAYOUT);
          else this.#connect(from, to, link);
        }
      sources = targets;
    }
    if (!scanner.sees(/[ \t]*(?:[\n;]|%%|$)/y))
      throw scanner.error(`expected an arrow or a new line, found ${scanner.preview}`);
  }

  #connect(from: FlowNode, to: FlowNode, { label, arrow, line, heads }: Link) {
    const edge = this.#graph.connect(from, to, line, { label, arrow });
    this.#attach(edge);
    if (heads !== null) edge.losses.push({ line, what: heads, why: 'edges have one kind of arrowhead' });
  }

  #nodes(): FlowNode[] {
    const nodes = [this.#node()];
    while (this.#scanner.take(/\s*&\s*/y)) nodes.push(this.#node());
    return nodes.filter((node) => node !== null);
  }

  /** @returns null for data of an edge: `e1@{ animate: true }` */
  #node(): FlowNode | null {
    const scanner = this.#scanner;
    const { line } = scanner;
    const id = scanner.take(ID)?.[0];
    if (id === undefined) throw scanner.error(`expected a node, found ${scanner.preview}`);
    if (this.#edgeIds.has(id) && scanner.sees(/@\{/y)) {
      this.#readData(null, line);
      return null;
    }
    const node = this.#graph.node(id, line);
    if (!node.isGroup || this.#scopes.length > 0) this.#scopes.at(-1)?.members.push(node);
    this.#attach(node);
    for (const [open, close, kind] of SHAPES) {
      if (!scanner.text.startsWith(open, scanner.at)) continue;
      scanner.moveTo(scanner.at + open.length);
      // LangGraph draws metadata and interrupts of a node below a rule.
      const [title = '', ...details] = this.#bracketText(close).split(/<hr\s*\/?>/i);
      setTitle(node, this.#plain(title), line);
      node.notes.push(...details.map((text) => this.#plain(text)).filter((text) => text !== ''));
      if (!node.isGroup) node.kind = kind;
      break;
    }
    if (scanner.sees(/@\{/y)) this.#readData(node, line);
    const style = scanner.take(/:::\s*[^\s;&:]+/y)?.[0];
    if (style !== undefined) node.losses.push({ line, what: style, why: STYLES });
    return node;
  }

  /** Up to the first of the closing brackets. */
  #bracketText(close: string[]): string {
    const scanner = this.#scanner;
    const quoted = scanner.take(/\s*"([^"]*)"\s*/y)?.[1];
    if (quoted !== undefined) {
      const end = close.find((sign) => scanner.text.startsWith(sign, scanner.at));
      if (end === undefined) throw scanner.error(`\`${close[0]}\` is missing`);
      scanner.moveTo(scanner.at + end.length);
      return quoted.replace(/^`(.*)`$/s, '$1');
    }
    let length = 0;
    const rest = /[^\n]*/y;
    rest.lastIndex = scanner.at;
    const line = rest.exec(scanner.text)?.[0] ?? '';
    const ends = close.map((sign) => line.indexOf(sign)).filter((at) => at >= 0);
    if (ends.length === 0) throw scanner.error(`\`${close[0]}\` is missing`);
    length = Math.min(...ends);
    const text = line.slice(0, length);
    const sign = close.find((one) => line.startsWith(one, length)) ?? '';
    scanner.moveTo(scanner.at + length + sign.length);
    return text;
  }

  #readData(node: FlowNode | null, line: number) {
    const scanner = this.#scanner;
    scanner.take(/@\{/y);
    const text = scanner.takeUntil('}');
    if (text === null) throw scanner.error('`}` is missing');
    const members = /([\w-]+)\s*:\s*(?:"([^"]*)"|([^,\n]*))/g;
    if (/[^,\s]/.test(text.replace(members, ''))) throw scanner.error('expected `key: value` in `@{ }`');
    for (const [, key = '', quoted, bare] of text.matchAll(members)) {
      const value = quoted ?? (bare ?? '').trim();
      if (node && key === 'label') setTitle(node, this.#plain(value), line);
      else if (node && key === 'shape') {
        if (STORES.has(value)) node.kind = 'store';
        else if (DECISIONS.test(value)) node.kind = 'decision';
        else node.losses.push({ line, what: `shape: ${value}`, why: STYLES });
      } else if (node) node.losses.push({ line, what: `${key}: ${value}`, why: STYLES });
      else this.#lose(line, `${key}: ${value}`, STYLES);
    }
  }

  #plain(text: string): string {
    return plainText(text.replace(/\bfa[bklrs]?:fa-[\w-]+\s*/g, '').replace(/^`(.*)`$/s, '$1'));
  }

  #link(): Link | null {
    const scanner = this.#scanner;
    const { line } = scanner;
    if (scanner.take(/\s*~~~+\s*/y)) return { line, arrow: '->', label: undefined, heads: null, isInvisible: true };
    for (const [complete, opening, text, closing, arrow] of LINKS) {
      const found = scanner.take(complete);
      if (found) return this.#labelled(line, found[0].trim(), '', arrow);
      const start = scanner.take(opening);
      if (!start) continue;
      const label = scanner.take(text)?.[0] ?? '';
      const end = scanner.take(closing);
      if (!end) throw scanner.error('the arrow behind a label is missing');
      return this.#labelled(line, start[0].trim() + end[0].trim(), label, arrow);
    }
    return null;
  }

  #labelled(line: number, signs: string, inner: string, arrow: FlowEdge['arrow']): Link {
    const scanner = this.#scanner;
    let raw = inner;
    if (scanner.take(/\|/y)) {
      const text = scanner.take(/\s*"([^"]*)"\s*\|\s*/y)?.[1] ?? scanner.take(/([^|\n]*)\|\s*/y)?.[1];
      if (text === undefined) throw scanner.error('`|` is missing behind a label');
      raw = text;
    }
    const label = this.#plain(raw.trim().replace(/^"(.*)"$/s, '$1'));
    const isBoth = signs.startsWith('<') && signs.endsWith('>');
    const heads = /[xo]$|^[xo]/.exec(signs)
      ? 'a cross or circle at an end'
      : signs.endsWith('>')
        ? null
        : 'a line without an arrowhead';
    return { line, arrow: isBoth ? '<-->' : arrow, label: label === '' ? undefined : label, heads, isInvisible: false };
  }
}

interface Link {
  line: number;
  arrow: FlowEdge['arrow'];
  label: string | undefined;
  /** What is lost of its ends. */
  heads: string | null;
  isInvisible: boolean;
}

/** The complete arrow, or its first half, the label, and its second half. */
const LINKS: [complete: RegExp, opening: RegExp, text: RegExp, closing: RegExp, arrow: FlowEdge['arrow']][] = [
  [/\s*[xo<]?--+[-xo>]\s*/y, /\s*[xo<]?--\s*/y, /(?:[^-]|-(?!-))*/y, /\s*[xo<]?--+[-xo>]\s*/y, '->'],
  [/\s*[xo<]?==+[=xo>]\s*/y, /\s*[xo<]?==\s*/y, /(?:[^=]|=(?!=))*/y, /\s*[xo<]?==+[=xo>]\s*/y, '=>'],
  [/\s*[xo<]?-?\.+-[xo>]?\s*/y, /\s*[xo<]?-\.\s*/y, /(?:[^.]|\.(?!-))*/y, /\s*\.+-[xo>]?\s*/y, '-->'],
];
