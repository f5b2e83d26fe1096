// Which controls of the run bar work, and what the status line says. Pure functions of the state.

import { sameSources } from '../protocol/sources.ts';
import { stepAway } from '../protocol/positions.ts';
import { statusSentence, waitSentence } from './status-sentence.ts';
import { applyWords, runIsFull, runIsOver } from './strings.ts';
import { canStep, isFull, isOver, isRunning } from './waiting.ts';
import type { Sources } from '../protocol/types.ts';
import type { Control, RunData, MainControl, RunState } from './types.ts';

/** @param data a run nobody did anything with */
export function isUntouched({ entries }: RunData) {
  return entries.every((entry) => entry.tick === 0 && entry.action === 0);
}

/** Whether a run stays with its own text, and the newest is another one. */
export const isOutdated = (data: RunData, sources: Sources) =>
  data.snapshot !== null && !sameSources(data.snapshot, sources) && !isUntouched(data);

/** @param data whether Step and Run begin a run of the newest text */
export function startsNewRun(data: RunData) {
  const { snapshot, isOutdated, shows } = data;
  // A run that nobody did anything with gives way to a newer text without a word.
  return snapshot === null || (isOutdated && shows === 'source') || (isUntouched(data) && !sameSources(snapshot, data));
}

/** The run as the page shows it. @param maxTicks of one press of Run */
export function runStateOf(data: RunData, maxTicks: number): RunState {
  const status = statusOf(data, maxTicks);
  return {
    ...data,
    status,
    controls: controlsOf(data, status),
    isRunning: isRunning(data),
    mode: data.settings.m ?? 'stub',
  };
}

export const statusOf = (data: RunData, maxTicks: number) => statusSentence(data, startsNewRun(data), maxTicks);

export function controlsOf(data: RunData, status: RunState['status']): RunState['controls'] {
  const { snapshot, entries, isOutdated } = data;
  const step = snapshot?.position.step ?? 0;
  const running = isRunning(data);
  const why = whyNoStep(data, status);
  // Run gives what stubs say of forms and events; Step leaves that to the user.
  const whyNoRun = snapshot?.canGiveStub && !startsNewRun(data) && !isFull(snapshot) ? '' : why;
  // While it runs, a branch is made already or soon: nothing in the bar is to change its width meanwhile.
  const anew = startsNewRun(data);
  const begins = running
    ? ''
    : anew && isOutdated
      ? 'run'
      : !anew && snapshot?.position.atTip === false
        ? 'branch'
        : '';
  const first = begins && ` (new ${begins})`;
  const hasRun = snapshot !== null;
  return {
    main: mainOf(data, whyNoRun, first),
    reset: {
      ...control(hasRun && (!isUntouched(data) || isOutdated), 'Restart', 'The run is at its start'),
      about: 'Restart at step 0 without running; this run is kept',
    },
    apply: { ...control(whyNoApply(data) === '', applyWords.label, whyNoApply(data)), about: applyWords.about },
    back: control(hasRun && stepAway(entries, step, 1) !== null, 'Back one step', 'This is the first step'),
    step: { ...control(why === '', `Step${first}`, why), begins },
    run: running ? control(true, 'Pause', '') : control(whyNoRun === '', 'Run', whyNoRun),
    forward: control(
      hasRun && stepAway(entries, step, -1) !== null,
      'Forward one step',
      'This is the last step of the branch',
    ),
  };
}

/** @param first what a step makes before */
function mainOf(data: RunData, why: string, first: string): MainControl {
  const { snapshot, isOutdated } = data;
  const errors = data.analysis?.errors ?? 0;
  if (isRunning(data)) return { ...control(true, 'Pause', ''), does: 'pause' };
  if (isOutdated && startsNewRun(data))
    return { ...control(errors === 0, 'Restart', why), does: 'restart', about: 'Restart with this version' };
  if (snapshot && isOver(snapshot) && snapshot.position.atTip && !startsNewRun(data))
    return { ...control(true, 'Run again', ''), does: 'again', about: 'Run again from step 0' };
  // In its label there is no room for that.
  return { ...control(why === '', 'Run', why), does: 'run', about: `Run${first}` };
}

/** @returns "" where it can go on */
function whyNoStep(data: RunData, status: RunState['status']) {
  const { snapshot, analysis, refusal } = data;
  if (startsNewRun(data)) {
    // A text that was not read for want of a part of the engine can be tried again.
    const isUnread = snapshot === null && analysis === null && refusal?.code !== 'engine-part';
    return isUnread || (analysis?.errors ?? 0) > 0 ? status.text : '';
  }
  if (snapshot === null) return status.text;
  const { view } = snapshot;
  if (view.outcome.kind === 'notStarted')
    return view.outcome.reason === 'nothingToRun' ? 'No nodes to run' : status.text;
  if (isOver(snapshot)) return runIsOver;
  return canStep(snapshot) ? '' : isFull(snapshot) ? runIsFull : waitSentence(data, snapshot);
}

/** @returns "" where the run can go on with the newest text */
function whyNoApply({ snapshot, isOutdated, analysis, activity, ...sources }: RunData) {
  if (snapshot === null || !isOutdated) return applyWords.same;
  if (isRunning({ activity })) return applyWords.running;
  const errors = analysis?.errors ?? 0;
  if (errors > 0) return applyWords.errors(errors);
  if (!sameSources({ ...snapshot, source: sources.source }, sources)) return applyWords.files(snapshot.entry);
  return isOver(snapshot) ? applyWords.over : '';
}

function control(enabled: boolean, label: string, why: string): Control {
  return { enabled, label, why: enabled ? '' : why };
}
