// Files that leave and enter the page, and the folding of a proposed edit.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kindOf } from '../../../../src/features/export/controller.ts';
import { mermaid } from '../../../../src/diagram/mermaid.ts';
import { xmlText } from '../../../../src/link/xml.ts';
import { formsOf } from '../../../../src/link/share.ts';
import { folded } from '../../../../src/protocol/lines-changed.ts';
import { loose } from '../../../loose.ts';

test('a file is opened by what it holds', () => {
  assert.equal(kindOf('a.dygram', 'state a'), 'source');
  assert.equal(kindOf('x.json', '{"format":"tracklight-run"}'), 'saved');
  assert.equal(kindOf('x.json', ' {"format":"tracklight-recording"}'), 'recording');
  assert.equal(kindOf('x.json', '{"format":"tracklight-trace"}'), 'trace');
  assert.equal(kindOf('x.jsonl', '{"format":"tracklight-journal"}\n{"kind":"step"}\n'), 'journal');
  assert.equal(kindOf('x.json', '{"format":"tracklight-journal"}'), 'journal');
  assert.equal(kindOf('x.jsonl', '{"kind":"step"}\n'), null);
  assert.equal(kindOf('x.json', '{"format":"other"}'), null);
  assert.equal(kindOf('x.json', '[1]'), null);
  assert.equal(kindOf('a.dygram', '{ broken'), 'source');
});

test('Mermaid has containers as subgraphs, quotes every text, and says what is lost', () => {
  const text = mermaid({
    title: 'Two',
    nodes: [
      { name: 'box', id: 'box', attributes: [] },
      { name: 'a', id: 'box.a', parentId: 'box', type: 'task', title: 'Do "it" <b>', attributes: [{ name: 'prompt' }] },
      { name: 'C', id: 'C', type: 'context', attributes: [] },
    ],
    edges: [
      { source: 'a', target: 'C', sourceId: 'box.a', targetId: 'C', kind: 'data', type: 'writes' },
      { source: 'a', target: 'a', sourceId: 'box.a', targetId: 'box.a', condition: { kind: 'when', text: 'C.n > 1' } },
    ],
  });
  assert.equal(
    text,
    `---
title: "Two"
---
flowchart TD
%% lost: attributes of nodes and values of contexts
%% data edges are dotted
  subgraph n0["box"]
    n1("Do #34;it#34; #60;b#62;")
  end
  n2["C"]
  n1 -.->|"writes"| n2
  n1 -->|"C.n #62; 1"| n1
  classDef taskNode fill:#e2eefb,stroke:#5b8bc0,color:#1f2933
  class n1 taskNode
  classDef contextNode fill:#e1f3e5,stroke:#5a9769,color:#1f2933
  class n2 contextNode
`,
  );
});

test('a title or label is no directive of Mermaid, and keeps what is readable in it', () => {
  const directive = '%%{init: {"theme": "forest"}}%%';
  const text = mermaid({ title: directive, nodes: [{ name: 'a', title: directive, attributes: [] }], edges: [] });
  assert.doesNotMatch(text, /%/);
  const label = mermaid({ nodes: [{ name: 'my_var-2 is v1.5, _so_ www.x', attributes: [] }], edges: [] });
  assert.equal(label, 'flowchart TD\n  n0("my_var-2 is v1.5, #95;so#95; www#46;x")\n');
});

test('unchanged lines far from a change are folded', () => {
  const same = (n: number) => Array.from({ length: n }, (_, i) => ({ op: 'same' as const, text: String(i) }));
  const lines = loose(folded([...same(6), { op: 'add', text: 'new' }, ...same(5)]));
  assert.deepEqual(
    lines.map((line) => line.op),
    ['fold', 'same', 'same', 'same', 'add', 'same', 'same', 'same', 'fold'],
  );
  assert.deepEqual([lines[0].lines, lines[8].lines], [3, 2]);
});

test('what XML forbids is replaced wherever text becomes markup, and Markdown keeps titles as text', () => {
  const controls = Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code)).join('');
  assert.equal(xmlText(`a${controls}b`), `a${'\uFFFD'.repeat(9)}\t\n\uFFFD\uFFFD\r${'\uFFFD'.repeat(18)}b`);
  assert.equal(xmlText('\uD800x\uDC00 \uFFFE\uFFFF 🌊 Größe'), '\uFFFDx\uFFFD \uFFFD\uFFFD 🌊 Größe');
  assert.match(
    mermaid({ title: 'a\u0001', nodes: [{ name: 'b\u0002', attributes: [] }], edges: [] }),
    /title: "a\uFFFD"[^]*n0\("b#65533;"\)/,
  );
  const { markdown } = formsOf({
    page: 'https://example.invalid/',
    fragment: '#t1.a',
    title: '<b>`x` & [y]\u0007',
    document: { s: 'a' },
  });
  assert.equal(markdown, '[\\<b\\>\\`x\\` \\& \\[y\\]\uFFFD](https://example.invalid/#t1.a)');
});
