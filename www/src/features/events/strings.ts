// What the Events panel says.

import { count } from '../../strings.ts';

export const eventStrings = {
  title: 'Events',
  none: 'Events appear here as the run goes on.',
  filter: 'Filter events',
  kind: 'Kind of event',
  anyKind: 'All kinds',
  noneLeft: 'No matching events.',
  columns: ['#', 'Step', 'Path', 'Event', 'Node', 'Details'],
  sort: (name: string) => `Sort by ${name}`,
  go: (seq: number, step: number) => `${seq}, go to step ${step}`,
  more: (n: number) => `Show ${n} more`,
  shown: (n: number, all: number) => `${n} of ${all}`,
  take: 'Export these rows',
  takes: { copy: 'Copy', csv: 'CSV', json: 'JSON' },
  takeTitle: {
    copy: 'Copy these rows, separated by tabs',
    csv: 'Download these rows as CSV',
    json: 'Download these events as JSON',
  },
  copied: (n: number) => `${count(n, 'row')} copied.`,
};
