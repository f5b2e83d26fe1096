// A write that was rejected because of what a person answered: not the agent's reply has to change, but the answer.

import { positions } from '../protocol/positions.ts';
import { code, fieldError, quoted, say, type Part } from './parts.ts';
import type { Entry, Event, Failure, Json } from '../protocol/types.ts';

export interface RejectedAnswer {
  /** The step at which the question was open. */
  step: number;
  request: string;
  why: Part[];
}

/** @returns null where the node failed for another reason, or an agent answered */
export function rejectedAnswer(events: Event[], entries: Entry[], failure: Failure): RejectedAnswer | null {
  const rejection = rejectionOf(events, failure);
  if (!rejection) return null;
  const { answer, error } = rejection;
  const list = positions(entries);
  const index = list.findIndex(({ first, kind }) => first === answer.step && kind === 'answer');
  const before = list[index - 1];
  if (!before) return null;
  const why = isList(error.expected)
    ? say`Your answer was not one of ${choices(error.expected)}.`
    : [{ text: 'Your answer was rejected: ' }, ...quoted(`${fieldError(error.pointer, error.message)}.`)];
  return { step: before.step, request: answer.request, why };
}

/** The answer that a node wrote as it is, and why that was rejected. */
export function rejectionOf(events: Event[], { code, node }: Failure) {
  if (code !== 'write-refused') return null;
  const at = events.findLastIndex((event) => event.kind === 'requestAnswered' && event.node === node);
  const answer = events[at];
  if (answer?.kind !== 'requestAnswered' || !answer.ok) return null;
  const error = events
    .slice(at)
    .flatMap((event) => (event.kind === 'writeRefused' && event.path === answer.path ? event.errors : []))
    .find(({ actual }) => actual === answer.text);
  return error ? { answer, error } : null;
}

const isList = (expected: Json): expected is Json[] => Array.isArray(expected);

const choices = (list: Json[]) =>
  list.flatMap((value, i) => [
    ...(i > 0 ? [{ text: ', ' }] : []),
    code(typeof value === 'string' ? value : String(value)),
  ]);
