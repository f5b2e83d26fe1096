// @ts-check
// What can be opened: the visitor's own machines, and the gallery by topic. Opening an example makes a new document.

import { html, nothing } from 'lit';
import { words } from '../strings.js';
import { icon } from '../ui/icon.js';

/** @typedef {import('../store.js').State} State */
/** @typedef {(action: import('../page.js').Action) => void} Dispatch */

/** @param {State} state @param {Dispatch} dispatch */
export function examplesPanel(state, dispatch) {
  if (state.examples.length === 0) return html`${kept(state, dispatch)}<p class="quiet">${words.examples.none}</p>`;
  const topics = [...new Set(state.examples.map((e) => e.topic))];
  return html`${kept(state, dispatch)}<p class="quiet">${words.examples.lead}</p>
    ${topics.map((topic) => html`<section><h3>${topic}</h3><ul class="gallery">${state.examples.filter((e) => e.topic === topic).map((e) => html`<li class="kept-draft">
      <button type="button" aria-current=${state.document.slug === e.slug && !state.document.draft ? 'true' : 'false'} @click=${() => dispatch({ type: 'openExample', slug: e.slug })}>
        <b>${e.title}</b><span>${e.description}</span><span class="quiet">${e.features.join(' · ')} · ${words.examples.ends(e.ticks)}</span></button>
      <button type="button" class="bare" title=${words.share.example(e.title)} aria-label=${words.share.example(e.title)} @click=${() => dispatch({ type: 'copyExample', slug: e.slug })}>${icon('link')}</button></li>`)}</ul></section>`)}`;
}

/** @param {State} state @param {Dispatch} dispatch */
function kept({ keptDrafts, document }, dispatch) {
  if (keptDrafts.length === 0) return nothing;
  return html`<section class="kept-drafts"><h3>${words.drafts.title}</h3><p class="quiet">${words.drafts.lead}</p><ul class="gallery">${keptDrafts.map(({ id, title }) => html`<li class="kept-draft">
      <button type="button" aria-current=${document.draft === id ? 'true' : 'false'} @click=${() => dispatch({ type: 'openDraft', id })}><b>${title || words.header.untitled}</b></button>
      ${document.draft === id ? nothing : html`<button type="button" class="bare" title=${words.drafts.remove(title || words.header.untitled)} aria-label=${words.drafts.remove(title || words.header.untitled)} @click=${() => dispatch({ type: 'removeDraft', id })}>${icon('close')}</button>`}</li>`)}</ul></section>`;
}
