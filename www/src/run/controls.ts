// Which controls of the run bar work, and what the status line says. Pure functions of the state.

import { sameSources } from '../protocol/sources.ts';
import { stepAway } from '../protocol/positions.ts';
import { errorsSentence, staleChip, statusSentence } from './strings.ts';
import type { Sources } from '../protocol/types.ts';
import type { Control, RunState } from './types.ts';

export type Facts = Omit<RunState, 'status' | 'controls'>;

/** @param facts a run nobody did anything with */
export function isUntouched({ entries }: Facts) {
  return entries.every((entry) => entry.tick === 0 && entry.action === 0);
}

/** What is said about a run once the text is another one than its own; null where there is nothing to say. */
export function staleFor(facts: Facts, sources: Sources): RunState['stale'] {
  const { snapshot, runNumber } = facts;
  if (snapshot === null || sameSources(snapshot, sources) || isUntouched(facts)) return null;
  const { tick, action } = snapshot.position;
  return { text: staleChip(runNumber, { tick, action }), run: runNumber, place: { tick, action } };
}

/** @param facts whether Step and Run begin a run of the newest text */
export function startsAnew(facts: Facts) {
  const { snapshot, stale, shows } = facts;
  // A run that nobody did anything with gives way to a newer text without a word.
  return (
    snapshot === null || (stale !== null && shows === 'source') || (isUntouched(facts) && !sameSources(snapshot, facts))
  );
}

/** @param maxTicks of one press of Run */
export function statusOf(facts: Facts, maxTicks: number): RunState['status'] {
  const { snapshot, analysis, stop, hit } = facts;
  if (startsAnew(facts) && (analysis?.errors ?? 0) > 0)
    return { text: errorsSentence(analysis?.errors ?? 0), link: { panel: 'problems' } };
  if (snapshot === null) return { text: facts.refusal?.message ?? 'The engine is loading.', link: null };
  return statusSentence(snapshot, stop, maxTicks, hit);
}

export function controlsOf(facts: Facts, status: RunState['status']): RunState['controls'] {
  const { snapshot, entries, activity, stale } = facts;
  const step = snapshot?.position.step ?? 0;
  const running = activity === 'running' || activity === 'held';
  const why = whyNoStep(facts, status);
  const restarts = stale !== null && startsAnew(facts);
  const label = restarts
    ? 'Restart and step'
    : startsAnew(facts) || snapshot?.position.atTip !== false
      ? 'Step'
      : 'Step (new branch)';
  const hasRun = snapshot !== null;
  return {
    reset: control(hasRun && (!isUntouched(facts) || stale !== null), 'Reset', 'The run stands at its start.'),
    back: control(hasRun && stepAway(entries, step, 1) !== null, 'Back', 'This is the first position.'),
    step: control(why === '', label, why),
    run: running ? control(true, 'Pause', '') : control(why === '', restarts ? 'Restart and run' : 'Run', why),
    forward: control(
      hasRun && stepAway(entries, step, -1) !== null,
      'Forward',
      'This is the last position of the branch.',
    ),
  };
}

function whyNoStep(facts: Facts, status: RunState['status']) {
  const { snapshot, analysis } = facts;
  if (startsAnew(facts))
    return snapshot === null && analysis === null ? status.text : (analysis?.errors ?? 0) > 0 ? status.text : '';
  if (snapshot === null) return status.text;
  const { view, pending, unanswered } = snapshot;
  const full = facts.snapshot?.ceiling?.kind === 'paths' || facts.snapshot?.ceiling?.kind === 'events';
  const moves = !full && view.paths.some((path) => path.status === 'active');
  // At an earlier position an automatic agent may still have to answer; Step lets it.
  const answers = pending.agents.some((request) => !Object.hasOwn(unanswered, request.id));
  return moves || answers ? '' : status.text;
}

function control(enabled: boolean, label: string, why: string): Control {
  return { enabled, label, why: enabled ? '' : why };
}
