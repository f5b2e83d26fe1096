// What the page says about its engine: that it loads, is slow, was restarted or stopped.

import type { Loss, Notice, Restart } from '../protocol/types.ts';

export const engineStrings = {
  failed: 'The engine could not start.',
  advice: 'You can still edit and copy the source.',
  stop: 'Restart now',
  copyReport: 'Copy report',
  /** @param lost names of calls; no text of the user's machine */
  report: (version: string, text: string, lost: string[]) =>
    `Tracklight, ${version}\n${navigator.userAgent}\n${text}\nLost: ${lost.join(', ') || 'nothing'}`,
};

/** What the user did that a restart undoes, by call. */
const UNDONE: Record<string, string> = {
  start: 'starting the run',
  step: 'the step',
  run: 'the latest steps',
  idleStep: 'the step',
  reply: 'the reply',
  answer: 'the answer',
  answers: 'the answers',
  send: 'the event',
  elapse: 'the time that passed',
  giveStub: 'the latest steps',
  choose: 'the chosen edge',
  setContext: 'the edited value',
  cancel: 'canceling',
  back: 'going back',
  goTo: 'going to another step',
  settings: 'the change of agent settings',
  stepPath: 'the step',
  force: 'the forced edge',
  decide: 'your decision about the edit',
  applyText: 'applying the new version',
  fork: 'the new branch',
  checkpoint: 'the checkpoint',
  toCheckpoint: 'going to the checkpoint',
  resume: 'opening the run',
  playRecording: 'the replay',
  restore: 'the replay',
};

/** Calls that read the edited source: the engine reads it again after the next edit only. */
const READING = ['edit', 'tokens'];

const LOSSES: Record<Loss, string> = {
  crash: 'The engine crashed',
  hang: 'The engine did not respond for 10 seconds',
  user: 'The engine was still busy',
};
const RUNS: Record<Restart['run'], string> = {
  none: '',
  whole: ' Your run was restored.',
  part: ' Your run was restored in part.',
  lost: ' Your run could not be restored.',
};

/** @param detail the lost call, or why loading failed */
export function noticeText(code: Notice['code'], detail: string = '', restart?: Restart) {
  switch (code) {
    case 'engine-slow':
      return 'The engine has not responded for 3 seconds. It will restart if it stays unresponsive.';
    case 'engine-back':
      return 'The engine is responding again.';
    case 'engine-stopped':
      return 'The engine failed four times in a minute and was stopped. Your source is safe: download it, then reload.';
    case 'engine-too-long':
      return 'This machine took too long.';
    case 'engine-part':
      return 'Part of the engine could not be loaded, so this did not work. Check your connection, then try again.';
    case 'engine-load':
      return `The engine could not be loaded: ${detail}. You can still edit the source.`;
    case 'engine-restarted': {
      if (restart === undefined) return 'The engine was restarted.';
      const { loss, run, lostBranches } = restart;
      const reading = READING.includes(detail);
      const reason = `${LOSSES[loss]}${reading ? ' while reading your source,' : ''}`;
      const again = reading ? ' It will read the source again after your next edit.' : '';
      const undone = Object.hasOwn(UNDONE, detail) ? ` Undone: ${UNDONE[detail]}.` : '';
      const branches = lostBranches > 0 && run !== 'lost' ? ' Other branches of the run were lost.' : '';
      return `${reason} and was restarted.${again}${RUNS[run]}${undone}${branches}`;
    }
  }
}
