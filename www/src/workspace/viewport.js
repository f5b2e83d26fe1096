// @ts-check
// How the drawing is looked at: zoom, find, follow, full screen, and what is drawn of the machine.

/**
 * @typedef {import('./store.js').State} State
 * @typedef {import('../protocol/types.ts').DotOptions} DotOptions
 * @typedef {'in' | 'out' | 'fit' | 'one' | 'centre' | 'find' | 'full' | 'follow'} What
 * @typedef {{ find: string | null, follow: boolean, full: boolean, options: DotOptions }} ViewState `find`: what is looked for, null while that is closed; `options`: what the visitor chose to be drawn
 * @typedef {{ type: 'view', what: What } | { type: 'findText', text: string } | { type: 'followed', on: boolean } | { type: 'drawn', part: Partial<DotOptions> }} Action
 */

/** @returns {ViewState} */
export const initialView = () => ({ find: null, follow: true, full: false, options: {} });

export class Viewing {
  #store;
  #running;
  #diagram;
  /** The path that the drawing was last asked to show alone. */ #path = '';

  /**
   * @param {object} parts
   * @param {import('./store.js').Store} parts.store
   * @param {import('./running.js').Running} parts.running
   * @param {() => { view(what: 'in' | 'out' | 'fit' | 'one' | 'centre'): void } | null} parts.diagram null until its code has arrived
   */
  constructor({ store, running, diagram }) {
    this.#store = store;
    this.#running = running;
    this.#diagram = diagram;
    this.#set({ follow: store.state.settings.follow });
    store.listen((state) => this.#heard(state));
  }

  /** @param {{ type: string }} given */
  act(given) {
    const action = /** @type {Action | { type: 'setting', name: string, value: unknown }} */ (given);
    switch (action.type) {
      case 'view': this.#view(action.what); break;
      case 'findText': this.#set({ find: action.text }); break;
      case 'followed': this.#set({ follow: action.on }); break;
      case 'setting': if (action.name === 'follow') this.#set({ follow: action.value === true }); break;
      case 'drawn': {
        const options = { ...this.#store.state.view.options, ...action.part };
        this.#set({ options });
        void this.#running.setOptions(options);
        break;
      }
    }
  }

  /** @param {What} what */
  #view(what) {
    const { view } = this.#store.state;
    if (what === 'find') this.#set({ find: view.find === null ? '' : null });
    else if (what === 'full') this.#set({ full: !view.full });
    else if (what === 'follow') this.#set({ follow: !view.follow });
    else {
      this.#diagram()?.view(what);
      if (what === 'fit') this.#set({ follow: true });
    }
  }

  /** @param {Partial<ViewState>} part */
  #set(part) {
    this.#store.set({ view: { ...this.#store.state.view, ...part } });
  }

  /** A path that was chosen among several is drawn alone. @param {State} state */
  #heard({ path, run }) {
    const chosen = path !== null && (run?.view.paths ?? []).some((one) => one.id === path) ? path : '';
    if (chosen === this.#path) return;
    this.#path = chosen;
    void this.#running.setOptions({ path: chosen || undefined });
  }
}
