// @ts-check
// The filters of the timeline: path with what came from it, kind of event, node, field, text.

import { html } from 'lit';
import { coloursOf } from '../../run/colors.js';
import { isFiltering } from '../../run/trace.js';
import { words } from '../../strings.js';

/** @typedef {import('../../run/trace.js').Filter} Filter */

/** @param {import('../../workspace/store.js').State} state @param {(action: import('../../app/actions.js').Action) => void} dispatch */
export function filters(state, dispatch) {
  const say = words.timeline;
  const { filter } = state.trace;
  const view = state.run?.view;
  const kinds = [...new Set(state.events.map((event) => event.kind))].sort();
  const set = (/** @type {Partial<Filter>} */ part) => dispatch({ type: 'traceFilter', part });
  const choice = (/** @type {'path' | 'kind' | 'node'} */ name, /** @type {string[]} */ list) => html`<label>${say.by[name]} <select @change=${(/** @type {any} */ e) => set({ [name]: e.target.value })}>
    <option value="" ?selected=${filter[name] === ''}>${say.any}</option>${list.map((one) => html`<option value=${one} ?selected=${filter[name] === one}>${one}</option>`)}</select></label>`;
  const box = (/** @type {'field' | 'text'} */ name, /** @type {string} */ hint) => html`<label>${say.by[name]} <input type="search" autocomplete="off" placeholder=${hint} .value=${filter[name]} @input=${(/** @type {any} */ e) => set({ [name]: e.target.value })}></label>`;
  return html`<div class="trace-filters" role="search" aria-label=${say.filter}>
    ${choice('path', [...coloursOf(state.events).keys()])}${choice('kind', kinds)}${choice('node', Object.keys(view?.nodes ?? {}))}${box('field', 'Context.field')}${box('text', '')}
    <button type="button" ?disabled=${!isFiltering(filter)} @click=${() => dispatch({ type: 'traceClear' })}>${say.clear}</button>
  </div>`;
}
