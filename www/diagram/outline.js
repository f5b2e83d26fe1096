// @ts-check
// The drawing as text: what is declared in source order, with where the paths stand, values, and the edges that lead
// out with their conditions. The Outline panel, the description of the drawing and the names of its elements are made
// of it. Pure: equal states give equal texts.

import { LONG } from '../engine/bulk.js';
import { sameSources } from '../engine/sources.js';
import { positionText } from '../run/positions.js';
import { columnsOf, shownPath, valueText } from '../panels/values.js';
import { openQuestions, reasonOf } from '../run/waiting.js';
import { words } from '../strings.js';

/**
 * @typedef {import('../store.js').State} State
 * @typedef {import('../engine/types.d.ts').View} View
 * @typedef {import('../engine/types.d.ts').OutlineItem} OutlineItem
 * @typedef {{ id: string | null, text: string, to: string, target: string | null, item: OutlineItem | null }} Out an edge: its id in the drawing, its label and truth, the node it leads to with its id
 * @typedef {{ id: string | null, name: string, kind: string, title: string, facts: string[], outs: Out[], children: Entry[], item: OutlineItem | null }} Entry
 * @typedef {{ lead: string, entries: Entry[] }} Outline
 */

/** @type {{ facts: unknown[], outline: Outline }} */
let last = { facts: [], outline: { lead: '', entries: [] } };

/** The same object as long as nothing changed; while a run goes on, what it was before. @param {State} state @returns {Outline} */
export function outlineOf(state) {
  const { analysis, run, shows, path, allPaths, stops, document, running } = state;
  const facts = [analysis, shows, path, allPaths, stops, document.files, running ? last.facts[6] : run];
  if (facts.some((fact, i) => fact !== last.facts[i])) last = { facts, outline: make(state) };
  return last.outline;
}

let drawn = { id: -1, outline: last.outline };

/** That of the drawing, which is of the text before until the run follows. @param {State} state @returns {Outline} */
export function drawnOutline(state) {
  const { analysis, run, shows, earlier, document } = state;
  const waits = run && analysis && shows === 'run' && !earlier && drawn.id === document.id && !sameSources(run, { ...document, source: analysis.source });
  if (!waits) drawn = { id: document.id, outline: outlineOf(state) };
  return drawn.outline;
}

/** @param {State} state @returns {Outline} */
function make(state) {
  const { analysis, run, document } = state;
  const items = analysis?.outline ?? [];
  // A run of another text says nothing about this one.
  const view = run && analysis && state.shows === 'run' && sameSources(run, { ...document, source: analysis.source }) ? run.view : null;
  const say = words.outline;
  const counts = [words.counts(analysis?.nodes ?? 0, analysis?.edges ?? 0), say.contexts(countContexts(items))];
  const lead = view && run ? [...counts, say.paths(view.paths.length), say.at(positionText(run.position))] : counts;
  const known = view ? knowledge(state, view, items) : null;
  const listed = items.filter((item) => item.class !== 'machine' && !(known && isEdge(item)));
  const entries = listed.slice(0, MOST_ENTRIES).map((item) => entry(item, known));
  if (listed.length > entries.length) entries.push({ id: null, name: '…', kind: '', title: '', item: null, facts: [say.left(listed.length - entries.length)], outs: [], children: [] });
  const edges = analysis?.edges ?? 0;
  if (edges > LONG) entries.push({ id: null, name: '…', kind: '', title: '', item: null, facts: [say.leftOut(edges)], outs: [], children: [] });
  return { lead: `${lead.join(', ')}.`, entries };
}

/** Declarations and edges that are listed; a page of more answers nobody. What is left out is counted. */
const MOST_ENTRIES = 1000;
const MOST_EDGES = 2000;

/** @param {OutlineItem} item */
const isEdge = (item) => item.class === 'edge';

/** @param {OutlineItem[]} items */
const countContexts = (items) => walkAll(items).filter((item) => item.class === 'context').length;

