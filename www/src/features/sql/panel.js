// @ts-check
// SQL: queries over a scratch copy of the run at the cursor. Comes, like SQLite, when it is first opened.

import './style.css';
import { html, nothing } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { markOf } from './mark.js';
import { sqlWords } from './strings.js';
import { examplesFor } from './queries.js';
import { resultOf } from './result.js';
import { tablesOf, textsOf } from './tables.js';

/**
 * @typedef {import('../../workspace/store.js').State} State
 * @typedef {import('./controller.js').SqlState} SqlState
 * @typedef {(action: import('../../app/actions.js').Action) => void} Dispatch
 */

const say = sqlWords;

/** @param {State} state @param {Dispatch} dispatch */
export function panel(state, dispatch) {
  const { sql } = state;
  if (!sql.run) {
    if (sql.phase === 'failed') return trouble(sql, dispatch);
    return html`<p class="quiet" role="status">${sql.phase === 'closed' ? say.noRun : say.reading}</p>`;
  }
  return html`<div class="sql">
    ${copyLine(state, sql.run, dispatch)}
    ${trouble(sql, dispatch)}
    ${editor(sql, dispatch)}
    ${guard([sql.run], () => examples(/** @type {NonNullable<SqlState['run']>} */ (sql.run), dispatch))}
    ${resultOf(sql, dispatch)}
    ${tablesOf(state, sql.run, dispatch)}
    ${textsOf(sql, sql.run, dispatch)}
  </div>`;
}

/** @param {{ tick: number, action: number }} at */
const label = ({ tick, action }) => (action > 0 ? `${tick}.${action}` : String(tick));

/** The marks of views: a view is rendered often and marked once. @type {WeakMap<object, string>} */
const marks = new WeakMap();

/** @param {NonNullable<State['run']>} run */
function markNow({ view }) {
  const mark = marks.get(view) ?? markOf(view);
  marks.set(view, mark);
  return mark;
}

/** @param {State} state @param {NonNullable<SqlState['run']>} run @param {Dispatch} dispatch */
function copyLine({ run: now, sql }, run, dispatch) {
  const old = now !== null && markNow(now) !== run.mark;
  const samePlace = now !== null && now.position.step === run.step && now.position.tick === run.tick;
  return html`<div class="copy-line">
    <p>${say.copyOf(label(run), run.step)}${run.tick === 0 && !old ? html`<span class="quiet">${say.noTick}</span>` : nothing}
      ${old ? html`<span class="reason" role="status">${samePlace ? say.otherRun : say.old(label(now.position))}</span>` : nothing}</p>
    <button type="button" class=${old ? 'primary' : ''} aria-disabled=${sql.busy ? 'true' : 'false'} title=${sql.busy ? say.busy : say.refreshTitle} @click=${() => dispatch({ type: 'sqlRefresh' })}>${say.refresh}</button>
  </div>`;
}

/** What keeps queries from working, or what they wait for. @param {SqlState} sql @param {Dispatch} dispatch */
function trouble(sql, dispatch) {
  if (sql.phase === 'failed') {
    return html`<p class="error" role="alert">${say.failed(sql.failure)} <button type="button" class="link" @click=${() => dispatch({ type: 'sqlRefresh' })}>${say.again}</button></p>`;
  }
  const waits = { closed: '', ready: '', reading: say.reading, loading: say.loading, filling: say.filling }[sql.phase];
  return html`<p class="quiet" role="status" ?hidden=${!waits}>${waits}</p>`;
}

/** @param {SqlState} sql @param {Dispatch} dispatch */
function editor(sql, dispatch) {
  const busy = sql.busy || sql.queued !== '';
  const why = busy ? say.busy : sql.phase === 'failed' ? say.notReady : sql.text.trim() ? '' : say.writeFirst;
  const run = () => why || dispatch({ type: 'sqlRun' });
  const key = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.altKey) {
      // The page's Run has this key elsewhere.
      event.preventDefault();
      run();
    } else if (event.key === 'Escape' && busy) {
      event.preventDefault();
      dispatch({ type: 'sqlCancel' });
    }
  };
  const lines = Math.min(14, Math.max(4, sql.text.split('\n').length));
  return html`<div @keydown=${key}>
    <label class="stack"><span><b>${say.query}</b> <span class="quiet">${say.hint}</span></span>
      <textarea class="query" rows=${lines} spellcheck="false" autocapitalize="off" autocomplete="off" aria-keyshortcuts="Control+Enter" placeholder=${say.noText}
        .value=${sql.text} @input=${(/** @type {any} */ e) => dispatch({ type: 'sqlText', text: e.target.value })}></textarea></label>
    <div class="buttons">
      <button type="button" class="primary" aria-disabled=${why ? 'true' : 'false'} title=${why || say.keys} @click=${run}>${say.run}</button>
      ${busy ? html`<button type="button" @click=${() => dispatch({ type: 'sqlCancel' })}>${say.cancel}</button><span class="quiet" role="status">${sql.busy ? say.running : ''}</span>` : nothing}
      ${sql.replaced && !busy ? html`<button type="button" class="link" @click=${() => dispatch({ type: 'sqlBack' })}>${say.back}</button>` : nothing}
    </div>
  </div>`;
}

/** @param {NonNullable<SqlState['run']>} run @param {Dispatch} dispatch */
function examples(run, dispatch) {
  return html`<div class="asks" role="group" aria-label=${say.examples}><span class="quiet" aria-hidden="true">${say.examples}</span>${examplesFor(run).map(({ ask, text }) => {
    const [name, question] = say.asks[ask];
    return html`<button type="button" title=${question} @click=${() => dispatch({ type: 'sqlRun', text: `-- ${question}\n${text}` })}>${name}</button>`;
  })}</div>`;
}
