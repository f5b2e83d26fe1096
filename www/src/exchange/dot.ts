// Graphs in Graphviz's DOT.

import {
  parse,
  type AttributeASTNode,
  type ClusterStatementASTNode,
  type DotASTNode,
  type EdgeASTNode,
  type LiteralASTNode,
  type NodeRefASTNode,
} from '@ts-graphviz/ast';
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
import { LAYOUT, LINK, STYLES, plainText } from './mermaid.ts';
import type { PendingLoss } from './statechart.ts';
import { ImportError, type Imported } from './types.ts';

/** The parser's own limits are lower. */
const LIMITS = { maxASTNodes: 2_000_000, maxInputSize: 20_000_000 };

export function readDot(text: string): Imported {
  const machine = new MachineText();
  const tree = parseDot(text);
  const root = tree.children.find((node) => node.type === 'Graph');
  if (root?.type !== 'Graph') throw new ImportError('content', 'no graph', 1, 1);
  for (const node of tree.children) if (node.type === 'Comment') machine.comments.push(node.value);
  const reader = new Reader(machine, root.directed);
  if (root.id) machine.title = root.id.value;
  reader.statements(root.children, { group: null, shape: null }, 0);
  writeFlowGraph(machine, reader.graph);
  machine.tokens += reader.tokens;
  return machine.finish();
}

function parseDot(text: string): DotASTNode {
  try {
    return parse(text, LIMITS);
  } catch (thrown) {
    const { message, cause } = thrown as { message: string; cause?: unknown };
    const place = (cause as { location?: { start?: { line: number; column: number } } } | undefined)?.location?.start;
    if (!place && thrown instanceof RangeError) throw thrown;
    throw new ImportError('syntax', message, place?.line, place?.column);
  }
}

interface Scope {
  group: FlowNode | null;
  /** Of nodes without one. */
  shape: string | null;
}

const SHAPES: Record<string, FlowKind> = {
  diamond: 'decision',
  Mdiamond: 'plain',
  cylinder: 'store',
  note: 'store',
  folder: 'store',
};
const LINKS = /^(?:URL|href|target|edgeURL|labelURL|headURL|tailURL)$/i;
const LAYOUTS = new Set(
  `rank ranksep nodesep ordering splines weight minlen constraint layout pos size ratio compound lhead
    ltail newrank concentrate group samehead sametail clusterrank`.split(/\s+/),
);

class Reader {
  readonly graph = new FlowGraph();
  tokens = 0;
  readonly #machine: MachineText;
  readonly #isDirected: boolean;
  #pending: string[] = [];

  constructor(machine: MachineText, isDirected: boolean) {
    this.#machine = machine;
    this.#isDirected = isDirected;
  }

  statements(statements: readonly ClusterStatementASTNode[], scope: Scope, depth: number) {
    if (depth > MAX_DEPTH) throw new ImportError('refused', `nested more than ${MAX_DEPTH} deep`);
    for (const statement of statements) {
      this.tokens += 1;
      const line = lineOf(statement);
      switch (statement.type) {
        case 'Comment':
          this.#pending.push(statement.value);
          break;
        case 'Attribute':
          this.#graphAttribute(statement, scope);
          break;
        case 'AttributeList':
          for (const attribute of statement.children) {
            if (attribute.type !== 'Attribute') continue;
            if (statement.kind === 'Graph') this.#graphAttribute(attribute, scope);
            else if (statement.kind === 'Node' && isKindOfNode(attribute)) scope.shape = attribute.value.value;
            else this.#lose(scope, lossOf(attribute, `${statement.kind.toLowerCase()} `));
          }
          break;
        case 'Node': {
          const node = this.#node(statement.id.value, line, scope);
          for (const attribute of statement.children)
            if (attribute.type === 'Attribute') readNodeAttribute(node, attribute);
          break;
        }
        case 'Edge':
          this.#edges(statement, scope);
          break;
        case 'Subgraph': {
          const name = statement.id?.value ?? '';
          const isCluster = /^cluster/.test(name);
          const inner = { ...scope };
          if (isCluster) {
            inner.group = this.#node(name, line, scope);
            inner.group.isGroup = true;
          } else if (name !== '')
            this.#lose(scope, { line, what: `subgraph ${name}`, why: 'only clusters are containers' });
          this.statements(statement.children, inner, depth + 1);
        }
      }
    }
    this.#machine.root.trailing.push(...this.#pending.splice(0));
  }

