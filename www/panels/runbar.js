// @ts-check
// Run bar: the controls of the run and one sentence about where it stands. Step is the only filled button.

import { html, nothing } from 'lit';
import { words } from '../strings.js';
import { icon } from '../ui/icon.js';

/** @typedef {import('../store.js').State} State */
/** @typedef {(action: import('../page.js').Action) => void} Dispatch */

const SPEEDS = [1, 2, 5, 10, null];

/** @param {State} state @param {Dispatch} dispatch */
export function runBar(state, dispatch) {
  const { can } = state;
  return html`
    <div class="controls">
      ${button('step', can.branch ? words.run.stepNew : words.run.step, can.step && !state.running, () => dispatch({ type: 'step' }), 'F10', 'primary')}
      ${state.running
        ? button('pause', words.run.pause, true, () => dispatch({ type: 'pause' }), 'F8')
        : button('run', words.run.run, can.run, () => dispatch({ type: 'run' }), 'F8')}
      <span class="group">
        ${button('back', words.run.back, can.back && !state.running, () => dispatch({ type: 'back' }), 'Alt+PageUp', 'short')}
        ${button('forward', words.run.forward, can.forward && !state.running, () => dispatch({ type: 'forward' }), 'Alt+Shift+PageUp', 'short')}
        ${button('reset', words.run.reset, can.reset && !state.running, () => dispatch({ type: 'reset' }), '', 'short')}
      </span>
      <label class="speed"><span class="hidden">${words.run.speed}</span>
        <select title=${words.run.speed} @change=${(/** @type {any} */ e) => dispatch({ type: 'speed', speed: e.target.value === 'max' ? null : Number(e.target.value) })}>
          ${SPEEDS.map((speed) => html`<option value=${speed ?? 'max'} ?selected=${speed === state.speed}>${speed === null ? words.run.max : `${speed}/s`}</option>`)}
        </select></label>
    </div>
    <p class="where">${sentence(state, dispatch)}</p>`;
}

/** @param {State} state @param {Dispatch} dispatch */
function sentence(state, dispatch) {
  const errors = state.analysis?.errors ?? 0;
  if (errors > 0) {
    return html`${words.run.errors(errors)} <button type="button" class="link" @click=${() => dispatch({ type: 'firstProblem' })}>${words.run.firstProblem}</button>`;
  }
  const { text, link } = state.status;
  return html`${text}${link ? html` <button type="button" class="link" @click=${() => dispatch({ type: 'panel', panel: link })}>${/** @type {any} */ (words.panels)[link]}</button>` : nothing}`;
}

/** @param {string} name @param {string} label @param {boolean} enabled @param {() => void} act @param {string} keys @param {string} kind */
function button(name, label, enabled, act, keys, kind = '') {
  return html`<button type="button" class="control ${kind}" data-control=${name} title=${keys ? `${label} (${keys})` : label} aria-label=${label}
    aria-disabled=${enabled ? 'false' : 'true'} @click=${() => enabled && act()}>${icon(name)}<span>${label}</span></button>`;
}
