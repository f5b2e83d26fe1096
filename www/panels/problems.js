// @ts-check
// Problems: what the core found in the text, then what failed in the run.

import { html, nothing } from 'lit';
import { words } from '../strings.js';

/** @typedef {import('../store.js').State} State */
/** @typedef {(action: import('../page.js').Action) => void} Dispatch */

/** @param {State} state @param {Dispatch} dispatch */
export function problemsPanel(state, dispatch) {
  const list = state.analysis?.diagnostics ?? [];
  const failures = (state.run?.view.paths ?? []).filter((p) => p.failure);
  return html`
    ${list.length === 0 ? html`<p class="quiet">${words.problems.none}</p>` : html`<ul class="problems">${list.map((d) => html`<li class="problem ${d.severity}">
      <button type="button" title=${words.problems.jump} @click=${() => dispatch({ type: 'jump', span: d })}>
        <span class="severity">${d.severity}</span> <span>${d.message}</span> <code>${d.code}</code>
        ${d.hint ? html`<span class="hint">${d.hint}</span>` : nothing}</button></li>`)}</ul>`}
    ${failures.length === 0 ? nothing : html`<section class="given"><h3>${words.problems.run}</h3><ul class="problems">${failures.map((p) => html`<li class="problem error">
      <button type="button" @click=${() => dispatch({ type: 'choosePath', path: p.id })}><span class="severity">${p.id}</span> <span>${p.failure?.message}</span> <code>${p.failure?.code}</code></button></li>`)}</ul></section>`}`;
}
