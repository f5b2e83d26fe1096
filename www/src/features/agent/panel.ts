// Agent: one card per request that waits for a reply, answered by form or by JSON; below, the nodes
// that ask with their stubs, and the replies given so far.

import { html, nothing } from 'lit';
import { answerText } from '../../run/answer-words.ts';
import { repeat } from 'lit/directives/repeat.js';
import { failureWords } from '../../run/parts.ts';
import { commandStrings } from '../../commands/strings.ts';
import { turnWords } from '../../run/strings.ts';
import { indexOfStep, positions } from '../../protocol/positions.ts';
import { placesOf, replyLines, turnLines, type Place } from '../../views/reply-turns.ts';
import { workspaceStrings } from '../../store/strings.ts';
import { agentWords } from './strings.ts';
import { formWords } from '../../views/form-strings.ts';
import { compact } from '../../protocol/clip.ts';
import { schemaOf } from '../../views/schema-value.ts';
import { schemaForm } from '../../views/schema-form.ts';
import { emptyDraft, withTool } from '../../document/reply-draft.ts';
import { sentenceCase, ticked } from '../../ui/code-spans.ts';
import { focusLater } from '../../ui/focus-later.ts';
import { jsonText } from '../../ui/json-text.ts';
import { pendingLeft } from '../../ui/cut-list.ts';
import { lastCallCard, rejections } from './last-call.ts';
import { shownReplies } from './shown-replies.ts';
import { stubList } from './stubs.ts';
import './style.css';
import { iconButton } from '../../ui/icon-button.ts';
import { onSubmit, onText } from '../../ui/listeners.ts';
import type { ReplyDraft } from '../../storage/drafts.ts';
import type { AgentRequest, GivenReply } from '../../protocol/types.ts';
import type { State, Action } from '../../store/state.ts';

type Dispatch = (action: Action) => void;

/** Earlier turns that are shown at once. */
const FEW = 3;

const MODES = ['stub', 'auto', 'manual', 'custom', 'remote'] as const;

export function panel(state: State, dispatch: Dispatch) {
  const waiting = state.run.snapshot?.pending.agents ?? [];
  return html`<label class="row agent-row">
      <span>${agentWords.mode}</span>
      <select class="agent-mode" @change=${onText<(typeof MODES)[number]>((mode) => dispatch({ type: 'mode', mode }))}>
        ${MODES.filter((mode) => mode !== 'custom' || state.outside.hasHostAgent || state.run.mode === mode).map(
          (mode) =>
            html`<option value=${mode} ?selected=${mode === state.run.mode}>${commandStrings.modes[mode]}</option>`,
        )}
      </select>
    </label>
    ${connection(state, dispatch)}
    ${waiting.length > 0 ? nothing : lastCallCard(state)}
    ${repeat(
      waiting,
      (r) => r.id,
      (request) => card(state, dispatch, request),
    )}${pendingLeft(state.run.snapshot, 'agents')}
    ${stubList(state, dispatch)}
    ${replyList(state)}`;
}

/** The replies of the shown branch, newest first; those after the shown step are folded away. */
function replyList(state: State) {
  const { done, later } = shownReplies(state);
  const places = placesOf(state.run.branchEvents, new Set([...later, ...done].map(({ request }) => request)));
  const list = positions(state.run.entries);
  const items = (replies: GivenReply[]) =>
    html`<ol reversed>
      ${replies.map((reply) => {
        const step = list[indexOfStep(list, reply.step)]?.label ?? '0';
        return given(reply, step, places.get(reply.request), rejections(state.run.branchEvents, reply));
      })}
    </ol>`;
  return html`<section class="given">
    <h3>${agentWords.given}</h3>
    ${done.length === 0 ? html`<p class="quiet">${agentWords.noReplies}</p>` : items(done)}
    ${
      later.length === 0
        ? nothing
        : html`<details>
          <summary>${agentWords.later}</summary>
          ${items(later)}
        </details>`
    }
  </section>`;
}

