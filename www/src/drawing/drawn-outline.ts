// The outline of what is open: what is declared in source order, with where the paths stand, values, and the edges that
// lead out with their conditions. Pure: equal states give equal outlines.

import { guardText } from '../run/conditions.ts';
import { LONG_LIST_LENGTH } from '../protocol/bulk.ts';
import { computed } from '../protocol/computed.ts';
import { sameSources } from '../protocol/sources.ts';
import { NODE_STATES } from '../run/path-status.ts';
import { positionText } from '../protocol/positions.ts';
import { columnsOf, shownPath, valueText } from '../store/values.ts';
import { openQuestions, reasonOf } from '../run/waiting.ts';
import { elementStrings } from '../diagram/strings.ts';
import { outlineStrings } from './strings.ts';
import { workspaceStrings } from '../store/strings.ts';
import type { Entry, Out, Outline } from '../diagram/outline.ts';
import type { OutlineItem, View } from '../protocol/types.ts';
import type { State } from '../store/state.ts';

/** The same object as long as nothing changed; while a run goes on, what it was before. */
export const outlineOf = computed(
  ({ run: { analysis, snapshot, shows, isRunning }, path, allPaths, breakpoints, document }: State) => [
    analysis,
    shows,
    path,
    allPaths,
    breakpoints,
    document.files,
    isRunning || snapshot,
  ],
  make,
);

let drawn: { id: number; outline: Outline } = { id: -1, outline: { lead: '', entries: [] } };

/** That of the drawing, which is of the text before until the run follows. */
export function drawnOutline(state: State): Outline {
  const {
    run: { analysis, snapshot, shows, isOutdated },
    document,
  } = state;
  const waits =
    snapshot &&
    analysis &&
    shows === 'run' &&
    !isOutdated &&
    drawn.id === document.id &&
    !sameSources(snapshot, { ...document, source: analysis.source });
  if (!waits) drawn = { id: document.id, outline: outlineOf(state) };
  return drawn.outline;
}

function make(state: State): Outline {
  const {
    run: { analysis, snapshot },
    document,
  } = state;
  const items = analysis?.outline ?? [];
  // A run of another text says nothing about this one.
  const view =
    snapshot && analysis && state.run.shows === 'run' && sameSources(snapshot, { ...document, source: analysis.source })
      ? snapshot.view
      : null;
  const say = outlineStrings;
  const counts = [
    outlineStrings.counts(analysis?.nodes ?? 0, analysis?.edges ?? 0),
    say.contexts(countContexts(items)),
  ];
  const lead =
    view && snapshot ? [...counts, say.paths(view.paths.length), say.at(positionText(snapshot.position))] : counts;
  const known = view ? knowledge(state, view, items) : null;
  const listed = items.filter((item) => item.class !== 'machine' && !(known && isEdge(item)));
  const entries = listed.slice(0, MOST_ENTRIES).map((item) => entry(item, known));
  if (listed.length > entries.length) entries.push(leftOutRow(say.left(listed.length - entries.length)));
  const edges = analysis?.edges ?? 0;
  if (edges > LONG_LIST_LENGTH) entries.push(leftOutRow(say.leftOut(edges)));
  return { lead: `${lead.join(', ')}.`, entries };
}

/** A row for what is not listed. */
const leftOutRow = (fact: string): Outline['entries'][number] => ({
  id: null,
  name: '…',
  kind: '',
  title: '',
  item: null,
  facts: [fact],
  outs: [],
  children: [],
});

/** Declarations and edges that are listed; a page of more answers nobody. What is left out is counted. */
const MOST_ENTRIES = 1000;
const MOST_EDGES = 2000;

const isEdge = (item: OutlineItem) => item.class === 'edge';

const countContexts = (items: OutlineItem[]) => walkAll(items).filter((item) => item.class === 'context').length;

/** Every item, without recursion. */
function walkAll(items: OutlineItem[]) {
  const all = [];
  const rest = [...items].reverse();
  for (let item = rest.pop(); item; item = rest.pop()) {
    all.push(item);
    for (let i = item.children.length - 1; i >= 0; i -= 1) rest.push(item.children[i] as OutlineItem);
  }
  return all;
}

/**
 * What the run knows, found once: edges by their source, declarations by diagram id, open questions by their node.
 */
