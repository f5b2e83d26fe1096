// Every command of the page once: its words, where it works, its keys, what keeps it from working, and what it does.
// Keyboard, command palette and Help are made from this table.

import { commandStrings, exportNames } from './strings.ts';
import { savingStrings } from '../document/strings.ts';
import { workspaceStrings } from '../store/strings.ts';
import { whyNotEditable } from '../store/editable.ts';
import { GUIDES } from '../document/guides.ts';
import { listedPanels } from '../store/panels.ts';
import { positions, indexOfStep } from '../protocol/positions.ts';
import { LAYOUTS } from '../store/shell.ts';
import { isOver } from '../run/waiting.ts';
import { runIsOver } from '../run/strings.ts';
import type { What } from '../diagram/types.ts';
import type { Act } from '../gestures/types.ts';
import type { State, Action } from '../store/state.ts';
import type { RunState } from '../run/types.ts';

export interface Command {
  id: string;
  label: string;
  /** A heading of Help. */
  group: 'run' | 'view' | 'page' | 'document' | 'editor' | 'walk';
  /** The region it works in; `page`: anywhere. */
  where: 'page' | 'diagram' | 'timeline' | 'run';
  keys: string[];
  /** Where its single keys work: outside text fields, or only there; else in run bar, diagram and timeline. */
  single?: 'page' | 'diagram';
  /** An element's own key: listed, never changed. */
  fixed?: boolean;
  /** Not in the palette, where it would mean nothing. */
  hidden?: boolean;
  /** Why it does not work now. */
  off?: (state: State) => string;
  act: (state: State, chord: string) => Action | null;
}

const say = commandStrings;
const none = () => null;

const command = (
  id: string,
  group: Command['group'],
  keys: string[],
  act: (state: State, chord: string) => Action | null,
  more: Partial<Command> = {},
): Command => ({
  id,
  label: String((say.labels as Record<string, string>)[id] ?? id),
  group,
  where: 'page',
  keys,
  act,
  ...more,
});
/** An element's own keys. */
const listed = (id: string, group: Command['group'], keys: string[]): Command =>
  command(id, group, keys, none, { fixed: true, hidden: true });
const control = (name: 'step' | 'back' | 'forward' | 'reset', keys: string[]) =>
  command(name, 'run', keys, () => ({ type: name }), {
    off: ({ run: { controls, isRunning } }) =>
      isRunning && name === 'step' ? workspaceStrings.running : whyOff(controls[name]),
  });
const whyOff = ({ enabled, why }: RunState['controls']['run']) => (enabled ? '' : why || workspaceStrings.loading);
/** Does what the main button says. */
const MAIN = { run: 'run', pause: 'pause', again: 'again', restart: 'reset' } as const;
/** What is done by the drawing alone; the other acts have a place of their own in it. */
const DRAW_KEYS: [Act, string[]][] = [
  ['next', ['N']],
  ['connect', ['E']],
  ['move', ['M']],
  ['rename', ['F2']],
  ['delete', ['Delete', 'Backspace']],
  ['catch', []],
  ['fork', []],
  ['join', []],
  ['on', []],
  ['after', []],
  ['group', ['Mod+G']],
  ['ungroup', []],
  ['task', []],
  ['state', []],
  ['context', []],
  ['event', []],
];
const view = (what: What, keys: string[]) =>
  command(`view-${what}`, 'view', keys, () => ({ type: 'view', what }), { single: 'diagram', label: say.views[what] });
const noRun = (state: State) => (state.run.snapshot ? '' : workspaceStrings.noRun);
const noRunNow = (state: State) => (state.run.isRunning ? workspaceStrings.running : whyOff(state.run.controls.run));

const tables: WeakMap<State['panels'], Command[]> = new WeakMap();

export function commandsOf({ panels }: Pick<State, 'panels'>): Command[] {
  const commands = tables.get(panels) ?? makeTable(panels);
  tables.set(panels, commands);
  return commands;
}

