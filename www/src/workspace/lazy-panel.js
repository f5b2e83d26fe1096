// @ts-check
// A panel whose code comes when it is first shown: what few visitors open must not slow the first drawing.

import { html } from 'lit';
import { words } from '../strings.js';

/** @typedef {(state: import('./store.js').State, dispatch: (action: import('../app/actions.js').Action) => void, ...rest: any[]) => unknown} Panel */

/**
 * @param {() => Promise<{ panel: Panel }>} load
 * @param {Panel} meanwhile what stands in its place until it comes
 * @returns {Panel}
 */
export function later(load, meanwhile = () => html`<p class="empty">${words.panels.loading}</p>`) {
  /** @type {Panel | null} */ let panel = null;
  let asked = false;
  let failure = '';
  return (state, dispatch, ...rest) => {
    if (panel) return panel(state, dispatch, ...rest);
    if (!asked) {
      asked = true;
      failure = '';
      load().then(
        (module) => { panel = module.panel; },
        (error) => { failure = error instanceof Error ? error.message : String(error); },
      ).finally(() => dispatch({ type: 'arrived' }));
    }
    if (!failure) return meanwhile(state, dispatch);
    return html`<p class="empty" role="alert">${words.panels.failed} ${failure} <button type="button" class="link" @click=${() => { asked = false; dispatch({ type: 'arrived' }); }}>${words.panels.again}</button></p>`;
  };
}
