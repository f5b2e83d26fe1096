// What the last query gave: a grid, a count, or an error with its place.

import { html, nothing } from 'lit';
import { guarded } from '../../ui/guarded.ts';
import { sqlStrings } from './strings.ts';
import type { SqlAnswer } from './types.ts';
import type { SqlState } from './index.ts';
import type { Action } from '../../store/state.ts';

type Dispatch = (action: Action) => void;

const say = sqlStrings;

export function resultOf(sql: SqlState, dispatch: Dispatch) {
  return content(sql.answer, sql.ended, sql.asked, sql.text === sql.asked, dispatch);
}

/** @param isUnchanged whether the script is still the one that was run */
const content = guarded(drawResult);

function drawResult(
  answer: SqlState['answer'],
  ended: SqlState['ended'],
  asked: string,
  isUnchanged: boolean,
  dispatch: Dispatch,
) {
  const place = (error: SqlAnswer & { ok: false }) => placeOf(error, asked, isUnchanged);
  if (ended) {
    const where = ended === 'limit' && answer && !answer.ok && answer.statement > 1 ? place(answer) : nothing;
    return html`<p class=${ended === 'limit' ? 'error' : 'reason'} role="alert">${say[ended]} ${where}</p>`;
  }
  if (!answer) return nothing;
  if (!answer.ok)
    return html`<p class="error" role="alert">
      ${answer.message} ${place(answer)}${answer.near === undefined ? nothing : html` ${say.near(answer.near)}`}
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
function placeOf({ at, exact, statement }: SqlAnswer & { ok: false }, asked: string, isUnchanged: boolean) {
  const before = asked.slice(0, at);
  const line = before.split('\n').length;
  const text = exact ? say.at(line, at - before.lastIndexOf('\n')) : say.inStatement(statement, line);
  if (!isUnchanged) return html`<span class="quiet">(${text})</span>`;
  return html`<button
    type="button"
    class="link"
    @click=${(event: Event) => {
      const field = (event.currentTarget as Element).closest('.sql')?.querySelector('textarea');
      field?.focus();
      field?.setSelectionRange(at, exact ? at + (/^["'`]?[\w$.]*/.exec(asked.slice(at))?.[0].length ?? 0) : at);
    }}
  >
    ${text}
  </button>`;
}
