// The region of the drawing, with the notes that lie over it.

import { html, nothing } from 'lit';
import { ref } from 'lit/directives/ref.js';
import { computed } from '../protocol/computed.ts';
import { words } from '../strings.ts';
import { diagramStrings } from '../diagram/strings.ts';
import { proposalNotice } from '../store/strings.ts';
import { noteStrings } from './diagram-strings.ts';
import { badgesOf } from '../drawing/badges.ts';
import { whyNotEditable } from '../store/editable.ts';
import { coverageBadges } from '../features/explore/coverage.ts';
import { drawnOutline } from '../drawing/drawn-outline.ts';
import { later } from '../store/late.ts';
import type { Dispatch, State } from '../store/state.ts';
import { currentDiagramId, isStart } from '../store/values.ts';
import { fieldAt } from '../drawing/tips.ts';
import { itemOf } from '../document/outline.ts';
import type { Minimap } from '../diagram/minimap.ts';
import type { TipProvider } from '../diagram/tip.ts';
import { addMenu, drawnMenu } from './drawing-options.ts';
import './styles/starters.css';
import './styles/value-form.css';

const starters = later(() => import('./starters.ts'));
const valueForm = later(
  () => import('../features/contexts/field-edit.ts'),
  () => nothing,
);
const selectionCard = later(
  () => import('../features/selection/panel.ts'),
  () => nothing,
);

/** Machines above this are not laid out by themselves. */
const LARGE = { nodes: 400, edges: 800 };

/** Whether there is nothing to draw. Until a text that was opened is read, the last drawing stays. */
const nothingDrawn = ({ phase, run: { analysis } }: State) => phase === 'ready' && analysis?.nodes === 0;

const allBadges = computed(
  (state: State) => [badgesOf(state), coverageBadges(state)],
  (state) => [...badgesOf(state), ...coverageBadges(state)],
);

interface Parts {
  /** Says what tips over the drawing say. */
  tipProvider: TipProvider | null;
  minimap: Minimap | null;
  /** The start example's picture, until the drawing stands. */
  first: Element | null;
  /** The drawing stands. */
  drawn: () => void;
  /** The newest state. */
  now: () => State;
}

export function diagramRegion(state: State, dispatch: Dispatch, { tipProvider, minimap, first, drawn, now }: Parts) {
  const title = state.run.analysis?.title ?? words.header.untitled;
  return html`<tracklight-diagram
      class=${nothingDrawn(state) ? 'bare' : ''}
      .picture=${state.picture}
      .selected=${state.selected}
      .current=${currentDiagramId(state)}
      .badges=${allBadges(state)}
      .outline=${drawnOutline(state)}
      .tipProvider=${tipProvider}
      .documentId=${state.document.id}
      .large=${(state.run.analysis?.nodes ?? 0) > LARGE.nodes || (state.run.analysis?.edges ?? 0) > LARGE.edges}
      .follow=${state.view.follow}
      .minimap=${state.settings.minimap ? minimap : null}
      .wires=${state.settings.wires}
      .foldable=${true}
      .editable=${whyNotEditable(state) === ''}
      .alsoSelected=${state.alsoSelected}
      .flying=${state.trace.flying}
      .find=${state.view.find}
      .full=${state.view.full}
      .empty=${nothingDrawn(state) && state.document.locked ? diagramStrings.empty : ''}
      .label=${diagramStrings.label(title, state.run.analysis?.nodes ?? 0, state.run.analysis?.edges ?? 0)}
      @diagram-select=${({ detail: { id, adds } }: CustomEvent) =>
        dispatch(adds ? { type: 'selectMore', id } : { type: 'select', id, open: false, isInView: true })}
      @diagram-edit=${({ detail: { id, target } }: CustomEvent) => dispatch({ type: 'editInPlace', id, target })}
      @diagram-open=${(e: CustomEvent) => dispatch({ type: 'select', id: e.detail.id, open: true, isInView: true })}
      @diagram-fold=${(e: CustomEvent) => dispatch({ type: 'foldModule', id: e.detail.id })}
      @diagram-stop=${(e: CustomEvent) => dispatch({ type: 'stopAt', id: e.detail.id })}
      @diagram-view=${(e: CustomEvent) => dispatch({ type: 'view', what: e.detail.what })}
      @diagram-find=${(e: CustomEvent) => dispatch({ type: 'findText', text: e.detail.text })}
      @diagram-follow=${(e: CustomEvent) => dispatch({ type: 'followed', on: e.detail.on })}
      @diagram-drawn=${drawn}
      @diagram-value=${(e: CustomEvent<ValuePress>) => openValue(state, dispatch, e.detail)}
      @diagram-more=${(e: CustomEvent) => showAllFields(state, dispatch, e.detail.id)}
      @diagram-dot=${() => dispatch({ type: 'export', kind: 'dot' })}
      @diagram-slow=${() => dispatch({ type: 'slow' })}
      >${state.isDrawingOutdated ? lastValid(dispatch) : nothing}
      ${whyNotEditable(state) === '' ? addMenu(dispatch) : nothing} ${drawnMenu(state, dispatch)}</tracklight-diagram
    >
    ${first ?? nothing} ${nothingDrawn(state) ? starters(state, dispatch, now) : nothing}
    ${state.edit && state.editAt ? valueFormAt(state, dispatch, state.editAt) : nothing}
    ${state.card ? selectionCard(state, dispatch) : nothing} ${notes(state, dispatch)}`;
}

