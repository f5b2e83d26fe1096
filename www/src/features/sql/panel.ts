// SQL: queries over a scratch copy of the run at the cursor. Comes, like SQLite, when it is first opened.

import './style.css';
import { html, nothing } from 'lit';
import { markOf } from '../../protocol/database-mark.ts';
import { guarded } from '../../ui/guarded.ts';
import { sqlStrings } from './strings.ts';
import { examplesFor } from './queries.ts';
import { resultOf } from './result.ts';
import { tablesOf, textsOf } from './tables.ts';
import { onText } from '../../ui/listeners.ts';
import type { State, Action } from '../../store/state.ts';
import type { SqlState } from './index.ts';
import type { RunState } from '../../run/types.ts';

type Dispatch = (action: Action) => void;

const say = sqlStrings;

export function panel(state: State, dispatch: Dispatch) {
  const { sql } = state;
  if (!sql.run) {
    if (sql.phase === 'failed') return trouble(sql, dispatch);
    return html`<p class="quiet" role="status">${sql.phase === 'closed' ? say.noRun : say.reading}</p>`;
  }
  return html`<div class="sql">
    ${copyLine(state, sql.run, dispatch)} ${trouble(sql, dispatch)} ${editor(sql, dispatch)}
    ${examples(sql.run, dispatch)} ${resultOf(sql, dispatch)}
    ${tablesOf(state, sql.run, dispatch)} ${textsOf(sql, sql.run, dispatch)}
  </div>`;
}

const label = ({ tick, action }: { tick: number; action: number }) => (action > 0 ? `${tick}.${action}` : String(tick));

/** The marks of views: a view is rendered often and marked once. */
const marks: WeakMap<object, string> = new WeakMap();

function markNow({ view }: NonNullable<RunState['snapshot']>) {
  const mark = marks.get(view) ?? markOf(view);
  marks.set(view, mark);
  return mark;
}

function copyLine({ run: { snapshot: now }, sql }: State, run: NonNullable<SqlState['run']>, dispatch: Dispatch) {
  const old = now !== null && markNow(now) !== run.mark;
  const samePlace = now !== null && now.position.step === run.step && now.position.tick === run.tick;
  return html`<div class="copy-line">
    <p>
      ${say.copyOf(label(run))}${run.tick === 0 && !old ? html`<span class="quiet">${say.noTick}</span>` : nothing}
      ${
        old
          ? html`<span class="reason" role="status">${samePlace ? say.otherRun : say.old(label(now.position))}</span>`
          : nothing
      }
    </p>
    <button
      type="button"
      class=${old ? 'primary' : ''}
      aria-disabled=${sql.busy ? 'true' : 'false'}
      title=${sql.busy ? say.busy : say.refreshTitle}
      @click=${() => dispatch({ type: 'sqlRefresh' })}
    >
      ${say.refresh}
    </button>
  </div>`;
}

/** What keeps queries from working, or what they wait for. */
function trouble(sql: SqlState, dispatch: Dispatch) {
  if (sql.phase === 'failed') {
    return html`<p class="error" role="alert">
      ${say.failed(sql.failure)}
      <button type="button" class="link" @click=${() => dispatch({ type: 'sqlRefresh' })}>${say.again}</button>
    </p>`;
  }
  const waits = { closed: '', ready: '', reading: say.reading, loading: say.loading, filling: say.filling }[sql.phase];
  return html`<p class="quiet" role="status" ?hidden=${!waits}>${waits}</p>`;
}

function editor(sql: SqlState, dispatch: Dispatch) {
  const busy = sql.busy || sql.queued !== '';
  const why = busy ? say.busy : sql.phase === 'failed' ? say.notReady : sql.text.trim() ? '' : say.writeFirst;
  const run = () => why || dispatch({ type: 'sqlRun' });
  const key = (event: KeyboardEvent) => {
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
    <label class="stack">
      <span><b>${say.query}</b> <span class="quiet">${say.hint}</span></span>
      <textarea
        class="query"
        rows=${lines}
        spellcheck="false"
        autocapitalize="off"
        autocomplete="off"
        aria-keyshortcuts="Control+Enter"
        placeholder=${say.noText}
        .value=${sql.text}
        @input=${onText((text) => dispatch({ type: 'sqlText', text }))}
      ></textarea>
    </label>
    <div class="buttons">
      <button
        type="button"
        class="primary"
        aria-disabled=${why ? 'true' : 'false'}
        title=${why || say.keys}
        @click=${run}
      >
        ${say.run}
      </button>
      ${
        busy
          ? html`<button type="button" @click=${() => dispatch({ type: 'sqlCancel' })}>${say.cancel}</button
            ><span class="quiet" role="status">${sql.busy ? say.running : ''}</span>`
          : nothing
      }
      ${
        sql.replaced && !busy
          ? html`<button type="button" class="link" @click=${() => dispatch({ type: 'sqlBack' })}>${say.back}</button>`
          : nothing
      }
    </div>
  </div>`;
}

const examples = guarded(
  (
    run: NonNullable<SqlState['run']>,
    dispatch: Dispatch,
  ) => html`<div class="asks" role="group" aria-label=${say.examples}>
    <span class="quiet" aria-hidden="true">${say.examples}</span>${examplesFor(run).map(({ ask, text }) => {
      const [name, question] = say.asks[ask];
      return html`<button
        type="button"
        title=${question}
        @click=${() => dispatch({ type: 'sqlRun', text: `-- ${question}\n${text}` })}
      >
        ${name}
      </button>`;
    })}
  </div>`,
);
