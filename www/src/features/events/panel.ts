// Events: the stream of the branch up to the cursor as a table, newest first unless sorted; a row leads to its step.

import { html, nothing } from 'lit';
import { edgeNames } from '../../protocol/edge-keys.ts';
import { proposalNotice } from '../../store/strings.ts';
import { eventStrings } from './strings.ts';
import { kindWords, placeOf, shownDetails } from '../../views/event-words.ts';
import { eventRows } from './rows.ts';
import { icon } from '../../ui/icon.ts';
import './style.css';
import { onText } from '../../ui/listeners.ts';
import type { State, Action } from '../../store/state.ts';

type Dispatch = (action: Action) => void;

export function panel(state: State, dispatch: Dispatch) {
  const upTo = state.run.snapshot?.view.seq ?? 0;
  const say = eventStrings;
  if (upTo === 0) return html`<p class="quiet">${say.none}</p>`;
  const { kind, by, down } = state.eventList;
  const rows = eventRows(state);
  const name = edgeNames(state.run.snapshot);
  const shown = rows.slice(0, state.eventLimit);
  const kinds = new Map([...new Set(state.run.branchEvents.map((e) => e.kind))].map((kind) => [kind, kindWords(kind)]));
  const choices = [...kinds].sort(([, a], [, b]) => a.localeCompare(b, 'en'));
  const off = (state.run.snapshot?.pending.edits ?? []).filter((edit) => state.postponedEditIds.includes(edit.id));
  return html`${
    off.length === 0
      ? nothing
      : html`<p class="row">
          <span>${proposalNotice.text}</span>
          <button type="button" class="link" @click=${() => dispatch({ type: 'showEdits' })}>
            ${proposalNotice.show}
          </button>
        </p>`
  }
    <div class="row event-acts">
      <label>
        <span class="hidden">${say.filter}</span>
        <input
          type="search"
          placeholder=${say.filter}
          .value=${state.filter}
          @input=${onText((text) => dispatch({ type: 'filter', text }))}
        />
      </label>
      <label>
        <span class="hidden">${say.kind}</span>
        <select title=${say.kind} @change=${onText((kind) => dispatch({ type: 'eventKind', kind }))}>
          <option value="" ?selected=${kind === ''}>${say.anyKind}</option>
          ${choices.map(
            ([choice, text]) => html`<option value=${choice} ?selected=${kind === choice}>${text}</option>`,
          )}
        </select>
      </label>
      <span class="quiet">${say.shown(rows.length, upTo)}</span>
      <span class="spring"></span>
      <span class="buttons" role="group" aria-label=${say.take}>
        ${(['copy', 'csv', 'json'] as const).map(
          (how) =>
            html`<button
              type="button"
              title=${say.takeTitle[how]}
              ?disabled=${rows.length === 0}
              @click=${() => dispatch({ type: 'eventTake', how })}
            >
              ${say.takes[how]}
            </button>`,
        )}
      </span>
    </div>
    ${
      rows.length === 0
        ? html`<p class="quiet">${say.noneLeft}</p>`
        : html`<div class="scroll event-table" tabindex="0" role="region" aria-label=${eventStrings.title}>
          <table class="events">
            <thead>
              <tr>
                ${say.columns.map(
                  (name, i) =>
                    html`<th scope="col" aria-sort=${i !== by ? 'none' : down ? 'descending' : 'ascending'}>
                      <button
                        type="button"
                        class="bare"
                        title=${say.sort(name)}
                        @click=${() => dispatch({ type: 'eventSort', by: i })}
                      >
                        ${name}${i === by ? html`<span aria-hidden="true">${down ? ' ▾' : ' ▴'}</span>` : nothing}
                      </button>
                    </th>`,
                )}
              </tr>
            </thead>
            <tbody>
              ${shown.map(
                (e) =>
                  html`<tr class="event-${e.kind}">
                    <td>
                      <button
                        type="button"
                        class="bare"
                        title=${say.go(e.seq, e.step)}
                        aria-label=${say.go(e.seq, e.step)}
                        @click=${() => dispatch({ type: 'goTo', step: e.step })}
                      >
                        ${e.seq}
                      </button>
                    </td>
                    <td>${e.tick}</td>
                    <td>${placeOf(e).path}</td>
                    <td title=${e.kind}>${kinds.get(e.kind)}</td>
                    <td>${placeOf(e).node}</td>
                    <td class="event-details">${shownDetails(e, name)}</td>
                  </tr>`,
              )}
            </tbody>
          </table>
        </div>`
    }
    ${
      rows.length > shown.length
        ? html`<button type="button" @click=${() => dispatch({ type: 'showMore' })}>
          ${icon('down')}${say.more(rows.length - shown.length)}
        </button>`
        : nothing
    }`;
}
