// What the Problems panel says around the messages of the core.

export const problemStrings = {
  none: 'No problems.',
  jump: 'Go to line',
  fix: 'Apply this fix',
  run: 'Failed paths',
  explore: 'Explore all replies',
  exploreHint: 'Finds what goes wrong only for certain replies.',
  path: (id: string) => `Path ${id}`,
  at: (node: string) => `at \`${node}\`:`,
  line: (n: number) => `Line ${n}`,
  severity: { error: 'Error', warning: 'Warning', info: 'Suggestion' },
};
