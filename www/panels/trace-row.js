// @ts-check
// The insides of a row of the timeline: what changed, which conditions were checked, tools and refused writes, the rest.

import { html, nothing } from 'lit';
import { edgeAt, edgeNames } from '../run/edges.js';
import { firsts, left } from '../ui/firsts.js';
import { valueTree } from '../ui/value-tree.js';
import { words } from '../strings.js';
import { details, placeOf } from './event-words.js';

/** @typedef {import('../engine/types.d.ts').Event} Event */
/** @template {Event['kind']} K @typedef {Extract<Event, { kind: K }>} Of */

/** What has a table of its own. */
const TOLD = new Set(['contextWritten', 'merged', 'conditionEvaluated', 'toolCalled', 'writeRefused']);

/** @param {import('../store.js').State} state @param {Event[]} events of the position */
export function insides({ run }, events) {
  const say = words.trace;
  const changes = events.flatMap((e) => {
    if (e.kind === 'contextWritten') return e.changes.map((change) => ({ path: e.path, name: `${e.context}.${change.field}`, ...change, by: e.node ? `${say.sources[e.source]}: ${e.node}` : say.sources[e.source] }));
    return e.kind === 'merged' ? e.changes.map((change) => ({ path: /** @type {string | null} */ (e.path), name: `${change.context}.${change.field}`, ...change, by: say.byMerge(e.join, e.strategy) })) : [];
  });
  const checked = events.filter((e) => e.kind === 'conditionEvaluated');
  const calls = events.filter((e) => e.kind === 'toolCalled');
  const refused = events.filter((e) => e.kind === 'writeRefused').flatMap((e) => e.errors.map((error) => ({ path: e.path, context: e.context, error })));
  const others = events.filter((e) => !TOLD.has(e.kind));
  const name = edgeNames(run);
  return html`
    ${grid(say.changes, changes, (c) => html`<th scope="row">${c.path ?? words.contexts.shared}</th><td>${c.name}</td><td>${valueTree(c.before)}</td><td>${valueTree(c.after)}</td><td>${c.by}</td>`)}
    ${grid(say.conditions, checked, ({ path, edge, step, result, error }) => html`<th scope="row">${path}</th><td>${name(edge, step)}</td><td><code>${edgeAt(run, edge, step)?.condition ?? ''}</code></td><td class="is-${result}">${say.truth[result]}${error ? html`: ${error}` : nothing}</td>`)}
    ${grid(say.tools, calls, ({ path, node, name, input, ok, result, error }) => html`<th scope="row">${path}</th><td>${node}</td><td>${name}</td><td>${valueTree(input)}</td><td class=${ok ? '' : 'bad'}>${ok ? valueTree(result) : html`${error?.message ?? ''} <code>${error?.code ?? ''}</code>${error?.details === undefined ? nothing : valueTree(error.details)}`}</td>`)}
    ${grid(say.refused, refused, ({ path, context, error }) => html`<th scope="row">${path ?? words.contexts.shared}</th><td><code>${context}${error.pointer}</code></td><td>${error.message} <code>${error.code}</code></td><td>${valueTree(error.expected)}</td><td>${valueTree(error.actual)}</td><td>${error.hint ?? ''}</td>`)}
    ${grid(say.others, others, (e) => html`<th scope="row">${placeOf(e).path}</th><td>${e.kind}</td><td>${placeOf(e).node}</td><td>${details(e, name)}</td>`)}`;
}

/** @template T @param {readonly string[]} names title, then columns @param {T[]} rows @param {(row: T) => unknown} cells */
function grid([title, ...columns], rows, cells) {
  if (rows.length === 0) return nothing;
  return html`<table class="trace-grid"><caption>${title}</caption><thead><tr>${columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
    <tbody>${firsts(rows).map((row) => html`<tr>${cells(row)}</tr>`)}</tbody></table>${left(rows)}`;
}
