// The status row of the page: what the run says of itself, at most one button that helps, and what that button does.

import { html, nothing } from 'lit';
import { colourOf } from '../run/colors.ts';
import { positions } from '../protocol/positions.ts';
import { MinimumShowTime } from './steady.ts';
import { START } from '../document/example-list.ts';
import { awaitedEvents, takesData } from '../run/awaited.ts';
import { isPanelInSight } from '../store/panels.ts';
import { focusLater, focusWhenLost } from '../ui/focus-later.ts';
import { seconds } from '../ui/seconds.ts';
import { statusRow as row, type StatusRow } from '../views/status-row.ts';
import { runBarWords as say } from './run-strings.ts';
import '../views/status-row.css';
import type { Control, Help } from '../run/types.ts';
import type { Action, Dispatch, State } from '../store/state.ts';

/** While a run goes on its sentence changes at most so often. */
const LEAST_MS = 250;
/** States in which something else than the main button gets one further. */
const HELPED = ['failed', 'blocked', 'answer', 'event', 'agent', 'join', 'errors', 'inputs'];

/** The main button is filled unless another one is what helps. */
export const mainIsFilled = ({ run: { status, controls } }: State) =>
  controls.main.does === 'pause' || !HELPED.includes(status.state);

const running = new MinimumShowTime<StatusRow>(LEAST_MS);

export function statusRow(state: State, dispatch: Dispatch) {
  const colorOf = (path: string) => colourOf(state.run.branchEvents, path);
  if (isFirstVisit(state)) return row(WELCOME, () => dispatch({ type: 'openGuide', page: 'how-it-works' }), colorOf);
  const call = callUnderWay(state);
  if (call) {
    const status = { ...announcedStatus(state), button: { label: say.cancelCall } };
    const time = html` <span class="numbers muted">${seconds(call, say.seconds)}</span>`;
    return row(status, () => dispatch({ type: 'outsideCancel', request: call }), colorOf, time);
  }
  if (hasStartersElsewhere(state))
    return row(
      { ...state.run.status, button: { label: say.showStarters } },
      () => dispatch({ type: 'pane', pane: 'diagram' }),
      colorOf,
    );
  const { help, others } = state.run.status;
  const act = (other?: number) => {
    const offer = other === undefined ? help : others[other];
    if (offer) press(offer.help, state, dispatch);
  };
  return row(heldStill(announcedStatus(state), dispatch), act, colorOf, [
    isAside(state) ? link(say.latest, () => press({ do: 'latest' }, state, dispatch)) : nothing,
    older(state, dispatch),
  ]);
}

const link = (label: string, act: () => unknown, title: string = '') =>
  html` <button type="button" class="link" title=${title} @click=${act}>${label}</button>`;

/** Whether an earlier step is shown, and the button leads elsewhere than to the latest. */
const isAside = ({
  run: {
    snapshot,
    shows,
    status: { help },
  },
}: State) => snapshot?.position.atTip === false && shows === 'run' && help !== null && help.help.do !== 'latest';

/** Behind the sentence, where the run is not of the text as it is: whatever it does not say of that, and what helps. */
function older({ run: { isOutdated, shows, status, controls }, announcedAnalysis }: State, dispatch: Dispatch) {
  if (!isOutdated) return nothing;
  if (shows === 'source' && status.help?.help.do !== 'backToRun')
    return link(say.backToRun, () => dispatch({ type: 'backToRun' }));
  const errors = announcedAnalysis?.errors ?? 0;
  const links = [
    errors > 0 ? nothing : applyLink(controls.apply, dispatch),
    link(say.runText, () => dispatch({ type: 'dialog', name: 'runText' })),
  ];
  if (shows === 'source') return links;
  return html` <span class="muted">${say.older}.</span>${links}${errors > 0 ? erroneous(errors, dispatch) : nothing}`;
}

const applyLink = ({ enabled, label, why, about }: Control, dispatch: Dispatch) =>
  html` <button
    type="button"
    class="link"
    data-control="apply"
    title=${enabled ? (about ?? '') : why}
    aria-disabled=${enabled ? 'false' : 'true'}
    @click=${() => enabled && dispatch({ type: 'applyText' })}
  >
    ${label}
  </button>`;

/** The newest text has errors, while its run is not what is shown. */
function erroneous(errors: number, dispatch: Dispatch) {
  const go = link(say.errors(errors), () => dispatch({ type: 'firstProblem' }), say.goToError);
  return html` <span class="muted">${say.newHas}</span>${go}<span class="muted">.</span>`;
}

/** The sentence names the starters: on a phone they are on another pane than the text. */
const hasStartersElsewhere = ({ run: { status }, shell, pane, document }: State) =>
  status.state === 'empty' && shell.narrow && pane !== 'diagram' && !document.locked;

const WELCOME: StatusRow = {
  state: 'welcome',
  tone: 'plain',
  icon: null,
  parts: [{ text: say.tagline }],
  button: { label: say.howItWorks },
};

function isFirstVisit({ hint, document, run: { status, snapshot } }: State) {
  const started = (snapshot?.position.step ?? 0) > 0 || (snapshot?.branches.length ?? 1) > 1;
  return (
    hint && !started && (document.slug === START || document.id === 0) && ['ready', 'loading'].includes(status.state)
  );
}

