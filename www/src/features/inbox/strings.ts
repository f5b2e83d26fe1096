// The words of Inbox.

export const inboxWords = {
  none: 'No question is open. Agents and nodes with needs ask here.',
  answered: 'Answered',
  answer: 'Answer',
  cannot: 'Cannot answer',
  label: (query: string) => `Answer to: ${query}`,
  required: 'required',
  optional: 'optional',
  from: (node: string, path: string) => `${node}, path ${path}`,
  along: (queries: string[]) =>
    `Also sends what you wrote for ${queries.map((query) => `“${query}”`).join(', ')}: the path goes on after this answer.`,
  unsent: 'Not sent:',
  copy: 'Copy',
  lapsed: 'No longer asked',
  show: 'Show node',
  error: 'cannot be answered',
};
