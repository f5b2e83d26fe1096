// Tells the user why something is not saved, once for each problem of a document.

import type { StorageProblem } from '../storage/database.ts';
import { workspaceStrings } from '../store/strings.ts';
import type { Notice, State } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { savingStrings } from './strings.ts';

/** Why one document is not saved, though others may be. */
type DocumentProblem = 'failed' | 'full' | 'large';

const RELOAD = { label: workspaceStrings.reload, action: { type: 'reload' } } as const;
const DOWNLOAD = { label: savingStrings.download, action: { type: 'downloadAll' } } as const;
const CLEAN_UP = { label: savingStrings.cleanUp, action: { type: 'dialog', name: 'settings' } } as const;
const ACTIONS: Record<StorageProblem | DocumentProblem, NonNullable<Notice['acts']>> = {
  none: [],
  newer: [RELOAD],
  blocked: [RELOAD],
  upgraded: [RELOAD],
  closed: [RELOAD],
  failed: [DOWNLOAD],
  large: [DOWNLOAD],
  full: [DOWNLOAD, CLEAN_UP],
};

const isOfDocument = (problem: StorageProblem | DocumentProblem): problem is DocumentProblem =>
  problem === 'failed' || problem === 'full' || problem === 'large';

export class SaveProblems {
  readonly #store: Store;
  #lastReported: StorageProblem | DocumentProblem | null = null;

  constructor(store: Store) {
    this.#store = store;
    const documentId = ({ document }: State) => document.id;
    // The notices about a document close with it. That nothing can be saved is true of the next one as well.
    store.watch(documentId, (_, { saveStatus }) => saveStatus !== 'none' && this.clear());
  }

  report(problem: StorageProblem | DocumentProblem) {
    if (this.#lastReported !== problem) {
      const acts = ACTIONS[problem];
      this.#store.notify({
        kind: 'warning',
        text: savingStrings[problem],
        ...(acts.length > 0 ? { acts } : {}),
        ...(isOfDocument(problem) ? { ofDocument: true } : {}),
      });
    }
    this.#lastReported = problem;
    this.#store.set(
      isOfDocument(problem)
        ? { saveStatus: problem === 'full' ? 'full' : 'failed' }
        : { saveStatus: 'none', storageProblem: problem },
    );
  }

  /** The problem is solved: if it comes again, the user is told again. */
  clear() {
    this.#lastReported = null;
  }
}
