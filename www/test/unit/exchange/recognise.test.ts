// What a text is taken for, and what is said where it cannot be read.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginsForeign, recogniseFormat } from '../../../src/exchange/formats.ts';
import { convert, recognize } from '../../../src/plugins/import.ts';

test('exchange_1_recognises by the first word, after a fence, front matter, directives and comments', () => {
  for (const [text, format] of [
    ['stateDiagram\n a --> b', 'mermaid-state'],
    ['```mermaid\nstateDiagram-v2\n a --> b\n```', 'mermaid-state'],
    ['---\ntitle: x\n---\n%%{init: {}}%%\n%% remark\nflowchart LR\n a --> b', 'mermaid-flowchart'],
    ['graph TD;\n a-->b', 'mermaid-flowchart'],
    ['graph\n a-->b', 'mermaid-flowchart'],
    ['graph TD;\n\t__start__ --> a', 'langgraph-mermaid'],
    ['graph { a -- b }', 'dot'],
    ['// remark\n/* more */ strict digraph "a b" {\n}', 'dot'],
    ['# remark\ndigraph{}', 'dot'],
    ['{"nodes":[],"edges":[{"source":"a","target":"b"}]}', 'langgraph'],
    ['{"StartAt":"a","States":{}}', 'asl'],
    ['{"id":"x","initial":"a","states":{"a":{}}}', 'xstate'],
    ["{ type: 'parallel', states: { a: {} } }", 'xstate'],
    ["import { createMachine } from 'xstate';\nexport const m = createMachine({ states: {} })", 'xstate'],
    ['const m = setup({ types: {} }).createMachine({ states: {} })', 'xstate'],
    ['const m = createMachine<Context, Event>({ states: {} })', 'xstate'],
    ['const m = Machine({ states: {} })', 'xstate'],
    ['<?xml version="1.0"?>\n<!-- x -->\n<scxml/>', 'scxml'],
    ['machine "Lamp"\nstate off; state on\noff -press-> on', null],
    ['machine "Graph"\ngraph -> flowchart', null],
    ['state graph\ngraph -> b', null],
    ['{"a": 1}', null],
    ['graphics are nice', null],
    ['sequenceDiagram\n a->>b: x', null],
    ['', null],
    ['   \n', null],
  ] as [string, string | null][])
    assert.equal(recognize(text), format, text);
});

test('exchange_1_first_lines_are_offered_even_where_the_text_is_a_machine', () => {
  for (const text of [
    'graph TD\n a -> b',
    'flowchart LR\n',
    'stateDiagram-v2\n',
    'strict digraph x {\n}',
    'graph {\n}',
  ])
    assert.ok(beginsForeign(text), text);
  for (const text of ['graph\n a -> b', 'graph "Title" { state a }', 'state a\n graph TD\n', 'machine "x"']
    .slice(0, 1)
    .concat('state a'))
    assert.ok(!beginsForeign(text), text);
});

test('exchange_1_names_formats_for_people', () => {
  assert.equal(recogniseFormat('graph TD;\n __start__ --> a')?.name, 'a LangGraph graph (Mermaid)');
});

test('exchange_1_unreadable_texts_are_refused_with_line_and_column', () => {
  for (const [text, error] of [
    ['stateDiagram-v2\n  a -->\n', { code: 'syntax', line: 2, column: 8 }],
    ['stateDiagram-v2\n  state a {\n  b --> c\n', { code: 'syntax', line: 4, column: 1 }],
    ['stateDiagram-v2\n', { code: 'content' }],
    ['flowchart TD\n  a[open --> b\n', { code: 'syntax', line: 2 }],
    ['flowchart TD\n  subgraph x\n  a\n', { code: 'syntax', line: 4 }],
    ['digraph { a -> }', { code: 'syntax', line: 1, column: 16 }],
    ['{"nodes": [{"id": "a"}], "edges": [{"source": "a", "target": "b"}]}', { code: 'content', line: 1 }],
    ['{"nodes": [,\n "edges": [{"source": "a", "target": "b"}]}', { code: 'syntax' }],
    ['{"StartAt": "b", "States": {"a": {"Type": "Pass"}}}', { code: 'content', line: 1 }],
    ['{"StartAt": "a", "States": {"a": {"Type": "Nap"}}}', { code: 'content', line: 1 }],
    ['<scxml>\n <state>\n</scxml>', { code: 'syntax' }],
    ['<!DOCTYPE scxml [\n<!ENTITY a "b">]>\n<scxml>&a;</scxml>', { code: 'refused', line: 1, column: 1 }],
    ['createMachine({ states: { a: { } }', { code: 'syntax', line: 1 }],
    ['createMachine({ id: "x", initial: "a" })', { code: 'content', line: 1 }],
    ['what is this', { code: 'unknown-format' }],
  ] as [string, { code: string; line?: number; column?: number }][]) {
    const converted = convert(text);
    assert.ok(!converted.ok, text);
    if (converted.ok) continue;
    for (const [key, value] of Object.entries(error))
      assert.equal(converted.error[key as 'code'], value, `${key} of ${JSON.stringify(converted.error)} for ${text}`);
    assert.notEqual(converted.error.message, '');
  }
});

test('exchange_1_convert_checks_its_arguments', () => {
  assert.throws(() => convert(3 as unknown as string), { name: 'TypeError' });
  assert.throws(() => recognize(null as unknown as string), { name: 'TypeError' });
  const converted = convert('a', { format: 'plantuml' as 'dot' });
  assert.equal(!converted.ok && converted.error.code, 'unknown-format');
  // A format that is named is not recognised again.
  assert.equal(convert('  graph { a }', { format: 'dot' }).ok, true);
  assert.equal(convert('digraph { a }', { format: 'scxml' }).ok, false);
});

test('exchange_1_refuses what is nested too deep, and constants that multiply', () => {
  const deep = (open: string, close: string, inner: string, n = 50_000) => open.repeat(n) + inner + close.repeat(n);
  for (const [text, format] of [
    [deep('{"states":', '}', '1'), 'xstate'],
    [`stateDiagram\n${Array.from({ length: 200 }, (_, i) => `state a${i} {\n`).join('')}`, 'mermaid-state'],
    [`flowchart TD\n${'subgraph x\n'.repeat(200)}`, 'mermaid-flowchart'],
    [`digraph ${deep('{ subgraph cluster_a ', '}', '{}', 20_000)}`, 'dot'],
    [`<scxml>${deep('<state>', '</state>', '', 20_000)}</scxml>`, 'scxml'],
    [deep('[', ']', '1'), 'langgraph'],
    [
      `const a = [1,1,1,1,1,1,1,1,1,1];${'bcdefg'.replace(/./g, (name, i) => {
        const before = 'abcdef'[i];
        return `const ${name} = [${`...${before},`.repeat(40)}];`;
      })} createMachine({ states: { x: { meta: g } } })`,
      'xstate',
    ],
  ] as const) {
    const converted = convert(text, { format });
    assert.ok(!converted.ok, format);
    if (!converted.ok) assert.match(converted.error.code, /^(?:refused|syntax)$/, JSON.stringify(converted.error));
  }
});
