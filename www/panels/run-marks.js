// @ts-check
// What of the run and of the breakpoints is shown beside the lines of the source: which lines, which values. Pure.

import { colourOf } from '../run/colours.js';
import { edgeKeys } from '../run/edges.js';
import { LONG } from '../engine/bulk.js';
import { isRushing } from '../run/trace.js';
import { words } from '../strings.js';
import { columnsOf, isLive, shownPath, valueText } from './values.js';

/**
 * @typedef {import('../store.js').State} State
 * @typedef {import('../engine/types.d.ts').OutlineItem} OutlineItem
 * @typedef {import('../editor/types.d.ts').RunMarks} RunMarks
 * @typedef {{ at: string, from: number, to: number, kind: 'node' | 'edge' | 'field' }} Place where a breakpoint or a watch can be set
 */

/** Longer values are cut in a ghost. */
const LONGEST = 48;

/** @type {{ key: unknown[], marks: RunMarks | null }} */
let last = { key: [], marks: null };

/** The same object for the same facts. @param {State} state @returns {RunMarks | null} null where the text has no marks */
export function runMarksOf(state) {
  const { analysis, run, stops, file, document, path, allPaths, events } = state;
  const ghosts = /** @type {any} */ (state).settings?.ghosts !== false;
  const key = [analysis, run?.view, stops, file === document.entry, path, allPaths, ghosts, events];
  if (key.every((part, i) => part === last.key[i]) || (isRushing(state) && analysis === last.key[0])) return last.marks;
  const marks = file !== document.entry || analysis === null ? null : { source: analysis.source, lines: linesOf(state), ghosts: ghosts ? ghostsOf(state) : [] };
  last = { key, marks };
  return marks;
}

/** Where breakpoints can be set in the entry, in the order of the text. @param {State} state @returns {Place[]} */
export function placesOf({ analysis, run }) {
  const view = run?.view;
  // To tell tens of thousands of edges apart takes longer than a key press may; their nodes keep their marks.
  const edges = view && run?.source === analysis?.source && (analysis?.edges ?? 0) <= LONG ? view.edges : [];
  const keys = edgeKeys(edges);
  const data = new Set(edges.filter((one) => one.class === 'data').map((one) => one.id));
  /** @type {Place[]} */
  const places = [];
  const walk = (/** @type {OutlineItem[]} */ items, /** @type {OutlineItem | null} */ parent) => {
    for (const item of items) {
      if (item.file !== undefined) continue;
      const { from, to } = item.select ?? item;
      if (item.class === 'edge') {
        const at = item.diagramId && !data.has(item.diagramId) ? keys.get(item.diagramId) : undefined;
        if (at) places.push({ at, from, to: item.to, kind: 'edge' });
      } else if (item.class === 'field' && parent?.id && (view ? Object.hasOwn(view.contexts, parent.id) : true)) places.push({ at: `${parent.id}.${item.name}`, from, to: item.to, kind: 'field' });
      else if (item.id && view && Object.hasOwn(view.nodes, item.id)) places.push({ at: item.id, from, to, kind: 'node' });
      walk(item.children, item);
    }
  };
  walk(analysis?.outline ?? [], null);
  return places;
}

/**
 * The breakpoint meant by a line: one that is set there, else the element at the caret, else the first of the line.
 * @param {State} state @param {number} from of the line @param {number} to @param {number | null} caret
 * @returns {string | null}
 */
export function stopOnLine(state, from, to, caret) {
  const here = placesOf(state).filter((place) => place.from >= from && place.from <= to);
  const atCaret = caret === null ? undefined : here.findLast((place) => place.from <= caret && caret <= place.to);
  const set = here.find((place) => state.stops.some((stop) => stop.at === place.at));
  return (atCaret ?? set ?? here[0])?.at ?? null;
}

/** Paths that a line's title names. */
const NAMED = 20;

/** @param {State} state @returns {RunMarks['lines']} */
function linesOf(state) {
  const places = placesOf(state);
  const live = (state.run?.view.paths ?? []).filter((path) => isLive(path.status));
  const stops = new Map(state.stops.map((one) => [one.at, one]));
  return places.flatMap(({ at, from, kind }) => {
    const stop = stops.get(at);
    const paths = kind === 'node' ? live.filter((path) => path.node === at).map(({ id }) => ({ id, colour: colourOf(state.events, id) })) : [];
    if (!stop && paths.length === 0) return [];
    const title = [stop && words.stops[kind === 'field' ? 'watchAt' : 'stopAt'](at), paths.length > 0 && words.stops.here(paths.slice(0, NAMED).map((path) => path.id))].filter(Boolean).join('. ');
    return [{ from, ...(stop ? { stop: kind === 'field' ? /** @type {const} */ ('watch') : /** @type {const} */ ('stop'), off: stop.off === true } : {}), paths, title }];
  });
}

/** Values of the chosen path at the ends of the lines that declare them, once the run has moved. @param {State} state @returns {RunMarks['ghosts']} */
function ghostsOf(state) {
  const { run, analysis } = state;
  if (!run || !analysis || run.position.step === 0) return [];
  const path = shownPath(state);
  const columns = columnsOf(state);
  /** @type {Map<number, { at: number, texts: string[] }>} */
  const lines = new Map();
  const walk = (/** @type {OutlineItem[]} */ items) => {
    for (const item of items) {
      const context = item.id && item.file === undefined ? run.view.contexts[item.id] : undefined;
      if (context && item.id) {
        for (const child of item.children) {
          const info = child.class === 'field' ? context.fields[child.name] : undefined;
          if (!info) continue;
          const value = valueText(context, info, item.id, child.name, path, columns);
          const end = analysis.source.indexOf('\n', child.from);
          const line = end < 0 ? analysis.source.length : end;
          const entry = lines.get(line) ?? { at: child.from, texts: [] };
          entry.texts.push(`${child.name} = ${value.length > LONGEST ? `${value.slice(0, LONGEST - 1)}…` : value}`);
          lines.set(line, entry);
        }
      } else walk(item.children);
    }
  };
  walk(analysis.outline);
  return [...lines.values()].map(({ at, texts }) => ({ at, text: texts.join(', ') }));
}
