// Actions of a journal as calls of the engine.

import type { Answer, Engine, Inputs, JournalAction, SnapshotRequest } from '../protocol/types.ts';

/** Performs what an exploration does from outside: steps, replies, answers, events and time. */
export function performJournalAction(engine: Engine, action: JournalAction, look: SnapshotRequest): Promise<Answer> {
  switch (action.kind) {
    case 'reply':
      return engine.reply(action.request, action.reply, look);
    case 'answer':
      return engine.answer(action.request, action.answer, look);
    case 'send':
      return engine.send(action.name, action.data, action.path ?? null, look);
    case 'elapse':
      return engine.elapse(action.ms, look);
    default:
      return action.kind === 'step' && action.idle === true ? engine.idleStep(look) : engine.step(look);
  }
}

/** Whether two runs start with the same values. */
export function isSameInput(a: Inputs = {}, b: Inputs = {}) {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

/** The fields of contexts in one order; a context without values is none. */
const sorted = (input: Inputs) =>
  Object.entries(input)
    .filter(([, fields]) => Object.keys(fields).length > 0)
    .map(([context, fields]) => [context, Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
