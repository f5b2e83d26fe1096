// A machine as a Mermaid flowchart: containers as subgraphs, nodes that act round, contexts square, in the colors of
// the drawing. Comments list what is lost.

import { LIGHT } from './palette.ts';
import { xmlText } from '../link/xml.ts';

interface Node {
  name: string;
  id?: string;
  type?: string;
  title?: string;
  parentId?: string;
  attributes: { name: string; value?: unknown }[];
}
interface Edge {
  source: string;
  target: string;
  sourceId?: string;
  targetId?: string;
  kind?: string;
  type?: string;
  condition?: { kind: string; text: string };
  attributes?: Record<string, unknown>;
}
interface Canonical {
  title?: string;
  nodes: Node[];
  edges: Edge[];
}

/** @param machine canonical JSON */
export function mermaid({ title, nodes, edges }: Canonical): string {
  const ids = new Map(nodes.map((node, i) => [node.id ?? node.name, `n${i}`]));
  const children: Map<string, Node[]> = new Map();
  for (const node of nodes) {
    const parent = node.parentId ?? '';
    children.set(parent, [...(children.get(parent) ?? []), node]);
  }
  const lines = [...(title ? ['---', `title: ${yamlText(title)}`, '---'] : []), 'flowchart TD'];
  if (nodes.some((node) => node.attributes.length > 0))
    lines.push('%% lost: attributes of nodes and values of contexts');
  if (edges.some((edge) => edge.kind === 'data')) lines.push('%% data edges are dotted');

  const write = (parent: string, indent: string) => {
    for (const node of children.get(parent) ?? []) {
      const id = node.id ?? node.name;
      const name = ids.get(id);
      const label = quoted(node.title ?? node.name);
      if (children.has(id)) {
        lines.push(`${indent}subgraph ${name}[${label}]`);
        write(id, `${indent}  `);
        lines.push(`${indent}end`);
      } else lines.push(`${indent}${name}${shape(node.type, label)}`);
    }
  };
  write('', '  ');
  for (const edge of edges) {
    const [from, to] = [ids.get(edge.sourceId ?? edge.source), ids.get(edge.targetId ?? edge.target)];
    if (from === undefined || to === undefined) continue;
    const label = labelOf(edge);
    lines.push(`  ${from} ${edge.kind === 'data' ? '-.->' : '-->'}${label ? `|${quoted(label)}|` : ''} ${to}`);
  }
  const kinds: Map<string, string[]> = new Map();
  for (const node of nodes) {
    const kind = kindOf(node.type);
    if (kind && !children.has(node.id ?? node.name))
      kinds.set(kind, [...(kinds.get(kind) ?? []), ids.get(node.id ?? node.name) ?? '']);
  }
  for (const [kind, names] of kinds) {
    const fill = LIGHT.get(`${kind}-fill`);
    const line = LIGHT.get(`${kind}-line`) ?? LIGHT.get('plain-line');
    lines.push(
      `  classDef ${kind}Node fill:${fill},stroke:${line},color:${LIGHT.get('ink')}`,
      `  class ${names.join(',')} ${kind}Node`,
    );
  }
  return `${lines.join('\n')}\n`;
}

/** Types that share the look of another one. */
const KINDS: Record<string, string> = {
  task: 'task',
  state: 'state',
  init: 'init',
  start: 'init',
  entry: 'init',
  end: 'end',
  context: 'context',
  input: 'context',
  output: 'context',
  tool: 'tool',
  type: 'type',
  note: 'note',
};

const kindOf = (type: string | undefined) => (type && Object.hasOwn(KINDS, type) ? KINDS[type] : undefined);

function shape(type: string | undefined, label: string) {
  const kind = kindOf(type);
  if (kind === 'init' || kind === 'end') return `([${label}])`;
  if (kind === 'note') return `>${label}]`;
  return kind === 'context' || kind === 'tool' || kind === 'type' ? `[${label}]` : `(${label})`;
}

function labelOf({ condition, type, attributes = {} }: Edge) {
  // As in the drawing: only what is the other way round has its word.
  if (condition) return condition.kind === 'unless' ? `unless ${condition.text}` : condition.text;
  const { text } = attributes;
  return type ?? (typeof text === 'string' ? text : '');
}

/**
 * A label: Mermaid looks for directives, comments, styles, entities, icons, links and Markdown in the whole text, also
 * within quotes. So what is not a letter, a digit, a space or a comma is written as an entity, but for `.`, `_` and `-`
 * inside words, and for control characters, whose entities mean other characters in HTML.
 */
function quoted(text: string) {
  const inert = xmlText(text)
    .trim()
    .replace(/\s+/g, ' ')
    .replace(
      /([\p{L}\p{N}](?<![Ww]{3})[._-])(?=[\p{L}\p{N}])|[^\p{L}\p{M}\p{N} ,\u007F-\u009F]/gu,
      (sign, inside: string | undefined) => inside ?? `#${sign.codePointAt(0)};`,
    );
  // Mermaid does not read an empty label.
  return `"${inert || ' '}"`;
}

/**
 * A text of YAML in double quotes; what YAML or Mermaid could read as something else is written as its code. Mermaid
 * shows a title with a `<` as its HTML, and has no other way to write it.
 */
const yamlText = (text: string) =>
  JSON.stringify(xmlText(text).replaceAll('<', '‹')).replace(
    /[\u007F-\u009F\u2028\u2029\uFEFF%>&#`{}]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
