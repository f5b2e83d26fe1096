// Mermaid shows every text of a machine as it is, whatever it means in Mermaid, YAML, Markdown or HTML.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mermaid } from '../../src/diagram/mermaid.ts';
import { MERMAID_TEXTS, drawn, withMermaid } from '../mermaid.ts';

/** As it can be read in a drawing. */
const shown = (text: string) => text.replace(/\s+/g, ' ').trim();

/** A machine with a text wherever one can stand. */
const machineOf = (text: string) => ({
  title: text,
  nodes: [
    { name: 'box', id: 'box', title: text, attributes: [{ name: 'prompt' }] },
    ...['task', 'state', 'init', 'context', 'note'].map((type) => ({
      name: type,
      id: `box.${type}`,
      parentId: 'box',
      type,
      title: text,
      attributes: [],
    })),
  ],
  edges: [
    { source: 'task', target: 'state', sourceId: 'box.task', targetId: 'box.state', condition: { kind: 'when', text } },
    { source: 'state', target: 'init', sourceId: 'box.state', targetId: 'box.init', kind: 'data', type: text },
  ],
});

test('texts are shown as they are: no directive, no style, no markup, no request', () =>
  withMermaid(async (page) => {
    const plain = await drawn(page, mermaid(machineOf('plain')));
    assert.deepEqual([plain.title, plain.nodes.length, plain.groups.length, plain.edges.length], ['plain', 5, 1, 2]);
    for (const text of MERMAID_TEXTS) {
      const { title, nodes, groups, edges, ...rest } = await drawn(page, mermaid(machineOf(text)));
      assert.deepEqual(rest, { config: plain.config, style: plain.style, marks: 0, acted: false }, text);
      const expected = shown(text.replace('\u0001', '\ufffd'));
      for (const one of [...nodes, ...groups, ...edges]) assert.equal(shown(one), expected);
      assert.equal(shown(title), expected.replaceAll('<', '‹'));
      assert.deepEqual([nodes.length, groups.length, edges.length], [5, 1, 2], text);
    }
  }));

test('texts that are empty are drawn too', () =>
  withMermaid(async (page) => {
    const { nodes, groups } = await drawn(page, mermaid(machineOf(' ')));
    assert.deepEqual([nodes.length, groups.length], [5, 1]);
  }));
