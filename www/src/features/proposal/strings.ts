// What an edit of the machine says that the run proposes.

import { count } from '../../strings.ts';

export const proposalStrings = {
  title: 'Proposed edit',
  by: (path: string) => `Path ${path} proposes an edit to the machine`,
  diff: 'Changes',
  clean: 'No problems in the new version.',
  problems: (n: number) => `${count(n, 'problem')} in the new version:`,
  apply: 'Apply',
  reject: 'Reject',
  later: 'Later',
};
