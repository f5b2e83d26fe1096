// What is said about a run of an older text.

import { positionText } from '../protocol/positions.ts';
import type { Place } from '../protocol/types.ts';

export function staleChip(run: number, place: Place) {
  return `Run ${run} (step ${positionText(place)}) uses an older version of the machine.`;
}
