// @ts-check
// Help: first steps, every key with what changes it, and the guides.

import { html } from 'lit';
import { panel as shortcuts } from '../../workspace/shortcuts.js';
import { words } from '../../strings.js';

const GUIDES = /** @type {const} */ (['tour', 'language', 'runtime', 'contexts', 'agents', 'keys', 'links']);

/** @param {import('../../workspace/store.js').State} state @param {(action: import('../../app/actions.js').Action) => void} dispatch */
export function panel(state, dispatch) {
  const say = words.shell.help;
  return html`<div class="help">
    <section><h3>${say.first}</h3><ol>${say.steps.map((step) => html`<li>${step}</li>`)}</ol><p>${say.agents}</p></section>
    <section><h3>${say.docs}</h3><ul class="guides">${GUIDES.map((name) => html`<li><a href="docs/${name}.md" target="_blank" rel="noopener">${say.guides[name]}</a></li>`)}</ul></section>
    <section><h3>${say.keys}</h3>${shortcuts(state, dispatch)}</section>
  </div>`;
}
