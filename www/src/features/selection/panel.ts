// What can be done with the element chosen in the drawing: forcing and choosing an edge, breakpoints, running to a
// node.

import { guardText } from '../../run/conditions.ts';
import { html, nothing } from 'lit';
import { MOST_CHOICES, firsts } from '../../ui/cut-list.ts';
import { workspaceStrings } from '../../store/strings.ts';
import { selectionWords as say } from './strings.ts';
import { whyNotEditable } from '../../store/editable.ts';
import { keyAt, nodeAt } from '../../store/chosen.ts';
import { itemOf } from '../../document/outline.ts';
import { colourOf } from '../../run/colors.ts';
import { waitHandlers } from '../../document/wait-handlers.ts';
import { awaitedEvents, runningTimers } from '../../run/awaited.ts';
import { openQuestions } from '../../run/waiting.ts';
import { eventForm, questionForm, timerRow } from '../../views/wait-forms.ts';
import { isLive } from '../../run/path-status.ts';
import { failureParts } from '../../run/status-sentence.ts';
import { parts } from '../../views/parts.ts';
import { whyFixed } from '../../store/values.ts';
import './style.css';
import '../../views/wait-forms.css';
import { iconButton } from '../../ui/icon-button.ts';
import { onText } from '../../ui/listeners.ts';
import type { View } from '../../protocol/types.ts';
import type { Act } from '../../gestures/types.ts';
import type { State, Action } from '../../store/state.ts';

type Dispatch = (action: Action) => void;

export function panel(state: State, dispatch: Dispatch) {
  const view = state.run.snapshot?.view;
  const id = state.card;
  if (!id) return nothing;
  if (state.run.shows !== 'run') return newerCard(state, dispatch, id);
  if (!view) return nothing;
  const edge = view.edges.find((edge) => edge.id === id);
  const node = edge || id.startsWith('e') ? null : nodeAt(view, id);
  const key = keyAt(state, id);
  if (!key || (!edge && !node)) return contextCard(state, dispatch, view, id);
  return card(
    edge ? `${edge.source} → ${edge.target}` : node,
    dispatch,
    html`${editButtons(state, dispatch, id)}
      ${node ? failureAt(state, view, node) : nothing} ${node ? waitsAt(state, dispatch, node) : nothing}
      ${edge ? edgeActs(state, dispatch, view, edge) : nothing}
      <div class="buttons">
        ${node ? runToButton(state, dispatch, node) : nothing}
        ${edge?.class === 'data' ? nothing : stopButtons(state, dispatch, key)} ${sourceButton(dispatch, id)}
      </div>`,
  );
}

/** An element of the newest text, while the run is of an older one: what that one says of it is not known yet. */
function newerCard(state: State, dispatch: Dispatch, id: string) {
  const { id: node, name, class: kind } = itemOf(state.run.analysis?.outline ?? [], id) ?? {};
  if (name === undefined) return nothing;
  const isNode = node !== undefined && kind !== 'context';
  return card(
    node ?? name,
    dispatch,
    html`${editButtons(state, dispatch, id)}
      ${state.run.isOutdated ? html`<p class="quiet older">${say.older}</p>` : nothing}
      <div class="buttons">
        ${isNode ? runToButton(state, dispatch, node) : nothing}
        ${
          isNode && Object.hasOwn(state.run.snapshot?.view.nodes ?? {}, node)
            ? stopButtons(state, dispatch, node)
            : nothing
        }
        ${sourceButton(dispatch, id)}
      </div>`,
  );
}

const card = (name: string | null, dispatch: Dispatch, body: unknown) => html`<section
  class="selection"
  aria-label=${say.title}
  @keydown=${(e: KeyboardEvent) => e.key === 'Escape' && dispatch({ type: 'closeCard' })}
>
  <h2>
    <span>${name}</span>
    ${iconButton('close', say.close, () => dispatch({ type: 'closeCard' }))}
  </h2>
  ${body}
</section>`;

