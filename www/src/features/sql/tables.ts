// The tables of the copy with columns and checks, and its definitions and rows as text.

import { html, nothing } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { sqlStrings } from './strings.ts';
import { statementsOf, tableOf } from './definitions.ts';
import { lookAt } from './queries.ts';
import { onText, onToggle } from '../../ui/listeners.ts';
import type { SqlTable } from './types.ts';
import type { State, Action } from '../../store/state.ts';
import type { SqlState, TextView } from './index.ts';

type RunDatabase = NonNullable<SqlState['run']>;
type Dispatch = (action: Action) => void;

const say = sqlStrings;
/** More tables and statements than these are not listed one by one. */
const LISTED_TABLES = 200;
const LISTED_ROWS = 200;
const SHOWN_TEXT = 100_000;
const VIEWS = ['ddl', 'rows', 'plain'] as const;

export function tablesOf({ sql, run: { isOutdated } }: State, run: RunDatabase, dispatch: Dispatch) {
  return guard([sql.tables, sql.opened, run, sql.phase, isOutdated], () => {
    // Until SQLite has them, and where it never comes, the core's definitions say what there is.
    const tables =
      sql.tables.length > 0
        ? sql.tables
        : statementsOf(run.ddl).map((text) => ({ name: tableOf(text)?.name ?? '', sql: text, rows: null }));
    return html`<section>
      <h3>${say.tables}</h3>
      ${
        run.collisions.length > 0
          ? html`<p class="reason">${say.collisions}</p>
            <ul class="collisions">
              ${run.collisions.slice(0, LISTED_TABLES).map(
                (found) =>
                  html`<li>
                      ${
                        isOutdated
                          ? found.message
                          : html`<button
                            type="button"
                            class="link"
                            @click=${() => dispatch({ type: 'jump', span: found })}
                          >
                            ${found.message}
                          </button>`
                      }
                    </li>`,
              )}
            </ul>`
          : nothing
      }
      ${tables.slice(0, LISTED_TABLES).map((table) => oneTable(table, sql, dispatch))}
      ${
        tables.length > LISTED_TABLES
          ? html`<p class="quiet">${say.moreTables(tables.length - LISTED_TABLES)}</p>`
          : nothing
      }
    </section>`;
  });
}

function oneTable(table: SqlTable, sql: SqlState, dispatch: Dispatch) {
  const open = sql.opened.includes(table.name);
  const isView = /^\s*CREATE\s+(TEMP\w*\s+)?VIEW/i.test(table.sql);
  return html`<details
    class="table"
    .open=${open}
    @toggle=${onToggle((now) => {
      if (now !== open) dispatch({ type: 'sqlOpen', table: table.name, open: now });
    })}
  >
    <summary>
      <code>${table.name}</code>
      <span class="quiet">${isView ? say.view : table.rows === null ? '' : say.rows(table.rows)}</span>
    </summary>
    ${
      open
        ? html`${definition(table)}
        ${
          sql.phase === 'ready'
            ? html`<button
              type="button"
              aria-label=${say.look(table.name)}
              @click=${() => dispatch({ type: 'sqlRun', text: lookAt(table.name) })}
            >
              ${say.lookShort}
            </button>`
            : nothing
        }`
        : nothing
    }
  </details>`;
}

function definition({ sql }: SqlTable) {
  const table = tableOf(sql);
  if (!table) return html`<pre class="definition">${sql}</pre>`;
  return html`<table class="columns">
      <thead>
        <tr>
          ${say.columns.map((name) => html`<th scope="col">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${table.columns.map(
          ({ name, type, rules }) =>
            html`<tr>
              <th scope="row"><code>${name}</code></th>
              <td><code>${type}</code></td>
              <td><code>${rules}</code></td>
            </tr>`,
        )}
      </tbody>
    </table>
    ${table.rules.map((rule) => html`<p class="rule"><code>${rule}</code></p>`)}`;
}

export function textsOf(sql: SqlState, run: RunDatabase, dispatch: Dispatch) {
  const text = (most: number) =>
    sql.view === 'rows' ? rowsText(run.statements, most) : sql.view === 'plain' ? run.plain || say.noContexts : run.ddl;
  const part = () => {
    const shown = text(LISTED_ROWS);
    return shown.length > SHOWN_TEXT ? `${shown.slice(0, SHOWN_TEXT)}\n${say.moreText}` : shown;
  };
  const files = sql.phase === 'ready' && !sql.busy;
  return html`<section>
    <h3>${say.text}</h3>
    <div class="buttons">
      <select aria-label=${say.text} @change=${onText((view: TextView) => dispatch({ type: 'sqlView', view }))}>
        ${VIEWS.map((view) => html`<option value=${view} ?selected=${view === sql.view}>${say.texts[view]}</option>`)}
      </select>
      <button type="button" @click=${() => dispatch({ type: 'copyText', text: text(Infinity) })}>${say.copy}</button>
    </div>
    ${guard(
      [run, sql.view],
      () => html`<pre class="definition" tabindex="0" aria-label=${say.texts[sql.view]}>${part()}</pre>`,
    )}
    <div class="buttons">
      <span class="quiet">${say.save}</span>
      <button
        type="button"
        aria-disabled=${files ? 'false' : 'true'}
        title=${files ? say.databaseTitle : sql.busy ? say.busy : say.notReady}
        @click=${() => dispatch({ type: 'sqlSave', what: 'sqlite' })}
      >
        ${say.database}
      </button>
      <button type="button" title=${say.scriptTitle} @click=${() => dispatch({ type: 'sqlSave', what: 'sql' })}>
        ${say.script}
      </button>
    </div>
  </section>`;
}

/** Each statement with its parameters below it. */
function rowsText(statements: RunDatabase['statements'], most: number) {
  const text = statements
    .slice(0, most)
    .map(({ sql, params }) => `${sql};\n-- ${JSON.stringify(params)}`)
    .join('\n');
  return statements.length > most ? `${text}\n${say.moreRows(statements.length - most)}` : text;
}
