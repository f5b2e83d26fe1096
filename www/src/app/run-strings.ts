// What the run bar and the status row say beside what the run itself says of its state.

import { count } from '../strings.ts';
import type { Mode } from '../workspace/state.ts';

export const runBarWords = {
  tagline: 'Write a state machine for an AI agent, run it step by step, and watch its context change.',
  howItWorks: 'How it works',
  showSteps: 'Show steps',
  showStarters: 'Show starters',
  cancelCall: 'Cancel call',
  seconds: (n: number) => `${n} s`,
  agent: 'Agent',
  agentTitle: 'Who replies to agent calls of this run',
  modes: {
    stub: 'Stub',
    auto: 'Automatic',
    manual: 'Manual',
    custom: 'Custom',
    remote: 'LLM API',
  } satisfies Record<Mode, string>,
  modesLong: {
    stub: 'Stub (scripted, else automatic)',
    auto: 'Automatic values',
    manual: 'Manual replies',
    custom: 'Custom agent of this page',
    remote: 'LLM API',
  } satisfies Record<Mode, string>,
  speed: 'Speed',
  speeds: (speed: number | 'max') => (speed === 'max' ? 'Max speed' : count(speed, 'step').replace(/$/, '/s')),
  more: 'Run to, step one path, breakpoints',
  runTo: 'Run to',
  toAgent: 'Next agent call',
  toFork: 'Next fork or join',
  toEnd: 'End, ignoring breakpoints',
  toNode: (node: string) => `Node ${node}`,
  toSelected: 'Selected node',
  toStep: 'Step…',
  noNode: 'Select a node in the diagram first',
  running: 'Pause the run first',
  stepPath: 'Step one path',
  path: (path: string, node: string) => `Step path ${path} at ${node}`,
  older: 'The run uses an older version of the machine',
  backToRun: 'Back to run',
  runText: 'Show its source',
  breakpoints: (n: number) => (n === 0 ? 'Breakpoints…' : `Breakpoints (${n})…`),
  realWaits: 'Wait for real retry delays',
  step: 'Step',
};
