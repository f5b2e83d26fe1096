// How the drawing is looked at: zoom, find, follow, full screen, and what is drawn of the machine.

import type { What } from '../diagram/types.ts';
import type { DocumentRun } from '../document/document-run.ts';
import type { ViewState } from '../store/shown.ts';
import type { ActionOf, Actions } from '../store/state.ts';
import type { Store } from '../store/store.ts';

export const actions = ['findText', 'followed', 'drawn'] as const satisfies readonly (keyof Actions)[];
export type Action = ActionOf<(typeof actions)[number] | 'view'>;

export const initialView = (): ViewState => ({ find: null, follow: true, full: false, options: {} });

export interface ViewportDependencies {
  store: Store;
  running: DocumentRun;
  /** null until its code has arrived. */
  diagram: () => { view(what: 'in' | 'out' | 'fit' | 'one' | 'centre' | 'current'): void } | null;
}

export class ViewportController {
  readonly #deps: ViewportDependencies;

  constructor(deps: ViewportDependencies) {
    this.#deps = deps;
    this.#set({ follow: deps.store.state.settings.follow });
    // A path that was chosen among several is drawn alone.
    deps.store.watch(
      ({ path, run: { snapshot } }) => snapshot?.view.paths.find(({ id }) => id === path)?.id,
      (path) => void deps.running.changeOptions({ path }),
    );
    deps.store.watch(
      ({ settings }) => settings.follow,
      (follow) => this.#set({ follow }),
    );
  }

  act(action: Action) {
    switch (action.type) {
      case 'view':
        this.#view(action.what);
        break;
      case 'findText':
        this.#set({ find: action.text });
        break;
      case 'followed':
        this.#set({ follow: action.on });
        break;
      case 'drawn': {
        const options = { ...this.#deps.store.state.view.options, ...action.part };
        this.#set({ options });
        void this.#deps.running.changeOptions(options);
        break;
      }
    }
  }

  #view(what: What) {
    const { view } = this.#deps.store.state;
    if (what === 'find') this.#set({ find: view.find === null ? '' : null });
    else if (what === 'full') this.#set({ full: !view.full });
    else if (what === 'follow') {
      this.#set({ follow: !view.follow });
      if (!view.follow) this.#deps.diagram()?.view('current');
    } else {
      this.#deps.diagram()?.view(what);
      if (what === 'fit') this.#set({ follow: true });
    }
  }

  #set(part: Partial<ViewState>) {
    this.#deps.store.set({ view: { ...this.#deps.store.state.view, ...part } });
  }
}