/** Every item, without recursion. @param {OutlineItem[]} items */
function walkAll(items) {
  const all = [];
  const rest = [...items].reverse();
  for (let item = rest.pop(); item; item = rest.pop()) {
    all.push(item);
    for (let i = item.children.length - 1; i >= 0; i -= 1) rest.push(/** @type {OutlineItem} */ (item.children[i]));
  }
  return all;
}

/**
 * What the run knows, found once: edges by their source, declarations by diagram id, open questions by their node.
 * @param {State} state @param {View} view @param {OutlineItem[]} items
 */
function knowledge(state, view, items) {
  /** @type {Map<string, View['edges']>} */
  const outs = new Map();
  // The edges of a larger machine are not looked at for their names alone.
  const edges = (state.analysis?.edges ?? 0) <= LONG ? view.edges : [];
  for (const edge of edges) {
    const list = outs.get(edge.source);
    if (list) list.push(edge);
    else outs.set(edge.source, [edge]);
  }
  /** @type {Map<string, OutlineItem>} */
  const declared = new Map();
  for (const item of walkAll(items)) if (item.diagramId) declared.set(item.diagramId, item);
  /** @type {Map<string, number>} */
  const asks = new Map();
  for (const { node } of openQuestions(view)) asks.set(node, (asks.get(node) ?? 0) + 1);
  const most = edges.length <= MOST_EDGES ? Infinity : Math.max(1, Math.floor(MOST_EDGES / Math.max(1, outs.size)));
  return { view, outs, most, declared, asks, path: shownPath(state), columns: columnsOf(state), stops: new Set(state.stops.map((/** @type {string | { at: string }} */ stop) => (typeof stop === 'string' ? stop : stop.at))) };
}

/** @param {OutlineItem} item @param {ReturnType<typeof knowledge> | null} known @returns {Entry} */
function entry(item, known) {
  const { id = null, diagramId = null } = item;
  const outs = known && id ? known.outs.get(id) ?? [] : [];
  const children = item.children.filter((child) => !(known && isEdge(child)) && child.class !== 'field');
  return {
    id: diagramId, name: id ?? item.name, kind: item.class !== 'plain' ? item.class : item.children.length > 0 ? words.elements.cluster : words.elements.node, title: item.detail ?? '', item,
    facts: !known || !id ? fieldsOf(item) : item.class === 'context' ? valuesOf(known, id, item) : [...statesOf(known, id), ...(outs.length > known.most ? [words.outline.leftOut(outs.length - known.most)] : [])],
    outs: known ? outs.slice(0, known.most).map((edge) => out(known, edge)) : [],
    children: children.map((child) => entry(child, known)),
  };
}

/** @param {OutlineItem} item */
const fieldsOf = (item) => item.children.filter((child) => child.class === 'field').map((child) => [child.name, child.detail].filter(Boolean).join(' '));

/** @param {ReturnType<typeof knowledge>} known @param {string} id @param {OutlineItem} item */
function valuesOf({ view, path, columns }, id, item) {
  const context = view.contexts[id];
  if (!context) return fieldsOf(item);
  return [...(context.role === 'state' ? [] : [context.role]), ...(context.shared ? [words.contexts.shared] : []),
    ...Object.entries(context.fields).map(([field, info]) => `${field} ${valueText(context, info, id, field, path, columns)}`)];
}

/** @param {ReturnType<typeof knowledge>} known @param {string} id */
function statesOf({ view, stops, asks }, id) {
  const node = view.nodes[id];
  if (!node) return [];
  const say = words.outline;
  // Told by cores that keep where failures were caught and undone.
  const { caught = 0, undid = [] } = /** @type {any} */ (node);
  const states = /** @type {const} */ (['current', 'agent', 'answers', 'parked', 'blocked', 'completed', 'failed']);
  return [
    ...states.filter((state) => node[state].length > 0).map((state) => [say.state[state](node[state].join(', ')), ...(state === 'blocked' ? reasonsAt(view, id) : [])].join(': ')),
    ...(asks.has(id) ? [words.questions(asks.get(id) ?? 0)] : []), ...(caught > 0 ? [say.caught(caught)] : []), ...(undid.length > 0 ? [say.undid(undid.join(', '))] : []), ...(node.visits > 0 ? [say.visited(node.visits)] : []), ...(stops.has(id) ? [say.stop] : []),
  ];
}

