// Backs up at once what the database may not get in time when the user leaves the page. `storage/backup` restores it on
// the next page.

import type { BackupStorage } from '../storage/backup.ts';
import type { Draft, ExampleRun } from '../storage/drafts.ts';

/** A backup that this page wrote. */
interface Backup {
  contentKey: string;
}

export interface UnloadBackupDependencies {
  backups: BackupStorage;
}

export class UnloadBackup {
  readonly #deps: UnloadBackupDependencies;
  /** Backups whose content the database does not have yet, by id. */
  readonly #written: Map<string, Backup> = new Map();

  constructor(deps: UnloadBackupDependencies) {
    this.#deps = deps;
  }

  /** Without room an earlier backup stays, until the database has something later. */
  write(id: string, content: Draft | ExampleRun | null, contentKey: string) {
    if (this.#deps.backups.write(id, content)) this.#written.set(id, { contentKey });
  }

  holds(id: string, contentKey: string) {
    return this.#written.get(id)?.contentKey === contentKey;
  }

  find(id: string): Backup | undefined {
    return this.#written.get(id);
  }

  /**
   * Deletes the backup of content that the database has now. A backup of something later stays: its own save may fail.
   * @param earlier the backup that was there when the save began
   */
  discardSaved(id: string, contentKey: string, earlier: Backup | undefined) {
    const backup = this.#written.get(id);
    if (backup && (backup === earlier || backup.contentKey === contentKey)) this.discard(id);
  }

  discard(id: string) {
    this.#written.delete(id);
    this.#deps.backups.delete(id);
  }
}
