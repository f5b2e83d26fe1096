// Drafts that a page wrote while it was being left. The local storage takes them at once, while the database can be
// closed before it has them; the next page puts them there.

const PREFIX = 'tracklight:backup:';

export function backUp(draft: { id: string }) {
  try {
    localStorage.setItem(PREFIX + draft.id, JSON.stringify(draft));
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

/** What pages that were left wrote last. */
export function backups<Draft>(): Draft[] {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
    return names.map((name) => JSON.parse(localStorage.getItem(name) ?? 'null')).filter((draft) => draft !== null);
  } catch {
    return [];
  }
}
