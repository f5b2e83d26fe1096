// Ten times the input is at most eleven times the work, counted in tokens; the processor's time is bounded roughly.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FormatId } from '../../../src/exchange/formats.ts';
import { READERS } from '../../../src/exchange/readers.ts';

const repeated = (n: number, text: (i: number) => string) => Array.from({ length: n }, (_, i) => text(i)).join('');

/** Texts of n parts. */
const TEXTS: Record<FormatId, (n: number) => string> = {
  'mermaid-state': (n) =>
    `stateDiagram-v2\n${repeated(n, (i) => `s${i} --> s${i + 1} : go ${i} [x > ${i}] / note\n`)}${repeated(
      n,
      (i) => `state c${i} {\n[*] --> d${i}\n}\n`,
    )}`,
  'langgraph-mermaid': (n) =>
    `graph TD;\n__start__ --> s0;\n${repeated(n, (i) => `s${i} -. go ${i} .-> s${i + 1};\n`)}`,
  'mermaid-flowchart': (n) =>
    `flowchart TD\n${repeated(n, (i) => `a${i}["text ${i}"] -- go --> a${i + 1} & b${i}\n`)}${repeated(
      n,
      (i) => `subgraph g${i}\nc${i}\nend\n`,
    )}`,
  langgraph: (n) =>
    JSON.stringify({
      nodes: Array.from({ length: n + 1 }, (_, i) => ({ id: `s${i}` })),
      edges: Array.from({ length: n }, (_, i) => ({ source: `s${i}`, target: `s${i + 1}` })),
    }),
  asl: (n) =>
    JSON.stringify({
      StartAt: 's0',
      States: Object.fromEntries([
        ...Array.from({ length: n }, (_, i) => [`s${i}`, { Type: 'Task', Resource: 'r', Next: `s${i + 1}` }]),
        [`s${n}`, { Type: 'Succeed' }],
      ]),
    }),
  xstate: (n) =>
    `createMachine({ initial: 's0', states: { ${repeated(
      n,
      (i) => `s${i}: { on: { GO: { target: 's${i + 1}', guard: 'g${i}' } } },`,
    )} s${n}: {} } })`,
  scxml: (n) =>
    `<scxml>${repeated(
      n,
      (i) => `<state id="s${i}"><transition event="go" cond="x${i} > 3" target="s${i + 1}"/></state>`,
    )}<final id="s${n}"/></scxml>`,
  dot: (n) =>
    `digraph {\n${repeated(n, (i) => `a${i} -> {a${i + 1} b${i}} [label="x"]; subgraph cluster_${i} { c${i} }\n`)}}`,
};

const SMALL = 300;

for (const id of Object.keys(TEXTS) as FormatId[])
  test(`exchange_1_linear ${id}`, async () => {
    const reader = await READERS[id]();
    const [small, large] = [TEXTS[id](SMALL), TEXTS[id](SMALL * 10)];
    const few = reader(small).tokens;
    const start = process.cpuUsage();
    const many = reader(large).tokens;
    const { user, system } = process.cpuUsage(start);
    assert.ok(few >= SMALL, `${few} tokens of ${SMALL} parts`);
    assert.ok(many <= few * 11, `${many} tokens, ${few} of a tenth`);
    // Nothing quadratic beside what is counted: 3,000 parts take half a second.
    assert.ok(user + system < 5_000_000, `${(user + system) / 1_000} ms`);
  });
