// @ts-check
// The panels of a narrow window: a list to choose from, and the way back to it above the one that is shown.

import { html, nothing } from 'lit';
import { words } from '../strings.js';
import { icon } from '../ui/icon.js';

/**
 * @param {object} options
 * @param {{ id: string, label: string, badge?: number }[]} options.list
 * @param {string} options.shown
 * @param {string} options.name of the shown one
 * @param {import('../workspace/store.js').State} options.state
 * @param {(action: import('./actions.js').Action) => void} options.dispatch
 */
export function panelList({ list, shown, name, state, dispatch }) {
  if (state.pane === 'run') return html`<p class="panel-name">${name}</p>`;
  if (!state.shell.list) return html`<p class="panel-name"><button type="button" class="to-list" @click=${() => dispatch({ type: 'list', open: true })}>${icon('back')}<span>${words.shell.back}</span></button><b>${name}</b></p>`;
  return html`<ul class="panel-list">${list.map(({ id, label, badge }) => html`<li><button type="button" aria-current=${id === shown ? 'true' : 'false'} @click=${() => dispatch({ type: 'panel', panel: id })}>
    <span>${label}</span>${badge ? html`<span class="badge">${badge}</span>` : nothing}</button></li>`)}</ul>`;
}
