// What More lists: the panels without a tab of their own, the breakpoints, and the way to all commands.

import { paths } from '../protocol/files.ts';
import { words } from '../strings.ts';
import { commands } from '../commands/commands.ts';
import { keysOf, labelsOf } from '../commands/chords.ts';
import { MORE_PANELS, type PanelId } from '../store/panels.ts';
import type { Action, State } from '../store/state.ts';
import type { MoreEntry } from './more-popover.ts';
import { panelWords } from './panel-strings.ts';

const ICONS: Partial<Record<PanelId, string>> = {
  prompt: 'prompt',
  graph: 'graph',
  sql: 'data',
  outline: 'list',
  files: 'file',
  documents: 'save',
};

export function moreEntries(state: State, dispatch: (action: Action) => void): MoreEntry[] {
  const panels = MORE_PANELS.map((id) => ({
    id,
    label: words.panels[id],
    image: ICONS[id] ?? 'panels',
    line: panelWords.lines[id] ?? '',
    side: id === 'files' ? String(paths(state.document).length) : '',
    act: () => dispatch({ type: 'panel', panel: id }),
  }));
  const breakpoints: MoreEntry = {
    id: 'breakpoints',
    label: panelWords.breakpoints,
    image: 'breakpoint',
    line: panelWords.lines.breakpoints ?? '',
    side: keyOf(state, 'stop'),
    leaves: true,
    act: () => dispatch({ type: 'stopList', open: true }),
  };
  const palette: MoreEntry = {
    id: 'commands',
    label: panelWords.allCommands,
    image: 'find',
    line: '',
    side: keyOf(state, 'palette'),
    leaves: true,
    last: true,
    act: () => dispatch({ type: 'dialog', name: 'palette' }),
  };
  const files = panels.findIndex(({ id }) => id === 'files') + 1;
  return [...panels.slice(0, files), breakpoints, ...panels.slice(files), palette];
}

/** The first key of a command, as it is written on the keyboard. */
function keyOf({ shell }: State, id: string) {
  const command = commands.find((one) => one.id === id);
  const chord = command && keysOf(command, shell)[0];
  return chord ? labelsOf(chord).join(' ') : '';
}
