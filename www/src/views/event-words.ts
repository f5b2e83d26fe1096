// What an event of the run says, in short words.

import { count } from '../strings.ts';
import { answerText } from '../run/answer-words.ts';
import { durationWords } from '../run/durations.ts';
import { usageWords } from '../run/usage.ts';
import { BLOCKED } from '../run/blocked-words.ts';
import { failureWords, fieldError } from '../run/parts.ts';
import { CANCELED } from '../run/path-status.ts';
import { ticked } from '../ui/code-spans.ts';
import { compact } from '../protocol/clip.ts';
import type { Event } from '../protocol/types.ts';

/** Kinds whose name in the API is not what people say. */
const KINDS: Partial<Record<Event['kind'], string>> = {
  agentRequested: 'Agent called',
  caught: 'Failure caught',
  eventReceived: 'Event received',
  joinFired: 'Join completed',
  moved: 'Path moved',
  parked: 'Waiting at join',
  pathCancelled: 'Path canceled',
  requestAnswered: 'Question answered',
  requestLapsed: 'Question expired',
  requestOpened: 'Question asked',
  spawned: 'Paths started',
  writeRefused: 'Write rejected',
};

/** `machineHash` is "machine hash". */
const spaced = (name: string) =>
  name.replace(/[a-z][A-Z]/g, ([a, b]) => `${a} ${b?.toLowerCase()}`).replace('cancelled', 'canceled');

/** What a kind of event is called: `nodeEntered` is "Node entered". */
export const kindWords = (kind: Event['kind']) =>
  KINDS[kind] ?? spaced(`${kind.charAt(0).toUpperCase()}${kind.slice(1)}`);

/** The columns that only some events have. */
export const placeOf = (e: Event) => ({
  path: 'path' in e ? (e.path ?? '') : '',
  node: 'node' in e ? (e.node ?? '') : '',
});

const COMMON = new Set(['seq', 'step', 'tick', 'kind', 'path', 'node']);

/** What an event says beyond the columns, in short. @param name of an edge */
export function details(event: Event, name: (edge: string, step: number) => string = (edge) => edge) {
  switch (event.kind) {
    case 'moved':
      return `${event.from} → ${event.to}`;
    case 'contextWritten':
      return event.changes.map((c) => `${event.context}.${c.field} = ${compact(c.after)}`).join(', ');
    case 'merged':
      return event.changes.map((c) => `${c.context}.${c.field} = ${compact(c.after)}`).join(', ');
    case 'spawned':
      return event.children.map((child) => `${child.path} at ${child.node}`).join(', ');
    case 'joinFired':
      return joinDetails(event);
    case 'requestAnswered':
      return event.ok ? answerText(event) : `declined: ${event.text}`;
    case 'pathCancelled':
      return CANCELED[event.reason] ?? event.reason;
    case 'toolCalled':
      return event.ok === false ? `${event.name}: ${message(event.error)}` : String(event.name);
    case 'conditionEvaluated':
      return `${name(event.edge, event.step)} is ${event.result}`;
    case 'runStarted':
      return event.starts.map((s) => `${s.path} at ${s.node}`).join(', ');
    case 'nodeEntered':
      return `visit ${event.visit}`;
    case 'agentRequested':
      return `${event.attempt > 1 ? `attempt ${event.attempt}, ` : ''}turn ${event.turn}`;
    case 'agentReplied':
      return [event.error ?? count(Number(event.turns), 'turn'), ...(event.usage ? [usageWords(event.usage)] : [])]
        .filter((words) => words !== '')
        .join(', ');
    case 'eventReceived':
      return [event.name, ...(event.data === null ? [] : [compact(event.data)])].join(' ');
    case 'timerFired':
      return `${name(event.edge, event.step)}, due at ${durationWords(event.due)}`;
    case 'agentSaid':
      return event.text;
    case 'retryScheduled':
      return `attempt ${event.attempt}${event.delayMs > 0 ? ` in ${event.delayMs / 1000} s` : ''}`;
    case 'contextRead':
      return `${event.context}: ${event.fields.join(', ')}`;
    case 'runEnded':
      return event.outcome?.kind ?? '';
    case 'blocked':
      return [
        BLOCKED[event.reason],
        ...event.edges.map((edge) => `${name(edge.edge, event.step)} is ${edge.result ?? 'unconditional'}`),
      ].join(', ');
    case 'writeRefused':
      return `${event.context}: ${event.errors.map((error) => fieldError(error.pointer, error.message)).join('; ')}`;
    case 'visitFailed':
    case 'pathFailed':
    case 'caught':
      return message(event.failure);
    default: {
      const valueWords = (key: string, value: unknown) => {
        if (key === 'edge') return name(String(value), event.step);
        if (Array.isArray(value) && value.every((member) => typeof member === 'string')) return value.join(' ');
        return typeof value === 'string' ? value : compact(value);
      };
      const isNone = (value: unknown) => Array.isArray(value) && value.length === 0;
      const rest = Object.entries(event).filter(([key, value]) => !COMMON.has(key) && !isNone(value));
      return rest.map(([key, value]) => `${spaced(key)} ${valueWords(key, value)}`).join(', ');
    }
  }
}

/** Why a join completed with fewer paths than it waited for. */
const FEWER: Partial<Record<string, string>> = { timeout: 'it timed out', short: 'no more paths can arrive' };

function joinDetails({ join, paths, continuing, cancelled, reason }: Extract<Event, { kind: 'joinFired' }>) {
  const others = paths.filter((path) => path !== continuing).join(', ');
  const canceled = cancelled.length > 0 ? `canceled ${cancelled.join(', ')}` : '';
  const merged = continuing === undefined || others === '' ? others : `${others} merged into ${continuing}`;
  return `${join}: ${[merged, canceled, FEWER[reason]].filter(Boolean).join('; ')}`;
}

/** Everything of an event that can be searched. @param name of an edge */
export const wordsOf = (event: Event, name?: Parameters<typeof details>[1]) =>
  `${kindWords(event.kind)} ${placeOf(event).path} ${placeOf(event).node} ${details(event, name)} ${requestOf(event)}`;

/** Not shown, as people tell calls by path, node and turn. */
const requestOf = (event: Event) => ('request' in event ? event.request : '');

const message = (error: { message: string } | undefined) => failureWords(error?.message ?? '');

/** Kinds whose details are words of the core, with names in ticks; in those of others a tick is part of a value. */
const TICKED = new Set<Event['kind']>(['toolCalled', 'writeRefused', 'visitFailed', 'pathFailed', 'caught']);

/** What an event says beyond the columns, as it is shown. */
export const shownDetails = (event: Event, name: Parameters<typeof details>[1]) =>
  TICKED.has(event.kind) ? ticked(details(event, name)) : details(event, name);
