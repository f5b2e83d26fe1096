// What the timeline says.

import { count } from '../../strings.ts';

export const timelineWords = {
  title: 'Timeline',
  none: 'Each step of the run appears here. Select one to go back to it, or branch from it.',
  position: (at: string, last: string, running: boolean) =>
    running || last === '0' ? `Step ${at}` : `Step ${at} of ${last}`,
  start: 'Start',
  go: (at: string) => `Go to step ${at}`,
  filter: 'Filter',
  compare: 'Compare',
  compareTitle: 'Pin this step for comparison',
  endCompare: 'End comparison',
  view: 'How steps are listed',
  list: 'List',
  table: 'Table',
  export: 'Export trace',
  branches: 'Branches and checkpoints',
  left: (n: number, all: number) => `${n} of ${count(all, 'step')}`,
  noneLeft: 'No matching steps.',
  clear: 'Clear filter',
  by: { path: 'Path', kind: 'Event', node: 'Node', field: 'Field', text: 'Text' },
  any: 'Any',
  column: (path: string) => `Path ${path}`,
  step: 'Step',
  run: 'Run',
};

export const detailWords = {
  call: 'Agent call',
  prompt: 'Prompt',
  reply: 'Reply',
  tools: 'Tool calls',
  changes: 'Changes',
  rejected: 'Rejected',
  conditions: 'Conditions',
  edges: 'Edges',
  events: 'Events',
  writers: {
    agent: 'by the agent',
    host: 'by you',
    answer: 'by the answer',
    gather: 'gathered',
    edit: 'by an edit of the machine',
    set: 'by the machine',
    output: 'by the output',
  },
  merged: (join: string) => `merged at join ${join}`,
  took: (edge: string) => `took ${edge}`,
};
