// How values of the run are read and shortened for the panels. Pure.

import { WAITING, isLive } from '../run/path-status.ts';
import { eventsOf } from '../run/timeline-marks.ts';
import { compact } from '../protocol/clip.ts';
import { indexOfStep, positions } from '../protocol/positions.ts';
import { workspaceStrings } from './strings.ts';
import type { Json, View } from '../protocol/types.ts';
import type { State } from './state.ts';

type Path = View['paths'][number];

/** So many values stand in one text. */
const MOST_VALUES = 12;

/**
 * The chosen path, or where it went on; else the lowest live one (where all wait, the one that the status row names),
 * else the first that ended.
 */
export function shownPath(state: State): Path | null {
  const paths = state.run.snapshot?.view.paths ?? [];
  const chosen = followed(paths, state.path);
  return chosen ?? firstWaiting(paths) ?? paths.find((p) => isLive(p.status)) ?? paths.find(isOwn) ?? paths[0] ?? null;
}

function firstWaiting(paths: Path[]) {
  if (paths.some(({ status }) => status === 'active')) return undefined;
  return WAITING.map((status) => paths.find((path) => path.status === status)).find((path) => path !== undefined);
}

/** Whether a path still stands for itself: one that has split or merged has only the values of then. */
const isOwn = ({ status }: Path) => status !== 'forked' && status !== 'merged';

/** Whether a context holds start values that can be changed now: then the run begins anew. */
export const isStart = ({ run: { snapshot } }: State, context: string) =>
  snapshot?.view.contexts[context]?.role === 'input' && snapshot.position.tick === 0;

/** Why the values of a context cannot be changed now; '' where they can. */
export function whyFixed(state: State, context: string): string {
  const view = state.run.snapshot?.view;
  if (view?.contexts[context]?.role === 'input') return isStart(state, context) ? '' : workspaceStrings.locked;
  return view?.paths.length === 0 ? workspaceStrings.noPath : '';
}

/** The path of an id, or the one that it merged into or split to; null when there is none. */
export function followed(paths: Path[], id: string | null): Path | null {
  let at = paths.find((p) => p.id === id);
  for (let n = 0; at && !isOwn(at) && n < paths.length; n += 1) {
    const { id: from, status, mergedInto } = at;
    const children = paths.filter((p) => p.parent === from);
    at =
      status === 'merged'
        ? paths.find((p) => p.id === mergedInto)
        : (children.find((p) => isLive(p.status)) ?? children.find(isOwn) ?? children[0]);
  }
  return at ?? null;
}

/** The paths whose values stand side by side; null where those of one are shown. */
export function columnsOf({ run: { snapshot }, path, allPaths }: State): Path[] | null {
  if (!snapshot) return null;
  const columns = snapshot.view.paths.filter(isOwn);
  return columns.length > 1 && (allPaths ?? (path === null && differ(snapshot.view, columns))) ? columns : null;
}

/** How many paths could stand side by side. */
export const countOwn = (view: View) => view.paths.filter(isOwn).length;

const differing: WeakMap<View, boolean> = new WeakMap();

function differ(view: View, paths: Path[]) {
  const known = differing.get(view);
  if (known !== undefined) return known;
  const [first, ...others] = paths.map(({ context }) => context);
  const differs = Object.entries(view.contexts).some(
    ([id, context]) =>
      !context.shared &&
      Object.keys(context.fields).some((field) => {
        const value = JSON.stringify(first?.[id]?.[field]);
        return others.some((context) => JSON.stringify(context[id]?.[field]) !== value);
      }),
  );
  differing.set(view, differs);
  return differs;
}

/** A field as a short text: its value, or that of each path where they stand side by side and differ. */
export function valueText(
  context: View['contexts'][string],
  info: View['contexts'][string]['fields'][string],
  id: string,
  field: string,
  path: Path | null,
  columns: Path[] | null,
) {
  const texts = (columns ?? []).map((column) => compact(valueOf(context, info, id, field, column)));
  if (new Set(texts).size <= 1) return texts[0] ?? compact(valueOf(context, info, id, field, path));
  return [
    ...texts.slice(0, MOST_VALUES).map((text, i) => `${columns?.[i]?.id}: ${text}`),
    ...(texts.length > MOST_VALUES ? ['…'] : []),
  ].join(', ');
}

/** The open request of a path at the node that is looked at. */
export function requestAt({ run: { snapshot } }: Pick<State, 'run'>, { path, node }: { path: string; node: string }) {
  return snapshot?.pending.agents.find((request) => request.path === path && request.node === node);
}

/** The value of a field for a path; undefined when it is unset. */
export function valueOf(
  context: View['contexts'][string],
  info: View['contexts'][string]['fields'][string],
  id: string,
  field: string,
  path: View['paths'][number] | null,
): Json | undefined {
  if (context.shared) return info.values.find((v) => v.path === null)?.value;
  const own = path?.context[id];
  return own && Object.hasOwn(own, field) ? own[field] : undefined;
}

/**
 * What changed for a path at the present position: the values before, by `Ctx.field`; undefined for what was unset.
 */
export function changesOf(state: State, path: View['paths'][number] | null): Map<string, Json | undefined> {
  const before: Map<string, Json | undefined> = new Map();
  const step = state.run.snapshot?.position.step ?? 0;
  const list = positions(state.run.entries);
  const first = list[indexOfStep(list, step)]?.first ?? step;
  for (const event of eventsOf(state.run.branchEvents, { first, step })) {
    if (event.kind !== 'contextWritten' && event.kind !== 'merged') continue;
    if (event.path !== null && event.path !== path?.id) continue;
    // A merge changes several contexts at once.
    const changes =
      event.kind === 'merged' ? event.changes : event.changes.map((change) => ({ context: event.context, ...change }));
    for (const change of changes) {
      const key = `${change.context}.${change.field}`;
      if (!before.has(key)) before.set(key, change.before);
    }
  }
  return before;
}

/** The diagram id of the node where a path stands. */
export function currentDiagramId(state: State) {
  const path = shownPath(state);
  return (path && state.run.snapshot?.view.nodes[path.node]?.diagramId) ?? null;
}
