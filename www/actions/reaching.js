// @ts-check
// The door to what is outside the page: its code comes when a visitor, or the host, first asks for it.

/** @typedef {import('./outside.js').Outside} Outside */

export class Reaching {
  #store;
  #load;
  /** @type {Promise<Outside> | null} */ #loading = null;
  /** @type {Outside | null} */ #outside = null;

  /** @param {import('../store.js').Store} store @param {() => Promise<Outside>} load */
  constructor(store, load) {
    this.#store = store;
    this.#load = load;
    store.listen(({ mode }) => {
      if (mode === 'custom' || mode === 'remote') this.#get();
    });
  }

  /** @param {import('../page.js').Action} action */
  act(action) {
    if (!action.type.startsWith('outside')) return;
    const { outside } = this.#store.state;
    if (action.type !== 'outsideAgent') void this.#get().then((one) => one.act(action));
    else if (action.on !== outside.agent) this.#store.set({ outside: { ...outside, agent: action.on } });
  }

  /** @param {import('../page.js').Action} action */
  before(action) {
    this.#outside?.before(action);
    // Only this wish opens a connection: no link, setting or kept run does.
    if (action.type === 'mode' && action.mode === 'remote') void this.#get().then((one) => one.act({ type: 'outsideShow' }));
    return true;
  }

  #get() {
    this.#loading ??= this.#load().then((outside) => {
      this.#outside = outside;
      outside.begin();
      return outside;
    });
    this.#loading.catch((error) => {
      this.#loading = null;
      this.#store.notify({ kind: 'error', text: String(error) });
    });
    return this.#loading;
  }
}
