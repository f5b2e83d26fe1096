// The bar of controls below the panes. What has no room in it stands in its menu.

import { html, nothing } from 'lit';
import { icon } from '../../ui/icon.ts';
import { selectAll } from '../../ui/listeners.ts';
import { menu, type Item } from '../../ui/menu.ts';
import { hasRestart, runControls, type RunPress } from '../../views/run-controls.ts';
import { pageOf } from './page.ts';
import { words } from './strings.ts';
import type { Control, RunState } from '../../run/types.ts';
import type { ControlName } from './options.ts';
import type { ShownMachine } from './types.ts';

const RUN = ['run', 'step', 'back', 'reset'] as const;
const SPEEDS = [1, 2, 5, 10, 'max'] as const;

export function toolbar(view: ShownMachine) {
  const { player } = view;
  const shown = shownControls(view);
  const has = (name: ControlName) => shown.includes(name);
  const status = statusOf(view);
  const controls = controlsOf(view);
  return html`<div class="toolbar run-bar" part="toolbar" role="toolbar" aria-label=${words.bar}>
    ${runControls({ controls, press: view.press, shown: RUN.filter(has), filled: !player.running })}
    ${has('speed') ? speeds(view) : nothing}
    <p class="status" part="status" role="status" title=${status}>${status}</p>
    ${
      view.toCopy === ''
        ? nothing
        : html`<input readonly aria-label=${words.linkToCopy} .value=${view.toCopy} @focus=${selectAll} />`
    }
    ${PAGE.filter(has).map((name) => pageButton(name, view))}
    ${menu({
      label: words.more,
      image: 'more',
      name: 'more',
      look: 'button square',
      items: items(view, shown, controls, status),
    })}
  </div>`;
}

/** What there is to say. */
export const statusOf = ({ announcement, broken, state }: ShownMachine) =>
  announcement || (broken ? words.errors(state.analysis?.errors ?? 0) : state.status.text);

/** Buttons that lead out of the machine. */
const PAGE = ['export', 'share', 'open'] as const;
const PAGE_ICONS = { export: 'save', share: 'link', open: 'full' };
const ACTS = { export: 'download', share: 'share', open: 'openPage' } as const;

function pageButton(name: (typeof PAGE)[number], view: ShownMachine) {
  return html`<button
    type="button"
    part="button"
    class="button square"
    data-control=${name}
    title=${words[name]}
    aria-label=${words[name]}
    @click=${view[ACTS[name]]}
  >
    ${icon(PAGE_ICONS[name])}
  </button>`;
}

/** The controls that the host chose, without those that lead nowhere. */
function shownControls(view: ShownMachine): ControlName[] {
  const options = view.options();
  const hasPage = pageOf(options) !== null;
  return options.controls.filter((name) => hasPage || (name !== 'share' && name !== 'open'));
}

/** What the bar has no room for, in its order; the sentence where its end is not seen. */
function items(
  view: ShownMachine,
  shown: readonly ControlName[],
  { back, forward, reset, main }: RunState['controls'],
  status: string,
): Item[] {
  const { left, isCut } = view.barFit;
  const has = (name: ControlName) => shown.includes(name);
  const run = ({ label, enabled, why }: Control, press: RunPress): Item => ({
    label,
    act: () => view.press(press),
    ...(enabled ? {} : { why: why || label }),
  });
  const groups: Item[][] = [
    isCut ? [{ title: status, look: 'sentence' }] : [],
    left.includes('moves') && has('back') ? [run(back, 'back'), run(forward, 'forward')] : [],
    left.includes('pace') && hasRestart(main, shown) ? [run(reset, 'restart')] : [],
    left.includes('page') ? PAGE.filter(has).map((name) => ({ label: words[name], act: view[ACTS[name]] })) : [],
    left.includes('pace') && has('speed')
      ? [
          { title: words.speed },
          ...SPEEDS.map((speed) => ({
            label: speedText(speed),
            on: speed === view.speed,
            act: () => view.setSpeed(speed),
          })),
        ]
      : [],
  ];
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, i): Item[] => (i === 0 ? group : ['line', ...group]));
}

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

const speedText = (speed: (typeof SPEEDS)[number]) => (speed === 'max' ? words.max : words.perSecond(speed));

function speeds(view: ShownMachine) {
  return html`<select
    part="button"
    title=${words.speed}
    aria-label=${words.speed}
    @change=${(event: Event) => view.setSpeed(SPEEDS[(event.target as HTMLSelectElement).selectedIndex] ?? 2)}
  >
    ${SPEEDS.map((speed) => html`<option ?selected=${speed === view.speed}>${speedText(speed)}</option>`)}
  </select>`;
}