/** On touch screens the card is where the drawing is edited. */
function editButtons(state: State, dispatch: Dispatch, id: string) {
  if (whyNotEditable(state) !== '' || !matchMedia('(pointer: coarse)').matches) return nothing;
  const act = (label: string, act: Act) =>
    html`<button type="button" @click=${() => dispatch({ type: 'draw', act })}>${label}</button>`;
  const isEdge = id.startsWith('e');
  const isStore = ['context', 'event'].includes(itemOf(state.run.analysis?.outline ?? [], id)?.class ?? '');
  return html`<div class="buttons" role="group" aria-label=${say.editing}>
    ${isEdge ? nothing : act(isStore ? say.field : say.next, 'next')}
    ${isEdge || isStore ? nothing : act(say.connect, 'connect')} ${act(say.editIt, 'edit')}
    <button type="button" @click=${() => dispatch({ type: 'draw', act: 'more' })}>${say.more}</button>
    ${act(say.delete(1 + state.alsoSelected.length), 'delete')}
  </div>`;
}

const runToButton = (state: State, dispatch: Dispatch, node: string) => html`<button
  type="button"
  ?disabled=${!state.run.controls.run.enabled || state.run.isRunning}
  @click=${() => dispatch({ type: 'runTo', stops: { nodes: [node] } })}
>
  ${say.runTo}
</button>`;

const sourceButton = (dispatch: Dispatch, id: string) => html`<button
  type="button"
  @click=${() => dispatch({ type: 'select', id, open: true, isInView: true })}
>
  ${say.source}
</button>`;

function stopButtons(state: State, dispatch: Dispatch, key: string) {
  const stops = state.breakpoints.some((stop) => stop.at === key);
  return html`<button
      type="button"
      aria-pressed=${stops ? 'true' : 'false'}
      title=${say.stopKeys}
      @click=${() => dispatch({ type: 'breakpoint', key })}
    >
      ${stops ? say.unstop : say.stop}
    </button>
    ${
      stops
        ? html`<button type="button" @click=${() => dispatch({ type: 'stopList', open: true })}>${say.when}</button>`
        : nothing
    }`;
}

/** Why a node failed. */
function failureAt(state: State, view: View, node: string) {
  const failed = view.nodes[node]?.failed ?? [];
  const failure = view.paths.find(({ id }) => id === failed[0])?.failure;
  if (!failure) return nothing;
  const sentence = failureParts(view, failed, failure);
  return html`<p class="failure">${parts(sentence, (path) => colourOf(state.run.branchEvents, path))}</p>`;
}

/** What a person can give to the paths that wait at a node. */
function waitsAt(state: State, dispatch: Dispatch, node: string) {
  const { snapshot } = state.run;
  if (!snapshot) return nothing;
  const on = waitHandlers(state, dispatch);
  const questions = openQuestions(snapshot).filter((question) => question.node === node);
  const at = snapshot.view.paths.find((path) => path.node === node && path.status === 'awaitingEvent')?.id;
  const [timer] = runningTimers(snapshot.view).filter((timer) => timer.node === node);
  const target = snapshot.view.edges.find(({ id }) => id === timer?.edge)?.target ?? '';
  return html`${firsts(questions, MOST_CHOICES).map(
    (question) =>
      html`<div class="asks">
        <p>${question.query}</p>
        ${questionForm(question, on, `card-answer-${question.id}`)}
      </div>`,
  )}
  ${
    at === undefined
      ? nothing
      : awaitedEvents(snapshot.view, at).map((event) => eventForm(event, on, `card-send-${event.name}`))
  }
  ${timer ? timerRow(timer, target, on) : nothing}`;
}

