// The insides of a row of the timeline: what changed, which conditions were checked, tools and refused writes, the rest.

import { html, nothing } from 'lit';
import { edgeAt, edgeNames } from '../../protocol/edge-keys.ts';
import { firsts, left } from '../../ui/cut-list.ts';
import { valueTree } from '../../views/value-tree.ts';
import { words } from '../../strings.ts';
import { details, placeOf } from '../../workspace/event-words.ts';
import type { Event } from '../../protocol/types.ts';
import type { State } from '../../workspace/state.ts';

/** What has a table of its own. */
const TOLD = new Set(['contextWritten', 'merged', 'conditionEvaluated', 'toolCalled', 'writeRefused']);

/** @param events of the position */
export function insides({ run }: State, events: Event[]) {
  const say = words.trace;
  const changes = events.flatMap((e) => {
    if (e.kind === 'contextWritten')
      return e.changes.map((change) => ({
        path: e.path,
        name: `${e.context}.${change.field}`,
        ...change,
        by: e.node ? `${say.sources[e.source]}: ${e.node}` : say.sources[e.source],
      }));
    return e.kind === 'merged'
      ? e.changes.map((change) => ({
          path: e.path as string | null,
          name: `${change.context}.${change.field}`,
          ...change,
          by: say.byMerge(e.join, e.strategy),
        }))
      : [];
  });
  const checked = events.filter((e) => e.kind === 'conditionEvaluated');
  const calls = events.filter((e) => e.kind === 'toolCalled');
  const refused = events
    .filter((e) => e.kind === 'writeRefused')
    .flatMap((e) => e.errors.map((error) => ({ path: e.path, context: e.context, error })));
  const others = events.filter((e) => !TOLD.has(e.kind));
  const name = edgeNames(run);
  return html`
    ${grid(say.changes, changes, (c) => html`<th scope="row">${c.path ?? words.contexts.shared}</th><td>${c.name}</td><td>${valueTree(c.before)}</td><td>${valueTree(c.after)}</td><td>${c.by}</td>`)}
    ${grid(say.conditions, checked, ({ path, edge, step, result, error }) => html`<th scope="row">${path}</th><td>${name(edge, step)}</td><td><code>${edgeAt(run, edge, step)?.condition ?? ''}</code></td><td class="is-${result}">${say.truth[result]}${error ? html`: ${error}` : nothing}</td>`)}
    ${grid(say.tools, calls, ({ path, node, name, input, ok, result, error }) => html`<th scope="row">${path}</th><td>${node}</td><td>${name}</td><td>${valueTree(input)}</td><td class=${ok ? '' : 'bad'}>${ok ? valueTree(result) : html`${error?.message ?? ''} <code>${error?.code ?? ''}</code>${error?.details === undefined ? nothing : valueTree(error.details)}`}</td>`)}
    ${grid(say.refused, refused, ({ path, context, error }) => html`<th scope="row">${path ?? words.contexts.shared}</th><td><code>${context}${error.pointer}</code></td><td>${error.message} <code>${error.code}</code></td><td>${valueTree(error.expected)}</td><td>${valueTree(error.actual)}</td><td>${error.hint ?? ''}</td>`)}
    ${grid(say.others, others, (e) => html`<th scope="row">${placeOf(e).path}</th><td>${e.kind}</td><td>${placeOf(e).node}</td><td>${details(e, name)}</td>`)}`;
}

/** @param names title, then columns */
function grid<T>([title, ...columns]: readonly string[], rows: T[], cells: (row: T) => unknown) {
  if (rows.length === 0) return nothing;
  return html`<table class="trace-grid"><caption>${title}</caption><thead><tr>${columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
    <tbody>${firsts(rows).map((row) => html`<tr>${cells(row)}</tr>`)}</tbody></table>${left(rows)}`;
}
