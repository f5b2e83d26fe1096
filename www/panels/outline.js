// @ts-check
// Outline: the machine as text, in source order, with where the paths stand; the drawing's equal for a screen reader.

import { html, nothing } from 'lit';
import { words } from '../strings.js';

/** @typedef {import('../store.js').State} State */
/** @typedef {(action: import('../page.js').Action) => void} Dispatch */
/** @typedef {import('../engine/types.d.ts').OutlineItem} OutlineItem */

/** @param {State} state @param {Dispatch} dispatch */
export function outlinePanel(state, dispatch) {
  const items = state.analysis?.outline ?? [];
  if (items.length === 0) return html`<p class="quiet">${words.outline.none}</p>`;
  return html`<ul class="outline">${items.map((item) => branch(state, dispatch, item))}</ul>`;
}

/** @param {State} state @param {Dispatch} dispatch @param {OutlineItem} item @returns {unknown} */
function branch(state, dispatch, item) {
  const node = item.id ? state.run?.view.nodes[item.id] : undefined;
  const now = [
    node && node.current.length > 0 && words.outline.current(node.current),
    node && node.visits > 0 && words.outline.visited(node.visits),
  ].filter(Boolean).join(', ');
  return html`<li><button type="button" aria-current=${item.diagramId && item.diagramId === state.selected ? 'true' : 'false'} @click=${() => dispatch({ type: 'jump', span: item.select ?? item, id: item.diagramId ?? null })}>
      <span>${item.name}</span> <span class="type">${item.class}</span>${item.detail ? html` <span class="quiet">${item.detail}</span>` : nothing}${now ? html` <span class="tag">${now}</span>` : nothing}</button>
    ${item.children.length > 0 ? html`<ul>${item.children.map((child) => branch(state, dispatch, child))}</ul>` : nothing}</li>`;
}
