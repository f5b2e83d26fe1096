// The run bar: the controls of the run, who answers, how fast, and what is wanted less often.

import { html } from 'lit';
import { MOST_CHOICES, firsts } from '../ui/cut-list.ts';
import { menu, type Item } from '../ui/menu.ts';
import { toolbar } from '../ui/toolbar.ts';
import { runControls, type RunPress } from '../views/run-controls.ts';
import { keyOf } from './key-of.ts';
import { mainIsFilled } from './status-row.ts';
import { runBarWords as say } from './run-strings.ts';
import '../views/run-controls.css';
import type { RunBounds } from '../protocol/types.ts';
import type { Action, Dispatch, State } from '../store/state.ts';

export { statusRow } from './status-row.ts';

const SPEEDS = [1, 2, 5, 10, 'max'] as const;
const MODES = ['stub', 'auto', 'manual', 'custom', 'remote'] as const;
const CONTROLS = ['run', 'step', 'back', 'forward', 'reset'] as const;

const ACTIONS: Record<RunPress, Action> = {
  run: { type: 'run' },
  pause: { type: 'pause' },
  again: { type: 'again' },
  restart: { type: 'reset' },
  step: { type: 'step' },
  back: { type: 'back' },
  forward: { type: 'forward' },
};

export function runBar(state: State, dispatch: Dispatch) {
  const {
    run: { controls, isRunning },
  } = state;
  const step = isRunning ? { ...controls.step, enabled: false, why: say.running } : controls.step;
  return html`<div class="run-bar" ${toolbar()}>
    ${runControls({
      controls: { ...controls, step },
      keys: Object.fromEntries(CONTROLS.map((id) => [id, keyOf(state, id)])),
      filled: mainIsFilled(state),
      press: (what) => dispatch(ACTIONS[what]),
    })}
    <span class="spring"></span>
    ${agentMenu(state, dispatch)}
    ${speedMenu(state, dispatch)}
    ${moreMenu(state, dispatch)}
  </div>`;
}

const modes = (state: State, dispatch: Dispatch): Item[] =>
  MODES.filter((mode) => mode !== 'custom' || state.outside.hasHostAgent || state.run.mode === mode).map((mode) => ({
    label: say.modesLong[mode],
    on: mode === state.run.mode,
    act: () => dispatch({ type: 'mode', mode }),
  }));

const speeds = (state: State, dispatch: Dispatch): Item[] =>
  SPEEDS.map((speed) => ({
    label: say.speeds(speed),
    on: speed === state.run.speed,
    act: () => dispatch({ type: 'speed', speed }),
  }));

const agentMenu = (state: State, dispatch: Dispatch) =>
  menu({
    name: 'agent',
    label: say.agentTitle,
    image: '',
    text: html`<span class="prefix">${say.agent}: </span>${say.modes[state.run.mode]}`,
    look: 'button muted',
    items: modes(state, dispatch),
  });

const speedMenu = (state: State, dispatch: Dispatch) =>
  menu({
    name: 'speed',
    label: say.speed,
    image: '',
    text: say.speeds(state.run.speed),
    look: 'button muted numbers',
    items: speeds(state, dispatch),
  });

/** Running to somewhere, single paths, breakpoints; in a narrow bar also what has no room in it. */
function moreMenu(state: State, dispatch: Dispatch) {
  const { main, step, run, reset } = state.run.controls;
  const off = state.run.isRunning ? say.running : run.enabled ? '' : run.why;
  const paths = state.run.snapshot?.view.paths.filter((path) => path.status === 'active') ?? [];
  const target = state.selected
    ? Object.entries(state.run.snapshot?.view.nodes ?? {}).find(([, node]) => node.diagramId === state.selected)?.[0]
    : undefined;
  const to = (stops: RunBounds) => () => dispatch({ type: 'runTo', stops });
  const narrow = (items: Item[]) => items.map((item) => (item === 'line' ? item : { ...item, look: 'when-narrow' }));
  const small = (items: Item[]) => items.map((item) => (item === 'line' ? item : { ...item, look: 'when-small' }));
  // The bar leaves it out beside Run again.
  const restart: Item[] = [{ label: reset.label, act: () => dispatch({ type: 'reset' }), why: reset.why }];
  return menu({
    name: 'go',
    label: say.more,
    image: 'more',
    look: 'button muted square',
    items: [
      ...(main.does === 'again' ? restart : small(restart)),
      ...small([{ title: say.agent }, ...modes(state, dispatch)]),
      ...narrow([{ title: say.speed }, ...speeds(state, dispatch)]),
      { title: say.runTo },
      { label: say.toAgent, act: to({ until: 'agent' }), why: off },
      { label: say.toFork, act: to({ until: 'fork' }), why: off },
      { label: say.toEnd, act: to({}), why: off },
      {
        label: target ? say.toNode(target) : say.toSelected,
        act: to({ nodes: target ? [target] : [] }),
        why: off || (target ? '' : say.noNode),
      },
      { label: say.toStep, act: () => dispatch({ type: 'dialog', name: 'tick' }), why: off },
      ...(paths.length > 0 ? [{ title: say.stepPath }] : []),
      ...firsts(paths, MOST_CHOICES).map((path) => ({
        label: say.path(path.id, path.node),
        act: () => dispatch({ type: 'stepPath' as const, path: path.id }),
        why: state.run.isRunning ? say.running : state.run.isOutdated ? say.older : step.enabled ? '' : step.why,
      })),
      'line',
      { label: say.breakpoints(state.breakpoints.length), act: () => dispatch({ type: 'stopList', open: true }) },
      {
        label: say.realWaits,
        on: state.settings.realWaits,
        act: () => dispatch({ type: 'setting', name: 'realWaits', value: !state.settings.realWaits }),
      },
    ],
  });
}
