// How the runs of the document are told, in their list and in the palette.

import { positionText } from '../protocol/positions.ts';
import { branchesIn } from '../protocol/record.ts';
import { laterWords } from './late-strings.ts';
import type { KeptRun } from '../protocol/types.ts';

interface Standing extends Pick<KeptRun, 'place' | 'outcome' | 'node' | 'end'> {
  branches: readonly { id: string; name?: string }[];
  /** The branch that is told of: the one that was viewed last. */ on: string;
}

/** A run that was left, with the branches it has. */
export const leftRun = (one: KeptRun) => ({
  ...one,
  branches: branchesIn(one.record).filter(({ gone }) => !gone),
  on: one.at.branch,
});

/** How the branch of a run that was viewed last ended, and where; of several it is named. */
export function standsText({ place, outcome, node, end = place, branches, on }: Standing) {
  const say = laterWords.runs;
  const stood = say.stood(outcome, node, positionText(place), positionText(end));
  if (branches.length < 2) return stood;
  return say.branch(branches.length, branches.find(({ id }) => id === on)?.name ?? say.first, stood);
}
