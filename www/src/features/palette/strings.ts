// What the command palette says.

export const paletteStrings = {
  label: 'Search or run a command',
  groups: {
    commands: 'Commands',
    nodes: 'Nodes',
    panels: 'Panels',
    examples: 'Examples',
    guides: 'Guides',
    runs: 'Previous runs',
    language: 'Language',
  },
  /** What an entry is found by beside its label. */
  kinds: {
    commands: '',
    nodes: 'node',
    panels: 'open panel',
    examples: 'example',
    guides: 'guide',
    runs: 'run',
    language: 'language',
  },
  breakpoints: 'Breakpoints',
  none: 'No results.',
  close: 'Close',
  enter: 'Enter opens',
  escape: 'Escape closes',
  narrow: ['> commands', '@ nodes, annotations', '# examples'],
};