function card(state: State, dispatch: Dispatch, request: AgentRequest) {
  const draft = state.drafts[request.id] ?? emptyDraft();
  const why = state.run.snapshot?.unanswered[request.id];
  const about = agentWords.about(request.visit, request.attempt, request.turn);
  const change = (part: Partial<ReplyDraft>) => dispatch({ type: 'draft', request: request.id, part });
  return html`<article class="card" data-call=${request.id} aria-labelledby="card-${request.id}">
    <h3 id="card-${request.id}" tabindex="-1">
      ${request.title || request.node} <span class="tag">${workspaceStrings.path(request.path)}</span
      ><span class="version" title=${agentWords.placeTitle}
        >${agentWords.place(request.visit, request.attempt, request.turn)}</span
      >
    </h3>
    ${about === '' ? nothing : html`<p class="quiet">${about}</p>`}
    ${why ? html`<p class="reason">${ticked(sentenceCase(why))}</p>` : nothing} ${asked(state, dispatch, request.id)}
    <p class="prompt">${request.prompt || request.description}</p>
    ${request.answers.length > 0 ? answers(request.answers) : nothing}
    ${
      request.unresolved.length > 0 ? html`<p class="reason">${agentWords.unresolved(request.unresolved)}</p>` : nothing
    }
    ${request.lastError ? html`<p class="error">${ticked(failureWords(request.lastError.message))}</p>` : nothing}
    <details>
      <summary>${agentWords.contexts}</summary>
      ${request.contexts.map(
        (c) =>
          html`<div class="rights">
            <b>${c.name}</b>
            <span
              >${[
                c.read.length > 0 && `${agentWords.reads} ${c.read.join(', ')}`,
                c.write.length > 0 && `${agentWords.writes} ${c.write.join(', ')}`,
              ]
                .filter(Boolean)
                .join(' · ')}</span
            >
            <code>${jsonText(compact(c.values))}</code>
          </div>`,
      )}
    </details>
    ${
      request.transcript.length > 0
        ? html`<details ?open=${request.transcript.length <= FEW}>
          <summary>${agentWords.transcript}</summary>
          ${request.transcript.map(
            ({ turn, text, results }) =>
              html`<p class="hint">${turnWords.turn(turn)}</p>
                <div class="reply">${turnLines({ text, calls: results }, results)}</div>`,
          )}
        </details>`
        : nothing
    }
    <div class="switch" role="group" aria-label=${agentWords.how}>
      ${(['form', 'json'] as const).map(
        (view) =>
          html`<button
            type="button"
            aria-pressed=${draft.view === view ? 'true' : 'false'}
            @click=${() => change({ view })}
          >
            ${formWords[view]}
          </button>`,
      )}
    </div>
    ${draft.view === 'form' ? form(dispatch, request, draft, change) : json(dispatch, request, draft, change)}
    ${draft.error ? html`<p class="error" role="alert">${ticked(draft.error)}</p>` : nothing}
  </article>`;
}

/** What people answered to the questions of the task: an agent reads it with its prompt. */
function answers(list: AgentRequest['answers']) {
  return html`<dl class="answers">
    ${list.map(
      ({ query, ok, text, value }) =>
        html`<dt>${query}</dt>
          <dd class=${ok ? '' : 'error'}>${ok ? answerText({ text, value }) : `${agentWords.declined} ${text}`}</dd>`,
    )}
  </dl>`;
}

function form(
  dispatch: Dispatch,
  request: AgentRequest,
  draft: ReplyDraft,
  change: (part: Partial<ReplyDraft>) => void,
) {
  const tool = request.tools.find((t) => t.name === draft.tool);
  const drop = (at: number) => change({ calls: draft.calls.filter((_, i) => i !== at) });
  return html`<h4>${agentWords.tools}</h4>
    <div class="tools" role="group" aria-label=${agentWords.tools}>
      ${request.tools.map(
        (t) =>
          html`<button
            type="button"
            class="tool tool-${t.kind}"
            title=${t.description}
            aria-pressed=${t.name === draft.tool ? 'true' : 'false'}
            @click=${() => change(withTool(draft, t.name === draft.tool ? '' : t.name))}
          >
            ${t.name}
          </button>`,
      )}
    </div>
    ${
      tool
        ? html`<form class="call" @submit=${onSubmit(() => dispatch({ type: 'addCall', request: request.id }))}>
          <p class="quiet">${tool.description}</p>
          ${schemaForm(
            schemaOf(tool.inputSchema),
            draft.fields,
            (fields) => change({ fields }),
            `${request.id}-${tool.name}`,
          )}
          <button type="submit">${agentWords.addCall}</button>
        </form>`
        : nothing
    }
    <h4>${agentWords.calls}</h4>
    ${draft.calls.length === 0 && !tool ? html`<p class="quiet">${agentWords.noCalls}</p>` : nothing}
    ${
      draft.calls.length === 0
        ? nothing
        : html`<ol class="calls">
          ${draft.calls.map(
            (call, i) =>
              html`<li>
                <code>${call.name}</code> <code>${jsonText(compact(call.input))}</code>
                ${iconButton('close', agentWords.remove(call.name), () => drop(i))}
              </li>`,
          )}
        </ol>`
    }
    ${tool ? html`<p class="quiet">${ticked(agentWords.openCall(tool.name))}</p>` : nothing}
    <label class="stack">
      <span>${agentWords.say}</span>
      <input type="text" .value=${draft.text} @input=${onText((text) => change({ text }))} />
    </label>
    <div class="buttons">
      <button
        type="button"
        class="button filled small"
        title=${agentWords.sendTitle}
        @click=${() => send(dispatch, { type: 'sendForm', request: request.id, final: true })}
      >
        ${agentWords.send}
      </button>
      <button
        type="button"
        title=${agentWords.turnTitle}
        @click=${() => send(dispatch, { type: 'sendForm', request: request.id, final: false })}
      >
        ${agentWords.turn}
      </button>
      ${failButton(dispatch, request)}
    </div>`;
}

