// @ts-check
// Every command of the page once: its words, where it works, its keys, what keeps it from working, and what it does.
// Keyboard, command palette and Help are made from this table.

import { words } from '../strings.js';
import { positions, indexOfStep } from '../protocol/positions.js';
import { LAYOUTS } from './shell.js';

/** @typedef {import('./store.js').State} State */
/** @typedef {import('../app/actions.js').Action} Action */
/**
 * @typedef {object} Command
 * @property {string} id
 * @property {string} label
 * @property {'run' | 'view' | 'page' | 'document' | 'editor' | 'walk'} group a heading of Help
 * @property {'page' | 'diagram' | 'timeline' | 'run'} where the region it works in; `page`: anywhere
 * @property {string[]} keys
 * @property {'page' | 'diagram'} [single] where its single keys work: outside text fields, or only there; else in run bar, diagram and timeline
 * @property {boolean} [fixed] an element's own key: listed, never changed
 * @property {boolean} [hidden] not in the palette, where it would mean nothing
 * @property {(state: State) => string} [off] why it does not work now
 * @property {(state: State, chord: string) => Action | null} act
 */

const say = words.shell.commands;
const none = () => null;

/** @param {string} id @param {Command['group']} group @param {string[]} keys @param {(state: State, chord: string) => Action | null} act @param {Partial<Command>} [more] @returns {Command} */
const command = (id, group, keys, act, more = {}) => ({ id, label: String(/** @type {Record<string, unknown>} */ (say)[id] ?? id), group, where: 'page', keys, act, ...more });
/** An element's own keys. @param {string} id @param {Command['group']} group @param {string[]} keys @returns {Command} */
const listed = (id, group, keys) => command(id, group, keys, none, { fixed: true, hidden: true });
/** @param {keyof State['controls']} name @param {string[]} keys */
const control = (name, keys) => command(name, 'run', keys, (state) => ({ type: name === 'run' && state.running ? 'pause' : name }), {
  off: ({ controls, running }) => (controls[name].enabled && !(running && name === 'step') ? '' : running && name === 'step' ? words.go.running : controls[name].why || words.loading),
});
/** @param {import('./shell.js').View} what @param {string[]} keys */
const view = (what, keys) => command(`view-${what}`, 'view', keys, () => ({ type: 'view', what }), { single: 'diagram', label: say.view[what] });
const noRun = (/** @type {State} */ state) => (state.run ? '' : words.exports.noRun);
const noRunNow = (/** @type {State} */ state) => (state.running ? words.go.running : state.controls.run.enabled ? '' : state.controls.run.why || words.loading);

const PANELS = /** @type {const} */ (['contexts', 'agent', 'inbox', 'prompt', 'graph', 'sql', 'events', 'outline', 'problems', 'files', 'examples', 'documents', 'settings']);
const KINDS = /** @type {const} */ (['source', 'saved', 'recording', 'trace', 'machine', 'mermaid', 'dot', 'svg', 'png']);

