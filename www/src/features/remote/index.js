// @ts-check
// The door to what is outside the page: its code comes when a visitor, or the host, first asks for it.

import { late } from '../../workspace/late.js';

/** @typedef {import('./controller.js').Outside} Outside */

export class Reaching {
  #store;
  #outside;
  /** Who answered before. @type {import('../../workspace/store.js').Mode} */ #mode = 'stub';

  /** @param {import('../../workspace/store.js').Store} store @param {() => Promise<Outside>} load */
  constructor(store, load) {
    this.#store = store;
    this.#outside = late(store, async () => {
      const outside = await load();
      outside.begin();
      return outside;
    });
    store.listen(({ mode }) => {
      if (mode === this.#mode) return;
      this.#mode = mode;
      if (mode === 'custom' || mode === 'remote') void this.#outside.want();
    });
  }

  /** @param {import('../../app/actions.js').Action} action */
  act(action) {
    if (!action.type.startsWith('outside')) return;
    const { outside } = this.#store.state;
    if (action.type !== 'outsideAgent') void this.#outside.want().then((one) => one?.act(action));
    else if (action.on !== outside.agent) this.#store.set({ outside: { ...outside, agent: action.on } });
  }

  /** @param {import('../../app/actions.js').Action} action */
  before(action) {
    this.#outside.now?.before(action);
    // Only this wish opens a connection: no link, setting or kept run does.
    if (action.type === 'mode' && action.mode === 'remote') void this.#outside.want().then((one) => one?.act({ type: 'outsideShow' }));
    return true;
  }
}
