// The words of small parts that come when they are first wanted.

import { PATH_STATUS } from '../run/path-status.ts';
import type { RunEnd } from '../protocol/types.ts';

export const laterWords = {
  runs: {
    title: 'Runs',
    kind: 'run',
    show: 'Scroll to the runs',
    here: 'Current run',
    name: (n: number) => `Run ${n}`,
    go: (n: number) => `Open run ${n}`,
    /** Empty while it goes on. A run is called as its paths are. @param node at which it completed */
    ended: (outcome: RunEnd, node: string = '') => {
      if (outcome === 'running') return '';
      if (outcome === 'notStarted') return 'not started';
      const word = PATH_STATUS[outcome].word.toLowerCase();
      return node === '' ? word : `${word} at ${node}`;
    },
    /** @param end how and where the branch ended; `at`: where one looked last */
    stood: (outcome: RunEnd, node: string | undefined, at: string, end: string) =>
      [laterWords.runs.ended(outcome, node), `step ${end}`, at !== end && `viewed at step ${at}`]
        .filter(Boolean)
        .join(', '),
    /** Of several branches the one that was viewed last. @param stood how and where it ended */
    branch: (n: number, name: string, stood: string) => `${n} branches; ${name}: ${stood}`,
    /** Not "checkpoint checkpoint 1", as the first is called that nobody named. @param more that are left out */
    checkpoints: (names: readonly string[], more: number) => {
      const word = /^checkpoint/i.test(names[0] ?? '') ? '' : names.length > 1 ? 'checkpoints ' : 'checkpoint ';
      return `${word}${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
    },
    /** As the core calls the branch that a run begins with. */
    first: 'main',
    of: (n: number) => `Source of run ${n}. It cannot be edited here.`,
  },
  toTick: {
    label: 'Step',
    go: 'Run',
    help: (now: number, most: number) =>
      `The run is at step ${now}. Enter an earlier step to view it, or a later one ` +
      `to continue the run by at most ${most.toLocaleString('en')} steps.`,
  },
};
