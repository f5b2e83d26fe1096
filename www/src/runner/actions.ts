// The actions that a host of a run makes, as entries of its journal.

import type { JournalAction, Result, Run } from '../../pkg/tracklight.js';

/** Applies an action. An argument of another kind is a refusal too. */
export function applied(run: Run, action: JournalAction): Result {
  try {
    return called(run, action);
  } catch (thrown) {
    if (!isBadArgument(thrown)) throw thrown;
    return { ok: false, error: { code: 'bad-argument', message: thrown.message } };
  }
}

export const isBadArgument = (thrown: unknown): thrown is Error =>
  thrown instanceof Error && 'code' in thrown && thrown.code === 'bad-argument';

function called(run: Run, action: JournalAction): Result {
  switch (action.kind) {
    case 'step':
      return run.step(action.idle ? { idle: true } : {});
    case 'reply':
      return run.reply(action.request, action.reply);
    case 'answer':
      return run.answer(action.request, action.answer);
    case 'send':
      return run.send(action.name, action.data);
    case 'elapse':
      return run.elapse(action.ms);
    case 'reportTime':
      return run.reportTime(action.elapsedMs);
    case 'cancel':
      return run.cancel(action.path);
    default:
      throw new Error(`a runner makes no action \`${action.kind}\``);
  }
}
