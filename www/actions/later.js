// @ts-check
// A part of the page whose code comes when its panel is first shown, or with its first action.

/** @typedef {import('../page.js').Action} Action */
/** @typedef {{ act(action: Action): void }} Part */

/**
 * Actions that come before the code has come are done in their order when it has.
 * @param {object} parts
 * @param {import('../store.js').Store} parts.store
 * @param {string} parts.panel
 * @param {RegExp} parts.takes types of its actions
 * @param {() => Promise<Part>} parts.load
 * @returns {Part}
 */
export function actLater({ store, panel, takes, load }) {
  /** @type {Promise<Part> | null} */ let part = null;
  const want = () => {
    // Asked anew after a failure: the panel says it, and its own code comes the same way.
    part ??= load().catch((error) => {
      part = null;
      throw error;
    });
    return part;
  };
  store.listen((state) => void (state.panel === panel && !part && want().catch(() => {})));
  return {
    act(action) {
      if (takes.test(action.type)) void want().then((it) => it.act(action), (error) => store.notify({ kind: 'error', text: error instanceof Error ? error.message : String(error) }));
    },
  };
}
