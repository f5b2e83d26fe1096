// The tables of the copy with columns and checks, and its definitions and rows as text.

import { html, nothing } from 'lit';
import { guarded } from '../../ui/guarded.ts';
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

export const tablesOf = ({ sql, run: { isOutdated } }: State, run: RunDatabase, dispatch: Dispatch) =>
  tableList(sql.tables, sql.opened, sql.phase, isOutdated, run, dispatch);

const tableList = guarded(
  (
    known: SqlTable[],
    opened: string[],
    phase: SqlState['phase'],
    isOutdated: boolean,
    run: RunDatabase,
    dispatch: Dispatch,
  ) => {
    // Until SQLite has them, and where it never comes, the core's definitions say what there is.
    const tables =
      known.length > 0
        ? known
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
      ${tables.slice(0, LISTED_TABLES).map((table) => oneTable(table, opened, phase, dispatch))}
      ${
        tables.length > LISTED_TABLES
          ? html`<p class="quiet">${say.moreTables(tables.length - LISTED_TABLES)}</p>`
          : nothing
      }
    </section>`;
  },
);

function oneTable(table: SqlTable, opened: string[], phase: SqlState['phase'], dispatch: Dispatch) {
  const open = opened.includes(table.name);
  return html`<details
    class="table"
    .open=${open}
    @toggle=${onToggle((now) => {
      if (now !== open) dispatch({ type: 'sqlOpen', table: table.name, open: now });
    })}
  >
    <summary>
      <code>${table.name}</code>
      <span class="quiet">${kindOrSize(table)}</span>
    </summary>
    ${
      open
        ? html`${definition(table)}
        ${
          phase === 'ready'
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

function kindOrSize({ sql, rows }: SqlTable) {
  if (/^\s*CREATE\s+(TEMP\w*\s+)?VIEW/i.test(sql)) return say.view;
  return rows === null ? '' : say.rows(rows);
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
  const files = sql.phase === 'ready' && !sql.busy;
  const copy = () => dispatch({ type: 'copyText', text: textIn(sql.view, run, Infinity) });
  return html`<section>
    <h3>${say.text}</h3>
    <div class="buttons">
      <select aria-label=${say.text} @change=${onText((view: TextView) => dispatch({ type: 'sqlView', view }))}>
        ${VIEWS.map((view) => html`<option value=${view} ?selected=${view === sql.view}>${say.texts[view]}</option>`)}
      </select>
      <button type="button" @click=${copy}>${say.copy}</button>
    </div>
    ${definitionText(run, sql.view)}
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

const definitionText = guarded((run: RunDatabase, view: TextView) => {
  const text = textIn(view, run, LISTED_ROWS);
  const shown = text.length > SHOWN_TEXT ? `${text.slice(0, SHOWN_TEXT)}\n${say.moreText}` : text;
  return html`<pre class="definition" tabindex="0" aria-label=${say.texts[view]}>${shown}</pre>`;
});

/** @param most statements at most, of the rows */
function textIn(view: TextView, run: RunDatabase, most: number) {
  if (view === 'rows') return rowsText(run.statements, most);
  return view === 'plain' ? run.plain || say.noContexts : run.ddl;
}

/** Each statement with its parameters below it. */
function rowsText(statements: RunDatabase['statements'], most: number) {
  const text = statements
    .slice(0, most)
    .map(({ sql, params }) => `${sql};\n-- ${JSON.stringify(params)}`)
    .join('\n');
  return statements.length > most ? `${text}\n${say.moreRows(statements.length - most)}` : text;
}
