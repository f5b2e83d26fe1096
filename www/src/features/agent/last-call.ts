// The last call of an agent: where, what it replied, and what of it was rejected.

import { html, nothing } from 'lit';
import { colourOf } from '../../run/colors.ts';
import { fieldError } from '../../run/parts.ts';
import { indexOfStep, positions } from '../../protocol/positions.ts';
import { ticked } from '../../ui/code-spans.ts';
import { pathChip } from '../../views/parts.ts';
import { compact } from '../../workspace/values.ts';
import { follow } from '../../workspace/follow.ts';
import type { Engine, Event, GivenReply } from '../../protocol/types.ts';
import type { State } from '../../workspace/state.ts';
import type { Store } from '../../workspace/store.ts';
import { agentWords } from './strings.ts';

export interface LastCall {
  given: GivenReply;
  attempt: number;
  outcome: 'accepted' | 'rejected' | 'failed';
  /** Why it was rejected, in the words of the core. */
  errors: string[];
}

/** @param events of the branch */
export function lastCall({ replies, events }: Pick<State, 'replies' | 'events'>): LastCall | null {
  const given = replies.at(-1);
  if (!given) return null;
  const from = events.findLastIndex((one) => one.kind === 'agentRequested' && String(one.request) === given.request);
  const asked = from < 0 ? undefined : events[from];
  const after = from < 0 ? [] : events.slice(from);
  const errors = after
    .filter((one): one is Extract<Event, { kind: 'writeRefused' }> => one.kind === 'writeRefused')
    .filter((one) => one.path === given.path && one.node === given.node)
    .flatMap((one) => one.errors.map(({ pointer, message }) => fieldError(pointer, message)));
  const failed = 'error' in given.reply ? [given.reply.error.message] : [];
  return {
    given,
    attempt: asked?.kind === 'agentRequested' ? asked.attempt : 1,
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
  const { given, attempt, outcome, errors } = call;
  const { reply } = given;
  const { lastPrompt: prompt } = state;
  const bad = outcome !== 'accepted';
  const list = positions(state.entries);
  const step = list[indexOfStep(list, given.step)]?.label ?? '0';
  return html`<h3 class="last-call">${agentWords.last}</h3>
    <section class="card ${bad ? 'is-bad' : ''}">
      <h3>${given.node}</h3>
      <p class="meta">
        ${pathChip(given.path, colourOf(state.events, given.path))}
        <span>${agentWords.where(given.path, step, attempt)}</span>
        <span class="tag ${bad ? 'bad' : 'ok'}">${agentWords[outcome]}</span>
      </p>
      ${prompt?.request === given.request ? html`<p class="prompt">${prompt.text}</p>` : nothing}
      ${
        'error' in reply
          ? nothing
          : html`<p class="hint">${agentWords.replied}</p>
            <div class="reply">
              ${reply.turns.map(
                (turn) =>
                  html`${turn.text ? html`<p>${turn.text}</p>` : nothing}${(turn.calls ?? []).map(
                    (one) => html`<p><b>${one.name}</b> ${compact(one.input ?? {})}</p>`,
                  )}`,
              )}
            </div>`
      }
      ${errors.map((error) => html`<p class="why">${ticked(error)}</p>`)}
    </section>`;
}
