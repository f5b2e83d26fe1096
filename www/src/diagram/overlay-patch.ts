// Patch instead of layout: from two overlays of one layout key to what has to change in the drawing, and the change
// itself. It never moves ink: only text, titles, marks, classes, colours, widths and line styles.

import { themedLine } from './palette.ts';
import type { Overlay } from '../protocol/types.ts';

/** `text`: none in the rows that say what a node reads and writes. */
interface Cell {
  text?: string;
  title: string;
  mark?: 'changed' | 'invalid';
}
interface Appearance {
  classes: string[];
  color: string;
  width: number;
  style: string;
  title: string;
}
export type Change = { kind: 'cell'; id: string; cell: Cell } | { kind: 'look'; id: string; look: Appearance };

/** What differs between two overlays; everything when there is no earlier one. */
export function changes(before: Overlay | null, after: Overlay): Change[] {
  const list: Change[] = [];
  for (const [id, cell] of Object.entries(after.cells)) {
    const old = before?.cells[id];
    if (!old || old.text !== cell.text || old.title !== cell.title || old.mark !== cell.mark)
      list.push({ kind: 'cell', id, cell });
  }
  for (const part of ['nodes', 'edges'] as const) {
    for (const [id, look] of Object.entries(after[part])) {
      const old = before?.[part][id];
      if (!old || !sameLook(old, look)) list.push({ kind: 'look', id, look });
    }
  }
  return list;
}

function sameLook(a: Appearance, b: Appearance) {
  return (
    a.color === b.color &&
    a.width === b.width &&
    a.style === b.style &&
    a.title === b.title &&
    a.classes.join(' ') === b.classes.join(' ')
  );
}

/**
 * Applies changes to a drawing. Returns the ids whose group was not found: the caller then asks for a new layout.
 * @param groups the groups of the drawing by id
 */
export function apply(groups: Map<string, SVGGElement>, list: Change[]): string[] {
  const missing: string[] = [];
  for (const change of list) {
    const group = groups.get(change.kind === 'cell' ? `a_${change.id}` : change.id);
    if (!group) missing.push(change.id);
    else if (change.kind === 'cell') paintCell(group, change.cell);
    else paintLook(group, change.look);
  }
  return missing;
}

function paintCell(group: SVGGElement, cell: Cell) {
  const text = group.querySelector('text');
  if (text && cell.text !== undefined && text.textContent !== cell.text) text.textContent = cell.text;
  group.dataset.title = cell.title;
  group.classList.toggle('mark-changed', cell.mark === 'changed');
  group.classList.toggle('mark-invalid', cell.mark === 'invalid');
}

function paintLook(group: SVGGElement, look: Appearance) {
  const kept = (group.getAttribute('class') ?? '').split(/\s+/).filter((name) => name && !/^(tl|r)-/.test(name));
  group.setAttribute('class', [...kept, ...look.classes].join(' '));
  group.dataset.title = look.title;
  group.dataset.style = look.style;
  const color = themedLine(look.color);
  const edge = group.classList.contains('edge');
  for (const shape of outline(group)) {
    shape.setAttribute('stroke', color);
    const head = edge && shape.tagName !== 'path';
    if (!head) shape.setAttribute('stroke-width', String(look.width));
    else if (shape.getAttribute('fill') !== 'none') shape.setAttribute('fill', color);
  }
}

/**
 * The shapes that carry the colour and width of a node, cluster or edge: its cards, else its own shapes before the
 * first text or cell.
 */
export function outline(group: Element): Element[] {
  const cards = [];
  const shapes = [];
  for (const child of group.children) {
    const name = child.getAttribute('class') ?? '';
    if (name.startsWith('card')) cards.push(child);
    if (child.tagName === 'text' || child.tagName === 'g') break;
    if (child.tagName !== 'title' && !OVERLAID.test(name)) shapes.push(child);
  }
  return cards.length > 0 ? cards : shapes;
}

/** What the page adds to the shapes of a group, and the panels of a card. */
const OVERLAID = /^(hit|halo|shade|reach|panel|ground)/;
