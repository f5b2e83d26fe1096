// Outline: the drawing as text to work with. Names lead to the source, targets of edges select, a dot sets a
// breakpoint.

import { html, nothing } from 'lit';
import { outlineOf } from '../../drawing/drawn-outline.ts';
import type { Entry } from '../../diagram/outline.ts';
import { outlineStrings } from '../../drawing/strings.ts';
import { outlineWords } from './strings.ts';
import type { OutlineItem } from '../../protocol/types.ts';
import type { State, Action } from '../../store/state.ts';
import './style.css';

type Dispatch = (action: Action) => void;

export function panel(state: State, dispatch: Dispatch) {
  if (state.file !== state.document.entry) return otherFile(state, dispatch);
  const { lead, entries } = outlineOf(state);
  if (entries.length === 0) return html`<p class="quiet">${outlineWords.none}</p>`;
  return html`<p class="quiet">${lead}</p>
    <ul class="outline">
      ${entries.map((entry) => branch(state, dispatch, entry))}
    </ul>`;
}

const jump =
  ({ file }: State, dispatch: Dispatch, item: OutlineItem | null, id: string | null) =>
  () => {
    const span = item?.select ?? item;
    if (span)
      dispatch({ type: 'jump', span: { from: span.from, to: span.to, file: span.file ?? item?.file ?? file }, id });
  };

function branch(state: State, dispatch: Dispatch, entry: Entry): unknown {
  const { id, name, kind, title, facts, outs, children, item } = entry;
  const node = state.run.snapshot?.view.nodes[name];
  const stops = facts.includes(outlineStrings.stop);
  return html`<li>
    <span
      class="line"
      @keydown=${(e: KeyboardEvent) => {
        if (e.key !== 'F9' || !id || !node) return;
        e.preventDefault();
        dispatch({ type: 'stopAt', id });
      }}
    >
      <button
        type="button"
        class="to"
        aria-current=${id && id === state.selected ? 'true' : 'false'}
        @click=${jump(state, dispatch, item, id)}
      >
        <span>${name}</span> <span class="type">${kind}</span>${
          title ? html` <span class="quiet">${title}</span>` : nothing
        }${facts.map((fact) => html` <span class="tag">${fact}</span>`)}
      </button>
      ${
        node && id
          ? html`<button
            type="button"
            class="bare stop"
            title=${outlineWords.breakpoint}
            aria-label="${outlineWords.breakpoint}: ${name}"
            aria-pressed=${stops ? 'true' : 'false'}
            @click=${() => dispatch({ type: 'stopAt', id })}
          >
            ${stops ? '●' : '○'}
          </button>`
          : nothing
      }
    </span>
    ${
      outs.length === 0
        ? nothing
        : html`<ul class="outs">
          ${outs.map(
            (edge) =>
              html`<li>
                <button
                  type="button"
                  class="to"
                  aria-current=${edge.id === state.selected ? 'true' : 'false'}
                  @click=${jump(state, dispatch, edge.item, edge.id)}
                >
                  ${edge.text ? html`<span>${edge.text}</span> ` : nothing}→
                </button>
                <button
                  type="button"
                  class="link"
                  @click=${() => edge.target && dispatch({ type: 'select', id: edge.target, open: false })}
                >
                  ${edge.to}
                </button>
              </li>`,
          )}
        </ul>`
    }
    ${
      children.length > 0
        ? html`<ul>
          ${children.map((child) => branch(state, dispatch, child))}
        </ul>`
        : nothing
    }
  </li>`;
}

/** Another file than the entry is shown as text alone: its ids are not those of the run and the drawing. */
function otherFile(state: State, dispatch: Dispatch) {
  const items = state.openFileAnalysis?.file === state.file ? state.openFileAnalysis.outline : [];
  const row = (item: OutlineItem): unknown =>
    html`<li>
      <button type="button" class="to" @click=${jump(state, dispatch, item, null)}>
        <span>${item.name}</span> <span class="type">${item.class}</span>${
          item.detail ? html` <span class="quiet">${item.detail}</span>` : nothing
        }
      </button>
      ${
        item.children.length > 0
          ? html`<ul>
            ${item.children.map(row)}
          </ul>`
          : nothing
      }
    </li>`;
  return items.length === 0
    ? html`<p class="quiet">${outlineWords.none}</p>`
    : html`<h3 class="file-name">${state.file}</h3>
        <ul class="outline">
          ${items.map(row)}
        </ul>`;
}
