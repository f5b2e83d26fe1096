// @ts-check
// The timeline as a table: a row for each position, a column for each path.

import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { colourOf, coloursOf } from '../run/colours.js';
import { edgeNames } from '../run/edges.js';
import { eventsOf } from '../run/trace.js';
import { words } from '../strings.js';
import { happenings } from './happenings.js';

/** Columns of their own; what happened on later paths is told in the last one. */
const PATHS = 24;

/**
 * @param {import('../store.js').State} state @param {(action: import('../page.js').Action) => void} dispatch
 * @param {import('../run/positions.js').Position[]} rows @param {import('../run/positions.js').Position | undefined} here
 */
export function table(state, dispatch, rows, here) {
  const say = words.timeline;
  const paths = [...coloursOf(state.events).keys()].slice(0, PATHS);
  return html`<table class="trace-grid matrix"><thead><tr><th scope="col">${say.tick}</th>${paths.map((path) => html`<th scope="col"><span class="path-${colourOf(state.events, path)}">${words.contexts.path(path)}</span></th>`)}<th scope="col">${say.run}</th></tr></thead>
    <tbody>${repeat(rows, (p) => p.first, (p) => {
      const current = p.first === here?.first;
      const lines = happenings(eventsOf(state.events, p), p, edgeNames(state.run));
      const cell = (/** @type {(path: string) => boolean} */ mine) => html`<td>${lines.filter((line) => mine(line.path)).map((line) => html`<div class=${line.bad ? 'bad' : ''}>${paths.includes(line.path) || !line.path ? nothing : html`<b>${line.path}</b> `}${line.text}</div>`)}</td>`;
      return html`<tr class=${current ? 'here' : ''}><th scope="row"><button type="button" class="link" aria-current=${current ? 'step' : 'false'} title=${say.go(p.label)} @click=${() => dispatch({ type: 'goTo', step: p.step })}>${p.label === '0' ? say.start : p.label}</button></th>
        ${paths.map((path) => cell((one) => one === path))}${cell((one) => !paths.includes(one))}</tr>`;
    })}</tbody></table>`;
}
