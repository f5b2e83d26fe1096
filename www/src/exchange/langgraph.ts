// LangGraph's graph as JSON: what `get_graph().to_json()` gives.

import { FlowGraph, writeFlowGraph, type FlowNode } from './flow-graph.ts';
import { readJson } from './json-text.ts';
import { MachineText } from './machine-text.ts';
import type { ListValue, Value } from './script-value.ts';
import { asJson, entriesOf, memberOf, stringOf, writtenText } from './script-value.ts';
import type { PendingLoss } from './statechart.ts';
import { ImportError, type Imported } from './types.ts';

export function readLangGraph(text: string): Imported {
  const top = readJson(text);
  const nodes = memberOf(top, 'nodes');
  const edges = memberOf(top, 'edges');
  if (nodes?.kind !== 'list' || edges?.kind !== 'list')
    throw new ImportError('content', 'a LangGraph graph has lists `nodes` and `edges`', top.line, 1);
  const machine = new MachineText();
  const graph = new FlowGraph();
  graph.takesAll = true;
  machine.title = 'LangGraph';
  for (const [name, value] of entriesOf(top))
    if (name !== 'nodes' && name !== 'edges')
      machine.lose(null, value.line, `${name}: ${writtenText(value)}`, 'unknown here');
  readNodes(nodes, graph);
  readEdges(edges, graph);
  writeFlowGraph(machine, graph);
  machine.loseReplaced(top);
  machine.tokens += top.tokens ?? 0;
  return machine.finish();
}

function readNodes(nodes: ListValue, graph: FlowGraph) {
  for (const item of nodes.items) {
    const id = idOf(item, 'id');
    if (graph.get(id)) throw new ImportError('content', `the node \`${id}\` is there twice`, item.line, 1);
    const node = graph.node(id, item.line, id === '__start__' ? 'start' : id === '__end__' ? 'end' : 'step');
    for (const [name, value] of entriesOf(item)) {
      if (name === 'id') continue;
      const text = stringOf(value);
      if (name === 'type' && (text === 'schema' || text === 'runnable')) continue;
      if (name === 'data' && text !== undefined) node.title = text === id ? undefined : text;
      else if (name === 'data' && value.kind === 'object') readData(node, id, value);
      else if (name === 'metadata' && value.kind === 'object')
        node.notes.push(`metadata: ${JSON.stringify(asJson(value))}`);
      else node.losses.push(unknown(name, value));
    }
  }
}

/** Of a runnable: its class, and its name. */
function readData(node: FlowNode, id: string, data: Value) {
  for (const [name, value] of entriesOf(data)) {
    const text = stringOf(value);
    if (name === 'name' && text !== undefined) node.title = text === id ? undefined : text;
    else if (name !== 'id') node.losses.push(unknown(name, value));
  }
}

const unknown = (name: string, value: Value): PendingLoss => ({
  line: value.line,
  what: `${name}: ${writtenText(value)}`,
  why: 'unknown here',
});

function readEdges(edges: ListValue, graph: FlowGraph) {
  for (const item of edges.items) {
    const [from, to] = [endOf(item, 'source', graph), endOf(item, 'target', graph)];
    const conditional = memberOf(item, 'conditional');
    const label = stringOf(memberOf(item, 'data'));
    const isChoice = conditional?.kind === 'boolean' && conditional.value;
    const edge = graph.connect(from, to, item.line, { label, arrow: isChoice ? '-->' : '->' });
    for (const [name, value] of entriesOf(item))
      if (!['source', 'target', 'conditional'].includes(name) && !(name === 'data' && label !== undefined))
        edge.losses.push(unknown(name, value));
  }
}

/** Names may be numbers. */
function idOf(item: Value, name: string): string {
  const value = memberOf(item, name);
  if (value?.kind === 'string') return value.value;
  if (value?.kind === 'number') return String(value.value);
  throw new ImportError('content', `\`${name}\` is missing`, item.line, 1);
}

function endOf(item: Value, name: string, graph: FlowGraph) {
  const id = idOf(item, name);
  const node = graph.get(id);
  if (!node) throw new ImportError('content', `no node \`${id}\``, item.line, 1);
  return node;
}
