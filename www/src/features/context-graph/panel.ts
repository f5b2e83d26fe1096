// Graph: the context graph of the run at the cursor as a tree grid, what can be done with the chosen node, kept views.

import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { computed } from '../../protocol/computed.ts';
import { graphStrings } from './strings.ts';
import { nameOf, rowsOf, type Row } from './rows.ts';
import { visibilityOptions, visibilityWords } from '../../views/visibility.ts';
import { iconButton } from '../../ui/icon-button.ts';
import { onSubmit, onText } from '../../ui/listeners.ts';
import './style.css';
import type { Graph, GraphState } from '../../protocol/types.ts';
import type { State, Action } from '../../store/state.ts';

type Dispatch = (action: Action) => void;

/** Deeper nodes are not moved further to the right. */
const DEEPEST = 7;
const LEVELS = ['ignore', 'hold', 'wake'] as const;
/** So many nodes are offered as parents. */
const OFFERED = 300;

/** The page renders more often than the graph changes. */
const allRows = computed(
  ({ graph: { graph, closed } }: State) => [graph, closed],
  ({ graph: { graph, closed } }) => (graph ? rowsOf(graph, closed) : []),
);

export function panel(state: State, dispatch: Dispatch) {
  const say = graphStrings;
  const { graph, shown, node, error, announcement } = state.graph;
  if (!graph) return html`<p class="empty">${error?.text ?? say.none}</p>`;
  const all = allRows(state);
  const rows = all.slice(0, shown);
  const chosen = rows.find((row) => row.node.id === node) ?? rows[0];
  return html`<div class="graph">
    ${
      graph.notices.length > 0
        ? html`<ul class="reasons" aria-label=${say.notices}>
          ${graph.notices.map((notice) => html`<li>${notice.wake ? '⏰ ' : ''}${notice.text}</li>`)}
        </ul>`
        : nothing
    }
    ${
      graph.conflicts.length > 0
        ? html`<p class="reason">
          ${say.conflicts(
            graph.conflicts.map(({ parent, child }) => `${nameOf(graph, parent)} → ${nameOf(graph, child)}`),
          )}
        </p>`
        : nothing
    }
    <table role="treegrid" aria-label=${say.label} @keydown=${(e: KeyboardEvent) => keys(e, rows, chosen, dispatch)}>
      <thead>
        <tr role="row">
          ${say.columns.map(
            (name, i) => html`<th role="columnheader" scope="col" class=${i > 0 ? 'narrow' : ''}>${name}</th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${repeat(
          rows,
          (row) => row.node.id,
          (row) => treeRow(graph, row, row === chosen, dispatch),
        )}
      </tbody>
    </table>
    ${
      all.length > rows.length
        ? html`<button type="button" @click=${() => dispatch({ type: 'graphMore' })}>
          ${say.more(all.length - rows.length)}
        </button>`
        : nothing
    }
    ${chosen ? card(state, graph, chosen, dispatch) : nothing} ${views(state, dispatch)}
    <p class="told quiet">${announcement}</p>
  </div>`;
}

function treeRow(graph: Graph, { node, level, via, open, position, size }: Row, chosen: boolean, dispatch: Dispatch) {
  const say = graphStrings;
  const choose = () => dispatch({ type: 'graphNode', node: node.id });
  const further = node.parents.filter((id) => id !== via);
  return html`<tr
    role="row"
    data-node=${node.id}
    aria-level=${level}
    aria-posinset=${position}
    aria-setsize=${size}
    aria-expanded=${open ?? nothing}
    aria-selected=${chosen}
    tabindex=${chosen ? 0 : -1}
    class="state-${node.state}"
    @click=${choose}
  >
    <td role="gridcell" class="depth-${Math.min(level - 1, DEEPEST)}">
      <span
        class="twist"
        @click=${(e: Event) => {
          if (open === null) return;
          e.stopPropagation();
          dispatch({ type: 'graphToggle', node: node.id });
        }}
        >${open === null ? '' : open ? '▾' : '▸'}</span
      ><b>${node.title}</b>
      <span class="kind">${say.kinds[node.kind]}${node.path === null ? '' : ` @${node.path}`}</span>
      ${further.map(
        (id) =>
          html` <button
            type="button"
            class="link also"
            tabindex=${chosen ? 0 : -1}
            title=${say.goTo(nameOf(graph, id))}
            @click=${(e: Event) => {
              e.stopPropagation();
              dispatch({ type: 'graphNode', node: id });
              focus(e, id);
            }}
          >
            ${say.also(nameOf(graph, id))}
          </button>`,
      )}
    </td>
    <td role="gridcell" class="narrow">${visibilityWords[node.state]}</td>
    <td role="gridcell" class="narrow number">
      ${node.version}${
        node.touched
          ? html`<span class="mark" title=${say.touched}> ▲<span class="hidden">${say.touched}</span></span>`
          : nothing
      }${
        node.stale
          ? html`<span class="mark" title=${say.stale}> ↻<span class="hidden">${say.stale}</span></span>`
          : nothing
      }
    </td>
    <td role="gridcell" class="narrow number">${node.tokens}</td>
  </tr>`;
}

/** The row of a node gets the focus once it is there. */
function focus(event: Event, id: string) {
  const grid = (event.currentTarget as Element).closest('[role="treegrid"]');
  queueMicrotask(() =>
    ((grid?.querySelector(`[data-node="${CSS.escape(id)}"]`) ?? null) as HTMLElement | null)?.focus(),
  );
}

/** Up and down go by rows, right opens or goes in, left closes or goes out; with Alt, up and down move the node. */
function keys(event: KeyboardEvent, rows: Row[], chosen: Row | undefined, dispatch: Dispatch) {
  if (!chosen || (event.target as Element).closest('button')) return;
  const at = rows.indexOf(chosen);
  const go = (row: Row | undefined) => {
    if (!row) return;
    dispatch({ type: 'graphNode', node: row.node.id });
    focus(event, row.node.id);
  };
  const toggle = () => dispatch({ type: 'graphToggle', node: chosen.node.id });
  const by = event.key === 'ArrowUp' ? -1 : 1;
  switch (event.key) {
    case 'ArrowUp':
    case 'ArrowDown':
      if (event.altKey) dispatch({ type: 'graphMove', by });
      else go(rows[at + by]);
      break;
    case 'ArrowRight':
      if (chosen.open === false) toggle();
      else if (chosen.open) go(rows[at + 1]);
      break;
    case 'ArrowLeft':
      if (chosen.open) toggle();
      else go(rows.find((row) => row.node.id === chosen.via));
      break;
    case 'Home':
      go(rows[0]);
      break;
    case 'End':
      go(rows.at(-1));
      break;
    default:
      return;
  }
  event.preventDefault();
}

function card(
  { graph: { typed, error } }: State,
  graph: Graph,
  { node, via, position, size }: Row,
  dispatch: Dispatch,
) {
  const say = graphStrings;
  const name = nameOf(graph, node.id);
  const wrong = (where: string) =>
    error?.where === where ? html`<p class="error" role="alert">${error.text}</p>` : nothing;
  return html`<section class="node-card" aria-label=${say.chosen(name)}>
    <h3>${name} <code>${node.id}</code></h3>
    <p class="quiet digest">${node.digest}</p>
    <div class="row">
      <label>
        ${say.state}
        <select @change=${onText((state: GraphState) => dispatch({ type: 'graphState', state }))}>
          ${visibilityOptions(node.state)}
        </select>
      </label>
      <label>
        ${say.level}
        <select @change=${onText((level: (typeof LEVELS)[number]) => dispatch({ type: 'graphLevel', level }))}>
          ${LEVELS.map(
            (level) => html`<option value=${level} .selected=${level === node.level}>${say.levels[level]}</option>`,
          )}
        </select>
      </label>
    </div>
    ${
      node.parents.length > 0
        ? html`<ul class="parents" aria-label=${say.parents}>
          ${repeat(
            node.parents,
            (id) => id,
            (id) =>
              html`<li>
                <span>${say.under} <b>${nameOf(graph, id)}</b></span>
                ${
                  id === via && size > 1
                    ? html`<button
                        type="button"
                        class="bare"
                        aria-disabled=${position === 1}
                        title=${say.up}
                        aria-label=${say.up}
                        @click=${() => dispatch({ type: 'graphMove', by: -1 })}
                      >
                        ↑
                      </button>
                      <button
                        type="button"
                        class="bare"
                        aria-disabled=${position === size}
                        title=${say.down}
                        aria-label=${say.down}
                        @click=${() => dispatch({ type: 'graphMove', by: 1 })}
                      >
                        ↓
                      </button>`
                    : nothing
                }
                <button
                  type="button"
                  aria-label=${say.unlinkFrom(nameOf(graph, id))}
                  @click=${() => dispatch({ type: 'graphUnlink', parent: id })}
                >
                  ${say.unlink}
                </button>
              </li>`,
          )}
        </ul>`
        : html`<p class="quiet">${say.root}</p>`
    }
    <form class="row" @submit=${onSubmit(() => dispatch({ type: 'graphLink' }))}>
      <label class="grow">
        <span class="hidden">${say.linkTo}</span>
        <input
          list="graph-nodes"
          autocomplete="off"
          placeholder=${say.linkTo}
          .value=${typed.link}
          @input=${onText((text) => dispatch({ type: 'graphType', where: 'link', text }))}
        />
      </label>
      <datalist id="graph-nodes">
        ${graph.nodes
          .filter(({ id }) => id !== node.id)
          .slice(0, OFFERED)
          .map((node) => html`<option value=${node.id}>${node.title}</option>`)}
      </datalist>
      <button type="submit">${say.link}</button>
    </form>
    ${wrong('link')}
    <form class="row" @submit=${onSubmit(() => dispatch({ type: 'graphGroup' }))}>
      <label class="grow">
        <span class="hidden">${say.groupTitle}</span>
        <input
          autocomplete="off"
          placeholder=${say.groupTitle}
          .value=${typed.group}
          @input=${onText((text) => dispatch({ type: 'graphType', where: 'group', text }))}
        />
      </label>
      <button type="submit">${say.group}</button>
    </form>
    ${wrong('group')}
    ${
      node.id.startsWith('grp:')
        ? html`<button type="button" @click=${() => dispatch({ type: 'graphRemove' })}>${say.remove}</button>`
        : nothing
    }
    ${wrong('node')}
  </section>`;
}

function views({ graph: { views: kept, typed, error } }: State, dispatch: Dispatch) {
  const say = graphStrings;
  return html`<section class="views">
    <h3>${say.views}</h3>
    ${
      kept.length === 0
        ? html`<p class="quiet">${say.noViews}</p>`
        : html`<ul>
          ${repeat(
            kept,
            ({ name }) => name,
            (view) =>
              html`<li>
                <span><b>${view.name}</b> <span class="quiet">${say.size(view)}</span></span>
                <button
                  type="button"
                  aria-label=${say.restoreOf(view.name)}
                  @click=${() => dispatch({ type: 'viewRestore', name: view.name })}
                >
                  ${say.restore}
                </button>
                ${iconButton('close', say.deleteOf(view.name), () => dispatch({ type: 'viewDelete', name: view.name }))}
              </li>`,
          )}
        </ul>`
    }
    <form class="row" @submit=${onSubmit(() => dispatch({ type: 'viewSave' }))}>
      <label class="grow">
        <span class="hidden">${say.viewName}</span>
        <input
          autocomplete="off"
          maxlength="80"
          placeholder=${say.viewName}
          .value=${typed.view}
          @input=${onText((text) => dispatch({ type: 'graphType', where: 'view', text }))}
        />
      </label>
      <button type="submit">${say.save}</button>
    </form>
    ${error?.where === 'view' ? html`<p class="error" role="alert">${error.text}</p>` : nothing}
    <button type="button" @click=${() => dispatch({ type: 'viewReset' })}>${say.reset}</button>
  </section>`;
}
