// @ts-check
// A part of the page whose code comes when it is first wanted.

import { shownPanel } from './shell.js';

/** @typedef {import('../app/actions.js').Action} Action */
/** @typedef {{ act(action: Action): void }} Part */

/**
 * @template T
 * @typedef {{ readonly now: T | null, want(): Promise<T | null> }} Late `now`: what has come; `want` gives null where it did not
 */

/**
 * Code that is fetched once. That it did not come is told once for each time it was fetched; it is fetched anew when it
 * is wanted again.
 * @template T
 * @param {import('./store.js').Store} store
 * @param {() => Promise<T>} load
 * @returns {Late<T>}
 */
export function late(store, load) {
  /** @type {T | null} */ let now = null;
  /** @type {Promise<T | null> | null} */ let coming = null;
  return {
    get now() { return now; },
    want() {
      coming ??= load().then((part) => (now = part), (error) => {
        coming = null;
        store.notify({ kind: 'error', text: error instanceof Error ? error.message : String(error) });
        return null;
      });
      return coming;
    },
  };
}

/**
 * A part that comes when a panel of it is shown, or with its first action. Actions that come before it are done in
 * their order when it has come.
 * @param {object} parts
 * @param {import('./store.js').Store} parts.store
 * @param {RegExp} parts.panels whose code it is
 * @param {RegExp} parts.takes types of its actions
 * @param {() => Promise<Part>} parts.load
 * @returns {Part}
 */
export function actLater({ store, panels, takes, load }) {
  const { want } = late(store, load);
  let before = '';
  store.listen((state) => {
    const shown = shownPanel(state);
    // Only when the panel comes, not with each change beside one whose code did not.
    if (shown !== before && panels.test(shown)) void want();
    before = shown;
  });
  return {
    act(action) {
      if (takes.test(action.type)) void want().then((part) => part?.act(action));
    },
  };
}
