// Inbox: the questions that agents and nodes asked, required ones first, events and timers; below, what is answered.

import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { colourOf } from '../../run/colors.ts';
import { SCRIPTED } from '../../agents/script-shape.ts';
import { closedConditions, decidingField } from '../../run/outcome-values.ts';
import { WAITING } from '../../run/path-status.ts';
import { awaitedEvents, runningTimers } from '../../run/awaited.ts';
import { answerText } from '../../run/answer-words.ts';
import { guardText } from '../../run/conditions.ts';
import { openQuestions, sentAlong, waitingReasons } from '../../run/waiting.ts';
import { waitHandlers } from '../../document/wait-handlers.ts';
import { eventForm, questionForm, timerRow } from '../../views/wait-forms.ts';
import { labelsOf } from '../../commands/chords.ts';
import { pathChip, statusTag } from '../../views/parts.ts';
import './style.css';
import '../../views/wait-forms.css';
import { firsts, left, pendingLeft } from '../../ui/cut-list.ts';
import { inboxWords } from './strings.ts';
import type { InfoRequest, Snapshot, View } from '../../protocol/types.ts';
import type { State, Action } from '../../store/state.ts';

type Dispatch = (action: Action) => void;

/** Of many paths that await the same event only so many are named. */
const MOST_PLACES = 3;

export function panel(state: State, dispatch: Dispatch) {
  const open = openQuestions(state.run.snapshot).sort(
    (a, b) => Number(b.priority === 'required') - Number(a.priority === 'required'),
  );
  // Of what is still to come at an earlier step nothing is told.
  const eventsSoFar = state.run.branchEvents.filter((e) => e.step <= (state.run.snapshot?.position.step ?? 0));
  const asked = new Map(eventsSoFar.filter((e) => e.kind === 'requestOpened').map((e) => [e.request, e]));
  const lapsed = eventsSoFar.filter((e) => e.kind === 'requestLapsed').reverse();
  const answered = eventsSoFar.filter((e) => e.kind === 'requestAnswered').reverse();
  const whose = ({ request, path, node }: { request: string; path: string; node: string }) =>
    html`<b>${asked.get(request)?.query ?? request}</b>
      <span class="quiet">${inboxWords.path(path)}${node}</span>`;
  return html`${open.length === 0 ? html`<p class="quiet">${inboxWords.none}</p>` : nothing}
  ${repeat(
    open,
    (r) => r.id,
    (r) => question(state, dispatch, r),
  )}${pendingLeft(state.run.snapshot, 'requests')}
  ${awaited(state, dispatch)} ${open.length > 0 ? others(state, dispatch) : nothing}
  ${
    answered.length === 0
      ? nothing
      : html`<section class="given">
        <h3>${inboxWords.answered}</h3>
        <ol>
          ${firsts(answered).map(
            (e) =>
              html`<li>
                ${whose(e)}
                <div class=${e.ok ? '' : 'error'}>${e.ok ? '' : `${inboxWords.error}: `}${answerText(e)}</div>
              </li>`,
          )}
        </ol>
      </section>`
  }
  ${
    lapsed.length === 0
      ? nothing
      : html`<section class="given">
        <h3>${inboxWords.lapsed}</h3>
        <ol>
          ${firsts(lapsed).map(
            (e) =>
              html`<li>
                ${whose(e)}${unsent(state, dispatch, e.request)}
              </li>`,
          )}
        </ol>
      </section>`
  }`;
}

/** What was written for a question that expired. */
function unsent({ answers }: State, dispatch: Dispatch, request: string) {
  const text = answers[request]?.text ?? '';
  return text === ''
    ? nothing
    : html`<div class="quiet">
        ${inboxWords.unsent} ${text}
        <button type="button" class="link" @click=${() => dispatch({ type: 'copyText', text })}>
          ${inboxWords.copy}
        </button>
      </div>`;
}

