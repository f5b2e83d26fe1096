// Checks scripts: which keys, which types. Returns messages and decides nothing else.

import { isDecline } from '../protocol/action-codes.ts';
import { isObject } from './json.ts';
import type { Json } from './types.ts';

/** The longest delay of a script, in ms. */
const MAX_WAIT = 60_000;

/** The problem of the value of a key; null if there is none. */
const KEYS: Record<string, (value: Json) => string | null> = {
  ask: (value) =>
    isAsk(value) || isListOf(value, isAsk)
      ? null
      : 'must be a question, {query, reason, priority, options}, or a list of them',
  say: (value) => (typeof value === 'string' ? null : 'must be a string'),
  read: (value) => (isText(value) || isListOf(value, isText) ? null : 'must be `Ctx`, `Ctx.field`, or a list of them'),
  write: (value) =>
    isObject(value) && Object.values(value).every(isObject) ? null : 'must have the form {Ctx: {field: value}}',
  call: (value) =>
    isObject(value) || isListOf(value, isCall) ? null : 'must have the form {tool: input} or [{name, input, result}]',
  spawn: (value) => (isText(value) || isListOf(value, isText) ? null : 'must be a name or a list of names'),
  go: (value) => (isText(value) ? null : 'must be a name'),
  fail: (value) => (isText(value) || isFailure(value) ? null : 'must be a string or {message, retryable}'),
  turns: (value) => (Array.isArray(value) && value.length > 0 ? null : 'must be a list with at least one turn'),
  answers: (value) =>
    isListOf(value, isAnswer) || (isObject(value) && Object.values(value).every(isAnswer))
      ? null
      : 'must be a list of strings and objects, or {query: answer}',
  when: (value) => (isText(value) ? null : 'must be a condition'),
  times: (value) => (Number.isInteger(value) && Number(value) > 0 ? null : 'must be a whole number, 1 or more'),
  wait: (value) =>
    typeof value === 'number' && value >= 0 && value <= MAX_WAIT ? null : `must be from 0 to ${MAX_WAIT} ms`,
};

/** The reason of a question if its script gives none. */
export const SCRIPTED = 'scripted';

/** Every key of a visit. */
export const SCRIPT_KEYS = Object.keys(KEYS);

/** Keys that decide whether and when an entry is used. */
const AROUND_CONTEXT = ['wait', 'when', 'times'];
/** Keys an attempt must not have: the rule is that of its entry. */
const OF_ENTRIES = ['when', 'times'];
/** Keys a turn inside `turns` must not have. */
const NOT_IN_TURNS = ['fail', 'turns', 'when', 'times', 'answers'];

/** All problems of a script; empty if it can be used. */
export function checkScript(script: Json): string[] {
  if (!Array.isArray(script)) return checkVisit(script, '');
  if (script.length === 0) return ['the list is empty'];
  return script.flatMap((entry, i) => {
    const place = `entry ${i + 1}: `;
    if (!Array.isArray(entry)) return checkVisit(entry, place);
    if (entry.length === 0) return [`${place}the list of attempts is empty`];
    return entry.flatMap((item, n) => checkAttempt(item, `entry ${i + 1}, attempt ${n + 1}: `));
  });
}

function checkAttempt(visit: Json, place: string): string[] {
  const rules = OF_ENTRIES.filter((key) => isObject(visit) && Object.hasOwn(visit, key));
  return [
    ...checkVisit(visit, place),
    ...rules.map((key) => `${place}\`${key}\` is not allowed in a list of attempts`),
  ];
}

function checkVisit(visit: Json, place: string): string[] {
  if (!isObject(visit)) return [`${place}must be an object, not ${kindOf(visit)}`];
  const keys = Object.keys(visit);
  const problems = keys.flatMap((key) => checkKey(key, visit[key], place));
  if (keys.includes('fail') && keys.some((key) => key !== 'fail' && !AROUND_CONTEXT.includes(key)))
    problems.push(`${place}\`fail\` cannot be combined with other keys`);
  if (
    keys.includes('turns') &&
    keys.some((key) => key !== 'turns' && key !== 'answers' && !AROUND_CONTEXT.includes(key))
  ) {
    problems.push(`${place}with \`turns\`, all other keys go into the turns`);
  }
  if (Array.isArray(visit.turns)) {
    visit.turns.forEach((turn, i) => problems.push(...checkTurn(turn, `${place}turn ${i + 1}: `)));
  }
  return problems;
}

function checkTurn(turn: Json, place: string): string[] {
  if (!isObject(turn)) return [`${place}must be an object, not ${kindOf(turn)}`];
  return Object.keys(turn).flatMap((key) =>
    NOT_IN_TURNS.includes(key) ? [`${place}\`${key}\` is not allowed in \`turns\``] : checkKey(key, turn[key], place),
  );
}

function checkKey(key: string, value: Json, place: string): string[] {
  if (!Object.hasOwn(KEYS, key)) return [`${place}unknown key \`${key}\`. Use one of ${SCRIPT_KEYS.join(', ')}`];
  const wrong = KEYS[key](value);
  return wrong === null ? [] : [`${place}\`${key}\` ${wrong}`];
}

function isText(value: Json) {
  return typeof value === 'string' && value !== '';
}

function isListOf(value: Json, test: (item: Json) => boolean) {
  return Array.isArray(value) && value.every(test);
}

function isCall(value: Json) {
  if (!isObject(value)) return false;
  const { name, input, result, error, ...rest } = value;
  const fits = error === undefined || (isText(error) && result === undefined);
  return isText(name) && fits && Object.keys(rest).length === 0;
}

function isFailure(value: Json) {
  return (
    isObject(value) &&
    isText(value.message) &&
    Object.keys(value).every((key) => key === 'message' || key === 'retryable')
  );
}

function isAsk(value: Json) {
  if (!isObject(value)) return isText(value);
  const { query, reason, priority, options, ...rest } = value;
  const fits =
    (reason === undefined || isText(reason)) &&
    (options === undefined || isListOf(options, isText)) &&
    (priority === undefined || priority === 'required' || priority === 'optional');
  return isText(query) && fits && Object.keys(rest).length === 0;
}

function isAnswer(value: Json) {
  return isText(value) || (isObject(value) && !(isDecline(value) && value.error === ''));
}

function kindOf(value: Json) {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}
