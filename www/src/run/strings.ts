// What is said about a run of an older text, and why a run does not go on.

import { positionText } from '../protocol/positions.ts';
import type { Place } from '../protocol/types.ts';

export const runIsOver = 'The run is over.';
export const runIsFull = 'The run has reached a limit of this page.';

export function staleChip(run: number, place: Place) {
  return `Run ${run} (step ${positionText(place)}) uses an older version of the machine.`;
}
