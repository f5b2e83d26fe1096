// @ts-check
// How values of the run are read and shortened for the panels. Pure.

import { eventsOf } from '../run/trace.js';
import { indexOfStep, positions } from '../run/positions.js';

/** @typedef {import('../store.js').State} State */
/** @typedef {import('../engine/types.d.ts').View} View */
/** @typedef {import('../engine/types.d.ts').Json} Json */

/** Longer values are cut; the whole one is a press away. */
const LONGEST = 200;

/** @param {Json | undefined} value */
export function compact(value) {
  const text = value === undefined ? '—' : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

/** The chosen path, else the lowest live one, else the first. @param {State} state @returns {View['paths'][number] | null} */
export function shownPath(state) {
  const paths = state.run?.view.paths ?? [];
  return paths.find((p) => p.id === state.path) ?? paths.find((p) => isLive(p.status)) ?? paths[0] ?? null;
}

/** @param {string} status */
export const isLive = (status) => ['active', 'awaitingAgent', 'awaitingAnswers', 'parked', 'blocked'].includes(status);

/**
 * The value of a field for a path; undefined when it is unset.
 * @param {View['contexts'][string]} context
 * @param {View['contexts'][string]['fields'][string]} info
 * @param {string} id
 * @param {string} field
 * @param {View['paths'][number] | null} path
 * @returns {Json | undefined}
 */
export function valueOf(context, info, id, field, path) {
  if (context.shared) return info.values.find((v) => v.path === null)?.value;
  const own = path?.context[id];
  return own && Object.hasOwn(own, field) ? own[field] : undefined;
}

/**
 * What changed for a path at the present position: the values before, by `Ctx.field`; undefined for what was unset.
 * @param {State} state
 * @param {View['paths'][number] | null} path
 * @returns {Map<string, Json | undefined>}
 */
export function changesOf(state, path) {
  /** @type {Map<string, Json | undefined>} */
  const before = new Map();
  const step = state.run?.position.step ?? 0;
  const list = positions(state.entries);
  const first = list[indexOfStep(list, step)]?.first ?? step;
  for (const event of eventsOf(state.events, { first, step })) {
    if (event.kind !== 'contextWritten' && event.kind !== 'merged') continue;
    if (event.path !== null && event.path !== path?.id) continue;
    // A merge changes several contexts at once.
    const changes = event.kind === 'merged' ? event.changes : event.changes.map((change) => ({ context: event.context, ...change }));
    for (const change of changes) {
      const key = `${change.context}.${change.field}`;
      if (!before.has(key)) before.set(key, change.before);
    }
  }
  return before;
}

/** The diagram id of the node where a path stands. @param {State} state */
export function currentDiagramId(state) {
  const path = shownPath(state);
  return (path && state.run?.view.nodes[path.node]?.diagramId) ?? null;
}
