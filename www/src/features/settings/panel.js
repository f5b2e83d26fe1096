// @ts-check
// Settings: each applies at once and is kept in this browser.

import { html } from 'lit';
import { automatic, SOFT_CAP, used } from '../../storage/quota.js';
import { FONT_SIZES } from '../../storage/settings.js';
import { words } from '../../strings.js';
import { panel as shortcuts } from '../../workspace/shortcuts.js';
import { sizeOf } from '../../ui/times.js';
import '../documents/style.css';

/** @typedef {import('../../workspace/store.js').State} State */
/** @typedef {(action: import('../../app/actions.js').Action) => void} Dispatch */

const SPEEDS = /** @type {const} */ ([1, 2, 5, 10, 'max']);

/** @param {State} state @param {Dispatch} dispatch */
export function panel(state, dispatch) {
  const say = words.settings;
  const { settings } = state;
  const check = (/** @type {'ghosts' | 'formatOnSave' | 'sync' | 'follow' | 'realWaits'} */ name) => toggle(say[name], settings[name], (value) => dispatch({ type: 'setting', name, value }));
  return html`<div class="settings">
    <section><h3>${say.look}</h3>
      ${choice(say.theme, state.theme, ['auto', 'light', 'dark'], say.themes, (theme) => dispatch({ type: 'theme', theme }))}
      ${choice(say.motion, settings.motion, ['auto', 'reduce'], say.motions, (value) => dispatch({ type: 'setting', name: 'motion', value }))}
      ${choice(say.fontSize, settings.fontSize, FONT_SIZES, (size) => `${size} px`, (value) => dispatch({ type: 'setting', name: 'fontSize', value }))}
      ${check('ghosts')}${check('formatOnSave')}${toggle(say.hints, state.hint, (on) => dispatch({ type: 'hints', on }))}</section>
    <section><h3>${say.diagram}</h3>
      ${choice(say.direction, settings.direction, ['auto', 'TB', 'LR'], say.directions, (value) => dispatch({ type: 'setting', name: 'direction', value }))}
      ${check('follow')}
      ${choice(say.speed, state.speed, SPEEDS, (speed) => (speed === 'max' ? words.run.max : String(speed)), (speed) => dispatch({ type: 'speed', speed }))}
      ${check('realWaits')}</section>
    <section><h3>${say.links}</h3>${check('sync')}</section>
    <section><h3>${words.shell.shortcuts.title}</h3>${shortcuts(state, dispatch)}</section>
    ${storage(state, dispatch)}
  </div>`;
}

/** @param {State} state @param {Dispatch} dispatch */
function storage({ keptDrafts, docs, kept }, dispatch) {
  const say = words.settings;
  if (kept === 'none') return html`<section><h3>${say.storage}</h3><p class="quiet">${words.drafts.none}</p></section>`;
  const size = used(docs.all, keptDrafts);
  const free = automatic(docs.all);
  return html`<section><h3>${say.storage}</h3>
    <p>${say.use(keptDrafts.length, docs.all.length, sizeOf(size))}</p>
    <meter min="0" max=${SOFT_CAP} value=${size} aria-label=${say.meter}></meter>
    <p class="quiet">${say.cap}</p>
    <div class="buttons">
      <button type="button" aria-disabled=${free.length === 0 ? 'true' : 'false'} title=${say.cleanTitle} @click=${() => { if (free.length > 0) dispatch({ type: 'cleanUp' }); }}>${say.clean(free.length)}</button>
      <button type="button" @click=${() => dispatch({ type: 'downloadAll' })}>${words.drafts.download}</button></div>
    ${docs.wiping ? html`<div class="wipe" role="group" aria-label=${say.wipe}><p>${say.sure(keptDrafts.length)}</p><div class="buttons">
        <button type="button" class="danger" @click=${() => dispatch({ type: 'wipe', sure: true })}>${say.yes}</button>
        <button type="button" @click=${() => dispatch({ type: 'wipe', sure: false })}>${words.contexts.cancel}</button></div></div>`
      : html`<div class="buttons"><button type="button" class="danger" @click=${() => dispatch({ type: 'wipe', sure: null })}>${say.wipe}</button></div>`}
  </section>`;
}

/**
 * @template {string | number} T
 * @param {string} label @param {T} value @param {readonly T[]} all @param {Record<string, string> | ((one: T) => string)} names @param {(value: T) => void} choose
 */
function choice(label, value, all, names, choose) {
  const name = (/** @type {T} */ one) => (typeof names === 'function' ? names(one) : names[String(one)] ?? String(one));
  return html`<label class="row"><span>${label}</span>
    <select @change=${(/** @type {any} */ e) => { const chosen = all.find((one) => String(one) === e.target.value); if (chosen !== undefined) choose(chosen); }}>
      ${all.map((one) => html`<option value=${String(one)} ?selected=${one === value}>${name(one)}</option>`)}</select></label>`;
}

/** @param {string} label @param {boolean} value @param {(value: boolean) => void} choose */
function toggle(label, value, choose) {
  return html`<label class="check"><input type="checkbox" .checked=${value} @change=${(/** @type {any} */ e) => choose(e.target.checked)}><span>${label}</span></label>`;
}
