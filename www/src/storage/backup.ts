// What a page wrote while it was being left. The local storage takes it at once, while the database can be closed
// before it has it; the next page puts it there.

const PREFIX = 'tracklight:backup:';
const EXAMPLE = 'example:';

/** The id of the run of an example; drafts have a UUID. */
export const exampleId = (slug: string) => EXAMPLE + slug;

/** @returns the example whose run has this id; null for drafts */
export const exampleOf = (id: string) => (id.startsWith(EXAMPLE) ? id.slice(EXAMPLE.length) : null);

/** @param value becomes JSON */
export function backUp(id: string, value: unknown) {
  try {
    localStorage.setItem(PREFIX + id, JSON.stringify(value));
  } catch {
    // No room: the database alone has to be quick enough.
  }
}

export function dropBackup(id: string) {
  try {
    localStorage.removeItem(PREFIX + id);
  } catch {
    // There is none.
  }
}

/** What pages that were left wrote last, by their ids. */
export function backups(): [id: string, value: unknown][] {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
    return names.map((name) => [name.slice(PREFIX.length), JSON.parse(localStorage.getItem(name) ?? 'null')]);
  } catch {
    return [];
  }
}
