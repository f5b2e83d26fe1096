// Finds nodes of a drawing by ID and title.

import type { Drawing } from './drawing.ts';
import type { Outline } from './outline.ts';

/**
 * The ids of the nodes and containers whose full name or drawn title holds a text, in source order.
 * @param inside cards in which something is found, see `foundInside`
 * @returns none for an empty text
 */
export function found(
  { elements, names, groups }: Pick<Drawing, 'elements' | 'names' | 'groups'>,
  text: string,
  inside: ReadonlyMap<string, number> = new Map(),
): string[] {
  const needle = text.trim().toLowerCase();
  if (needle === '') return [];
  return elements.filter((id) => {
    if (id.startsWith('e')) return false;
    if (inside.has(id)) return true;
    // Titles are texts of the head; those on panels are prompts and rows, those of cells are values.
    const titles = [...(groups.get(id)?.querySelectorAll(':scope > text:not(.on-panel)') ?? [])].map(
      (title) => title.textContent ?? '',
    );
    return holdsText(needle, names.get(id), titles.join(' '));
  });
}

/** @param needle in small letters */
export const holdsText = (needle: string, ...texts: (string | undefined)[]) =>
  texts.some((one) => one?.toLowerCase().includes(needle));

/** How many nodes are found inside of folded modules, by the cards of these. */
export function foundInside(
  drawing: Pick<Drawing, 'cardOf'>,
  outline: Outline | null,
  text: string,
): Map<string, number> {
  const needle = text.trim().toLowerCase();
  const inside: Map<string, number> = new Map();
  const rest = needle === '' ? [] : [...(outline?.entries ?? [])];
  for (let one = rest.pop(); one; one = rest.pop()) {
    rest.push(...one.children);
    const isFound = one.id !== null && !one.id.startsWith('e') && holdsText(needle, one.name, one.title);
    const card = isFound && one.id !== null ? drawing.cardOf(one.id) : null;
    if (card !== null) inside.set(card, (inside.get(card) ?? 0) + 1);
  }
  return inside;
}

/** The one after another in a list, round and round. */
export function next(list: string[], at: string | null, by: 1 | -1): string | null {
  if (list.length === 0) return null;
  const index = at === null ? -1 : list.indexOf(at);
  if (index < 0) return (by > 0 ? list[0] : list.at(-1)) ?? null;
  return list[(index + by + list.length) % list.length] ?? null;
}
