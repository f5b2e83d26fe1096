// Saves the runs of examples that nobody edited, under the names of the examples. They are no drafts of the user's.

import { exampleRunId } from '../storage/backup.ts';
import type { ExampleRun } from '../storage/drafts.ts';
import { MAX_SAVED_CHARACTERS } from './draft-content.ts';
import type { DraftRepository, DraftStorage } from './draft-repository.ts';
import type { UnloadBackup } from './unload-backup.ts';

/** A run as it is saved; `content` is null where nothing is worth saving. */
interface SavedRun {
  content: ExampleRun | null;
  contentKey: string;
}

export interface ExampleRunsDependencies {
  repository: Pick<DraftRepository, 'openStorage'>;
  backup: UnloadBackup;
}

export class ExampleRuns {
  readonly #deps: ExampleRunsDependencies;
  /** What this tab last read or saved, by example; '' for no run. */
  readonly #savedKeys: Map<string, string> = new Map();
  /** How many times a run was deleted: a save that began before it does not count. */
  #deletionCount = 0;

  constructor(deps: ExampleRunsDependencies) {
    this.#deps = deps;
  }

  /** The run of an example as the user left it; null when there is none, or it is of another text. */
  async read(slug: string, source: string): Promise<ExampleRun | null> {
    const storage = await this.#deps.repository.openStorage();
    const run = await storage?.getExampleRun(slug).catch(() => null);
    if (run) this.#savedKeys.set(slug, JSON.stringify(run));
    return run?.source === source ? run : null;
  }

  async delete(slug: string) {
    this.#deletionCount += 1;
    this.#savedKeys.set(slug, '');
    const storage = await this.#deps.repository.openStorage();
    this.#deps.backup.discard(exampleRunId(slug));
    await storage?.putExampleRun(slug, null).catch(() => {});
  }

  /** Whether a run of the example is stored. */
  hasRun(slug: string) {
    return this.#keyOf(slug) !== '';
  }

  async save(storage: DraftStorage, slug: string, { content, contentKey }: SavedRun) {
    if (contentKey.length > MAX_SAVED_CHARACTERS) return;
    const earlierBackup = this.#deps.backup.find(exampleRunId(slug));
    const deletionCount = this.#deletionCount;
    if (contentKey !== this.#keyOf(slug)) {
      try {
        await storage.putExampleRun(slug, content);
      } catch {
        // Without room the run ends with the page. Nothing of the user's own has to make room for it.
        return;
      }
      if (deletionCount !== this.#deletionCount) return;
      this.#savedKeys.set(slug, contentKey);
    }
    this.#deps.backup.discardSaved(exampleRunId(slug), contentKey, earlierBackup);
  }

  backUp(slug: string, { content, contentKey }: SavedRun) {
    if (contentKey.length > MAX_SAVED_CHARACTERS || contentKey === this.#keyOf(slug)) return;
    this.#deps.backup.write(exampleRunId(slug), content, contentKey);
  }

  #keyOf(slug: string) {
    return this.#savedKeys.get(slug) ?? '';
  }
}