/** @type {Command[]} */
export const commands = [
  control('step', ['F10', 'Alt+PageDown', 'S']),
  control('run', ['F8', 'Mod+Enter', 'R']),
  control('back', ['Alt+PageUp', 'B']),
  control('forward', ['Alt+Shift+PageUp', 'F']),
  control('reset', []),
  command('scrub', 'run', ['ArrowLeft', 'ArrowRight', 'Home', 'End'], scrubbed, { where: 'timeline', hidden: true }),
  command('path', 'run', ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'], chosenPath, { hidden: true }),
  command('stop', 'run', ['F9'], () => ({ type: 'stop' }), { off: ({ selected }) => (selected ? '' : words.go.noNode) }),
  command('toAgent', 'run', [], () => ({ type: 'runTo', stops: { until: 'agent' } }), { off: noRunNow }),
  command('toFork', 'run', [], () => ({ type: 'runTo', stops: { until: 'fork' } }), { off: noRunNow }),
  command('toEnd', 'run', [], () => ({ type: 'runTo', stops: {} }), { off: noRunNow }),
  command('tick', 'run', [], () => ({ type: 'dialog', name: 'tick' }), { off: noRunNow }),
  command('runText', 'run', [], () => ({ type: 'dialog', name: 'runText' }), { off: noRun }),
  command('fork', 'run', [], () => ({ type: 'fork' }), { off: noRun }),
  command('compare', 'run', [], () => ({ type: 'compare' }), { off: noRun }),
  command('cancelRun', 'run', [], () => ({ type: 'cancelPath', path: '*' }), { off: noRun }),
  ...(/** @type {const} */ (['stub', 'auto', 'manual', 'remote'])).map((mode) => command(`agents-${mode}`, 'run', [], () => ({ type: 'mode', mode }), { label: say.agents(words.modes[mode]) })),

  view('in', ['+']), view('out', ['-']), view('fit', ['=']), view('one', []), view('centre', ['C']), view('find', ['/']), view('follow', []), view('full', []),
  listed('pan', 'view', ['Shift+ArrowLeft', 'Shift+ArrowUp', 'Shift+ArrowRight', 'Shift+ArrowDown']),

  listed('walk', 'walk', ['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown']),
  listed('ends', 'walk', ['Home', 'End']), listed('openSource', 'walk', ['Enter']), listed('choose', 'walk', ['Space']), listed('actions', 'walk', ['ContextMenu', 'Shift+F10']),

  command('palette', 'page', ['Mod+K'], () => ({ type: 'dialog', name: 'palette' }), { hidden: true }),
  command('help', 'page', ['?'], () => ({ type: 'dialog', name: 'help' }), { single: 'page' }),
  command('region', 'page', ['F6'], none, { hidden: true }),
  command('regionBack', 'page', ['Shift+F6'], none, { hidden: true }),
  listed('escape', 'page', ['Escape']),
  ...LAYOUTS.map((layout) => command(`layout-${layout}`, 'page', [], () => ({ type: 'layout', layout }), { label: say.layout(words.shell.layouts[layout]), off: ({ shell }) => (shell.narrow ? words.shell.noLayout : '') })),
  ...PANELS.map((panel) => command(`panel-${panel}`, 'page', [], () => ({ type: 'panel', panel }), { label: words.run.open(words.panels[panel]) })),
  ...(/** @type {const} */ (['auto', 'light', 'dark'])).map((theme) => command(`theme-${theme}`, 'page', [], () => ({ type: 'theme', theme }), { label: words.header.theme[theme] })),

  command('share', 'document', ['Mod+Shift+S'], () => ({ type: 'share' })),
  command('format', 'document', ['Mod+Shift+F', 'Alt+Shift+F'], () => ({ type: 'format' })),
  command('keepVersion', 'document', ['Mod+S'], () => ({ type: 'keepVersion' })),
  command('newDocument', 'document', [], () => ({ type: 'newDocument' })),
  command('openFile', 'document', [], () => ({ type: 'openFile' })),
  command('fromAddress', 'document', [], () => ({ type: 'outsideAddress', address: '' })),
  command('newFile', 'document', [], () => ({ type: 'beginName', at: 'tabs', path: null })),
  command('problem', 'document', [], () => ({ type: 'firstProblem' }), { off: ({ analysis }) => ((analysis?.errors ?? 0) > 0 ? '' : words.problems.none) }),
  ...KINDS.map((kind) => command(`save-${kind}`, 'document', [], () => ({ type: 'export', kind }), { label: say.save(words.exports[kind]), off: kind === 'source' ? undefined : noRun })),

  listed('definition', 'editor', ['F12']), listed('references', 'editor', ['Shift+F12']), listed('complete', 'editor', ['Ctrl+Space']), listed('tell', 'editor', ['Ctrl+I']), listed('fix', 'editor', ['Mod+.']),
  listed('search', 'editor', ['Mod+F']), listed('indent', 'editor', ['Tab', 'Shift+Tab']), listed('leave', 'editor', ['Escape', 'Tab']),
];

/** @param {State} state @param {string} chord @returns {Action | null} */
function scrubbed(state, chord) {
  if (chord === 'ArrowLeft') return { type: 'back' };
  if (chord === 'ArrowRight') return { type: 'forward' };
  const list = positions(state.entries);
  const to = chord === 'Home' ? list[0] : list.at(-1);
  const at = list[indexOfStep(list, state.run?.position.step ?? 0)];
  return to && to !== at ? { type: 'goTo', step: to.step } : null;
}

/** 0: all paths side by side; else the n-th one. @param {State} state @param {string} chord @returns {Action | null} */
function chosenPath({ run }, chord) {
  if (chord === '0') return { type: 'allPaths', all: true };
  const path = run?.view.paths[Number(chord) - 1];
  return path ? { type: 'choosePath', path: path.id } : null;
}
