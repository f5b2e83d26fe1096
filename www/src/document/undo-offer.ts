// Offers to bring back the document that the last opening replaced.

import { sameSources } from '../protocol/sources.ts';
import type { OpenedDocument, ReplacedDocument } from '../store/opened.ts';
import type { Action } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { words } from '../strings.ts';
import { openStrings } from './strings.ts';

/** A user who does one of these works with the new document, and no longer wants the one before. */
const ENDS_OFFER: Set<Action['type']> = new Set(['edit', 'step', 'run', 'runTo', 'stepPath', 'editField']);

export class UndoOffer {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /**
   * Offers to bring back a document that is being replaced. One that nobody edited is no loss.
   * @param opened what replaces it
   */
  make(left: ReplacedDocument, opened: Pick<OpenedDocument, 'sources' | 'draft' | 'slug' | 'isResumedExample'>) {
    const { keptDrafts, examples, replaced, run } = this.#store.state;
    // A run that is resumed with an example has a notice of its own, and a saved machine is found among My machines.
    const isNoticeTaken = opened.isResumedExample === true && left.isSaved;
    // An older offer would be of an opening before this one.
    if (replaced?.isSaved || isNoticeTaken) this.withdraw();
    if (!left.isEdited || isNoticeTaken || sameSources(left.sources, opened.sources)) return;
    const known = keptDrafts.find(({ id }) => id === opened.draft) ?? examples.find(({ slug }) => slug === opened.slug);
    this.#store.set({ replaced: left });
    this.#store.notify({
      kind: 'info',
      text: known ? openStrings.openedKnown(known.title || words.header.untitled) : openStrings.replaced,
      action: 'bringBack',
      acts: [
        {
          label: known ? openStrings.backTo(run.analysis?.title || words.header.untitled) : openStrings.undo,
          action: { type: 'bringBack' },
        },
      ],
    });
  }

  withdraw() {
    this.putBack(null);
  }

  /** The offer as it was before an opening that failed. */
  putBack(replaced: ReplacedDocument | null) {
    const { notices } = this.#store.state;
    this.#store.set({ replaced, notices: replaced ? notices : notices.filter(({ action }) => action !== 'bringBack') });
  }

  onAction({ type }: Action) {
    if (ENDS_OFFER.has(type) && this.#store.state.replaced?.isSaved) this.withdraw();
  }
}
