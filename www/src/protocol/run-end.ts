// What a run that goes on waits for.

import type { BranchEnd, Snapshot } from './types.ts';

/** A run whose paths all wait says for what. */
export function endOf({ outcome, paths }: Snapshot['view']): BranchEnd {
  const waits = (status: (typeof paths)[number]['status']) => paths.some((path) => path.status === status);
  if (outcome.kind !== 'running' || waits('active')) return outcome.kind;
  return (['awaitingAnswers', 'awaitingAgent', 'awaitingEvent'] as const).find(waits) ?? 'running';
}
