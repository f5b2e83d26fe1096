// Graphs of steps as machines: flowcharts, LangGraph's graphs, and DOT.

import { MAX_DEPTH, type EdgeOptions, type MachineText, type NodeText } from './machine-text.ts';
import type { PendingLoss } from './statechart.ts';
import { ImportError } from './types.ts';

export type FlowKind =
  /** Something that is done: an agent does it. */
  | 'step'
  /** Its edges are chosen. */
  | 'decision'
  /** Values: a database, a document. */
  | 'store'
  | 'start'
  | 'end'
  /** A node whose notation does not say what it is. */
  | 'plain';

export interface FlowNode {
  id: string;
  line: number;
  title?: string | undefined;
  kind: FlowKind;
  parent: FlowNode | null;
  isGroup: boolean;
  losses: PendingLoss[];
  comments: string[];
  notes: string[];
}

export interface FlowEdge {
  from: FlowNode;
  to: FlowNode;
  line: number;
  label?: string | undefined;
  arrow: '->' | '-->' | '=>' | '<-->';
  losses: PendingLoss[];
  comments: string[];
}

/** Lists of nodes at both ends of an arrow multiply. */
const MAX_EDGES = 200_000;

export class FlowGraph {
  /** In the order of the input. */
  readonly nodes: FlowNode[] = [];
  readonly edges: FlowEdge[] = [];
  /** Several edges without a choice are all taken, as in LangGraph. */
  takesAll = false;
  readonly #byId: Map<string, FlowNode> = new Map();

  get(id: string) {
    return this.#byId.get(id);
  }

  /** The node of that name, made if there is none. */
  node(id: string, line: number, kind: FlowKind = 'step', parent: FlowNode | null = null): FlowNode {
    let node = this.#byId.get(id);
    if (!node) {
      node = { id, line, kind, parent, isGroup: false, losses: [], comments: [], notes: [] };
      this.#byId.set(id, node);
      this.nodes.push(node);
    }
    return node;
  }

  connect(from: FlowNode, to: FlowNode, line: number, rest: Partial<FlowEdge> = {}): FlowEdge {
    if (this.edges.length >= MAX_EDGES)
      throw new ImportError('refused', `more than ${MAX_EDGES.toLocaleString('en')} edges`, line, 1);
    const edge: FlowEdge = { arrow: '->', losses: [], comments: [], ...rest, from, to, line };
    this.edges.push(edge);
    return edge;
  }
}

/** The last text counts, as in the notations. */
export function setTitle(node: FlowNode, title: string, line: number) {
  if (node.title !== undefined && node.title !== title)
    node.losses.push({ line, what: node.title, why: 'a later text replaces it' });
  node.title = title === '' ? undefined : title;
}

const START = /^(?:__start__|start|begin)$/i;
const END = /^(?:__end__|end|stop|finish|done)$/i;

/** @throws {ImportError} if there are no nodes */
export function writeFlowGraph(machine: MachineText, graph: FlowGraph) {
  if (graph.nodes.length === 0) throw new ImportError('content', 'the graph has no nodes', 1, 1);
  settleKinds(graph);
  const nodes = declareAll(machine, graph);
  const outgoing = countOf(graph, ({ from }) => from);
  const taken = graph.takesAll ? allTaken(graph) : { forks: new Set<FlowEdge>(), joins: new Set<FlowEdge>() };
  for (const edge of graph.edges) {
    const { from, to, label, arrow, line, losses, comments } = edge;
    const [source, target] = [nodes.get(from), nodes.get(to)];
    if (!source || !target) continue;
    const written = machine.connect(source, target, {
      ...accessOf(edge),
      ...(taken.forks.has(edge) ? { annotations: ['@async'] } : {}),
      ...(taken.joins.has(edge) ? { annotations: ['@join'] } : {}),
      ...(arrow === '->' || from.kind === 'store' || to.kind === 'store' ? {} : { arrow }),
      text: from.kind === 'store' || to.kind === 'store' ? undefined : label,
    });
    written.comments.push(...comments);
    for (const loss of losses) machine.lose(written, loss.line, loss.what, loss.why);
    if (from !== to && (isAround(to, from) || isAround(from, to)))
      machine.lose(written, line, `an edge between \`${from.id}\` and what is inside of it`, 'a path enters it anew');
  }
  machine.tokens += graph.nodes.length + outgoing.size + graph.edges.length;
}

