// Problems: what the core found in the texts, by file and with what repairs it; then what failed in the run.

import { html, nothing } from 'lit';
import { words } from '../../strings.ts';
import { firsts, left } from '../../ui/cut-list.ts';
import { ticked } from '../../ui/code-spans.ts';
import { problemsByFile } from './found.ts';
import type { Diagnostic } from '../../protocol/types.ts';
import type { State, Action } from '../../workspace/state.ts';

type Dispatch = (action: Action) => void;

export function panel(state: State, dispatch: Dispatch) {
  const groups = problemsByFile(state);
  const failures = (state.run?.view.paths ?? []).filter((p) => p.failure);
  const named = Object.keys(state.document.files).length > 0;
  return html`
    ${
      groups.length === 0
        ? html`<p class="quiet">${words.problems.none}</p>`
        : groups.map(
            ([file, list]) => html`
      ${named ? html`<h3 class="file-name">${file}</h3>` : nothing}
      <ul class="problems">${firsts(list).map((d) => problem(d, file, dispatch))}</ul>${left(list)}`,
          )
    }
    ${
      failures.length === 0
        ? nothing
        : html`<section class="given"><h3>${words.problems.run}</h3><ul class="problems">${firsts(failures).map(
            (p) => html`<li class="problem error">
      <button type="button" @click=${() => dispatch({ type: 'choosePath', path: p.id })}><span class="severity">${p.id}</span> <span>${p.failure?.message}</span> <code class="code">${p.failure?.code}</code></button></li>`,
          )}</ul>${left(failures)}</section>`
    }`;
}

function problem(d: Diagnostic, file: string, dispatch: Dispatch) {
  return html`<li class="problem ${d.severity}">
    <button type="button" title=${words.problems.jump} @click=${() => dispatch({ type: 'jump', span: { from: d.from, to: d.to, file } })}>
      <span class="severity">${d.severity}</span> <span>${ticked(d.message)}</span> <code class="code">${d.code}</code>
      ${d.hint ? html`<span class="hint">${ticked(d.hint)}</span>` : nothing}</button>
    ${(d.related ?? []).map(
      (place) => html`<button type="button" class="related" title=${words.problems.jump}
      @click=${() => dispatch({ type: 'jump', span: { from: place.from, to: place.to, file: place.file ?? file } })}>${ticked(place.message)}</button>`,
    )}
    ${
      d.fixes && d.fixes.length > 0
        ? html`<span class="fixes">${d.fixes.map(
            (fix) => html`
      <button type="button" class="fix" title=${words.problems.fix} @click=${() => dispatch({ type: 'repair', problem: d, title: fix.title })}>${ticked(fix.title)}</button>`,
          )}</span>`
        : nothing
    }</li>`;
}
