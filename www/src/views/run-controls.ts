// The controls of a run: one main button of fixed width, Step, Back and Forward, Restart. From what a controller says
// of them; whoever shows them puts them into an element of the class `run-bar`.

import { html, nothing } from 'lit';
import { icon } from '../ui/icon.ts';
import { runWords } from './run-strings.ts';
import type { Control, MainControl, RunState, StepControl } from '../run/types.ts';

/** What can be shown: `back` is the group of Back and Forward, `reset` is Restart. */
export type RunControl = 'run' | 'step' | 'back' | 'reset';
/** What a press does: `run`, `again` and `restart` are the main button's, by what it says. */
export type RunPress = MainControl['does'] | 'step' | 'back' | 'forward';

export interface RunControlOptions {
  controls: RunState['controls'];
  press: (what: RunPress) => void;
  /** Keys as they are shown; none for a control that has none. */
  keys?: Partial<Record<'run' | 'step' | 'back' | 'forward' | 'reset', string>>;
  shown?: readonly RunControl[];
  /** The main button is what gets one further now. */
  filled?: boolean;
}

const ALL: readonly RunControl[] = ['run', 'step', 'back', 'reset'];
const MAIN_ICONS: Record<MainControl['does'], string> = {
  run: 'run',
  pause: 'pause',
  again: 'reset',
  restart: 'reset',
};
/** Longer keys leave no room for the label beside them. */
const KEY_ROOM = 3;

export function runControls({ controls, press, keys = {}, shown = ALL, filled = true }: RunControlOptions) {
  const { main, step, back, forward, reset } = controls;
  const has = (name: RunControl) => shown.includes(name);
  return html`${has('run') ? mainButton(main, keys.run ?? '', filled, () => press(main.does)) : nothing}
  ${has('step') ? button('step', 'step', step, keys.step, () => press('step'), 'outlined', step.begins) : nothing}
  ${
    has('back')
      ? html`<span class="button-group" role="group" aria-label=${runWords.moves}>
        ${button('back', 'back', back, keys.back, () => press('back'), 'outlined square')}
        ${button('forward', 'forward', forward, keys.forward, () => press('forward'), 'outlined square')}</span
      >`
      : nothing
  }
  ${
    hasRestart(main, shown)
      ? button('reset', 'reset', reset, keys.reset, () => press('restart'), 'muted may-shrink')
      : nothing
  }`;
}

/** Whether Restart has a button of its own: where the main button restarts, it is that. */
export const hasRestart = ({ does }: MainControl, shown: readonly string[]) =>
  shown.includes('reset') && !(shown.includes('run') && (does === 'again' || does === 'restart'));

function mainButton(control: MainControl, key: string, filled: boolean, press: () => void) {
  const { does, enabled, label, why, about } = control;
  const keyed = key !== '' && key.length <= KEY_ROOM && (does === 'run' || does === 'pause');
  return html`<button
    type="button"
    part="button"
    class="button main ${filled && enabled ? 'filled' : 'outlined'}"
    data-control="run"
    data-does=${does}
    title=${runWords.tip(about || label, key, why)}
    aria-label=${label}
    aria-disabled=${enabled ? 'false' : 'true'}
    @click=${() => enabled && press()}
  >
    ${icon(MAIN_ICONS[does])}<span>${label}</span>${
      keyed ? html`<kbd aria-hidden="true" data-keys=${key}></kbd>` : nothing
    }
  </button>`;
}

/** In two rows, without its icon: with one, the button would push aside what stands beside it. */
const twoRows = (begins: 'branch' | 'run') => html`${runWords.step} <small>${runWords.begins[begins]}</small>`;

function button(
  name: string,
  image: string,
  control: Control,
  key: string = '',
  press: () => void,
  looks: string,
  begins: StepControl['begins'] = '',
) {
  const { enabled, label, why, about } = control;
  return html`<button
    type="button"
    part="button"
    class="button ${looks} ${begins === '' ? '' : 'two-rows'}"
    data-control=${name}
    title=${runWords.tip(about || label, key, why)}
    aria-label=${label}
    aria-disabled=${enabled ? 'false' : 'true'}
    @click=${() => enabled && press()}
  >
    ${icon(image)}<span class="label">${begins === '' ? label : twoRows(begins)}</span>
  </button>`;
}
