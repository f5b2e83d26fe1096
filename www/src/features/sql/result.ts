// What the last query gave: a grid, a count, or an error with its place.

import { html, nothing } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { sqlStrings } from './strings.ts';
import type { SqlAnswer } from './types.ts';
import type { SqlState } from './index.ts';
import type { Action } from '../../store/state.ts';

type Dispatch = (action: Action) => void;

const say = sqlStrings;

export function resultOf(sql: SqlState, dispatch: Dispatch) {
  return guard([sql.answer, sql.ended, sql.text === sql.asked], () => content(sql, dispatch));
}

function content(sql: SqlState, dispatch: Dispatch) {
  const { answer } = sql;
  if (sql.ended) {
    const where = sql.ended === 'limit' && answer && !answer.ok && answer.statement > 1 ? place(sql, answer) : nothing;
    return html`<p class=${sql.ended === 'limit' ? 'error' : 'reason'} role="alert">${say[sql.ended]} ${where}</p>`;
  }
  if (!answer) return nothing;
  if (!answer.ok)
    return html`<p class="error" role="alert">
      ${answer.message} ${place(sql, answer)}${answer.near === undefined ? nothing : html` ${say.near(answer.near)}`}
    </p>`;
  const { result } = answer;
  const open = answer.open ? html`<p class="reason">${say.open}</p>` : nothing;
  if (!result)
    return html`<p>${say.done(answer.statements, answer.changes)}</p>
      ${open}`;
  const more = result.count - result.rows.length;
  return html`<div class="result">
    <div class="result-line">
      <p>${say.rows(result.count)} <span class="quiet">${say.took(answer.ms ?? 0)}</span></p>
      <button type="button" @click=${() => dispatch({ type: 'sqlSave', what: 'csv' })}>${say.csv}</button>
    </div>
    ${result.cut ? html`<p class="reason">${say.cut}</p>` : nothing}${open}
    <div class="scroll grid-scroll" tabindex="0" role="region" aria-label=${say.result}>
      <table class="grid">
        <thead>
          <tr>
            ${result.columns.map((name) => html`<th scope="col">${name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${result.rows.map(
            (row) =>
              html`<tr>
                ${row.map(
                  ({ kind, text }) =>
                    html`<td class=${text === '' ? 'null' : kind}>${text === '' ? say.empty : text}</td>`,
                )}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${more > 0 ? html`<p class="quiet">${say.shown(result.rows.length, more)}</p>` : nothing}
  </div>`;
}

/** A link to where an error is in the script, as long as the script is still the one that was run. */
function place(sql: SqlState, { at, exact, statement }: SqlAnswer & { ok: false }) {
  const before = sql.asked.slice(0, at);
  const line = before.split('\n').length;
  const text = exact ? say.at(line, at - before.lastIndexOf('\n')) : say.inStatement(statement, line);
  if (sql.text !== sql.asked) return html`<span class="quiet">(${text})</span>`;
  return html`<button
    type="button"
    class="link"
    @click=${(event: Event) => {
      const field = (event.currentTarget as Element).closest('.sql')?.querySelector('textarea');
      field?.focus();
      field?.setSelectionRange(at, exact ? at + (/^["'`]?[\w$.]*/.exec(sql.asked.slice(at))?.[0].length ?? 0) : at);
    }}
  >
    ${text}
  </button>`;
}
