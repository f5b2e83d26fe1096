// Finds nodes of a drawing by ID and title.

import type { Drawing } from './drawing.ts';

/**
 * The ids of the nodes and containers whose full name or drawn title holds a text, in source order.
 * @returns none for an empty text
 */
export function found(
  { elements, names, groups }: Pick<Drawing, 'elements' | 'names' | 'groups'>,
  text: string,
): string[] {
  const needle = text.trim().toLowerCase();
  if (needle === '') return [];
  return elements.filter((id) => {
    if (id.startsWith('e')) return false;
    // Titles are texts of the head; those on panels are prompts and rows, those of cells are values.
    const titles = [...(groups.get(id)?.querySelectorAll(':scope > text:not(.on-panel)') ?? [])].map(
      (title) => title.textContent ?? '',
    );
    return [names.get(id) ?? '', titles.join(' ')].some((text) => text.toLowerCase().includes(needle));
  });
}

/** The one after another in a list, round and round. */
export function next(list: string[], at: string | null, by: 1 | -1): string | null {
  if (list.length === 0) return null;
  const index = at === null ? -1 : list.indexOf(at);
  if (index < 0) return (by > 0 ? list[0] : list.at(-1)) ?? null;
  return list[(index + by + list.length) % list.length] ?? null;
}