/** Why paths are blocked at a node. @param {View} view @param {string} id */
const reasonsAt = ({ paths }, id) => new Set(paths.filter((path) => path.node === id && path.status === 'blocked').map(reasonOf));

/** @param {ReturnType<typeof knowledge>} known @param {View['edges'][number]} edge @returns {Out} */
function out({ view, declared }, edge) {
  const say = words.outline;
  const item = declared.get(edge.id) ?? null;
  const forced = view.forces.filter((one) => one.edge === edge.id);
  const label = [
    edge.condition ? say.when(edge.condition) : item?.detail ?? '',
    ...Object.entries(edge.eligible).map(([path, truth]) => say.truth(truth, path)),
    edge.taken > 0 ? say.taken(edge.taken) : '', ...forced.map(({ mode, path }) => say.forced(mode, path)),
  ].filter(Boolean).join(', ');
  return { id: edge.id, text: label, to: edge.target, target: view.nodes[edge.target]?.diagramId ?? view.contexts[edge.target]?.diagramId ?? null, item };
}

/** The outline as one text, indented by two spaces a level. @param {Outline} outline */
export function outlineText({ lead, entries }) {
  const lines = [lead];
  /** @param {Entry} one @param {string} indent */
  const write = (one, indent) => {
    lines.push(indent + line(one));
    for (const edge of one.outs) lines.push(`${indent}  ${outLine(edge)}`);
    for (const child of one.children) write(child, `${indent}  `);
  };
  for (const one of entries) write(one, '');
  return lines.join('\n');
}

/** @param {Entry} one */
export const line = ({ kind, name, title, facts }) => [[kind, name, title && `“${title}”`].filter(Boolean).join(' '), ...facts].join(', ');

/** @param {Out} edge */
export const outLine = ({ text, to }) => (text ? `${text} → ${to}` : `→ ${to}`);

/**
 * Names of what can be reached in the drawing, by diagram id.
 * @param {Outline} outline @returns {Map<string, string>}
 */
export const namesOf = (outline) => allNames(outline).names;

/**
 * Those of the names that are true of a drawing: one of an earlier text may have other elements under the same ids.
 * @param {Outline} outline @param {Map<string, string>} drawn plain names of the drawing's elements by id @returns {Map<string, string>}
 */
export function namesIn(outline, drawn) {
  const { names, plain } = allNames(outline);
  /** @type {Set<string>} */
  const others = new Set();
  for (const [id, name] of drawn) {
    // A node may be drawn as a container.
    const own = id.replace(/^c/, 'n');
    if ((plain.get(own) ?? name) !== name) others.add(own);
  }
  // Where a node is another one, edges are told apart by nothing.
  return others.size === 0 ? names : new Map([...names].filter(([id]) => !id.startsWith('e') && !others.has(id)));
}

/** @param {Outline} outline */
function allNames(outline) {
  const known = named.get(outline);
  if (known) return known;
  /** @type {Named} */
  const made = { names: new Map(), plain: new Map() };
  const rest = [...outline.entries];
  for (let one = rest.pop(); one; one = rest.pop()) {
    if (one.id && one.kind !== 'edge') {
      made.plain.set(one.id, one.name);
      made.names.set(one.id, one.outs.length > 0 ? `${line(one)}, ${words.outline.out(one.outs.length)}` : line(one));
    }
    for (const edge of one.outs) if (edge.id) made.names.set(edge.id, [`${words.elements.edge} ${words.elements.ends(one.name, edge.to)}`, edge.text].filter(Boolean).join(', '));
    rest.push(...one.children);
  }
  named.set(outline, made);
  return made;
}

/** @typedef {{ names: Map<string, string>, plain: Map<string, string> }} Named accessible and plain names, by diagram id */

/** @type {WeakMap<Outline, Named>} */
const named = new WeakMap();
