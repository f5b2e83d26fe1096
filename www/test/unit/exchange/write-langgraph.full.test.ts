// Skeletons for LangGraph, compiled by LangGraph: its own graph has the nodes and edges of the machine.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { before, test } from 'node:test';
import { langgraph } from '../../../build/setup.mjs';
import { Machine } from '../../../pkg/tracklight.js';
import { writeLangGraph } from '../../../src/exchange/write-langgraph.ts';
import { startCore } from './check.ts';
import { exported, gallery } from './exported.ts';

before(startCore);

const PROGRAM = `
import json, sys

def read(text):
    names = {}
    exec(compile(text, "exported", "exec"), names)
    drawn = names["graph"].get_graph()
    return {"nodes": sorted(drawn.nodes), "edges": sorted([edge.source, edge.target] for edge in drawn.edges)}

print(json.dumps([read(text) for text in json.load(sys.stdin)]))
`;

interface Drawn {
  nodes: string[];
  edges: [string, string][];
}

function drawnBy(texts: string[]): Drawn[] {
  const options = { input: JSON.stringify(texts), encoding: 'utf8' as const, maxBuffer: 1e8 };
  const { status, stdout, stderr } = spawnSync(langgraph(), ['-B', '-W', 'error', '-c', PROGRAM], options);
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout);
}

test('exchange_1_langgraph: the graph of LangGraph is the one that is written by hand', () => {
  const source = `machine "Agent"
context Answer { text<string?> }
init begin
task agent { prompt: "Answer" }
task tools { prompt: "Call" }
task left { prompt: "l" }
task right { prompt: "r" }
state both
state module { state first @start; state second; first -> second }
begin -> agent
agent -"call a tool"-> tools
agent -"answer"-> module
tools -> agent
module -> split
split -@async-> left
split -@async-> right
left -@join-> both
right -@join-> both
both -when: "Answer.text == ''"-> agent
`;
  const [drawn] = drawnBy([exported(source, writeLangGraph).text]);
  const edges = [
    ['__start__', 'begin'],
    ['begin', 'agent'],
    ['agent', 'tools'],
    ['agent', 'module.first'],
    ['tools', 'agent'],
    ['module.first', 'module.second'],
    ['module.second', 'split'],
    ['split', 'left'],
    ['split', 'right'],
    ['left', 'both'],
    ['right', 'both'],
    ['both', 'agent'],
    ['both', '__end__'],
  ];
  const nodes = ['agent', 'begin', 'both', 'left', 'module.first', 'module.second', 'right', 'split', 'tools'];
  assert.deepEqual(drawn, { nodes: ['__end__', '__start__', ...nodes], edges: edges.sort() });
});

test('exchange_1_langgraph: every machine of the gallery compiles, with a node for each step', () => {
  const machines = gallery();
  const drawn = drawnBy(machines.map(([, source]) => exported(source, writeLangGraph).text));
  for (const [i, [name, source]] of machines.entries()) {
    const machine = Machine.parse(source);
    const run = machine.start();
    const { nodes, edges } = run.view();
    const taken = edges.filter(({ class: kind }) => ['plain', 'conditional', 'guarded', 'fanout'].includes(kind));
    const ids = drawn[i]?.nodes ?? [];
    for (const id of ids.filter((one) => !one.startsWith('__'))) assert.ok(nodes[id], `${name}: ${id}`);
    const arrows = drawn[i]?.edges ?? [];
    // LangGraph draws no edges of nodes that it does not come to.
    const reached = new Set(['__start__']);
    for (const from of reached) for (const [a, b] of arrows) if (a === from) reached.add(b);
    for (const { source: from, target: to } of taken)
      if (reached.has(from) && ids.includes(to))
        assert.ok(
          arrows.some(([a, b]) => a === from && b === to),
          `${name}: ${from} -> ${to}`,
        );
    run.free();
    machine.free();
  }
});