/** The request that a remote model or the host's agent is answering, where the run waits for it. */
function callUnderWay({ run: { status, snapshot }, outside }: State) {
  if (status.state !== 'agent' || !snapshot?.position.atTip) return null;
  return snapshot.pending.agents.find(({ id }) => outside.asks[id]?.state === 'asking')?.id ?? null;
}

/** Whether it is still what a link brought: only then is there nothing of one's own to share. */
const isShared = ({ shared, edited }: State['document']) => shared === true && !edited;

function announcedStatus(state: State): StatusRow {
  const {
    run: { status },
    document,
  } = state;
  const { help } = status;
  if (!help) return { ...status, button: null };
  const filled = !mainIsFilled(state) && !isInSight(help.help, state);
  const label = help.help.do === 'share' && isShared(document) ? say.showSteps : help.label;
  return {
    ...status,
    button: { label, filled, ...iconOf(help.help, document) },
  };
}

function iconOf({ do: what }: Help, document: State['document']) {
  if (what === 'share') return { icon: isShared(document) ? 'time' : 'share' };
  return what === 'editStub' ? { icon: 'edit' } : {};
}

/** Whether the panel that is shown has the filled button already. */
function isInSight({ do: what }: Help, state: State) {
  const { panel } = state;
  return isPanelInSight(state) && ((what === 'answer' && panel === 'inbox') || (what === 'reply' && panel === 'agent'));
}

/** While a run goes on, not every step is told. */
const heldStill = (row: StatusRow, dispatch: Dispatch) =>
  running.show(
    row,
    (before) => row.state === 'running' && before.state === 'running',
    () => dispatch({ type: 'arrived' }),
  );

/** Shows a form of Inbox, with the focus in its first field. */
function showForm(id: string, dispatch: Dispatch) {
  dispatch({ type: 'panel', panel: 'inbox' });
  const own = CSS.escape(id);
  focusLater(`#panel [id="${own}"], #panel [id="${own}-form"] :is(input, select, textarea)`);
}

function press(help: Help, state: State, dispatch: Dispatch) {
  /** The button goes with what it gave. */
  const give = (action: Action) => {
    dispatch(action);
    focusWhenLost('[data-control="step"]');
  };
  switch (help.do) {
    case 'problems':
      return dispatch({ type: 'firstProblem' });
    case 'latest':
      return dispatch({ type: 'goTo', step: positions(state.run.entries).at(-1)?.step ?? 0 });
    case 'backToRun':
      return dispatch({ type: 'backToRun' });
    case 'breakpoints':
      return dispatch({ type: 'stopList', open: true });
    case 'settings':
      return dispatch({ type: 'dialog', name: 'settings' });
    case 'share':
      if (!isShared(state.document)) return dispatch({ type: 'share' });
      dispatch({ type: 'pane', pane: 'run' });
      return focusLater('.timeline .step-row.here .go, .timeline input[type="range"]');
    case 'inputs':
      dispatch({ type: 'panel', panel: 'contexts' });
      return help.field === '' ? undefined : dispatch({ type: 'editField', context: help.context, field: help.field });
    case 'answerAgain':
      // The question is open where it was asked; another answer there makes another branch.
      dispatch({ type: 'goTo', step: help.step });
      return showForm(`answer-${help.request}`, dispatch);
    case 'answer':
      return showForm(`answer-${help.request}`, dispatch);
    case 'giveAnswer':
      return give({ type: 'giveAnswer', request: help.request, answer: help.answer });
    case 'send': {
      const event = state.run.snapshot
        ? awaitedEvents(state.run.snapshot.view).find(({ name }) => name === help.name)
        : null;
      if (event && takesData(event)) return showForm(`send-${help.name}`, dispatch);
      return give({ type: 'sendEvent', name: help.name });
    }
    case 'elapse':
      return give({ type: 'elapse', ms: help.ms });
    case 'reply':
      dispatch({ type: 'choosePath', path: help.path });
      dispatch({ type: 'panel', panel: 'agent' });
      return focusLater(`#panel [data-call="${CSS.escape(help.request)}"] :is(.tool, textarea, input)`);
    case 'editStub':
      dispatch({ type: 'panel', panel: 'agent' });
      dispatch({ type: 'stubEdit', node: help.node });
      return focusLater(`#panel [data-stub="${CSS.escape(help.node)}"] textarea`);
    case 'editField':
      dispatch({ type: 'choosePath', path: help.path });
      dispatch({ type: 'panel', panel: 'contexts' });
      return dispatch({ type: 'editField', context: help.context, field: help.field, path: help.path });
    case 'chooseEdge':
      dispatch({ type: 'choosePath', path: help.path });
      dispatch({ type: 'panel', panel: 'contexts' });
      return focusLater('#panel [data-edge], #panel .path-acts button');
    case 'showNode':
      return dispatch({
        type: 'select',
        id: state.run.snapshot?.view.nodes[help.node]?.diagramId ?? null,
        open: false,
      });
  }
}
