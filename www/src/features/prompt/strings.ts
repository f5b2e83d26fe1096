// The words of Prompt.

import { count } from '../../strings.ts';

export const promptWords = {
  noPath: 'No path runs yet. Start the run to see what its agent is shown.',
  asking: 'Asking what the agent is shown …',
  lost: 'The engine did not answer. Step or choose the path again.',
  at: (path: string) => `Path ${path} at`,
  present: (node: string) => `${node} (where it stands)`,
  budget: 'Budget',
  slider: 'Budget in tokens',
  filled: 'Tokens of the budget in use',
  total: (n: number, of: number) =>
    `About ${n.toLocaleString('en')} of ${count(of, 'token').replace(/^\d+/, of.toLocaleString('en'))}.`,
  full: (n: number) => `All of it would take ${n.toLocaleString('en')}.`,
  keep: 'Use for the run',
  unlook: 'Back to the run\u2019s budget',
  unkeep: 'Use the machine\u2019s budget',
  asked: (title: string) => `Asked: ${title}`,
  notAsked: (node: string) => `No agent is asked at ${node} now. One would be shown this.`,
  copy: 'Copy as text',
  whole: 'Full text',
  compare: 'Compare with',
  nobody: 'no other path',
  handles: 'Not shown in full',
  sections: 'Sections',
  nothing: 'Nothing fits into this budget.',
  open: (title: string, id: string) => `Show ${title} in full: ${id}`,
  widen: (title: string, id: string) => `Raise the budget until all fits, for ${title}: ${id}`,
  reasons: {
    hidden: 'hidden',
    collapsed: 'collapsed',
    summary: 'summary',
    inside: 'inside',
    cut: 'cut',
    dropped: 'no room',
  },
  tokens: (n: number) => `~${count(n, 'token')}`,
  cut: (lines: number, n: number) => `cut: ${count(lines, 'line')}, ~${count(n, 'token')}`,
  stale: '↻ stale',
  stateOf: (title: string, id: string) => `How ${title} is shown: ${id}`,
  with: (path: string) => `Compared with path ${path}`,
  both: (mine: number, theirs: number, same: number) =>
    `${count(mine, 'token')} here, ${theirs} there; ${count(same, 'section')} the same.`,
  marks: { same: 'the same', differs: 'differs', here: 'only here', there: 'only there' },
};
