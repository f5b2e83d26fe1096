// @ts-check
// The words of Prompt.

import { count } from '../../strings.js';

export const promptWords = {
  noPath: 'No path runs yet. Start the run to see what its agent is shown.', asking: 'Asking what the agent is shown …', lost: 'The engine did not answer. Step or choose the path again.',
  at: (/** @type {string} */ path) => `Path ${path} at`, present: (/** @type {string} */ node) => `${node} (where it stands)`, budget: 'Budget', slider: 'Budget in tokens', filled: 'Tokens of the budget in use',
  total: (/** @type {number} */ n, /** @type {number} */ of) => `About ${n.toLocaleString('en')} of ${count(of, 'token').replace(/^\d+/, of.toLocaleString('en'))}.`, full: (/** @type {number} */ n) => `All of it would take ${n.toLocaleString('en')}.`,
  keep: 'Use for the run', unlook: 'Back to the run\u2019s budget', unkeep: 'Use the machine\u2019s budget',
  asked: (/** @type {string} */ title) => `Asked: ${title}`, notAsked: (/** @type {string} */ node) => `No agent is asked at ${node} now. One would be shown this.`, copy: 'Copy as text', whole: 'Full text', compare: 'Compare with', nobody: 'no other path',
  handles: 'Not shown in full', sections: 'Sections', nothing: 'Nothing fits into this budget.', open: (/** @type {string} */ title, /** @type {string} */ id) => `Show ${title} in full: ${id}`, widen: (/** @type {string} */ title, /** @type {string} */ id) => `Raise the budget until all fits, for ${title}: ${id}`,
  reasons: { hidden: 'hidden', collapsed: 'collapsed', summary: 'summary', inside: 'inside', cut: 'cut', dropped: 'no room' },
  tokens: (/** @type {number} */ n) => `~${count(n, 'token')}`, cut: (/** @type {number} */ lines, /** @type {number} */ n) => `cut: ${count(lines, 'line')}, ~${count(n, 'token')}`, stale: '↻ stale',
  stateOf: (/** @type {string} */ title, /** @type {string} */ id) => `How ${title} is shown: ${id}`, states: { HIDDEN: 'Hidden', COLLAPSED: 'Collapsed', SUMMARY: 'Summary', DETAILS: 'Details', ALL: 'All' },
  with: (/** @type {string} */ path) => `Compared with path ${path}`, both: (/** @type {number} */ mine, /** @type {number} */ theirs, /** @type {number} */ same) => `${count(mine, 'token')} here, ${theirs} there; ${count(same, 'section')} the same.`, marks: { same: 'the same', differs: 'differs', here: 'only here', there: 'only there' },
};
