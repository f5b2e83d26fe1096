// Mermaid itself as the oracle of our readers: the same nodes, edges, labels and nesting.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { Machine } from '../../pkg/tracklight.js';
import { plainText } from '../../src/exchange/mermaid.ts';
import { identifier } from '../../src/exchange/text.ts';
import { withMermaid } from '../mermaid.ts';
import { FLOWCHARTS, STATE_DIAGRAMS, randomFlowchart, randomStateDiagram } from '../mermaid-diagrams.ts';
import { imported, startCore } from '../unit/exchange/check.ts';

/** Of each dialect. */
const RANDOM = 150;

interface Diagram {
  /** `name: title`, with the name of what is around. */
  nodes: string[];
  edges: { from: string; to: string; label: string }[];
}

interface Data {
  nodes: {
    id: string;
    label?: string | string[];
    description?: string[];
    parentId?: string;
    isGroup?: boolean;
    shape?: string;
  }[];
  edges: { start: string; end: string; label?: string; classes?: string; thickness?: string }[];
}

const dataOf = (page: Page, text: string): Promise<Data> =>
  page.evaluate(async (text) => {
    const { mermaid } = globalThis as unknown as {
      mermaid: {
        parse(text: string): Promise<unknown>;
        mermaidAPI: { getDiagramFromText(text: string): Promise<{ db: { getData(): Data } }> };
      };
    };
    // It knows its diagrams from the first text on.
    await mermaid.parse(text);
    const { nodes, edges } = (await mermaid.mermaidAPI.getDiagramFromText(text)).db.getData();
    return {
      nodes: nodes.map(({ id, label, description, parentId, isGroup, shape }) => ({
        id,
        label,
        description,
        parentId,
        isGroup,
        shape,
      })),
      edges: edges.map(({ start, end, label, classes, thickness }) => ({ start, end, label, classes, thickness })),
    } as Data;
  }, text);

/** What Mermaid writes entities as, and what it shows of markup. */
const textOf = (text: string | undefined) =>
  plainText((text ?? '').replace(/ﬂ°°(\d+)¶ß/g, '&#$1;').replace(/ﬂ°(\w+)¶ß/g, '&$1;'))
    .replace(/^`(.*)`$/s, '$1')
    .replace(/\s+/g, ' ');

function theirs({ nodes, edges }: Data): Diagram {
  const isNote = (id: string) => /----(?:note|parent)/.test(id);
  const regions: Map<string, string> = new Map();
  const counts: Map<string, number> = new Map();
  for (const { id, parentId = '', shape } of nodes)
    if (shape === 'divider') {
      const n = (counts.get(parentId) ?? 0) + 1;
      counts.set(parentId, n);
      regions.set(id, `${parentId}_region_${n}`);
    }
  const nameOf = (id: string) => {
    const [, around = '', end = ''] = /^(.*?)(_start|_end)$/.exec(id) ?? [];
    const region = regions.get(id) ?? (regions.has(around) ? `${regions.get(around)}${end}` : undefined);
    return region ?? identifier(id);
  };
  return {
    nodes: nodes
      .filter(({ id }) => !isNote(id))
      .map(({ id, label, parentId, shape }) => {
        const title = textOf(Array.isArray(label) ? label[0] : label);
        const isPseudo = /^state(?:Start|End)$/.test(shape ?? '') || regions.has(id);
        const around = parentId === undefined ? '' : `${nameOf(parentId)} > `;
        return `${around}${nameOf(id)}: ${isPseudo || title === '' ? nameOf(id) : title}`;
      }),
    edges: edges
      .filter(({ start, end, thickness }) => !isNote(start) && !isNote(end) && thickness !== 'invisible')
      .map(({ start, end, label }) => ({ from: nameOf(start), to: nameOf(end), label: textOf(label) })),
  };
}

interface Canonical {
  nodes: { id: string; name: string; type?: string; title?: string; parentId?: string }[];
  edges: {
    sourceId: string;
    targetId: string;
    arrowType: string;
    attributes?: Record<string, unknown>;
    annotations?: { name: string }[];
    condition?: { text: string };
  }[];
}