/** A value that was pressed: the id of its cell and of its card, and where it stands in the stage, in pixels. */
interface ValuePress {
  id: string;
  card: string | null;
  at: { x: number; y: number };
}

/** Opens the form of a value where it stands; what cannot be changed now selects its card. */
function openValue(state: State, dispatch: Dispatch, { id, card, at }: ValuePress) {
  const found = fieldAt(state, id);
  const isFixed =
    state.document.locked ||
    state.run.shows !== 'run' ||
    (found?.role === 'input' ? !isStart(state, found.context) : state.run.snapshot?.view.paths.length === 0);
  if (!found || isFixed) dispatch({ type: 'select', id: card, open: false, isInView: true });
  else {
    const { context, field, path } = found;
    dispatch({ type: 'editField', context, field, at, ...(path === undefined ? {} : { path }) });
  }
}

const valueFormAt = (state: State, dispatch: Dispatch, { x, y }: { x: number; y: number }) =>
  html`<div
    class="panel value-form"
    ${ref((form) => {
      if (!(form instanceof HTMLElement)) return;
      form.style.setProperty('--x', `${Math.round(x)}px`);
      form.style.setProperty('--y', `${Math.round(y)}px`);
    })}
  >
    ${valueForm(state, dispatch)}
  </div>`;

/** Draws all fields of a context of the rail. */
function showAllFields({ view: { options }, run: { analysis } }: State, dispatch: Dispatch, id: string) {
  const item = itemOf(analysis?.outline ?? [], id);
  const node = item?.id;
  if (!node) return;
  const cards = { ...options.rail?.cards, [node]: 'all' as const };
  dispatch({ type: 'drawn', part: { rail: { ...options.rail, cards } } });
}

const press = (label: string, act: () => void) =>
  html`<button type="button" class="link" @click=${act}>${label}</button>`;

/** Beside the view buttons, where it covers nothing of the drawing: it comes and goes while somebody writes. */
const lastValid = (dispatch: Dispatch) => html`<p class="chip-note" slot="note">
  <span>${noteStrings.lastValid}</span> ${press(noteStrings.anyway, () => dispatch({ type: 'drawAnyway' }))}
</p>`;

function notes(state: State, dispatch: Dispatch) {
  const postponed =
    state.run.snapshot?.position.atTip &&
    state.run.snapshot.pending.edits.some((edit) => state.postponedEditIds.includes(edit.id));
  return html`${
    postponed
      ? html`<p class="chip-note">
        ${proposalNotice.text} ${press(proposalNotice.show, () => dispatch({ type: 'showEdits' }))}
      </p>`
      : nothing
  }`;
}
