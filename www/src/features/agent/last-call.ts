// The last call of an agent: where, what it replied in each turn, and what of it was rejected.

import { html, nothing } from 'lit';
import { colourOf } from '../../run/colors.ts';
import { fieldError } from '../../run/parts.ts';
import { indexOfStep, positions } from '../../protocol/positions.ts';
import { ticked } from '../../ui/code-spans.ts';
import { openQuestions } from '../../run/waiting.ts';
import { pathChip, statusTag } from '../../views/parts.ts';
import { follow } from '../../workspace/follow.ts';
import { turnWords } from '../../workspace/turn-strings.ts';
import { turnLines, turnsOf } from '../../workspace/reply-turns.ts';
import type { Engine, Event, GivenReply } from '../../protocol/types.ts';
import type { State } from '../../workspace/state.ts';
import type { Store } from '../../workspace/store.ts';
import { agentWords } from './strings.ts';

/** `turn`: number of the first turn of the reply; `errors`: why it was rejected, in the words of the core. */
interface Answered {
  given: GivenReply;
  attempt: number;
  turn: number;
  outcome: 'accepted' | 'rejected' | 'failed';
  errors: string[];
}

/** The replies of the last attempt, oldest first: the agent may reply several times before it is done. */
export type LastCall = Answered & { before: Answered[] };

/** @param events of the branch */
export function lastCall({ replies, events }: Pick<State, 'replies' | 'events'>): LastCall | null {
  const given = replies.at(-1);
  if (!given) return null;
  let end = events.length;
  const answer = (reply: GivenReply) => {
    const from = events.findLastIndex((one) => one.kind === 'agentRequested' && String(one.request) === reply.request);
    const found = answered(reply, from < 0 ? [] : events.slice(from, end));
    end = from;
    return found;
  };
  const last = answer(given);
  const all = [last];
  for (let i = replies.length - 2; i >= 0 && (all[0]?.turn ?? 1) > 1; i -= 1) {
    const reply = replies[i];
    if (reply?.path !== given.path || reply.node !== given.node) continue;
    const found = answer(reply);
    if (end < 0 || found.attempt !== last.attempt || found.turn + turnsOf(reply).length !== all[0]?.turn) break;
    all.unshift(found);
  }
  return { ...last, before: all.slice(0, -1) };
}

/** @param events from its request to the next one of the same call */
function answered(given: GivenReply, events: Event[]): Answered {
  const [asked] = events;
  const errors = events
    .filter((one): one is Extract<Event, { kind: 'writeRefused' }> => one.kind === 'writeRefused')
    .filter((one) => one.path === given.path && one.node === given.node)
    .flatMap((one) => one.errors.map(({ pointer, message }) => fieldError(pointer, message)));
  const failed = 'error' in given.reply ? [given.reply.error.message] : [];
  const { attempt = 1, turn = 1 } = asked?.kind === 'agentRequested' ? asked : {};
  return {
    given,
    attempt,
    turn,
    outcome: failed.length > 0 ? 'failed' : errors.length > 0 ? 'rejected' : 'accepted',
    errors: [...new Set([...failed, ...errors])],
  };
}

/**
 * Asks for the prompt of the last call, with the values of then: a reply is a step of its own, and before it the path
 * still stands at the node. In edited texts and in other branches it may not.
 */
export function followLastPrompt(store: Store, engine: Pick<Engine, 'describe'>) {
  follow(
    store,
    'agent',
    ({ replies }) => replies.at(-1)?.request,
    async ({ replies }) => {
      const given = replies.at(-1);
      const told = given && (await engine.describe(given.path, given.node, given.step - 1));
      store.set({ lastPrompt: given && told?.prompt ? { request: given.request, text: told.prompt } : null });
    },
    () => store.set({ lastPrompt: null }),
  );
}

export function lastCallCard(state: State) {
  const call = lastCall(state);
  if (!call) return nothing;
  const { given, attempt, outcome, errors, before } = call;
  const turns = [...before, call].flatMap((one) =>
    turnsOf(one.given).map((turn, i) => ({ turn, number: one.turn + i, errors: one === call ? [] : one.errors })),
  );
  const many = turns.length > 1 || before.length > 0;
  const { lastPrompt: prompt } = state;
  const bad = outcome !== 'accepted';
  const list = positions(state.entries);
  const step = list[indexOfStep(list, given.step)]?.label ?? '0';
  const asks = openQuestions(state.run).some(
    ({ path, node, raisedBy, priority }) =>
      path === given.path && node === given.node && raisedBy === 'agent' && priority === 'required',
  );
  return html`<h3 class="last-call" tabindex="-1">${agentWords.last}</h3>
    <section class="card ${bad ? 'is-bad' : ''}">
      <h3>${given.node}</h3>
      <p class="meta">
        ${pathChip(given.path, colourOf(state.events, given.path))}
        <span title=${agentWords.placeTitle}>${agentWords.where(given.path, step, attempt, turns.length)}</span>
        ${
          !bad && asks
            ? statusTag('awaitingAnswers')
            : html`<span class="tag ${bad ? 'bad' : 'ok'}">${agentWords[outcome]}</span>`
        }
      </p>
      ${prompt?.request === given.request ? html`<p class="prompt">${prompt.text}</p>` : nothing}
      ${turns.map(
        ({ turn, number, errors }) =>
          html`<p class="hint">${many ? turnWords.turn(number) : agentWords.replied}</p>
            <div class="reply">${turnLines(turn)}</div>
            ${errors.map((error) => html`<p class="why">${ticked(error)}</p>`)}`,
      )}
      ${errors.map((error) => html`<p class="why">${ticked(error)}</p>`)}
    </section>`;
}
