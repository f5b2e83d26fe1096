// @ts-check
// Events: the stream of the branch up to the cursor as a table, newest first; a row leads to its step.

import { html, nothing } from 'lit';
import { words } from '../strings.js';
import { details, placeOf } from './event-words.js';

/** @typedef {import('../store.js').State} State */
/** @typedef {(action: import('../page.js').Action) => void} Dispatch */

/** @param {State} state @param {Dispatch} dispatch */
export function eventsPanel(state, dispatch) {
  const upTo = state.run?.view.seq ?? 0;
  const past = state.events.filter((e) => e.seq <= upTo);
  if (past.length === 0) return html`<p class="quiet">${words.events.none}</p>`;
  const needle = state.filter.trim().toLowerCase();
  const rows = needle ? past.filter((e) => `${e.kind} ${placeOf(e).path} ${placeOf(e).node} ${details(e)}`.toLowerCase().includes(needle)) : past;
  const shown = rows.slice(-state.shown).reverse();
  return html`
    <label class="row"><span class="hidden">${words.events.filter}</span>
      <input type="search" placeholder=${words.events.filter} .value=${state.filter} @input=${(/** @type {Event & any} */ e) => dispatch({ type: 'filter', text: e.target.value })}>
      <span class="quiet">${words.events.shown(rows.length, past.length)}</span></label>
    <div class="scroll" tabindex="0" role="region" aria-label=${words.panels.events}>
    <table class="events">
      <thead><tr>${words.events.columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
      <tbody>${shown.map((e) => html`<tr class="event-${e.kind}">
        <td><button type="button" class="bare" title=${words.events.go(e.seq, e.step)} aria-label=${words.events.go(e.seq, e.step)} @click=${() => dispatch({ type: 'goTo', step: e.step })}>${e.seq}</button></td>
        <td>${e.tick}</td><td>${placeOf(e).path}</td><td>${e.kind}</td><td>${placeOf(e).node}</td><td class="details">${details(e)}</td></tr>`)}</tbody>
    </table></div>
    ${rows.length > shown.length ? html`<button type="button" @click=${() => dispatch({ type: 'showMore' })}>${words.events.more(rows.length - shown.length)}</button>` : nothing}`;
}
