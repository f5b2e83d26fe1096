// Two positions side by side: which paths stand elsewhere, which values differ.

import { html, nothing } from 'lit';
import { firsts } from '../../ui/cut-list.ts';
import { words } from '../../strings.ts';
import { compact } from '../../workspace/values.ts';
import { icon } from '../../ui/icon.ts';
import type { State } from '../../workspace/store.ts';
import type { Action } from '../../app/actions.ts';
import type { View } from '../../protocol/types.ts';

export function comparison(state: State, dispatch: (action: Action) => void) {
  const { compare, run } = state;
  if (!compare || !run) return nothing;
  const say = words.compare;
  const { diff } = compare;
  const same = diff !== null && diff.paths.length === 0 && diff.changes.length === 0;
  return html`<section class="compare" aria-label=${say.title}>
    <h3>${say.with(compare.label)} <span class="spring"></span>
      <button type="button" class="bare" title=${say.end} aria-label=${say.end} @click=${() => dispatch({ type: 'endCompare' })}>${icon('close')}</button></h3>
    ${compare.error ? html`<p class="error">${compare.error}</p>` : nothing}
    ${same ? html`<p class="quiet">${say.same}</p>` : nothing}
    ${diff && diff.paths.length > 0 ? html`<table><thead><tr>${say.pathColumns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
      <tbody>${firsts(diff.paths).map((p) => html`<tr><th scope="row">${p.path}</th><td>${stand(p.before)}</td><td>${stand(p.after)}</td></tr>`)}</tbody></table>` : nothing}
    ${diff && diff.changes.length > 0 ? html`<table><thead><tr>${say.columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
      <tbody>${diff.changes.map((c) => html`<tr><th scope="row">${c.path ?? words.contexts.shared}</th><td>${c.context}.${c.field}</td><td><code>${compact(c.before)}</code></td><td><code>${compact(c.after)}</code></td></tr>`)}</tbody></table>` : nothing}
  </section>`;
}

function stand(at: { node: string; status: View['paths'][number]['status'] } | undefined) {
  return at ? html`${at.node} <span class="quiet">${words.status[at.status] ?? at.status}</span>` : '—';
}
