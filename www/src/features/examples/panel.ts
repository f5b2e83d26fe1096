// The gallery by topic. Opening an example makes a new document.

import { html, nothing } from 'lit';
import { words } from '../../strings.ts';
import { icon } from '../../ui/icon.ts';
import type { State, Action } from '../../workspace/state.ts';

type Dispatch = (action: Action) => void;

export function examplesPanel(state: State, dispatch: Dispatch) {
  if (state.examples.length === 0) return html`<p class="quiet">${words.examples.none}</p>`;
  const topics = [...new Set(state.examples.map((e) => e.topic))];
  return html`<p class="quiet">${words.examples.lead} <button type="button" class="link" @click=${() => dispatch({ type: 'panel', panel: 'documents' })}>${words.drafts.title}</button></p>
    ${topics.map(
      (topic) =>
        html`<section><h3>${topic}</h3><ul class="gallery">${state.examples
          .filter((e) => e.topic === topic)
          .map(
            (e) => html`<li class="kept-draft">
      <button type="button" aria-current=${state.document.slug === e.slug && !state.document.draft ? 'true' : 'false'} @click=${() => dispatch({ type: 'openExample', slug: e.slug })}>
        ${picture(e.slug)}<b>${e.title}</b><span>${e.description}</span><span class="quiet">${e.features.join(' · ')} · ${words.examples.ends(e.ticks)}</span></button>
      <button type="button" class="bare" title=${words.share.example(e.title)} aria-label=${words.share.example(e.title)} @click=${() => dispatch({ type: 'copyExample', slug: e.slug })}>${icon('link')}</button></li>`,
          )}</ul></section>`,
    )}`;
}

/** The picture of a machine in the theme of the page. Only what comes into sight is loaded, and of the other theme nothing. */
const picture = (slug: string) =>
  import.meta.env.DEV
    ? nothing
    : html`<span class="tile">${['', '-dark'].map((theme) => html`<img class=${theme ? 'in-dark' : 'in-light'} src=${`examples/${slug}${theme}.svg`} alt="" width="230" height="128" loading="lazy" decoding="async">`)}</span>`;
