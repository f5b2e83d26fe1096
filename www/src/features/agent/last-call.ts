// The last call of an agent: where, what it replied in each turn, and what of it was rejected.

import { html, nothing } from 'lit';
import { colourOf } from '../../run/colors.ts';
import { failureWords, fieldError } from '../../run/parts.ts';
import { eventsOf } from '../../run/timeline-marks.ts';
import { indexOfStep, positions } from '../../protocol/positions.ts';
import { ticked } from '../../ui/code-spans.ts';
import { openQuestions } from '../../run/waiting.ts';
import { pathChip, statusTag } from '../../views/parts.ts';
import { follow } from '../../drawing/panel-refresh.ts';
import { sumOf, usageWords } from '../../run/usage.ts';
import { turnWords } from '../../run/strings.ts';
import { replyOf, turnLines, turnsOf } from '../../views/reply-turns.ts';
import type { Engine, Event, GivenReply, Usage } from '../../protocol/types.ts';
import type { State } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import { agentWords } from './strings.ts';

/**
 * `turn`: number of the first turn of the reply; `errors`: why it was rejected; `kept`: contexts that it has written.
 */
interface Answered {
  given: Pick<GivenReply, 'request' | 'path' | 'node' | 'step' | 'reply'>;
  attempt: number;
  turn: number;
  outcome: 'accepted' | 'rejected' | 'failed';
  errors: string[];
  writtenContexts: string[];
  /** Tokens and cost, where the host said them. */
  usage?: Usage;
}

/** The replies of the last attempt, oldest first: the agent may reply several times before it is done. */
export type LastCall = Answered & { before: Answered[] };

type Shown = Pick<State, 'run'>;

/** Index of the last reply at the shown position: those of later steps and of other branches do not count. */
const lastReply = ({ run: { branchEvents, snapshot } }: Shown) =>
  branchEvents.findLastIndex(({ kind, step }) => kind === 'agentReplied' && step <= (snapshot?.position.step ?? 0));

export function lastCall(state: Shown): LastCall | null {
  const {
    run: { branchEvents },
  } = state;
  let at = lastReply(state);
  const last = answered(branchEvents, at);
  if (!last) return null;
  const { path, node } = last.given;
  const all = [last];
  for (at -= 1; at >= 0 && (all[0]?.turn ?? 1) > 1; at -= 1) {
    const event = branchEvents[at];
    if (event?.kind !== 'agentReplied' || event.path !== path || event.node !== node) continue;
    const found = answered(branchEvents, at);
    if (found?.attempt !== last.attempt || found.turn + turnsOf(found.given).length !== all[0]?.turn) break;
    all.unshift(found);
  }
  return { ...last, before: all.slice(0, -1) };
}

/** @param at index of its event */
function answered(events: Event[], at: number): Answered | null {
  const replied = events[at];
  if (replied?.kind !== 'agentReplied') return null;
  const { request, path, node, step } = replied;
  const own = eventsOf(events, { first: step, step });
  const reply = replyOf(replied, own);
  const errors = rejectedIn(own, replied);
  const failed = 'error' in reply ? [reply.error.message] : [];
  const asked = events.findLast((event) => event.kind === 'agentRequested' && event.request === request);
  const { attempt = 1, turn = 1 } = asked?.kind === 'agentRequested' ? asked : {};
  return {
    given: { request, path, node, step, reply },
    attempt,
    turn,
    outcome: failed.length > 0 ? 'failed' : errors.length > 0 ? 'rejected' : 'accepted',
    errors: [...new Set([...failed, ...errors])],
    writtenContexts: writtenIn(own, replied),
    ...(replied.usage ? { usage: replied.usage } : {}),
  };
}

/** Why writes and other calls of a reply were rejected. @param own events of its step */
const rejectedIn = (own: Event[], { request, path, node }: Pick<GivenReply, 'request' | 'path' | 'node'>) =>
  own.flatMap((event) => {
    if (event.kind === 'writeRefused' && event.path === path && event.node === node)
      return event.errors.map(({ pointer, message }) => fieldError(pointer, message));
    const isCall = event.kind === 'toolCalled' && event.request === request;
    return isCall && event.error && event.error.code !== 'write-refused' ? [failureWords(event.error.message)] : [];
  });

/** The contexts that a reply has written. @param own events of its step */
const writtenIn = (own: Event[], { path, node }: Pick<GivenReply, 'path' | 'node'>) => [
  ...new Set(
    own.flatMap((event) =>
      event.kind === 'contextWritten' && event.source === 'agent' && event.path === path && event.node === node
        ? [event.context]
        : [],
    ),
  ),
];

/** Why calls of a reply were rejected, each reason once. @param events of the branch that has it */
export const rejections = (events: Event[], given: Pick<GivenReply, 'request' | 'path' | 'node' | 'step'>) => [
  ...new Set(rejectedIn(eventsOf(events, { first: given.step, step: given.step }), given)),
];

/**
 * Asks for the prompt of the last call, with the values of then: a reply is a step of its own, and before it the path
 * still stands at the node. In an edited machine it may not.
 */
export function followLastPrompt(store: Store, engine: Pick<Engine, 'describe'>) {
  follow(
    store,
    'agent',
    (state) => lastReply(state),
    async (state) => {
      const given = lastCall(state)?.given;
      const description = given && (await engine.describe(given.path, given.node, given.step - 1));
      store.set({
        lastPrompt: given && description?.prompt ? { request: given.request, text: description.prompt } : null,
      });
    },
    () => store.set({ lastPrompt: null }),
  );
}

export function lastCallCard(state: State) {
  const call = lastCall(state);
  if (!call)
    return html`<p class="quiet">${agentWords[state.run.snapshot?.position.atTip === false ? 'noneYet' : 'none']}</p>`;
  const { given, attempt, outcome, errors, writtenContexts: kept, before } = call;
  const turns = [...before, call].flatMap((answered) =>
    turnsOf(answered.given).map((turn, i) => ({
      turn,
      number: answered.turn + i,
      errors: answered === call ? [] : answered.errors,
    })),
  );
  const many = turns.length > 1 || before.length > 0;
  const { lastPrompt: prompt } = state;
  const bad = outcome !== 'accepted';
  const usage = usageWords(sumOf([...before, call].flatMap(({ usage }) => (usage ? [usage] : []))));
  const list = positions(state.run.entries);
  const step = list[indexOfStep(list, given.step)]?.label ?? '0';
  const asks = openQuestions(state.run.snapshot).some(
    ({ path, node, raisedBy, priority }) =>
      path === given.path && node === given.node && raisedBy === 'agent' && priority === 'required',
  );
  return html`<h3 class="last-call" tabindex="-1">${agentWords.last}</h3>
    <section class="card ${bad ? 'is-bad' : ''}">
      <h3>${given.node}</h3>
      <p class="meta">
        ${pathChip(given.path, colourOf(state.run.branchEvents, given.path))}
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
      ${usage === '' ? nothing : html`<p class="hint">${usage}</p>`}
      ${outcome === 'rejected' && kept.length > 0 ? html`<p class="why">${ticked(agentWords.kept(kept))}</p>` : nothing}
    </section>`;
}
