// The timeline as a table: a row for each position, a column for each path.

import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { colourOf, coloursOf } from '../../run/colors.ts';
import { eventsOf } from '../../run/trace.ts';
import { words } from '../../strings.ts';
import { happenings } from './happenings.ts';
import type { State } from '../../workspace/store.ts';
import type { Action } from '../../app/actions.ts';
import type { Position } from '../../protocol/positions.ts';

/** Columns of their own; what happened on later paths is told in the last one. */
const PATHS = 24;

export function table(state: State, dispatch: (action: Action) => void, rows: Position[], here: Position | undefined) {
  const say = words.timeline;
  const paths = [...coloursOf(state.events).keys()].slice(0, PATHS);
  return html`<table class="trace-grid matrix"><thead><tr><th scope="col">${say.tick}</th>${paths.map((path) => html`<th scope="col"><span class="path-${colourOf(state.events, path)}">${words.contexts.path(path)}</span></th>`)}<th scope="col">${say.run}</th></tr></thead>
    <tbody>${repeat(rows, (p) => p.first, (p) => {
      const current = p.first === here?.first;
      const lines = happenings(eventsOf(state.events, p), p);
      const cell = (mine: (path: string) => boolean) => html`<td>${lines.filter((line) => mine(line.path)).map((line) => html`<div class=${line.bad ? 'bad' : ''}>${paths.includes(line.path) || !line.path ? nothing : html`<b>${line.path}</b> `}${line.text}</div>`)}</td>`;
      return html`<tr class=${current ? 'here' : ''}><th scope="row"><button type="button" class="link" aria-current=${current ? 'step' : 'false'} title=${say.go(p.label)} @click=${() => dispatch({ type: 'goTo', step: p.step })}>${p.label === '0' ? say.start : p.label}</button></th>
        ${paths.map((path) => cell((one) => one === path))}${cell((one) => !paths.includes(one))}</tr>`;
    })}</tbody></table>`;
}
