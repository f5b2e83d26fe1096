// @ts-check
// Two ways to begin where there is nothing to draw.

import { html, nothing } from 'lit';
import { laterWords } from '../words/later.js';

/** @type {import('../ui/later.js').Panel} */
export function panel({ document: { source, entry, locked } }, dispatch) {
  if (locked) return nothing;
  return html`<p class="starters">${laterWords.starters.map(([label, text]) => html`<button type="button" @click=${() => dispatch({ type: 'edit', file: entry, text: `${source}${text}`, whole: true })}>${label}</button>`)}</p>`;
}