/** Replies, and leads to what follows: a call that is not shown yet, or the last one when none waits. */
function send(dispatch: Dispatch, action: Action) {
  dispatch(action);
  const shown = [...document.querySelectorAll<HTMLElement>('#panel [data-call]')];
  const others = shown.map(({ dataset }) => `:not([data-call="${CSS.escape(dataset.call ?? '')}"])`);
  focusLater(`#panel [data-call]${others.join('')} h3, #panel .last-call`);
}

function json(
  dispatch: Dispatch,
  request: AgentRequest,
  draft: ReplyDraft,
  change: (part: Partial<ReplyDraft>) => void,
) {
  return html`<label class="stack">
      <span>${agentWords.reply}</span>
      <textarea
        rows="7"
        spellcheck="false"
        .value=${draft.json}
        @input=${onText((json) => change({ json, error: '' }))}
      ></textarea>
    </label>
    <div class="buttons">
      <button
        type="button"
        class="button filled small"
        @click=${() => send(dispatch, { type: 'sendJson', request: request.id })}
      >
        ${agentWords.send}
      </button>
      ${failButton(dispatch, request)}
    </div>`;
}

const failButton = (dispatch: Dispatch, { id }: AgentRequest) =>
  html`<button
    type="button"
    title=${agentWords.failTitle}
    @click=${() => send(dispatch, { type: 'failRequest', request: id })}
  >
    ${agentWords.fail}
  </button>`;

/** @param errors why calls of it were rejected */
function given(item: GivenReply, step: string, place: Place | undefined, errors: string[]) {
  const words = [
    workspaceStrings.path(item.path),
    agentWords.step(step),
    turnWords.place(place),
    turnWords.by[item.mode] ?? item.mode,
  ];
  const outcome = 'error' in item.reply ? 'failed' : errors.length > 0 ? 'rejected' : null;
  return html`<li>
    <b>${item.node}</b>
    <span class="quiet">${words.filter(Boolean).join(', ')}</span>
    ${outcome ? html`<span class="tag bad">${agentWords[outcome]}</span>` : nothing}${replyLines(item)}
    ${errors.map((error) => html`<div class="reason">${ticked(error)}</div>`)}
    ${item.warnings.map((w) => html`<div class="reason">${ticked(w)}</div>`)}
  </li>`;
}

/** Above the requests: how it stands with who answers from outside. */
function connection({ run: { mode }, outside }: State, dispatch: Dispatch) {
  if (mode === 'custom') return html`<p class="quiet">${agentWords.outside.custom}</p>`;
  if (mode !== 'remote') return nothing;
  const { frame } = outside;
  return html`<div class="connection" role="group" aria-label=${agentWords.outside.connection}>
    <p>${frame?.host ? agentWords.outside.on(frame.host, frame.calls, frame.cap) : agentWords.outside.off}</p>
    ${frame?.full ? html`<p class="reason">${agentWords.outside.full}</p>` : nothing}
    <div class="buttons">
      ${
        frame && !frame.hidden
          ? nothing
          : html`<button type="button" @click=${() => dispatch({ type: 'outsideShow' })}>
            ${frame ? agentWords.outside.show : agentWords.outside.connect}
          </button>`
      }
      <button type="button" @click=${() => dispatch({ type: 'outsideClose' })}>${agentWords.outside.end}</button>
    </div>
  </div>`;
}

/** On the card of a request: whether it is asked, or why not. */
function asked({ outside }: State, dispatch: Dispatch, request: string) {
  const ask = outside.asks[request];
  if (!ask) return nothing;
  const press = (state: typeof ask.state, type: 'outsideAgain' | 'outsideCancel', label: string) =>
    ask.state === state
      ? html`<button type="button" @click=${() => dispatch({ type, request })}>${label}</button>`
      : nothing;
  return html`<div class="asked">
    ${
      ask.state === 'failed'
        ? html`<p class="error" role="alert">${ask.text}</p>`
        : html`<p role="status">
          ${ask.text || (ask.state === 'asking' ? agentWords.outside.asking : agentWords.outside.waiting)}
        </p>`
    }
    ${press('failed', 'outsideAgain', agentWords.outside.again)}
    ${press('asking', 'outsideCancel', agentWords.outside.cancel)}
  </div>`;
}
