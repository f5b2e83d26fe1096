// The words of the tab bar of the panels and of More.

import type { PanelId } from '../store/panels.ts';

export const panelWords = {
  more: 'More',
  morePanels: 'More panels',
  all: 'All panels',
  find: 'Find a panel',
  none: 'No panel has this name.',
  allCommands: 'All commands',
  breakpoints: 'Breakpoints',
  /** What a panel under More shows, in one line. */
  lines: {
    prompt: 'What the agent sees, with token counts',
    graph: 'What the agent can open and change',
    sql: 'Query the run with SQLite',
    outline: 'The machine as text',
    files: 'Files of this machine',
    breakpoints: 'Pause the run here',
    examples: 'Machines to open and change',
    documents: 'Earlier versions of this machine',
    settings: 'Theme, editor, run, local storage',
  } as Partial<Record<PanelId | 'breakpoints', string>>,
};
