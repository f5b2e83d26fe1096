// What the command palette says.

export const paletteStrings = {
  label: 'Commands, nodes, and examples',
  place: 'Type a command, a node, or an example',
  none: 'No results.',
  node: 'node',
  example: 'example',
};
