// Backups in the local storage, which takes them at once: the database may close before it has what a page writes while
// the user leaves it. The next page moves them to the database.

import { storageName } from '../protocol/storage-names.ts';
import { noteHasDraft } from './settings.ts';
import type { Draft, ExampleRun } from './stored-types.ts';

const prefix = () => storageName('backup:');
const EXAMPLE = 'example:';

/** The id of an example's run. Drafts have a random one. */
export const exampleRunId = (slug: string) => EXAMPLE + slug;

/** The example whose run has this id, or null for drafts. */
export const slugOfExampleRun = (id: string) => (id.startsWith(EXAMPLE) ? id.slice(EXAMPLE.length) : null);

/** Where backups are written. */
export interface BackupStorage {
  /** Returns whether there was room. Null is the backup of an example whose run is to be deleted. */
  write(id: string, content: Draft | ExampleRun | null): boolean;
  delete(id: string): void;
}

export const localBackups: BackupStorage = {
  write(id, content) {
    if (slugOfExampleRun(id) === null) noteHasDraft(true);
    try {
      localStorage.setItem(prefix() + id, JSON.stringify(content));
      return true;
    } catch {
      return false;
    }
  },
  delete(id) {
    try {
      localStorage.removeItem(prefix() + id);
    } catch {
      // Without storage there is no backup.
    }
  },
};

/**
 * All backups, by id.
 * @param start of their names
 */
export function readBackups(start: string = prefix()): [id: string, content: unknown][] {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(start));
    return names.map((name) => [name.slice(start.length), JSON.parse(localStorage.getItem(name) ?? 'null')]);
  } catch {
    return [];
  }
}

/** Moves all backups to the database. A draft that has a later text there stays as it is. */
export async function recoverBackups(database: {
  get(id: string): Promise<Draft | null>;
  put(draft: Draft): Promise<void>;
  putExampleRun(slug: string, run: ExampleRun | null): Promise<void>;
}) {
  for (const [id, content] of readBackups()) {
    try {
      const slug = slugOfExampleRun(id);
      if (slug !== null) await database.putExampleRun(slug, content as ExampleRun | null);
      else {
        const draft = content as Draft;
        const stored = await database.get(id);
        if (!stored || stored.changed <= draft.changed) await database.put(draft);
      }
      localBackups.delete(id);
    } catch {
      // The next page tries it again.
    }
  }
}
