// @ts-check
// Two ways to begin where there is nothing to draw.

import { html, nothing } from 'lit';
import { laterWords } from '../workspace/late-strings.js';

/**
 * While keys are pressed the page is not drawn anew, so the text is asked for when it is needed.
 * @param {import('../workspace/store.js').State} state @param {(action: import('./actions.js').Action) => void} dispatch @param {() => import('../workspace/store.js').State} newest
 */
export function panel({ document: { locked } }, dispatch, newest) {
  if (locked) return nothing;
  const add = (/** @type {string} */ text) => {
    const { source, entry } = newest().document;
    dispatch({ type: 'edit', file: entry, text: `${source}${text}`, whole: true });
  };
  return html`<p class="starters">${laterWords.starters.map(([label, text]) => html`<button type="button" @click=${() => add(text)}>${label}</button>`)}</p>`;
}