/** The values of a context: each can be edited, and watched. */
function contextCard(state: State, dispatch: Dispatch, view: View, id: string) {
  const [name, context] =
    Object.entries(view.contexts).find(([, candidate]) => candidate.diagramId.slice(1) === id.slice(1)) ?? [];
  if (!name || !context || id.startsWith('e')) return nothing;
  const fixed = whyFixed(state, name);
  return card(
    name,
    dispatch,
    html`${editButtons(state, dispatch, id)}${fixed ? html`<p class="quiet">${fixed}</p>` : nothing}
    ${Object.keys(context.fields).map((field) => {
      const key = `${name}.${field}`;
      const watched = state.breakpoints.some((stop) => stop.at === key);
      return html`<div class="buttons">
        <button
          type="button"
          title=${fixed}
          aria-disabled=${fixed ? 'true' : 'false'}
          @click=${() => !fixed && editField(state, dispatch, name, field)}
        >
          ${say.edit(field)}
        </button>
        <button
          type="button"
          title=${say.watchTitle}
          aria-pressed=${watched ? 'true' : 'false'}
          @click=${() => dispatch({ type: 'breakpoint', key })}
        >
          ${watched ? say.unwatch(field) : say.watch(field)}
        </button>
      </div>`;
    })}
      <div class="buttons">${sourceButton(dispatch, id)}</div>`,
  );
}

/** Leads to the form of a value, as the pencil in Context does. */
function editField({ edit }: State, dispatch: Dispatch, context: string, field: string) {
  dispatch({ type: 'closeCard' });
  dispatch({ type: 'panel', panel: 'contexts' });
  // Asked for again, the open form would close.
  if (edit?.context !== context || edit.field !== field) dispatch({ type: 'editField', context, field });
}

function edgeActs(state: State, dispatch: Dispatch, view: View, edge: View['edges'][number]) {
  const live = view.paths.filter((path) => isLive(path.status));
  const path = live.some((candidate) => candidate.id === state.cardPath) ? state.cardPath : '*';
  const mode = view.forces.find((force) => force.edge === edge.id && (force.path ?? '*') === path)?.mode ?? null;
  const force = (to: 'take' | 'skip' | null) => dispatch({ type: 'force', path, edge: edge.id, mode: to });
  const asked = (state.run.snapshot?.pending.agents ?? []).flatMap((request) =>
    request.transitions.filter((t) => t.edges.includes(edge.id)).map((t) => ({ request, tool: t.tool })),
  );
  return html`${edge.condition ? html`<p class="quiet"><code>${guardText(edge)}</code></p>` : nothing}
    ${firsts(
      view.paths.filter((path) => path.choices.includes(edge.id) && path.status === 'blocked'),
      MOST_CHOICES,
    ).map(
      (first) =>
        html`<div class="buttons">
          <button
            type="button"
            class="primary"
            @click=${() => dispatch({ type: 'chooseEdge', path: first.id, edge: edge.id })}
          >
            ${say.choose(first.id)}
          </button>
        </div>`,
    )}
    ${firsts(asked, MOST_CHOICES).map(
      ({ request, tool }) =>
        html`<div class="buttons">
          <button
            type="button"
            class="primary"
            @click=${() => dispatch({ type: 'replyEdge', request: request.id, tool })}
          >
            ${say.reply(request.path)}
          </button>
        </div>`,
    )}
    <div class="buttons" role="group" aria-label=${say.force}>
      <label>
        <span class="hidden">${say.forWhich}</span>
        <select @change=${onText((path) => dispatch({ type: 'cardPath', path }))}>
          <option value="*" ?selected=${path === '*'}>${say.all}</option>
          ${live.map(
            ({ id }) => html`<option value=${id} ?selected=${id === path}>${workspaceStrings.path(id)}</option>`,
          )}
        </select>
      </label>
      <button
        type="button"
        aria-pressed=${mode === 'take' ? 'true' : 'false'}
        title=${say.takeTitle}
        @click=${() => force('take')}
      >
        ⚑ ${say.take}
      </button>
      <button
        type="button"
        aria-pressed=${mode === 'skip' ? 'true' : 'false'}
        title=${say.skipTitle}
        @click=${() => force('skip')}
      >
        ✕ ${say.skip}
      </button>
      <button type="button" ?disabled=${mode === null} @click=${() => force(null)}>${say.clear}</button>
    </div>
    ${state.cardError ? html`<p class="error" role="alert">${state.cardError}</p>` : nothing}`;
}
