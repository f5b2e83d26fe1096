// The words of the tab bar and the strip of the panels, and of More.

export const panelWords = {
  more: 'More',
  morePanels: 'More panels',
  all: 'All panels',
  find: 'Find a panel',
  none: 'No panel has this name.',
  allCommands: 'All commands',
  breakpoints: 'Breakpoints',
  breakpointsSummary: 'Pause the run here',
};
