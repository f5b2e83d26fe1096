// The codes of actions: the second member of an entry in a session record, in links and in files. Published codes never
// change their meaning. Their arguments are checked in `link/shape.ts`, and played by `core/replay.ts`.

import { isRecord } from './plain-data.ts';
import type { GivenAnswer, Json, RecordEntry } from './types.ts';

export const CODE = {
  /** The tick at which it stands is one in which nothing is active: only timeouts of joins count it. */
  idleStep: 'i',
  stepPath: 'p',
  /** Names an entry of the stored replies. */
  reply: 'r',
  /** A text, or the values of a form. */
  answer: 'a',
  answers: 'A',
  answerError: 'x',
  setContext: 'e',
  choose: 'h',
  force: 'f',
  cancel: 'c',
  reportTime: 'd',
  send: 's',
  elapse: 'w',
  /** Proposes another source of the machine. */
  propose: 'u',
  /** Applies or rejects a proposed edit of the machine. */
  decide: 'm',
  /** Changed agent settings; in records of a session only. Told from an event by its argument, which is an object. */
  settings: 's',
  /** Stored replies are not used from here on; in records of a session only. */
  endReplies: 'l',
} as const;

/** The entry of an answer, without its tick. */
export function answerEntry(request: string, answer: GivenAnswer): [kind: string, request: string, answer: Json] {
  return isDecline(answer) ? [CODE.answerError, request, answer.error] : [CODE.answer, request, answer];
}

/** Whether an answer says why there is none. No field of a form is named `error`. */
export const isDecline = (answer: Json): answer is { error: string } =>
  isRecord(answer) && typeof answer.error === 'string' && Object.keys(answer).length === 1;

/** The requests that an entry answers, each time that it does. */
export function answeredIn([, kind, first]: RecordEntry): string[] {
  if (kind === CODE.answer || kind === CODE.answerError) return [String(first)];
  return kind === CODE.answers && isRecord(first) ? Object.keys(first) : [];
}

/** Whether an entry changes agent settings. */
export const isSettingsEntry = ([, kind, first]: readonly unknown[]) =>
  kind === CODE.settings && typeof first !== 'string';

/** Whether links and files from elsewhere must not have an entry, because it changes who replies to agent calls. */
export const isSessionEntry = (entry: readonly unknown[]) => entry[1] === CODE.endReplies || isSettingsEntry(entry);
