// What stands where: the panes of each view, and the toolbar below them.

import { html, nothing } from 'lit';
import { standingOf } from '../../diagram/standing.ts';
import { icon } from '../../ui/icon.ts';
import { selectAll } from '../../ui/listeners.ts';
import { runControls } from '../../views/run-controls.ts';
import { outlineOf } from './outline.ts';
import { words } from './strings.ts';
import type { ControlName } from './options.ts';
import { shownDrawing } from '../../run/shown-drawing.ts';
import type { RunState } from '../../run/types.ts';
import type { ShownMachine } from './types.ts';

export function panes(view: ShownMachine) {
  const { view: chosen, controls } = view.options();
  // A machine that was stopped shows its drawing and its source.
  const kind = view.stopReason === '' ? chosen : 'split';
  const drawing = kind === 'code' ? nothing : html`<div class="pane picture" part="diagram">${diagram(view)}</div>`;
  const { beside } = view;
  const source =
    kind !== 'code' && kind !== 'split'
      ? nothing
      : beside
        ? beside.sourcePane(view)
        : html`<pre class="pane source" tabindex="0" aria-label=${words.source}>${view.text}</pre>`;
  const side =
    beside && kind === 'run'
      ? html`<div class="pane side">${beside.timeline(view)}${beside.contextTable(view)}</div>`
      : nothing;
  return html`<section class="frame" role="region" aria-label=${words.label(view.title)}>
    <div class="panes" data-view=${kind}>${source}${drawing}${side}</div>
    ${view.stopReason === '' ? bar(view, controls) : html`<p class="stopped" role="alert">${view.stopReason}</p>`}
  </section>`;
}

const bar = (view: ShownMachine, controls: ControlName[]) =>
  controls.length === 0 ? nothing : toolbar(view, controls);

function diagram(view: ShownMachine) {
  const { state } = view;
  const { zoom } = view.options();
  const { snapshot, analysis } = state;
  const { path } = view;
  const current = (path && snapshot?.view.nodes[path.node]?.diagramId) ?? null;
  return html`<tracklight-diagram
    .column=${view.column.view}
    .foldable=${true}
    .picture=${shownDrawing(state)}
    .selected=${view.selected}
    .current=${current}
    .badges=${badges(view)}
    .outline=${outlineOf(state)}
    .documentId=${view.documentId}
    .large=${view.large}
    .follow=${true}
    .flying=${view.player.running && view.speed === 'max'}
    .tools=${zoom === 'none' ? [] : ['out', 'in', 'fit']}
    .wheel=${zoom === 'wheel' ? 'zoom' : zoom === 'none' ? 'none' : 'held'}
    .label=${words.diagram(view.title, analysis?.nodes ?? 0, analysis?.edges ?? 0)}
    @diagram-drawn=${() => view.fit()}
    @diagram-select=${(event: CustomEvent) => view.select(event.detail.id)}
    @diagram-fold=${(event: CustomEvent) => view.fold(event.detail.id)}
    @diagram-open=${(event: CustomEvent) => view.select(event.detail.id)}
    @diagram-view=${(event: CustomEvent) => view.diagram?.view(event.detail.what)}
  ></tracklight-diagram>`;
}

const known: WeakMap<object, unknown[]> = new WeakMap();

/** The same list for the same facts, so that nothing is painted twice. */
function badges({ state: { snapshot, events, shows } }: ShownMachine) {
  if (!snapshot || shows === 'source') return NONE;
  const list = known.get(snapshot.view) ?? standingOf(snapshot.view, events);
  known.set(snapshot.view, list);
  return list;
}
const NONE: unknown[] = [];

function toolbar(view: ShownMachine, controls: ControlName[]) {
  const { state, player } = view;
  const has = (name: ControlName) => controls.includes(name);
  const status = view.announcement || (view.broken ? words.errors(state.analysis?.errors ?? 0) : state.status.text);
  return html`<div class="toolbar run-bar" part="toolbar" role="toolbar" aria-label=${words.bar}>
    ${runControls({ controls: controlsOf(view), press: view.press, shown: RUN.filter(has), filled: !player.running })}
    ${has('speed') ? speeds(view) : nothing}
    <p class="status" part="status" role="status" title=${status}>${status}</p>
    ${
      view.toCopy === ''
        ? nothing
        : html`<input readonly aria-label=${words.linkToCopy} .value=${view.toCopy} @focus=${selectAll} />`
    }
    ${has('export') ? button('export', 'save', words.export, view.download) : nothing}
    ${has('share') ? button('share', 'link', words.share, view.share) : nothing}
    ${has('open') ? button('open', 'full', words.open, view.openPage) : nothing}
  </div>`;
}

const RUN = ['run', 'step', 'back', 'reset'] as const;

/** The page's controls, with what the host may still have to answer. */
function controlsOf({ state: { controls }, player }: ShownMachine): RunState['controls'] {
  if (player.running)
    return {
      ...controls,
      main: { enabled: true, label: words.pause, why: '', does: 'pause' },
      step: { ...controls.step, enabled: false },
    };
  const stuck = controls.step.enabled && !player.canStep;
  const waits = { enabled: false, why: words.waits };
  return {
    ...controls,
    main: stuck && controls.main.does === 'run' ? { ...controls.main, ...waits } : controls.main,
    step: stuck ? { ...controls.step, ...waits } : controls.step,
  };
}

function button(name: string, image: string, label: string, act: () => void) {
  return html`<button
    type="button"
    part="button"
    class="button square"
    data-control=${name}
    title=${label}
    aria-label=${label}
    @click=${act}
  >
    ${icon(image)}
  </button>`;
}

const SPEEDS = [1, 2, 5, 10, 'max'] as const;

function speeds(view: ShownMachine) {
  return html`<select
    part="button"
    title=${words.speed}
    aria-label=${words.speed}
    @change=${(event: Event) => view.setSpeed(SPEEDS[(event.target as HTMLSelectElement).selectedIndex] ?? 2)}
  >
    ${SPEEDS.map(
      (speed) =>
        html`<option ?selected=${speed === view.speed}>
          ${speed === 'max' ? words.max : words.perSecond(speed)}
        </option>`,
    )}
  </select>`;
}
