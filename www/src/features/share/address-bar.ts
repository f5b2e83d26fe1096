// The address bar follows the document, and the code of the Share dialog comes when it is first asked for.

import { documentOf, fragmentOf } from '../../link/share.ts';
import { debounce } from '../../ui/timing.ts';
import { late } from '../../store/late.ts';
import type { Store } from '../../store/store.ts';
import type { Engine } from '../../protocol/types.ts';
import type { DocumentRun } from '../../document/document-run.ts';
import type { DocumentOpener } from '../../document/document-opener.ts';
import type { Autosave } from '../../document/autosave.ts';
import type { Address } from '../../link/address.ts';
import type { ShareController } from './controller.ts';
import type { Action } from './index.ts';
import type { State } from '../../store/state.ts';

const ADDRESS_DEBOUNCE_MS = 500;
/** A longer fragment does not go into the address bar. */
const LONGEST_ADDRESS = 8_000;

export interface AddressBarDependencies {
  store: Store;
  engine: Engine;
  running: DocumentRun;
  opening: DocumentOpener;
  address: Address;
  autosave: Pick<Autosave, 'draftIdOf'>;
  load: () => Promise<ShareController>;
}

export class AddressBar {
  readonly #deps: AddressBarDependencies;
  #sharing;
  #updateAddress = debounce(() => void this.#writeAddress(), ADDRESS_DEBOUNCE_MS);

  constructor(deps: AddressBarDependencies) {
    this.#deps = deps;
    this.#sharing = late(deps.store, deps.load);
    deps.store.watch(
      ({ document }) => [document.id, deps.autosave.draftIdOf(document), document.edited] as const,
      ([id, draft, edited], { document }) => {
        // A reload must not bring the fetched text back over what was made of it.
        if (edited) deps.address.removeSourceParameter();
        // Nor must the link that it was made from: it stands in the address until the next sync, and without sync for
        // good.
        if (id > 0) deps.address.showDocument({ id, draft, slug: edited ? null : document.slug });
      },
    );
    deps.store.watch(
      (state) => {
        const { id, source, files, entry, draft, edited } = state.document;
        return [id, source, files, entry, draft, edited, deps.running.settings, state.run.mode, syncs(state)];
      },
      () => this.#updateAddress(),
    );
  }

  act(action: Action) {
    if (action.type === 'cancelReplay') void this.#deps.running.pause();
    else {
      // The browser lets the clipboard be written only while it is at the press.
      const { now } = this.#sharing;
      if (now) now.act(action);
      else void this.sharing().then((sharing) => sharing?.act(action));
    }
  }

  /** @returns null where its code did not come, which was said */
  sharing(): Promise<ShareController | null> {
    return this.#sharing.want();
  }

  /**
   * Shows the document in the address: an example by name, what the visitor wrote as a link of its texts and inputs.
   */
  async #writeAddress() {
    const { document, rules } = this.#deps.store.state;
    if (!syncs(this.#deps.store.state) || document.id === 0) return;
    if (!document.edited && document.draft === null) {
      if (document.slug && !this.#deps.opening.hasOpenedNothing)
        this.#deps.address.write(`#example=${document.slug}`, null, document.id);
      // What the address holds of the document before is not this one.
      else if (this.#deps.address.isOwn(location.hash) && this.#deps.address.documentId !== document.id)
        this.#deps.address.write('', null, document.id);
      return;
    }
    const { n } = this.#deps.running.settings;
    const i = this.#deps.engine.branchRecord()?.i;
    const run = { ...(i ? { i } : {}), ...(n ? { r: { n } } : {}) };
    const done = await fragmentOf(documentOf(document, run, null, rules));
    if (document !== this.#deps.store.state.document) return;
    const fits = 'fragment' in done && done.fragment.length <= LONGEST_ADDRESS;
    this.#deps.address.write(fits ? done.fragment : '', this.#deps.autosave.draftIdOf(document), document.id);
  }
}

/** Whether the address follows the document: a setting, and only in the tab that writes it. */
function syncs(state: State) {
  return state.settings?.sync !== false;
}