function ours(source: string): Diagram {
  const machine = Machine.parse(source);
  const { nodes, edges } = machine.toJSON() as unknown as Canonical;
  machine.free();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const isParallel = (id: string) => nodes.some((node) => node.parentId === id && node.name === 'region_1');
  const isHelper = (id: string) => {
    const node = byId.get(id);
    return node?.name === 'start' && node.type === 'init' && isParallel(node.parentId ?? '');
  };
  const nameOf = (id: string): string => {
    const { name, type, parentId } = byId.get(id) ?? { name: id };
    const around = parentId === undefined ? 'root' : nameOf(parentId);
    if (/^region_\d+$/.test(name)) return `${around}_${name}`;
    if (type === 'init' && /^start(?:_\d+)?$/.test(name)) return `${around}_start`;
    return type === 'end' && /^done(?:_\d+)?$/.test(name) ? `${around}_end` : name;
  };
  return {
    nodes: nodes
      .filter(({ id, type }) => type !== 'note' && !isHelper(id) && !/^Guard/.test(id))
      .map(({ id, title, parentId }) => {
        const name = nameOf(id);
        return `${parentId === undefined ? '' : `${nameOf(parentId)} > `}${name}: ${textOf(title) || name}`;
      }),
    edges: edges
      .filter(({ sourceId }) => !isHelper(sourceId))
      .map(({ sourceId, targetId, attributes = {}, condition }) => ({
        from: nameOf(sourceId),
        to: nameOf(targetId),
        label: [attributes.text, attributes.on, condition?.text, attributes.note]
          .filter((part) => part !== undefined && part !== 'reads' && part !== 'writes')
          .join(' '),
      })),
  };
}

/** Without those that conditions write as signs. */
const words = (text: string) =>
  (text.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !/^(?:not|and|or|else)$/.test(word));

function compare(text: string, data: Data) {
  const { source } = imported(text);
  const [own, their] = [ours(source), theirs(data)];
  const missing = their.nodes.filter((node) => !own.nodes.includes(node));
  const extra = own.nodes.filter((node) => !their.nodes.includes(node));
  assert.deepEqual({ missing, extra }, { missing: [], extra: [] }, `nodes of\n${text}\n${source}`);
  assert.equal(own.nodes.length, their.nodes.length);
  const rest = [...own.edges];
  for (const { from, to, label } of their.edges) {
    const at = rest.findIndex(
      (edge) =>
        edge.from === from &&
        edge.to === to &&
        (label === '' ? edge.label === '' : words(label).every((word) => edge.label.includes(word))),
    );
    assert.ok(at >= 0, `no edge ${from} → ${to} "${label}" in\n${source}\nof\n${text}`);
    rest.splice(at, 1);
  }
  // Copies of what a container does, at states inside that have nothing of their own.
  for (const { from, to, label } of rest)
    assert.ok(
      their.edges.some((edge) => edge.to === to && words(edge.label).every((word) => label.includes(word))),
      `an edge too many: ${from} → ${to} "${label}" in\n${source}\nof\n${text}`,
    );
}

before(startCore);

test(`exchange_1_mermaid: ${STATE_DIAGRAMS.length + FLOWCHARTS.length} diagrams written by hand`, () =>
  withMermaid(async (page) => {
    assert.ok(STATE_DIAGRAMS.length + FLOWCHARTS.length >= 60);
    for (const text of [...STATE_DIAGRAMS, ...FLOWCHARTS]) compare(text, await dataOf(page, text));
  }));

test(`exchange_1_mermaid: ${RANDOM * 2} diagrams of a generator`, () =>
  withMermaid(async (page) => {
    for (let seed = 1; seed <= RANDOM; seed += 1)
      for (const text of [randomStateDiagram(seed), randomFlowchart(seed)]) compare(text, await dataOf(page, text));
  }));
