// What of the timeline comes when it is first wanted: the insides of a row, the filters, the table.

import { edgeAt } from '../../protocol/edge-keys.ts';
import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { colourOf, coloursOf } from '../../run/colors.ts';
import { eventsOf, isFiltering, type Filter } from '../../run/timeline-marks.ts';
import { failedBefore, rowText, stepRows } from '../../run/step-rows.ts';
import { kindWords } from '../../views/event-words.ts';
import { timelineWords as say } from './strings.ts';
import { insides } from './opened-row.ts';
import './details.css';
import { onText } from '../../ui/listeners.ts';
import type { Position } from '../../protocol/positions.ts';
import type { Event } from '../../protocol/types.ts';
import type { State, Action } from '../../store/state.ts';

type Dispatch = (action: Action) => void;

/** Columns of their own; what happened on later paths is told in the last one. */
const PATHS = 24;

export function panel(
  state: State,
  dispatch: Dispatch,
  ...part:
    | [name: 'filters']
    | [name: 'row', events: Event[], path: string]
    | [name: 'table', rows: Position[], here: Position | undefined]
) {
  switch (part[0]) {
    case 'filters':
      return filters(state, dispatch);
    case 'row':
      return insides(state, part[1], part[2]);
    case 'table':
      return table(state, dispatch, part[1], part[2]);
  }
}

/** The filters: path with what came from it, kind of event, node, field, text. */
function filters(state: State, dispatch: Dispatch) {
  const { filter } = state.trace;
  const view = state.run.snapshot?.view;
  const kinds = [...new Set(state.run.branchEvents.map((event) => event.kind))].sort();
  const set = (part: Partial<Filter>) => dispatch({ type: 'traceFilter', part });
  const choice = <T extends string>(
    name: 'path' | 'kind' | 'node',
    list: T[],
    words: (choice: T) => string = (choice) => choice,
  ) =>
    html`<label>
      ${say.by[name]}
      <select @change=${onText((text) => set({ [name]: text }))}>
        <option value="" ?selected=${filter[name] === ''}>${say.any}</option>
        ${list.map(
          (choice) => html`<option value=${choice} ?selected=${filter[name] === choice}>${words(choice)}</option>`,
        )}
      </select>
    </label>`;
  const box = (name: 'field' | 'text', hint: string) =>
    html`<label>
      ${say.by[name]}
      <input
        type="search"
        autocomplete="off"
        placeholder=${hint}
        .value=${filter[name]}
        @input=${onText((text) => set({ [name]: text }))}
      />
    </label>`;
  return html`<div class="trace-filters" role="search" aria-label=${say.filter}>
    ${choice('path', [...coloursOf(state.run.branchEvents).keys()])}${choice('kind', kinds, kindWords)}${choice(
      'node',
      Object.keys(view?.nodes ?? {}),
    )}${box('field', 'Context.field')}${box('text', '')}
    <button type="button" ?disabled=${!isFiltering(filter)} @click=${() => dispatch({ type: 'traceClear' })}>
      ${say.clear}
    </button>
  </div>`;
}

/** A row for each position, a column for each path. */
function table(state: State, dispatch: Dispatch, rows: Position[], here: Position | undefined) {
  const { branchEvents } = state.run;
  const paths = [...coloursOf(branchEvents).keys()].slice(0, PATHS);
  return html`<table class="trace-grid matrix">
    <thead>
      <tr>
        <th scope="col">${say.step}</th>
        ${paths.map(
          (path) =>
            html`<th scope="col"><span class="path-${colourOf(branchEvents, path)}">${say.column(path)}</span></th>`,
        )}
        <th scope="col">${say.run}</th>
      </tr>
    </thead>
    <tbody>
      ${repeat(
        rows,
        (p) => p.first,
        (p) => {
          const current = p.first === here?.first;
          const lines = stepRows(eventsOf(state.run.branchEvents, p), p, {
            edge: (id, step) => edgeAt(state.run.snapshot, id, step),
            failed: (join) => failedBefore(state.run.branchEvents, join),
          });
          const cell = (mine: (path: string) => boolean) =>
            html`<td>
              ${lines
                .filter((line) => mine(line.path))
                .map(
                  (line) =>
                    html`<div class=${line.bad ? 'bad' : ''}>
                      ${paths.includes(line.path) || !line.path ? nothing : html`<b>${line.path}</b> `}${rowText(line)}
                    </div>`,
                )}
            </td>`;
          return html`<tr class=${current ? 'here' : ''}>
            <th scope="row">
              <button
                type="button"
                class="link"
                aria-current=${current ? 'step' : 'false'}
                title=${say.go(p.label)}
                @click=${() => dispatch({ type: 'goTo', step: p.step })}
              >
                ${p.label === '0' ? say.start : p.label}
              </button>
            </th>
            ${paths.map((path) => cell((eventPath) => eventPath === path))}
            ${cell((eventPath) => !paths.includes(eventPath))}
          </tr>`;
        },
      )}
    </tbody>
  </table>`;
}
