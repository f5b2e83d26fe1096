// The words of Inbox.

export const inboxWords = {
  none: 'No open questions. They appear here when a node needs an answer or an agent asks.',
  answered: 'Answered',
  required: 'Required',
  optional: 'Optional',
  path: (path: string) => `path ${path} at `,
  holds: {
    required: 'The path waits for you. Answer to continue. To skip, type a reason and choose Decline.',
    optional: 'The path continues without an answer.',
  },
  /** At an earlier step. */
  branches: 'An answer at this earlier step makes a new branch. Then press Run to continue there.',
  along: (queries: string[]) =>
    `Also sends what you wrote for ${queries.map((query) => `“${query}”`).join(', ')}: ` +
    'the path continues after this answer.',
  unsent: 'Not sent:',
  copy: 'Copy',
  lapsed: 'Expired',
  show: 'Show node',
  error: 'declined',
  event: 'Waiting for event ',
  condition: 'Only if',
  timers: 'Timers',
  others: 'Other paths',
  edit: (field: string) => `Edit ${field}`,
};
