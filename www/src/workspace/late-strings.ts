// The words of small parts that come when they are first wanted.

import type { RunEnd } from '../protocol/types.ts';

export const laterWords = {
  runs: {
    title: 'Runs',
    kind: 'run',
    here: 'Current run',
    name: (n: number) => `Run ${n}`,
    go: (n: number) => `Open run ${n}`,
    ends: {
      running: '',
      notStarted: 'not started',
      awaitingAgent: 'waiting for agent',
      awaitingAnswers: 'waiting for answer',
      blocked: 'blocked',
      completed: 'completed',
      failed: 'failed',
      cancelled: 'canceled',
    } satisfies Record<RunEnd, string>,
    ended: (outcome: RunEnd, node: string = '') =>
      `${laterWords.runs.ends[outcome]}${outcome === 'completed' && node !== '' ? ` at ${node}` : ''}`,
    /** @param end how and where the branch ended; `at`: where one looked last */
    stood: (outcome: RunEnd, node: string | undefined, at: string, end: string) =>
      [laterWords.runs.ended(outcome, node), `step ${end}`, at !== end && `viewed at step ${at}`]
        .filter(Boolean)
        .join(', '),
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
