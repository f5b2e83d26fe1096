// Replies turn by turn, and which attempt and turn each of them was. For what comes late.

import { html, nothing } from 'lit';
import { jsonText } from '../ui/json-text.ts';
import { ticked } from '../ui/code-spans.ts';
import { turnWords as say } from '../run/strings.ts';
import { compact } from '../protocol/clip.ts';
import type { AgentReply, AgentRequest, Event, GivenReply, Json } from '../protocol/types.ts';

interface Turn {
  text?: string;
  calls?: readonly { name: string; input?: Json }[];
}
type Results = AgentRequest['transcript'][number]['results'];

/** What was said and called in a reply, turn by turn. A turn may be empty: the agent is done. */
export const turnsOf = ({ reply }: Pick<GivenReply, 'reply'>): Turn[] =>
  'error' in reply ? [] : reply.turns.length > 0 ? reply.turns : [{}];

/** The lines of a turn. @param results of its calls, where they are known */
export const turnLines = ({ text = '', calls = [] }: Turn, results: Results = []) =>
  text === '' && calls.length === 0
    ? html`<p class="quiet">${say.silent}</p>`
    : html`${text === '' ? nothing : html`<p>${text}</p>`}${calls.map(
        (call, i) =>
          html`<p><code><b>${call.name}</b> ${jsonText(compact(call.input ?? {}))}</code></p>${result(results[i])}`,
      )}`;

const result = (outcome: Results[number] | undefined) =>
  outcome &&
  (outcome.ok
    ? html`<p class="quiet">${say.result} <code>${jsonText(compact(outcome.result))}</code></p>`
    : html`<p class="error">${ticked(outcome.error?.message ?? '')}</p>`);

export const replyLines = (given: Pick<GivenReply, 'reply'>) =>
  'error' in given.reply
    ? html`<p class="error">${given.reply.error.message}</p>`
    : turnsOf(given).map((turn) => turnLines(turn));

/** An event that begins a reply: what it said and called follows. */
export type Replied = Extract<Event, { kind: 'agentReplied' }>;

/** A turn begins with its text, or with the first of its calls, as the core numbers them. */
const FIRST_CALL = /^c\d+\.1$/;

/**
 * The reply as it was given, also one that the page no longer holds, and that of the branch whose events these are.
 * @param events of its step, or more
 */
export function replyOf({ request, turns: count, error }: Replied, events: readonly Event[]): AgentReply {
  if (error !== undefined) return { error: { message: error } };
  const turns: { text?: string; calls: { name: string; input: Json }[] }[] = [];
  for (const event of events) {
    if (event.kind === 'agentSaid' && event.request === request) turns.push({ text: event.text, calls: [] });
    if (event.kind !== 'toolCalled' || event.request !== request) continue;
    if (turns.length === 0 || (FIRST_CALL.test(event.callId) && turns.at(-1)?.calls.length)) turns.push({ calls: [] });
    turns.at(-1)?.calls.push({ name: event.name, input: event.input });
  }
  while (turns.length < count) turns.push({ calls: [] });
  return { turns };
}

/** False where there is only one. */
export interface Place {
  attempt: number | false;
  turn: number | false;
}

/**
 * Which attempt of its visit and which turn of its attempt a call is, by request.
 * @param events in order @param wanted requests, all by default
 */
export function placesOf(events: readonly Event[], wanted?: ReadonlySet<string>): Map<string, Place> {
  const found = new Map<string, Place>();
  const later = new Map<string, { attempt: number; turn: number }>();
  for (let i = events.length - 1; i >= 0 && found.size < (wanted?.size ?? Infinity); i -= 1) {
    const event = events[i];
    if (event?.kind !== 'agentRequested') continue;
    const { request, attempt, turn } = event;
    const at = `${event.path} ${event.node}`;
    // The next visit begins with first ones again.
    const next = later.get(at) ?? { attempt: 1, turn: 1 };
    later.set(at, event);
    if (wanted && !wanted.has(request)) continue;
    found.set(request, {
      attempt: (attempt > 1 || next.attempt > attempt) && attempt,
      turn: (turn > 1 || (next.attempt === attempt && next.turn > turn)) && turn,
    });
  }
  return found;
}
