// What of an element can be edited in its place: where it stands in the drawing, what it says, and the op that changes
// it.

import { DRAFT } from './elements.ts';
import type { Drawing } from '../diagram/drawing.ts';
import type { EdgeElement, Elements, NodeElement } from './elements.ts';
import type { EditOp } from '../protocol/types.ts';

export type What = 'name' | 'title' | 'prompt' | 'attribute' | 'label' | 'condition' | 'field' | 'type';

export interface Spot {
  what: What;
  /** Of the drawing. */
  id: string;
  /** Of a field, or of an attribute. */
  key?: string;
}

export const nodeOf = (elements: Elements, id: string): NodeElement | null =>
  /^[nc]\d+$/.test(id) ? (elements.nodes[Number(id.slice(1))] ?? null) : null;

export const edgeOf = (elements: Elements, id: string): EdgeElement | null =>
  /^e\d+$/.test(id) ? (elements.edges[Number(id.slice(1))] ?? null) : null;

/** The edge as an op names it. */
export const nameOfEdge = ({ key, text }: EdgeElement) => ({ key, label: text });

export const isEvent = ({ id }: NodeElement) => id.startsWith('event:');
export const holdsFields = (node: NodeElement) => node.isContext || isEvent(node);

/** The diagram id of a node, as it is drawn; null where it is not, as inside a folded module. */
export function drawnId(drawing: Drawing, elements: Elements, node: string): string | null {
  const at = elements.nodes.findIndex(({ id }) => id === node);
  return [`n${at}`, `c${at}`].find((id) => drawing.groups.has(id)) ?? null;
}

/** All spots of an element, in the order of Tab. */
export function spotsOf(elements: Elements, id: string): Spot[] {
  const node = nodeOf(elements, id);
  if (!node) {
    const edge = edgeOf(elements, id);
    return edge && edge.access === null
      ? [
          { what: 'label', id },
          { what: 'condition', id },
        ]
      : [];
  }
  const fields = node.fields.flatMap(({ name }): Spot[] => [
    { what: 'field', id, key: name },
    { what: 'type', id, key: name },
  ]);
  if (holdsFields(node)) return [{ what: 'name', id }, ...fields];
  return (['name', 'title', 'prompt', 'attribute'] as const).map((what) => ({ what, id }));
}

/** The texts of a group itself, without those of cells that a run changes. */
const textsIn = (group: Element) => [...group.querySelectorAll('text')].filter((text) => !text.closest('[id^="a_"]'));
const isBold = (text: Element) => text.getAttribute('font-weight') === 'bold';
const isMono = (text: Element) => (text.getAttribute('font-family') ?? '').startsWith('Courier');
const isOnPanel = (text: Element) => text.classList.contains('on-panel');
const isType = (text: Element) => text.getAttribute('text-anchor') === 'end';
const rowOf = (text: Element) => Math.round(Number(text.getAttribute('y')));
const wordOf = (text: Element) => (text.textContent ?? '').trim();

/** The texts that show a spot; none where it says nothing yet. */
export function shownTexts(drawing: Drawing, elements: Elements, { what, id, key }: Spot): Element[] {
  const group = drawing.groups.get(id);
  const label = drawing.labelOf(id);
  if (what === 'label' || what === 'condition') {
    const texts = label ? [...label.querySelectorAll('text')] : [];
    return texts.filter((text) => isMono(text) === (what === 'condition'));
  }
  const texts = group ? textsIn(group) : [];
  if (what === 'name') return texts.filter((text) => isBold(text) && !isOnPanel(text));
  if (what === 'title') return texts.filter((text) => !isBold(text) && !isOnPanel(text) && !isType(text));
  const onPanel = texts.filter(isOnPanel);
  if (what === 'field' || what === 'type') {
    const row = onPanel.find((text) => wordOf(text) === key && !isType(text));
    if (!row) return [];
    const rest = onPanel.slice(onPanel.indexOf(row) + 1);
    return what === 'field' ? [row] : rest.slice(0, 1).filter((text) => rowOf(text) === rowOf(row) && !isMono(text));
  }
  const node = nodeOf(elements, id);
  if (what !== 'prompt' || !node?.prompt) return [];
  // The prompt has the first panel.
  const panel = group?.querySelector('.panel');
  const [top, height] = [Number(panel?.getAttribute('y')), Number(panel?.getAttribute('height'))];
  return onPanel.filter((text) => rowOf(text) > top && rowOf(text) < top + height);
}

