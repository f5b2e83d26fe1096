// Checks the form of actions and stored replies before any data from outside reaches the core.

import { CODE, isSessionEntry } from '../protocol/action-codes.ts';
import { isRecord, memberOf } from '../protocol/plain-data.ts';
import type { Stored } from './types.ts';

type Check = (value: unknown) => boolean;
interface ActionShape {
  arguments: Check[];
  example: string;
}

/** The documented actions, with the arguments behind tick and kind. */
const ACTION_SHAPES: Record<string, ActionShape> = {
  [CODE.stepPath]: { arguments: [isText], example: '"p", path' },
  [CODE.reply]: { arguments: [isCount], example: '"r", index' },
  [CODE.answer]: { arguments: [isText, isAnswer], example: '"a", request, text or values' },
  [CODE.answers]: {
    arguments: [(answers) => isRecord(answers) && Object.values(answers).every(isAnswer)],
    example: '"A", { request: answer }',
  },
  [CODE.answerError]: { arguments: [isText, isText], example: '"x", request, text' },
  [CODE.setContext]: { arguments: [isText, isText, isPresent], example: '"e", path, field, value' },
  [CODE.choose]: { arguments: [isText, isText], example: '"h", path, edge' },
  [CODE.force]: {
    arguments: [isText, isText, (mode) => mode === 'take' || mode === 'skip' || mode === null],
    example: '"f", path, edge, "take" or "skip" or null',
  },
  [CODE.cancel]: { arguments: [isText], example: '"c", path' },
  [CODE.reportTime]: { arguments: [isCount], example: '"d", milliseconds' },
  [CODE.send]: {
    arguments: [isText, isPresent, (path) => path === null || isText(path)],
    example: '"s", event, data, path or null',
  },
  [CODE.idleStep]: { arguments: [], example: '"i"' },
  [CODE.elapse]: { arguments: [(ms) => isCount(ms) && ms > 0], example: '"w", milliseconds' },
  [CODE.propose]: { arguments: [isText], example: '"u", source' },
  [CODE.decide]: { arguments: [isText, isFlag], example: '"m", edit, true or false' },
};

/**
 * The problem of the actions of a document; null if there is none. Unknown kinds are accepted: the replay stops there
 * and says so.
 * @param isAllowed entries that are allowed beside the documented ones
 */
export function actionsProblem(t: unknown, isAllowed: (entry: unknown[]) => boolean = () => false): string | null {
  if (!Array.isArray(t)) return 'member `t` must be a list';
  let lastTick = 0;
  for (const [i, entry] of t.entries()) {
    const at = `member \`t\`, action ${i + 1}`;
    if (!Array.isArray(entry) || !isCount(entry[0]) || !isText(entry[1]))
      return `${at} must be a list that begins with a tick and a kind`;
    const [tick, kind, ...rest] = entry;
    if (tick < lastTick) return `${at} has an earlier tick than the one before`;
    lastTick = tick;
    if (isAllowed(entry)) continue;
    if (isSessionEntry(entry)) return `${at}: links cannot change agent settings (\`${kind}\`)`;
    const known = Object.hasOwn(ACTION_SHAPES, kind) ? ACTION_SHAPES[kind] : undefined;
    if (known !== undefined && !known.arguments.every((fits, n) => fits(rest[n])))
      return `${at} must be [tick, ${known.example}]`;
  }
  return null;
}

/** @param stored a reply `[path, node, digest, reply]`, or an answer `[path, request, answer]` */
export function isStored(stored: unknown): stored is Stored {
  if (!Array.isArray(stored) || !stored.slice(0, 2).every(isText)) return false;
  if (stored.length === 3) return isText(stored[2]) || isText(memberOf(stored[2], 'error'));
  return stored.length === 4 && isText(stored[2]) && isReply(stored[3]);
}

/** The answer to a request: a text, or an object with the values of a form or with an error text. */
function isAnswer(answer: unknown) {
  return isText(answer) || isRecord(answer);
}

function isReply(reply: unknown) {
  if (!isRecord(reply)) return false;
  const { turns, final, error } = reply;
  if (error !== undefined)
    return isRecord(error) && isText(error.message) && isMaybe(error.code, isText) && isMaybe(error.retryable, isFlag);
  return Array.isArray(turns) && turns.every(isTurn) && isMaybe(final, isFlag);
}

function isTurn(turn: unknown) {
  if (!isRecord(turn)) return false;
  const { text, calls } = turn;
  return (
    isMaybe(text, isText) &&
    isMaybe(calls, (list) => Array.isArray(list) && list.every((call) => isText(memberOf(call, 'name'))))
  );
}

function isMaybe(value: unknown, fits: Check) {
  return value === undefined || fits(value);
}

function isPresent(value: unknown) {
  return value !== undefined;
}

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

export function isFlag(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

export function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
