// @ts-check
// Outline: the machine as text, in source order, with where the paths stand; the drawing's equal for a screen reader.

import { html, nothing } from 'lit';
import { words } from '../strings.js';

/** @typedef {import('../store.js').State} State */
/** @typedef {(action: import('../page.js').Action) => void} Dispatch */
/** @typedef {import('../engine/types.d.ts').OutlineItem} OutlineItem */

/** @param {State} state @param {Dispatch} dispatch */
export function outlinePanel(state, dispatch) {
  const other = state.file !== state.document.entry;
  const items = (other ? (state.aside?.file === state.file ? state.aside.outline : []) : state.analysis?.outline) ?? [];
  if (items.length === 0) return html`<p class="quiet">${words.outline.none}</p>`;
  return html`${other ? html`<h3 class="file-name">${state.file}</h3>` : nothing}<ul class="outline">${items.map((item) => branch(state, dispatch, item, other))}</ul>`;
}

/**
 * Another file than the entry is shown as text alone: its ids are not those of the run and the drawing.
 * @param {State} state @param {Dispatch} dispatch @param {OutlineItem} item @param {boolean} other @returns {unknown}
 */
function branch(state, dispatch, item, other) {
  const id = other ? null : item.diagramId ?? null;
  const span = item.select ?? item;
  const node = item.id && !other ? state.run?.view.nodes[item.id] : undefined;
  const now = [
    node && node.current.length > 0 && words.outline.current(node.current),
    node && node.visits > 0 && words.outline.visited(node.visits),
  ].filter(Boolean).join(', ');
  return html`<li><button type="button" aria-current=${id && id === state.selected ? 'true' : 'false'} @click=${() => dispatch({ type: 'jump', span: { from: span.from, to: span.to, file: span.file ?? item.file ?? state.file }, id })}>
      <span>${item.name}</span> <span class="type">${item.class}</span>${item.detail ? html` <span class="quiet">${item.detail}</span>` : nothing}${now ? html` <span class="tag">${now}</span>` : nothing}</button>
    ${item.children.length > 0 ? html`<ul>${item.children.map((child) => branch(state, dispatch, child, other))}</ul>` : nothing}</li>`;
}
