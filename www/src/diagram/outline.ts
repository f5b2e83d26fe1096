// The drawing as text, for the Outline panel, the description of the drawing, and the names of its elements. Pure:
// equal outlines give equal texts.

import { elementStrings } from './strings.ts';
import type { OutlineItem } from '../protocol/types.ts';

/** An edge: its id in the drawing, its label and truth, the node it leads to with its id. */
export interface Out {
  id: string | null;
  text: string;
  to: string;
  target: string | null;
  item: OutlineItem | null;
}
export interface Entry {
  id: string | null;
  name: string;
  kind: string;
  title: string;
  facts: string[];
  outs: Out[];
  children: Entry[];
  item: OutlineItem | null;
}
export interface Outline {
  lead: string;
  entries: Entry[];
}

/** The outline as one text, indented by two spaces a level. */
export function outlineText({ lead, entries }: Outline) {
  const lines = [lead];
  const write = (entry: Entry, indent: string) => {
    lines.push(indent + line(entry));
    for (const edge of entry.outs) lines.push(`${indent}  ${outLine(edge)}`);
    for (const child of entry.children) write(child, `${indent}  `);
  };
  for (const entry of entries) write(entry, '');
  return lines.join('\n');
}

export const line = ({ kind, name, title, facts }: Entry) =>
  [[kind, name, title && `“${title}”`].filter(Boolean).join(' '), ...facts].join(', ');

export const outLine = ({ text, to }: Out) => (text ? `${text} → ${to}` : `→ ${to}`);

/** Names of what can be reached in the drawing, by diagram id. */
export const namesOf = (outline: Outline): Map<string, string> => allNames(outline).names;

/**
 * Those of the names that are true of a drawing: one of an earlier text may have other elements under the same ids.
 * @param drawn plain names of the drawing's elements by id
 */
export function namesIn(outline: Outline, drawn: Map<string, string>): Map<string, string> {
  const { names, plain } = allNames(outline);
  const others: Set<string> = new Set();
  for (const [id, name] of drawn) {
    // A node may be drawn as a container.
    const own = id.replace(/^c/, 'n');
    if ((plain.get(own) ?? name) !== name) others.add(own);
  }
  // Where a node is another one, edges are told apart by nothing.
  return others.size === 0 ? names : new Map([...names].filter(([id]) => !id.startsWith('e') && !others.has(id)));
}

function allNames(outline: Outline) {
  const known = named.get(outline);
  if (known) return known;
  const made: Named = { names: new Map(), plain: new Map() };
  const rest = [...outline.entries];
  for (let entry = rest.pop(); entry; entry = rest.pop()) {
    if (entry.id && entry.kind !== 'edge') {
      made.plain.set(entry.id, entry.name);
      made.names.set(
        entry.id,
        entry.outs.length > 0 ? `${line(entry)}, ${elementStrings.out(entry.outs.length)}` : line(entry),
      );
    }
    for (const edge of entry.outs)
      if (edge.id)
        made.names.set(
          edge.id,
          [`${elementStrings.edge} ${elementStrings.ends(entry.name, edge.to)}`, edge.text].filter(Boolean).join(', '),
        );
    rest.push(...entry.children);
  }
  named.set(outline, made);
  return made;
}

/** What each element is inside of, or leads between: the container of a node, the ends of an edge, by diagram id. */
export function holdersIn(outline: Outline): ReadonlyMap<string, readonly string[]> {
  const known = held.get(outline);
  if (known) return known;
  const holders: Map<string, readonly string[]> = new Map();
  const rest = [...outline.entries];
  for (let one = rest.pop(); one; one = rest.pop()) {
    const { id } = one;
    for (const child of one.children) if (id && child.id) holders.set(child.id, [id]);
    for (const edge of one.outs) if (id && edge.id) holders.set(edge.id, edge.target ? [id, edge.target] : [id]);
    rest.push(...one.children);
  }
  held.set(outline, holders);
  return holders;
}

const held: WeakMap<Outline, ReadonlyMap<string, readonly string[]>> = new WeakMap();

/** Accessible and plain names, by diagram id. */
interface Named {
  names: Map<string, string>;
  plain: Map<string, string>;
}

const named: WeakMap<Outline, Named> = new WeakMap();
