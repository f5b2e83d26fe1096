// What is said about a run of an older text, and why a run does not go on.

import { count } from '../strings.ts';
import { positionText } from '../protocol/positions.ts';
import type { Place } from '../protocol/types.ts';

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
