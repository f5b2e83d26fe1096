// Run bar: the controls of the run and one sentence about where it stands. Step is the only filled button.

import { html } from 'lit';
import { MOST_CHOICES, firsts } from '../ui/cut-list.ts';
import { words } from '../strings.ts';
import { icon } from '../ui/icon.ts';
import { menu } from '../ui/menu.ts';
import { commands } from '../workspace/commands.ts';
import { keysOf, labelsOf } from '../workspace/keymap.ts';
import type { Stops } from '../protocol/types.ts';
import type { Control } from '../run/types.ts';
import type { State, Action } from '../workspace/state.ts';

type Dispatch = (action: Action) => void;

const SPEEDS = [1, 2, 5, 10, 'max'] as const;

export function runBar(state: State, dispatch: Dispatch) {
  const { controls: c, running } = state;
  return html`
    <div class="controls">
      ${control('step', 'step', running ? { ...c.step, enabled: false } : c.step, () => dispatch({ type: 'step' }), keyOf(state, 'step'), 'primary')}
      ${control('run', running ? 'pause' : 'run', c.run, () => dispatch({ type: running ? 'pause' : 'run' }), keyOf(state, 'run'))}
      <span class="group">
        ${control('back', 'back', c.back, () => dispatch({ type: 'back' }), keyOf(state, 'back'))}
        ${control('forward', 'forward', c.forward, () => dispatch({ type: 'forward' }), keyOf(state, 'forward'))}
        ${control('reset', 'reset', c.reset, () => dispatch({ type: 'reset' }), keyOf(state, 'reset'))}
      </span>
      ${goMenu(state, dispatch)}
      <label class="speed"><span class="hidden">${words.run.speed}</span>
        <select title=${words.run.speed} @change=${(e: any) => dispatch({ type: 'speed', speed: SPEEDS[e.target.selectedIndex] ?? 5 })}>
          ${SPEEDS.map((speed) => html`<option ?selected=${speed === state.speed}>${speed === 'max' ? words.run.max : `${speed}/s`}</option>`)}
        </select></label>
    </div>
    <p class="where">${sentence(state, dispatch)}</p>`;
}

/** The key of a control as it is now. */
function keyOf({ shell }: State, id: string) {
  const command = commands.find((one) => one.id === id);
  const [key] = command ? keysOf(command, shell) : [];
  return key ? labelsOf(key).join('+') : '';
}

/** Running to somewhere, single paths, breakpoints. */
function goMenu(state: State, dispatch: Dispatch) {
  const say = words.go;
  const { step, run } = state.controls;
  const off = state.running ? say.running : run.enabled ? '' : run.why;
  const paths = state.run?.view.paths.filter((path) => path.status === 'active') ?? [];
  const fresh = state.run?.position.atTip === false || state.earlier !== null;
  const target = state.selected
    ? Object.entries(state.run?.view.nodes ?? {}).find(([, node]) => node.diagramId === state.selected)?.[0]
    : undefined;
  const to = (stops: Stops) => () => dispatch({ type: 'runTo', stops });
  return menu({
    name: 'go',
    label: say.label,
    image: 'more',
    items: [
      { title: say.to },
      { label: say.agent, act: to({ until: 'agent' }), why: off },
      { label: say.fork, act: to({ until: 'fork' }), why: off },
      { label: say.end, act: to({}), why: off },
      { label: say.tick, act: () => dispatch({ type: 'dialog', name: 'tick' }), why: off },
      {
        label: target ? say.node(target) : say.selected,
        act: to({ nodes: target ? [target] : [] }),
        why: off || (target ? '' : say.noNode),
      },
      ...(paths.length > 0 ? [{ title: say.path }] : []),
      ...firsts(paths, MOST_CHOICES).map((path) => ({
        label: say.one(path.id, path.node),
        act: () => dispatch({ type: 'stepPath' as const, path: path.id }),
        why: state.running
          ? say.running
          : step.enabled
            ? fresh && state.earlier !== null
              ? say.earlier
              : ''
            : step.why,
      })),
      { title: say.stops },
      { label: say.stopList(state.stops.length), act: () => dispatch({ type: 'stopList' as const, open: true }) },
    ],
  });
}

function sentence(state: State, dispatch: Dispatch) {
  const { text, link } = state.status;
  if (!link) return text;
  if ('node' in link) {
    const id = state.run?.view.nodes[link.node]?.diagramId ?? null;
    return html`${text} <button type="button" class="link" @click=${() => dispatch({ type: 'select', id, open: false })}>${words.run.showNode}</button>`;
  }
  if (link.panel === 'problems')
    return html`${text} <button type="button" class="link" @click=${() => dispatch({ type: 'firstProblem' })}>${words.run.firstProblem}</button>`;
  return html`${text} <button type="button" class="link" @click=${() => dispatch({ type: 'panel', panel: link.panel })}>${words.run.open(words.panels[link.panel])}</button>`;
}

function control(
  name: string,
  image: string,
  { enabled, label, why }: Control,
  act: () => void,
  keys: string,
  kind: string = '',
) {
  const title = [keys ? `${label} (${keys})` : label, enabled ? '' : why].filter(Boolean).join('. ');
  return html`<button type="button" class="control ${kind}" data-control=${name} title=${title} aria-label=${label}
    aria-disabled=${enabled ? 'false' : 'true'} @click=${() => enabled && act()}>${icon(image)}<span>${label}</span></button>`;
}
