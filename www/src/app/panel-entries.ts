// What More lists: the panels without a button of their own, the breakpoints, and the way to all commands.

import type { Dispatch, State } from '../store/state.ts';
import { keyOf } from './key-of.ts';
import type { MoreEntry } from './more-popover.ts';
import { panelWords } from './panel-strings.ts';

export function moreEntries(state: State, dispatch: Dispatch): MoreEntry[] {
  const panels = state.panels
    .filter(({ place }) => place === 'more')
    .map(({ id, title, icon, summary = '', note }) => ({
      id,
      label: title,
      icon,
      summary,
      note: note?.(state) ?? '',
    }));
  const breakpoints: MoreEntry = {
    id: 'breakpoints',
    label: panelWords.breakpoints,
    icon: 'breakpoint',
    summary: panelWords.breakpointsSummary,
    note: keyOf(state, 'stop'),
    act: () => dispatch({ type: 'stopList', open: true }),
  };
  const palette: MoreEntry = {
    id: 'commands',
    label: panelWords.allCommands,
    icon: 'find',
    summary: '',
    note: keyOf(state, 'palette'),
    isAlwaysShown: true,
    act: () => dispatch({ type: 'dialog', name: 'palette' }),
  };
  const files = panels.findIndex(({ id }) => id === 'files') + 1;
  return [...panels.slice(0, files), breakpoints, ...panels.slice(files), palette];
}
