// Inbox: the questions that agents and nodes asked, required ones first; below, those that are answered.

import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { openQuestions, sentAlong } from '../../run/waiting.ts';
import { firsts, pendingLeft } from '../../ui/cut-list.ts';
import { inboxWords } from './strings.ts';
import type { InfoRequest } from '../../protocol/types.ts';
import type { State, Action } from '../../workspace/state.ts';

type Dispatch = (action: Action) => void;

export function inboxPanel(state: State, dispatch: Dispatch) {
  const open = openQuestions(state.run).sort(
    (a, b) => Number(b.priority === 'required') - Number(a.priority === 'required'),
  );
  const asked = new Map(state.events.filter((e) => e.kind === 'requestOpened').map((e) => [String(e.request), e]));
  const lapsed = state.events.filter((e) => e.kind === 'requestLapsed').reverse();
  const answered = state.events.filter((e) => e.kind === 'requestAnswered').reverse();
  return html`
    ${open.length === 0 ? html`<p class="quiet">${inboxWords.none}</p>` : nothing}
    ${repeat(
      open,
      (r) => r.id,
      (r) => question(state, dispatch, r),
    )}${pendingLeft(state.run, 'requests')}
    ${
      answered.length === 0
        ? nothing
        : html`<section class="given"><h3>${inboxWords.answered}</h3><ol>${firsts(answered).map(
            (e) => html`<li>
      <b>${String(asked.get(String(e.request))?.query ?? e.request)}</b>
      <div class=${e.ok === false ? 'error' : ''}>${e.ok === false ? `${inboxWords.error}: ` : ''}${String(e.text ?? '')}</div></li>`,
          )}</ol></section>`
    }
    ${lapsed.length === 0 ? nothing : html`<section class="given"><h3>${inboxWords.lapsed}</h3><ol>${firsts(lapsed).map((e) => html`<li><b>${String(asked.get(String(e.request))?.query ?? e.request)}</b>${unsent(state, dispatch, String(e.request))}</li>`)}</ol></section>`}`;
}

/** What was written for a question that expired. */
function unsent({ answers }: State, dispatch: Dispatch, request: string) {
  const text = answers[request]?.text ?? '';
  return text === ''
    ? nothing
    : html`<div class="quiet">${inboxWords.unsent} ${text} <button type="button" class="link" @click=${() => dispatch({ type: 'copyText', text })}>${inboxWords.copy}</button></div>`;
}

function question(state: State, dispatch: Dispatch, request: InfoRequest) {
  const draft = state.answers[request.id] ?? { text: '', error: '' };
  const id = `answer-${request.id}`;
  const along = draft.text === '' ? [] : sentAlong(state.run, state.answers, request.id);
  return html`<article class="card" aria-labelledby="q-${request.id}">
    <h3 id="q-${request.id}" tabindex="-1">${request.query}</h3>
    <p class="quiet">${inboxWords.from(request.node, request.path)} <span class="tag">${inboxWords[request.priority]}</span>
      <button type="button" class="link" @click=${() => dispatch({ type: 'select', id: state.run?.view.nodes[request.node]?.diagramId ?? null, open: false })}>${inboxWords.show}</button></p>
    ${request.reason ? html`<p class="quiet">${request.reason}</p>` : nothing}
    <label class="hidden" for=${id}>${inboxWords.label(request.query)}</label>
    <textarea id=${id} rows="3" .value=${draft.text} @input=${(e: Event) =>
      dispatch({ type: 'answerText', request: request.id, text: (e.target as HTMLTextAreaElement).value })}></textarea>
    <div class="buttons">
      <button type="button" class="primary" @click=${() => dispatch({ type: 'answer', request: request.id, ok: true })}>${inboxWords.answer}</button>
      <button type="button" @click=${() => dispatch({ type: 'answer', request: request.id, ok: false })}>${inboxWords.cannot}</button>
    </div>
    ${along.length > 0 ? html`<p class="quiet">${inboxWords.along(along.map(({ query }) => query))}</p>` : nothing}
    ${draft.error ? html`<p class="error" role="alert">${draft.error}</p>` : nothing}
  </article>`;
}
