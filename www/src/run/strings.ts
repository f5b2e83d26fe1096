// What is said about a run of an older text, and why a run does not go on.

import { count } from '../strings.ts';
import { positionText } from '../protocol/positions.ts';
import type { Place, BranchEnd } from '../protocol/types.ts';
import { PATH_STATUS } from './path-status.ts';

export const runIsOver = 'The run is over.';
export const runIsFull = 'The run has reached a limit of this page.';

/** Of a newer text, and a run that is to go on with it. */
export const applyWords = {
  label: 'Apply to this run',
  about: 'Continue this run with the new version',
  same: 'The run uses this version.',
  running: 'Pause the run first.',
  errors: (n: number) => `Fix ${count(n, 'error')} first.`,
  files: (entry: string) => `Other files have changed. Only changes to \`${entry}\` can be applied to a run.`,
  over: 'The run is over. Go back to an earlier step to apply it there.',
  applied: 'The run now uses the new version.',
  /** @param reasons of the core, without full stops */
  rejected: (reasons: string[]) =>
    `This version cannot be applied to the run: ${reasons.join('; ')}. Edit it, or press Restart.`,
  show: (node: string) => `Show ${node}`,
};

export function staleChip(run: number, place: Place) {
  return `Run ${run} (step ${positionText(place)}) uses an older version of the machine.`;
}

/** The words of small parts that come when they are first wanted. */
export const laterWords = {
  runs: {
    title: 'Runs',
    kind: 'run',
    show: 'Scroll to the runs',
    here: 'Current run',
    name: (n: number) => `Run ${n}`,
    go: (n: number) => `Open run ${n}`,
    /** Empty while it goes on. A run is called as its paths are. @param node at which it completed */
    ended: (outcome: BranchEnd, node: string = '') => {
      if (outcome === 'running') return '';
      if (outcome === 'notStarted') return 'not started';
      const word = PATH_STATUS[outcome].word.toLowerCase();
      return node === '' ? word : `${word} at ${node}`;
    },
    /** @param end how and where the branch ended; `at`: where one looked last */
    stood: (outcome: BranchEnd, node: string | undefined, at: string, end: string) =>
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

/** The words of replies. */
export const turnWords = {
  silent: 'No message and no tool calls',
  result: 'Result:',
  turn: (turn: number) => `Turn ${turn}`,
  place: ({ attempt, turn }: { attempt?: number | false; turn?: number | false } = {}) =>
    [attempt && `attempt ${attempt}`, turn && `turn ${turn}`].filter(Boolean).join(', '),
  by: {
    script: 'stub reply',
    auto: 'automatic reply',
    manual: 'manual reply',
    link: 'recorded reply',
    custom: 'reply from this page',
    remote: 'LLM API reply',
  } as Partial<Record<string, string>>,
};