function knowledge(state: State, view: View, items: OutlineItem[]) {
  const outs: Map<string, View['edges']> = new Map();
  // The edges of a larger machine are not looked at for their names alone.
  const edges = (state.run.analysis?.edges ?? 0) <= LONG_LIST_LENGTH ? view.edges : [];
  for (const edge of edges) {
    const list = outs.get(edge.source);
    if (list) list.push(edge);
    else outs.set(edge.source, [edge]);
  }
  const declared: Map<string, OutlineItem> = new Map();
  for (const item of walkAll(items)) if (item.diagramId) declared.set(item.diagramId, item);
  const asks: Map<string, number> = new Map();
  for (const { node } of openQuestions(view)) asks.set(node, (asks.get(node) ?? 0) + 1);
  const most = edges.length <= MOST_EDGES ? Infinity : Math.max(1, Math.floor(MOST_EDGES / Math.max(1, outs.size)));
  return {
    view,
    outs,
    most,
    declared,
    asks,
    path: shownPath(state),
    columns: columnsOf(state),
    stops: new Set(state.breakpoints.map(({ at }) => at)),
  };
}

function entry(item: OutlineItem, known: ReturnType<typeof knowledge> | null): Entry {
  const { id = null, diagramId = null } = item;
  const outs = known && id ? (known.outs.get(id) ?? []) : [];
  const children = item.children.filter((child) => !(known && isEdge(child)) && child.class !== 'field');
  return {
    id: diagramId,
    name: item.class === 'event' ? item.name : (id ?? item.name),
    kind: item.class !== 'plain' ? item.class : item.children.length > 0 ? elementStrings.cluster : elementStrings.node,
    title: item.detail ?? '',
    item,
    facts:
      !known || !id || item.class === 'event'
        ? fieldsOf(item)
        : item.class === 'context'
          ? valuesOf(known, id, item)
          : [
              ...statesOf(known, id),
              ...(outs.length > known.most ? [outlineStrings.leftOut(outs.length - known.most)] : []),
            ],
    outs: known ? outs.slice(0, known.most).map((edge) => out(known, edge)) : [],
    children: children.map((child) => entry(child, known)),
  };
}

const fieldsOf = (item: OutlineItem) =>
  item.children
    .filter((child) => child.class === 'field')
    .map((child) => [child.name, child.detail].filter(Boolean).join(' '));

function valuesOf({ view, path, columns }: ReturnType<typeof knowledge>, id: string, item: OutlineItem) {
  const context = view.contexts[id];
  if (!context) return fieldsOf(item);
  return [
    ...(context.role === 'state' ? [] : [context.role]),
    ...(context.shared ? [workspaceStrings.shared] : []),
    ...Object.entries(context.fields).map(
      ([field, info]) => `${field} ${valueText(context, info, id, field, path, columns)}`,
    ),
  ];
}

function statesOf({ view, stops, asks }: ReturnType<typeof knowledge>, id: string) {
  const node = view.nodes[id];
  if (!node) return [];
  const say = outlineStrings;
  // Cores that do not tell where failures were caught and undone leave these out.
  const { caught = 0, undid = [] } = node;
  return [
    ...NODE_STATES.filter(({ nodeState }) => node[nodeState].length > 0).map(({ status, nodeState }) =>
      [say.state(status, node[nodeState].join(', ')), ...(status === 'blocked' ? reasonsAt(view, id) : [])].join(': '),
    ),
    ...(asks.has(id) ? [outlineStrings.questions(asks.get(id) ?? 0)] : []),
    ...(caught > 0 ? [say.caught(caught)] : []),
    ...(undid.length > 0 ? [say.undid(undid.join(', '))] : []),
    ...(node.visits > 0 ? [say.visited(node.visits)] : []),
    ...(stops.has(id) ? [say.stop] : []),
  ];
}

/** Why paths are blocked at a node. */
const reasonsAt = ({ paths }: View, id: string) =>
  new Set(paths.filter((path) => path.node === id && path.status === 'blocked').map(reasonOf));

function out({ view, declared }: ReturnType<typeof knowledge>, edge: View['edges'][number]): Out {
  const say = outlineStrings;
  const item = declared.get(edge.id) ?? null;
  const forced = view.forces.filter((force) => force.edge === edge.id);
  const label = [
    edge.unless ? guardText(edge) : edge.condition ? say.when(edge.condition) : (item?.detail ?? ''),
    ...Object.entries(edge.eligible).map(([path, truth]) => say.truth(truth, path)),
    edge.taken > 0 ? say.taken(edge.taken) : '',
    ...forced.map(({ mode, path }) => say.forced(mode, path)),
  ]
    .filter(Boolean)
    .join(', ');
  return {
    id: edge.id,
    text: label,
    to: edge.target,
    target: view.nodes[edge.target]?.diagramId ?? view.contexts[edge.target]?.diagramId ?? null,
    item,
  };
}