function question(state: State, dispatch: Dispatch, request: InfoRequest) {
  const isEarlier = state.run.snapshot?.position.atTip === false;
  const text = state.answers[request.id]?.text ?? '';
  const along = text === '' ? [] : sentAlong(state.run.snapshot, state.answers, request.id);
  const hint = html`<span class="spring"></span><kbd aria-hidden="true">${labelsOf('Mod+Enter').join(' ')}</kbd>`;
  return html`<article class="card asks" aria-labelledby="q-${request.id}">
    <h3 id="q-${request.id}" tabindex="-1">${request.query}</h3>
    <p class="meta">
      ${pathChip(request.path, colourOf(state.run.branchEvents, request.path))}<span
        >${inboxWords.path(request.path)}<button
          type="button"
          class="link"
          title=${inboxWords.show}
          @click=${() =>
            dispatch({
              type: 'select',
              id: state.run.snapshot?.view.nodes[request.node]?.diagramId ?? null,
              open: false,
            })}
        >
          ${request.node}
        </button></span
      >
      <span class="tag ${request.priority === 'required' ? 'ask' : ''}">${inboxWords[request.priority]}</span>
    </p>
    ${
      request.reason && ![`declared on ${request.node}`, SCRIPTED].includes(request.reason)
        ? html`<p class="quiet">${request.reason}</p>`
        : nothing
    }
    <p class="hint">
      ${inboxWords.holds[request.priority]}${isEarlier ? ` ${inboxWords.branches}` : ''}
    </p>
    ${questionForm(request, waitHandlers(state, dispatch), `answer-${request.id}`, hint)}
    ${along.length > 0 ? html`<p class="quiet">${inboxWords.along(along.map(({ query }) => query))}</p>` : nothing}
  </article>`;
}

/** The events that live paths await, each name once, and the timers that run. */
function awaited(state: State, dispatch: Dispatch) {
  const { snapshot, branchEvents } = state.run;
  if (!snapshot) return nothing;
  const { view } = snapshot;
  const [events, timers] = [awaitedEvents(view), runningTimers(view)];
  const on = waitHandlers(state, dispatch);
  const target = (edge: string) => view.edges.find(({ id }) => id === edge)?.target ?? edge;
  const place = ({ path, node }: { path: string; node: string }) => html`<p class="meta">
    ${pathChip(path, colourOf(branchEvents, path))}<span>${inboxWords.path(path)}${node}</span>
  </p>`;
  return html`${firsts(events).map(
    (event) =>
      html`<article class="card awaits" aria-labelledby="event-${event.name}">
        <h3 id="event-${event.name}" tabindex="-1">${inboxWords.event}<code>${event.name}</code></h3>
        ${view.pending.events
          .filter(({ name }) => name === event.name)
          .slice(0, MOST_PLACES)
          .map(place)}
        ${
          event.condition ? html`<p class="hint">${inboxWords.condition} <code>${guardText(event)}</code></p>` : nothing
        }
        ${eventForm(event, on, `send-${event.name}`)}
      </article>`,
  )}${left(events)}
  ${
    timers.length === 0
      ? nothing
      : html`<section class="card timers">
        <h3>${inboxWords.timers}</h3>
        ${firsts(timers).map((timer) => html`${place(timer)}${timerRow(timer, target(timer.edge), on)}`)}${left(timers)}
      </section>`
  }`;
}

/** The paths that wait for something else than an answer, and why. */
function others({ run: { snapshot, branchEvents } }: State, dispatch: Dispatch) {
  if (!snapshot) return nothing;
  const list = snapshot.view.paths.filter(
    ({ status }) => !['awaitingAnswers', 'awaitingEvent'].includes(status) && WAITING.includes(status),
  );
  if (list.length === 0) return nothing;
  return html`<section class="others">
    <h3>${inboxWords.others}</h3>
    <ul>
      ${firsts(list).map(
        (path) =>
          html`<li>
            <button
              type="button"
              class="path"
              @click=${() => {
                dispatch({ type: 'choosePath', path: path.id });
                dispatch({ type: 'panel', panel: 'contexts' });
              }}
            >
              ${pathChip(path.id, colourOf(branchEvents, path.id))}
              <span class="node">${path.node}</span>
              ${statusTag(path.status)}
            </button>
            ${reasonsOf(snapshot, path, dispatch).map((reason) => html`<p class="hint">${reason}</p>`)}
          </li>`,
      )}
    </ul>
    ${left(list)}
  </section>`;
}

/** Of a blocked path its conditions, with a way to the field that decides where one does; else the first reason. */
function reasonsOf(run: Snapshot, path: View['paths'][number], dispatch: Dispatch) {
  const conditions = closedConditions(run.view, path);
  if (path.status !== 'blocked' || conditions.length === 0)
    return waitingReasons(run, path)
      .slice(0, 1)
      .map(({ text }) => html`${text}`);
  const field = decidingField(run.view, path);
  const edit = ({ context, field }: { context: string; field: string }) => {
    dispatch({ type: 'choosePath', path: path.id });
    dispatch({ type: 'panel', panel: 'contexts' });
    dispatch({ type: 'editField', context, field, path: path.id });
  };
  return conditions.map(
    ({ text, is }, i) =>
      html`<code>${text}</code> ${is}.${
        field && i === conditions.length - 1
          ? html`
              <button type="button" class="link" @click=${() => edit(field)}>
                ${inboxWords.edit(`${field.context}.${field.field}`)}
              </button>`
          : nothing
      }`,
  );
}