/** Whether a node is around another, or is it. */
export function isAround(outer: FlowNode, inner: FlowNode): boolean {
  for (let at: FlowNode | null = inner; at; at = at.parent) if (at === outer) return true;
  return false;
}

function countOf(graph: FlowGraph, end: (edge: FlowEdge) => FlowNode): Map<FlowNode, number> {
  const counts: Map<FlowNode, number> = new Map();
  for (const edge of graph.edges) counts.set(end(edge), (counts.get(end(edge)) ?? 0) + 1);
  return counts;
}

/** Starts and ends by their texts; stores that steps are reached through are steps. */
function settleKinds(graph: FlowGraph) {
  const [incoming, outgoing] = [countOf(graph, ({ to }) => to), countOf(graph, ({ from }) => from)];
  const reached: Set<FlowNode> = new Set();
  for (const { from, to, arrow } of graph.edges) {
    if (from.kind !== 'store') reached.add(to);
    if (arrow === '<-->' && to.kind !== 'store') reached.add(from);
  }
  // What is chosen is done.
  for (const { from, to } of graph.edges) if (from.kind === 'decision' && to.kind === 'store') to.kind = 'step';
  for (const { from, to } of graph.edges)
    if (from.kind === 'store' && (to.kind === 'store' || !reached.has(to))) {
      from.kind = 'step';
      reached.add(to);
    }
  for (const node of graph.nodes) {
    if (node.kind !== 'step' && node.kind !== 'plain') continue;
    const text = (node.title ?? node.id).trim();
    if (START.test(text) && !incoming.has(node) && !node.isGroup) node.kind = 'start';
    else if (END.test(text) && !outgoing.has(node) && !node.isGroup) node.kind = 'end';
  }
}

const TYPES: Record<FlowKind, string> = {
  step: 'task',
  decision: 'task',
  store: 'context',
  start: 'init',
  end: 'end',
  plain: 'process',
};

function declareAll(machine: MachineText, graph: FlowGraph): Map<FlowNode, NodeText> {
  const nodes: Map<FlowNode, NodeText> = new Map();
  const filled = new Set(graph.nodes.map(({ parent }) => parent));
  // Containers first, from the outside; the order among siblings is that of the input.
  const declare = (node: FlowNode, depth: number): NodeText => {
    const known = nodes.get(node);
    if (known) return known;
    if (depth > MAX_DEPTH) throw new ImportError('refused', `nested more than ${MAX_DEPTH} deep`, node.line);
    const parent = node.parent ? declare(node.parent, depth + 1) : machine.root;
    const isGroup = node.isGroup || filled.has(node);
    const prompt = node.kind === 'step' && !isGroup ? [{ name: 'prompt', value: node.title ?? node.id }] : [];
    const written = machine.add(parent, node.id, {
      type: isGroup ? 'process' : TYPES[node.kind],
      title: node.title,
      attributes: prompt,
    });
    nodes.set(node, written);
    written.comments.push(...node.comments);
    written.notes.push(...node.notes);
    for (const loss of node.losses) machine.lose(written, loss.line, loss.what, loss.why);
    return written;
  };
  for (const node of graph.nodes) declare(node, 0);
  return nodes;
}

/** What a step does with a store. */
function accessOf({ from, to, label }: FlowEdge): EdgeOptions {
  if (from.kind !== 'store' && to.kind !== 'store') return {};
  const access = to.kind === 'store' ? 'writes' : 'reads';
  return { access, attributes: label === undefined ? [] : [{ name: 'note', value: label }] };
}

/** Edges of nodes with several edges that are all taken, and edges to where their paths meet. */
function allTaken(graph: FlowGraph): { forks: Set<FlowEdge>; joins: Set<FlowEdge> } {
  const always = graph.edges.filter(({ arrow, label }) => arrow === '->' && label === undefined);
  const by = (end: (edge: FlowEdge) => FlowNode) => {
    const groups: Map<FlowNode, FlowEdge[]> = new Map();
    for (const edge of always) {
      const group = groups.get(end(edge));
      if (group) group.push(edge);
      else groups.set(end(edge), [edge]);
    }
    return [...groups.values()].filter((group) => group.length > 1).flat();
  };
  const forks = new Set(by(({ from }) => from));
  return { forks, joins: new Set(forks.size === 0 ? [] : by(({ to }) => to).filter((edge) => !forks.has(edge))) };
}