  #lose({ group }: Scope, loss: PendingLoss) {
    if (group) group.losses.push(loss);
    else this.#machine.lose(null, loss.line, loss.what, loss.why);
  }

  #graphAttribute(attribute: AttributeASTNode, scope: Scope) {
    const { key, value } = attribute;
    if (key.value === 'label') {
      const title = textOf(value, scope.group?.id ?? '');
      if (scope.group) setTitle(scope.group, title, lineOf(attribute));
      else this.#setTitle(title, lineOf(attribute));
    } else if (key.value === 'rankdir' && !scope.group && (value.value === 'LR' || value.value === 'TB')) {
      if (value.value === 'LR') this.#machine.annotations.push('@style(direction: LR)');
    } else this.#lose(scope, lossOf(attribute));
  }

  #setTitle(title: string, line: number) {
    if (this.#machine.title !== undefined && this.#machine.title !== title)
      this.#machine.lose(null, line, this.#machine.title, 'the label is the title');
    this.#machine.title = title;
  }

  /** Nodes belong to the first cluster that names them. */
  #node(id: string, line: number, { group, shape }: Scope): FlowNode {
    const isNew = this.graph.get(id) === undefined;
    const node = this.graph.node(id, line, 'plain');
    if (isNew && shape !== null) node.kind = kindOf(shape);
    if (node.parent === null && group && !isAround(node, group)) node.parent = group;
    node.comments.push(...this.#pending.splice(0));
    return node;
  }

  #edges(edge: EdgeASTNode, scope: Scope) {
    const line = lineOf(edge);
    const ends = edge.targets.map((target) =>
      (target.type === 'NodeRefGroup' ? target.children : [target]).map((ref) => this.#end(ref, scope)),
    );
    for (let i = 1; i < ends.length; i += 1)
      for (const from of ends[i - 1] ?? [])
        for (const to of ends[i] ?? []) {
          this.tokens += 1;
          const written = this.graph.connect(from.node, to.node, line, { arrow: this.#isDirected ? '->' : '<-->' });
          for (const port of [from.port, to.port])
            if (port !== null) written.losses.push({ line, what: `port ${port}`, why: LAYOUT });
          for (const attribute of edge.children) {
            if (attribute.type !== 'Attribute') continue;
            const { key, value } = attribute;
            if (key.value === 'label' || (key.value === 'xlabel' && written.label === undefined))
              written.label = textOf(value, '') || undefined;
            else if (key.value === 'style' && /\b(?:dashed|dotted)\b/.test(value.value))
              written.arrow = withLook(written.arrow, '-->');
            else if (key.value === 'style' && /\bbold\b/.test(value.value))
              written.arrow = withLook(written.arrow, '=>');
            else if (key.value === 'dir' && value.value === 'both') written.arrow = '<-->';
            else if (key.value === 'dir' && value.value === 'back')
              [written.from, written.to] = [written.to, written.from];
            else if (key.value === 'dir' && value.value === 'forward')
              written.arrow = written.arrow === '<-->' ? '->' : written.arrow;
            else written.losses.push(lossOf(attribute));
          }
        }
  }

  #end(ref: NodeRefASTNode, scope: Scope): { node: FlowNode; port: string | null } {
    const ports = [ref.port?.value, ref.compass?.value].filter((one) => one !== undefined);
    return { node: this.#node(ref.id.value, lineOf(ref), scope), port: ports.length === 0 ? null : ports.join(':') };
  }
}

/** Edges both ways have one look. */
const withLook = (arrow: FlowEdge['arrow'], look: FlowEdge['arrow']) => (arrow === '<-->' ? arrow : look);
const lineOf = ({ location }: { location?: { start: { line: number } } | null | undefined }) =>
  location?.start.line ?? 1;
const kindOf = (shape: string): FlowKind => (Object.hasOwn(SHAPES, shape) ? (SHAPES[shape] ?? 'plain') : 'plain');

/** Other shapes are looks. */
const isKindOfNode = ({ key, value }: AttributeASTNode) => key.value === 'shape' && Object.hasOwn(SHAPES, value.value);

function readNodeAttribute(node: FlowNode, attribute: AttributeASTNode) {
  const { key, value } = attribute;
  if (key.value === 'label') setTitle(node, textOf(value, node.id), lineOf(attribute));
  else if (isKindOfNode(attribute) && !node.isGroup) node.kind = kindOf(value.value);
  else if (/^(?:comment|tooltip|xlabel)$/.test(key.value)) node.notes.push(textOf(value, node.id) || ' ');
  else node.losses.push(lossOf(attribute));
}

function lossOf({ key, value, location }: AttributeASTNode, before = ''): PendingLoss {
  const why = LINKS.test(key.value) ? LINK : LAYOUTS.has(key.value) ? LAYOUT : STYLES;
  return { line: location?.start.line ?? 1, what: `${before}${key.value}=${value.value}`, why };
}

/** A label: `\N` is the name of the node, `\l` and `\r` end a line. */
function textOf({ value, quoted }: LiteralASTNode, name: string): string {
  if (quoted === 'html') return plainText(value.replace(/<\/(?:td|tr)\s*>/gi, ' '));
  return value
    .replace(
      /\\([nlrNGE"\\])/g,
      (_, sign: string) => ({ n: '\n', l: '\n', r: '\n', N: name, G: '', E: '' })[sign] ?? sign,
    )
    .trim();
}
