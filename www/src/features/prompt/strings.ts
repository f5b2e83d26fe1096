// What the Prompt panel says.

import { count } from '../../strings.ts';

export const promptStrings = {
  noPath: 'No path yet. Start the run to see what its agent is shown.',
  asking: 'Loading what the agent is shown…',
  lost: 'The engine did not respond. Step, or choose the path again.',
  at: (path: string) => `Path ${path} at`,
  present: (node: string) => `${node} (current)`,
  budget: 'Budget',
  slider: 'Budget in tokens',
  filled: 'Tokens used of the budget',
  total: (n: number, of: number) =>
    `About ${n.toLocaleString('en')} of ${count(of, 'token').replace(/^\d+/, of.toLocaleString('en'))}.`,
  full: (n: number) => `Everything would take ${n.toLocaleString('en')}.`,
  keep: 'Use for this run',
  unlook: 'Back to the run\u2019s budget',
  unkeep: 'Use the machine\u2019s budget',
  asked: (title: string) => `Agent call: ${title}`,
  notAsked: (node: string) => `No agent call at ${node} now. This is what one would show.`,
  copy: 'Copy as text',
  whole: 'Full text',
  compare: 'Compare with',
  nobody: 'no other path',
  handles: 'Not shown in full',
  sections: 'Sections',
  nothing: 'Nothing fits into this budget.',
  open: (title: string, id: string) => `Show ${title} in full: ${id}`,
  widen: (title: string, id: string) => `Raise the budget until ${title} fits: ${id}`,
  reasons: {
    hidden: 'hidden',
    collapsed: 'collapsed',
    summary: 'summary',
    inside: 'in another section',
    cut: 'cut off',
    dropped: 'over budget',
  },
  tokens: (n: number) => `~${count(n, 'token')}`,
  cut: (lines: number, n: number) => `cut off: ${count(lines, 'line')}, ~${count(n, 'token')}`,
  stale: '↻ outdated',
  stateOf: (title: string, id: string) => `How ${title} is shown: ${id}`,
  with: (path: string) => `Comparing with path ${path}`,
  both: (mine: number, theirs: number, same: number) =>
    `${count(mine, 'token')} here, ${theirs} there. ${count(same, 'section is', 'sections are')} the same.`,
  marks: { same: 'same', differs: 'different', here: 'only here', there: 'only there' },
};
