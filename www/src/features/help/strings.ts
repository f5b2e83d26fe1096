// What Help and the cheat sheet say.

import { count } from '../../strings.ts';

export const helpStrings = {
  guides: 'Guides',
  cheatSheet: 'Language cheat sheet',
  first: 'First steps',
  steps: [
    'Press Step. Every path that is ready moves along one edge. ' +
      'The diagram shows where the paths are and which values changed.',
    'Press Run to continue until something stops the run. ' +
      'The status line, next to the run bar, says what stopped it, and why.',
    'Select an earlier step in the timeline. If you change a value there, the run continues in a new branch.',
    'Edit the source. The diagram updates as you type. Problems are underlined, and many have a quick fix.',
    'Press Share to copy a link that contains the machine. Nothing is uploaded.',
  ],
  agents:
    'A task with a prompt calls its agent. At first, stubs reply: scripts, or generated replies that follow the ' +
    'prompt. Choose another agent mode in the Agent panel to reply yourself or to connect an LLM API.',
};

export const cheatStrings = {
  search: 'Search the language',
  all: (n: number) => (n > 0 ? `All ${n} words` : 'All words'),
  found: (n: number) => (n === 0 ? 'No results.' : count(n, 'word')),
  loading: 'Loading…',
  lost: 'The engine did not respond. Close the cheat sheet and open it again.',
  on: (places: string[]) => `of ${places.join(', ')}`,
  sections: {
    nodes: 'Nodes and contexts',
    edges: 'Edges',
    attributes: 'Attributes',
    stubs: 'In a stub',
    annotations: 'Annotations',
    types: 'Field types',
    expressions: 'Conditions and templates',
    styles: 'Styles',
  } as Record<string, string>,
};