const makeTable = (panels: State['panels']): Command[] => [
  control('step', ['F10', 'Alt+PageDown', 'S']),
  command('run', 'run', ['F8', 'Mod+Enter', 'R'], ({ run: { controls } }) => ({ type: MAIN[controls.main.does] }), {
    off: ({ run: { controls } }) => whyOff(controls.main),
  }),
  control('back', ['Alt+PageUp', 'B']),
  control('forward', ['Alt+Shift+PageUp', 'F']),
  control('reset', []),
  command('applyText', 'run', ['Mod+Shift+Enter'], () => ({ type: 'applyText' }), {
    // What was typed just now is read first.
    off: ({ run: { controls, analysis }, document }) =>
      analysis?.source === document.source ? whyOff(controls.apply) : '',
  }),
  command('scrub', 'run', ['ArrowLeft', 'ArrowRight', 'Home', 'End'], scrubbed, { where: 'timeline', hidden: true }),
  command('path', 'run', ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'], chosenPath, { hidden: true }),
  command('stop', 'run', ['F9'], () => ({ type: 'stop' }), {
    off: ({ selected }) => (selected ? '' : workspaceStrings.noNode),
  }),
  command('toAgent', 'run', [], () => ({ type: 'runTo', stops: { until: 'agent' } }), { off: noRunNow }),
  command('toFork', 'run', [], () => ({ type: 'runTo', stops: { until: 'fork' } }), { off: noRunNow }),
  command('toEnd', 'run', [], () => ({ type: 'runTo', stops: {} }), { off: noRunNow }),
  command('tick', 'run', [], () => ({ type: 'dialog', name: 'tick' }), { off: noRunNow }),
  command('runText', 'run', [], () => ({ type: 'dialog', name: 'runText' }), { off: noRun }),
  command('fork', 'run', [], () => ({ type: 'fork' }), { off: noRun }),
  command('explore', 'run', [], () => ({ type: 'explore' })),
  command('compare', 'run', [], () => ({ type: 'compare' }), { off: noRun }),
  command('cancelRun', 'run', [], () => ({ type: 'cancelPath', path: '*' }), {
    off: (state) => noRun(state) || (state.run.snapshot && isOver(state.run.snapshot) ? runIsOver : ''),
  }),
  ...(['stub', 'auto', 'manual', 'remote'] as const).map((mode) =>
    command(`agents-${mode}`, 'run', [], () => ({ type: 'mode', mode }), { label: say.mode(say.modes[mode]) }),
  ),

  view('in', ['+']),
  view('out', ['-']),
  view('fit', ['=']),
  view('one', []),
  view('centre', ['C']),
  view('find', ['/']),
  view('follow', []),
  view('full', []),
  listed('pan', 'view', ['Shift+ArrowLeft', 'Shift+ArrowUp', 'Shift+ArrowRight', 'Shift+ArrowDown']),

  listed('walk', 'walk', ['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown']),
  listed('ends', 'walk', ['Home', 'End']),
  listed('editInPlace', 'walk', ['Enter']),
  command(
    'openSource',
    'walk',
    ['Alt+Enter'],
    ({ selected }) => ({ type: 'select', id: selected, open: true, isInView: true }),
    { where: 'diagram', fixed: true, off: ({ selected }) => (selected ? '' : workspaceStrings.noNode) },
  ),
  listed('choose', 'walk', ['Space']),
  listed('chooseMore', 'walk', ['Shift+Space']),
  ...DRAW_KEYS.map(([act, keys]) =>
    command(`draw-${act}`, 'walk', keys, () => ({ type: 'draw', act }), {
      label: say.draw[act],
      where: 'diagram',
      off: whyNotEditable,
    }),
  ),
  ...(['undo', 'redo'] as const).map((way) =>
    command(
      `draw-${way}`,
      'walk',
      way === 'undo' ? ['Mod+Z'] : ['Mod+Shift+Z'],
      () => ({ type: way, inDrawing: true }),
      {
        label: say.labels[way],
        where: 'diagram',
        hidden: true,
        off: ({ textHistory }) => (textHistory[way] ? '' : say.noHistory[way]),
      },
    ),
  ),
  listed('actions', 'walk', ['ContextMenu', 'Shift+F10']),

  command('palette', 'page', ['Mod+K'], () => ({ type: 'dialog', name: 'palette' }), { hidden: true }),
  command('help', 'page', ['?'], () => ({ type: 'dialog', name: 'help' }), { single: 'page' }),
  command('cheatSheet', 'page', [], () => ({ type: 'dialog', name: 'cheatSheet' })),
  command('region', 'page', ['F6'], none, { hidden: true }),
  command('regionBack', 'page', ['Shift+F6'], none, { hidden: true }),
  listed('escape', 'page', ['Escape']),
  ...LAYOUTS.map((layout) =>
    command(`layout-${layout}`, 'page', [], () => ({ type: 'layout', layout }), {
      label: say.layout(say.layouts[layout]),
      off: ({ shell }) => (shell.narrow ? say.narrow : ''),
    }),
  ),
  ...listedPanels({ panels }).map(({ id, title }) =>
    command(`panel-${id}`, 'page', [], () => ({ type: 'panel', panel: id, focus: true }), { label: say.panel(title) }),
  ),
  ...GUIDES.map(({ id, title }) =>
    command(`guide-${id}`, 'page', [], () => ({ type: 'openGuide', page: id }), {
      label: say.guide(title),
    }),
  ),
  ...(['auto', 'light', 'dark'] as const).map((theme) =>
    command(`theme-${theme}`, 'page', [], () => ({ type: 'theme', theme }), { label: say.themes[theme] }),
  ),

  command('share', 'document', ['Mod+Shift+S'], () => ({ type: 'share' })),
  command('format', 'document', ['Mod+Shift+F', 'Alt+Shift+F'], () => ({ type: 'format' })),
  command('keepVersion', 'document', ['Mod+S'], () => ({ type: 'keepVersion' })),
  command('newDocument', 'document', [], () => ({ type: 'newDocument' })),
  command('open', 'document', ['Mod+O'], () => ({ type: 'dialog', name: 'open' })),
  command('settings', 'page', ['Mod+,'], () => ({ type: 'dialog', name: 'settings' })),
  command('import', 'document', [], () => ({ type: 'dialog', name: 'import' })),
  command('openFile', 'document', [], () => ({ type: 'openFile' })),
  command('fromAddress', 'document', [], () => ({ type: 'askForAddress', address: '' })),
  command('newFile', 'document', [], () => ({ type: 'beginName', at: 'tabs', path: null })),
  command('problem', 'document', [], () => ({ type: 'firstProblem' }), {
    off: ({ run: { analysis } }) => ((analysis?.errors ?? 0) > 0 ? '' : say.noErrors),
  }),
  ...Object.entries(exportNames).flatMap(([of, names]) =>
    (Object.entries(names) as [Extract<Action, { type: 'export' }>['kind'], string][]).map(([kind, name]) =>
      command(`save-${kind}`, 'document', [], () => ({ type: 'export', kind }), {
        label: say.export(of, name),
        off: kind === 'source' || kind === 'document' ? undefined : noRun,
      }),
    ),
  ),

  ...(['undo', 'redo'] as const).map((way) =>
    command(way, 'editor', way === 'undo' ? ['Mod+Z'] : ['Mod+Shift+Z'], () => ({ type: way }), {
      fixed: true,
      off: ({ textHistory }) => (textHistory[way] ? '' : say.noHistory[way]),
    }),
  ),
  listed('definition', 'editor', ['F12']),
  listed('references', 'editor', ['Shift+F12']),
  command('rename', 'editor', ['F2'], () => ({ type: 'renameSymbol' }), {
    fixed: true,
    off: ({ document }) => (document.locked ? savingStrings.locked : ''),
  }),
  listed('complete', 'editor', ['Ctrl+Space']),
  listed('tell', 'editor', ['Ctrl+I']),
  listed('fix', 'editor', ['Mod+.']),
  listed('search', 'editor', ['Mod+F']),
  listed('indent', 'editor', ['Tab', 'Shift+Tab']),
  listed('leave', 'editor', ['Escape', 'Tab']),
];

function scrubbed(state: State, chord: string): Action | null {
  if (chord === 'ArrowLeft') return { type: 'back' };
  if (chord === 'ArrowRight') return { type: 'forward' };
  const list = positions(state.run.entries);
  const to = chord === 'Home' ? list[0] : list.at(-1);
  const at = list[indexOfStep(list, state.run.snapshot?.position.step ?? 0)];
  return to && to !== at ? { type: 'goTo', step: to.step } : null;
}

/** 0: all paths side by side; else the n-th one. */
function chosenPath({ run: { snapshot } }: State, chord: string): Action | null {
  if (chord === '0') return { type: 'allPaths', all: true };
  const path = snapshot?.view.paths[Number(chord) - 1];
  return path ? { type: 'choosePath', path: path.id } : null;
}
