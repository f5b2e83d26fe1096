// What a page wrote while it was being left. The local storage takes it at once, while the database can be closed
// before it has it; the next page puts it there.

import { storageName } from '../protocol/storage-names.ts';

const prefix = () => storageName('backup:');
const EXAMPLE = 'example:';

/** The id of the run of an example; drafts have a random one. */
export const exampleId = (slug: string) => EXAMPLE + slug;

/** @returns the example whose run has this id; null for drafts */
export const exampleOf = (id: string) => (id.startsWith(EXAMPLE) ? id.slice(EXAMPLE.length) : null);

/**
 * @param value becomes JSON
 * @returns whether there is room: if not, the database alone has to be quick enough
 */
export function backUp(id: string, value: unknown): boolean {
  try {
    localStorage.setItem(prefix() + id, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export function dropBackup(id: string) {
  try {
    localStorage.removeItem(prefix() + id);
  } catch {
    // There is none.
  }
}

/** What pages that were left wrote last, by their ids. @param start of their names */
export function backups(start: string = prefix()): [id: string, value: unknown][] {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(start));
    return names.map((name) => [name.slice(start.length), JSON.parse(localStorage.getItem(name) ?? 'null')]);
  } catch {
    return [];
  }
}
