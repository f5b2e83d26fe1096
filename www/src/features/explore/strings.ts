// What the Explore panel says.

import { count } from '../../protocol/count.ts';
import type { ExploreResult, Finding } from '../../protocol/types.ts';

const situations = (n: number) => count(n, 'situation');

/** What makes a machine smaller. */
const BOUND = 'bound what grows: a counter, a list, the number of paths';

export const exploreStrings = {
  explain: 'Tries every reply, answer and event that can make a difference, and reports what goes wrong.',
  start: 'Explore all replies',
  again: 'Explore again',
  cancel: 'Cancel',
  options: 'Options',
  faults: 'Agent failures per run',
  faultChoices: ['None', 'At most 1', 'At most 2'],
  states: 'Most situations',
  seconds: 'Stop after',
  secondChoice: time,
  starting: 'Starting…',
  progress: (states: number, perSecond: number) =>
    `${situations(states)}, ${Math.round(perSecond).toLocaleString('en')} per second`,
  progressLabel: 'Situations explored',
  stale: 'The machine has changed since.',
  failed: (reason: string) => `Exploring failed: ${reason}`,
  errors: (n: number) => `The machine has ${count(n, 'error')}. It was explored as far as it runs.`,
  summary: summaryOf,
  cut: {
    states: (n: number) => `Stopped at ${situations(n)}. Raise “Most situations”, or ${BOUND}.`,
    time: (seconds: number) => `Stopped after ${time(seconds)}. Choose a longer time under Options, or ${BOUND}.`,
    canceled: 'Canceled before everything was tried.',
    values: (fields: readonly string[]) => {
      const [have, them] = fields.length === 1 ? ['it has', 'it'] : ['they have', 'them'];
      return `Not every value of ${listOf(fields)} was tried: ${have} too many, or the machine computes with ${them}.`;
    },
    unsure: 'So nothing is reported as unreachable, never true or never ending.',
  },
  severity: { error: 'Error', warning: 'Warning', info: 'Note' },
  inSituations: (n: number) => `in ${situations(n)}`,
  show: 'Show',
  showTitle: 'Play this as a new branch of the timeline',
  shown: 'Shown',
  remedies: {
    deadlock: 'Add an edge for this case, or one without a condition.',
    neverCompletes: 'Let a step inside write what the way out needs, or add another way out.',
    uncaught: 'Catch it with an edge labeled `catch`, or change what fails.',
    limit: 'Bound how many paths are started, or raise the limit.',
    unreachable: 'Remove it, or add an edge that leads there.',
    neverTrue: 'Change the condition, or remove the edge.',
    joinNever: 'Lead the missing paths to the join, or set its `mode`.',
    joinShort: 'Lead the missing paths to the join, or set its `mode`.',
    outputIncomplete: 'Let a task before the end write it, or give the field a value. An end calls no agent.',
  } as Partial<Record<Finding['kind'], string>>,
  find: 'Find',
  findTitle: 'Select this in the diagram',
  trace: 'How it gets there',
  notes: (n: number) => count(n, 'note'),
  properties: 'Properties',
  verdicts: { holds: 'holds', violated: 'violated', undecided: 'not decided' },
  inRun: 'violated in this run',
  coverage: 'Coverage',
  covered: (what: string, some: number, all: number) => `${what}: ${some} of ${all}`,
  nodes: 'Nodes entered',
  edges: 'Edges taken',
  conditions: 'Conditions both true and false',
  never: (isSure: boolean) => (isSure ? 'Never:' : 'Not so far:'),
  inDiagram:
    'The diagram shows how often each edge was taken in all that was tried. What was never reached is hatched.',
  notInDiagram: 'Restart to see it in the diagram, which shows a run of another version.',
  branch: 'A new branch shows this at its last step.',
  waits: 'Agents wait for your replies on this run.',
  undo: 'Undo',
  notPlayed: (reason: string) => `The run stopped before the end of the trace: ${reason}`,
};

function time(seconds: number) {
  return seconds < 60 ? count(seconds, 'second') : count(seconds / 60, 'minute');
}

const listOf = (names: readonly string[]) => {
  const ticked = names.map((name) => `\`${name}\``);
  return ticked.length > 1 ? `${ticked.slice(0, -1).join(', ')} and ${ticked.at(-1)}` : (ticked[0] ?? '');
};

/** The outcome in one sentence. */
function summaryOf({ exhausted, cut, states, findings, outcomes, notStarted }: ExploreResult) {
  if (notStarted) return 'The machine cannot start, so there is nothing to explore.';
  const problems = findings.filter(({ severity }) => severity !== 'info').length;
  if (problems > 0) return `${count(problems, 'problem')} in ${situations(states)}.`;
  if (!exhausted) return `No problems in the first ${situations(states)}.`;
  if (cut.length > 0) return `No problems in ${situations(states)}.`;
  const all = `Explored all ${situations(states)}:`;
  const hasFaults = findings.some(({ kind }) => kind === 'faultEndsRun');
  const isComplete = outcomes.every((outcome) => outcome === 'completed' || hasFaults);
  if (!isComplete || !outcomes.includes('completed')) return `${all} no problems.`;
  return `${all} every run completes${hasFaults ? ', unless an agent fails or leaves out a value' : ''}.`;
}