/** What was pressed in an element; its name, or label, where that is nothing else. */
export function spotAt(drawing: Drawing, elements: Elements, id: string, target: Element | null): Spot | null {
  const spots = spotsOf(elements, id);
  const text = target?.closest('text');
  const pressed = text && spots.find((spot) => shownTexts(drawing, elements, spot).includes(text));
  if (pressed) return pressed;
  // The ground of the prompt is the prompt.
  const node = nodeOf(elements, id);
  if (node && !holdsFields(node) && target?.closest('.panel') && node.prompt) return { what: 'prompt', id };
  const edge = edgeOf(elements, id);
  if (edge?.condition && !edge.label) return spots.find(({ what }) => what === 'condition') ?? null;
  return spots[0] ?? null;
}

export function valueAt(elements: Elements, { what, id, key }: Spot): string {
  const node = nodeOf(elements, id);
  const edge = edgeOf(elements, id);
  if (edge) return what === 'label' ? edge.label : edge.condition;
  if (!node) return '';
  if (what === 'name') return node.name;
  if (what === 'title') return node.title;
  if (what === 'prompt') return node.prompt;
  if (what === 'attribute') return '';
  const field = node.fields.find(({ name }) => name === key);
  return what === 'type' ? (field?.type ?? '') : (key ?? '');
}

/** What an element is called. */
export const titleOf = (elements: Elements, id: string) => {
  const [node, edge] = [nodeOf(elements, id), edgeOf(elements, id)];
  return edge ? `${edge.source} → ${edge.target}` : (node?.name ?? id);
};

/** `@retry(2)`, `timeout: 30s`, `-timeout` to remove it; null where it is none of these. */
function attributeOp(node: string, text: string): EditOp | null {
  const [, annotation, args = ''] = /^(@[\p{L}_][\p{L}\p{N}_]*)\s*(?:\((.*)\))?$/su.exec(text) ?? [];
  if (annotation) return { op: 'setAttribute', node, key: annotation, source: args };
  const [, key, value] = /^([\p{L}_][\p{L}\p{N}_]*)\s*:\s*(.+)$/su.exec(text) ?? [];
  if (key && value) return { op: 'setAttribute', node, key, source: value };
  const [, gone] = /^-\s*(@?[\p{L}_][\p{L}\p{N}_]*)$/u.exec(text) ?? [];
  return gone ? { op: 'setAttribute', node, key: gone, value: null } : null;
}

/** The op that puts another value there; null where there is none. */
export function opAt(elements: Elements, spot: Spot, value: string): EditOp | null {
  const node = nodeOf(elements, spot.id);
  const edge = edgeOf(elements, spot.id);
  if (edge)
    return spot.what === 'label'
      ? { op: 'setLabel', edge: nameOfEdge(edge), label: value || null }
      : { op: 'setCondition', edge: nameOfEdge(edge), expr: value || null };
  if (!node) return null;
  const key = spot.key ?? '';
  switch (spot.what) {
    case 'name':
      return { op: 'rename', node: node.id, name: value };
    case 'title':
      return { op: 'setTitle', node: node.id, title: value || null };
    case 'prompt':
      return { op: 'setPrompt', node: node.id, prompt: value || null };
    case 'attribute':
      return attributeOp(node.id, value);
    case 'type':
      return { op: 'setField', context: node.id, name: key, type: value || null };
    default:
      return value === '' ? null : { op: 'renameField', context: node.id, name: key, to: value };
  }
}

/** The op for what is still being typed there; null where nothing is told of that. */
export const draftOp = (elements: Elements, spot: Spot): EditOp | null =>
  spot.what === 'prompt' || spot.what === 'condition' ? opAt(elements, spot, DRAFT) : null;

/** The field of the row of a context that was pointed at. */
export function fieldRowAt(drawing: Drawing, elements: Elements, id: string, target: Element): string | null {
  const node = nodeOf(elements, id);
  if (!node?.isContext) return null;
  const text = target.closest('text');
  const cell = target.closest('g[id^="a_v"]');
  const [, at] = /^a_v\d+-(\d+)/.exec(cell?.id ?? '') ?? [];
  if (at !== undefined) return node.fields[Number(at)]?.name ?? null;
  const found = node.fields.find(({ name }) =>
    (['field', 'type'] as const).some(
      (what) => text && shownTexts(drawing, elements, { what, id, key: name }).includes(text),
    ),
  );
  return found?.name ?? null;
}
