// @ts-check
// What the page itself remembers about how it is shown: layout, sizes, open dialog, own keys. Pure.

/** @typedef {'split' | 'code' | 'diagram' | 'run'} Layout */
/** A boundary that can be moved, named by the region it sizes. @typedef {'code' | 'side' | 'time'} Boundary */
/** @typedef {'in' | 'out' | 'fit' | 'one' | 'centre' | 'find' | 'full' | 'follow'} View what is done with the view of the drawing */
/**
 * @typedef {object} ShellState
 * @property {Layout} layout
 * @property {Partial<Record<Layout, Partial<Record<Boundary, number>>>>} sizes in pixels, per layout; what is missing has its default
 * @property {boolean} narrow whether the window shows one pane at a time
 * @property {boolean} list whether the narrow Panels pane shows its list
 * @property {'palette' | 'help' | 'tick' | 'runText' | null} dialog
 * @property {string} query of the palette
 * @property {number} at the chosen entry of the palette
 * @property {Record<string, string[]>} keys chords by command, where the visitor changed them
 * @property {boolean} single whether single keys work
 * @property {string | null} capture the command whose next key press becomes its chord
 * @property {string} clash what was wrong with that press
 * @property {string} said text of the live region
 */
/**
 * @typedef {{ type: 'layout', layout: Layout } | { type: 'size', of: Boundary, to: number | null } | { type: 'narrow', narrow: boolean } | { type: 'list', open: boolean }
 *   | { type: 'dialog', name: ShellState['dialog'] } | { type: 'query', text: string } | { type: 'entry', at: number } | { type: 'capture', command: string | null }
 *   | { type: 'chord', chord: string } | { type: 'keys', command: string, keys: string[] | null } | { type: 'allKeys' } | { type: 'single', on: boolean } | { type: 'view', what: View }} Action
 */

export const LAYOUTS = /** @type {const} */ (['split', 'code', 'diagram', 'run']);
/** What a layout leaves out. @type {Record<Layout, ('code' | 'diagram' | 'side')[]>} */
const WITHOUT = { split: [], code: ['diagram'], diagram: ['code', 'side'], run: ['code'] };

/** @param {Record<string, unknown>} settings @returns {ShellState} */
export function initialShell(settings = {}) {
  const layout = LAYOUTS.find((name) => name === settings.layout) ?? 'split';
  return {
    layout, sizes: sizesOf(settings.sizes), narrow: false, list: true, dialog: null, query: '', at: 0,
    keys: keysOf(settings.keys), single: settings.single !== false, capture: null, clash: '', said: '',
  };
}

/** The layout in which a region can be seen: the present one if it can. @param {ShellState} shell @param {'code' | 'diagram' | 'side'} region @returns {Layout} */
export const layoutWith = ({ layout, narrow }, region) => (narrow || !WITHOUT[layout].includes(region) ? layout : region === 'side' ? 'run' : 'split');

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isRecord = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Only what can have been written by this page. @param {unknown} kept @returns {ShellState['sizes']} */
function sizesOf(kept) {
  /** @type {ShellState['sizes']} */
  const sizes = {};
  if (!isRecord(kept)) return sizes;
  for (const layout of LAYOUTS) {
    const of = kept[layout];
    if (!isRecord(of)) continue;
    for (const name of /** @type {const} */ (['code', 'side', 'time'])) {
      const size = of[name];
      if (typeof size === 'number' && size > 0 && size < 1e4) sizes[layout] = { ...sizes[layout], [name]: size };
    }
  }
  return sizes;
}

/** @param {unknown} kept @returns {ShellState['keys']} */
function keysOf(kept) {
  if (!isRecord(kept)) return {};
  return Object.fromEntries(Object.entries(kept).flatMap(([id, chords]) =>
    (Array.isArray(chords) && chords.every((chord) => typeof chord === 'string') ? [[id, chords]] : [])));
}

/** The panel that is shown: a narrow window has Agent beside the timeline, and the others elsewhere. @param {import('./store.js').State} state */
export function shownPanel({ panel, pane, shell }) {
  if (!shell.narrow) return panel;
  return pane === 'run' ? 'agent' : panel === 'agent' ? 'contexts' : panel;
}
