// How the runs of the document are told, in their list and in the palette.

import { positionText } from '../protocol/positions.ts';
import { branchesIn } from '../protocol/record.ts';
import { laterWords } from './strings.ts';
import type { KeptRun } from '../protocol/types.ts';

/** More checkpoints of a run are counted. */
const MOST_NAMES = 3;

interface Standing extends Pick<KeptRun, 'place' | 'outcome' | 'node' | 'end'> {
  branches: readonly { id: string; name?: string }[];
  /** Names of its checkpoints, where they stand nowhere else. */
  checkpoints?: readonly string[];
  /** The branch that is told of: the one that was viewed last. */
  on: string;
}

/** A run that was left, with the branches it has, and the checkpoints that were set by hand. */
export const leftRun = (run: KeptRun) => ({
  ...run,
  branches: branchesIn(run.record).filter(({ gone }) => !gone),
  checkpoints: run.record.c?.map(({ name }) => name),
  on: run.at.branch,
});

/** How the branch of a run that was viewed last ended, and where; of several it is named. Then its checkpoints. */
export function standsText({ place, outcome, node, end = place, branches, checkpoints = [], on }: Standing) {
  const say = laterWords.runs;
  const stood = say.stood(outcome, node, positionText(place), positionText(end));
  const text =
    branches.length < 2
      ? stood
      : say.branch(branches.length, branches.find(({ id }) => id === on)?.name ?? say.first, stood);
  return checkpoints.length === 0
    ? text
    : `${text}; ${say.checkpoints(checkpoints.slice(0, MOST_NAMES), checkpoints.length - MOST_NAMES)}`;
}
