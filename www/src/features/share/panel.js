// @ts-check
// Share: what goes into the link, how long it is, and its forms, each with a box for where the clipboard is closed. And
// the box that takes a link from elsewhere.

import { html, nothing } from 'lit';
import { words } from '../../strings.js';
import { icon } from '../../ui/icon.js';
import { branchName } from '../branches/panel.js';

/**
 * @typedef {import('../../workspace/store.js').State} State
 * @typedef {(action: import('../../app/actions.js').Action) => void} Dispatch
 * @typedef {import('./controller.js').ShareDialog} ShareDialog
 */

/** Links longer than this are cut by some chats; far longer ones by many. */
const LONG = 2_000;
const VERY_LONG = 8_000;
const FORMS = /** @type {const} */ (['link', 'markdown', 'code']);

/** @param {State} state @param {Dispatch} dispatch */
export function panel(state, dispatch) {
  const { share } = state;
  if (!share) return nothing;
  const say = words.share;
  const title = share.kind === 'share' ? say.title : words.link.title;
  const close = () => {
    dispatch({ type: 'closeShare' });
    /** @type {HTMLElement | null} */ (document.querySelector(share.kind === 'share' ? '.share-button' : '[data-menu="file"] summary'))?.focus();
  };
  return html`<section class="share" role="dialog" aria-label=${title} @keydown=${(/** @type {KeyboardEvent} */ e) => {
    if (e.key !== 'Escape') return;
    e.stopPropagation();
    close();
  }}>
    <div class="title-row"><h2>${title}</h2>
      <button type="button" class="bare" title=${say.close} aria-label=${say.close} @click=${close}>${icon('close')}</button></div>
    ${share.kind === 'share' ? shareBody(state, share, dispatch) : fromBody(share, dispatch)}
  </section>`;
}

/** @param {State} state @param {ShareDialog} share @param {Dispatch} dispatch */
function shareBody(state, share, dispatch) {
  const say = words.share;
  const { forms, copied } = share;
  const others = (state.run?.branches ?? []).filter(({ id, current }) => !current && !state.deleted.includes(id)).length;
  const part = (/** @type {'run' | 'view'} */ name, /** @type {string} */ label, /** @type {string} */ why) => html`<label class="part"><input type="checkbox" .checked=${share[name] && !why} ?disabled=${why !== ''}
    @change=${(/** @type {any} */ e) => dispatch({ type: 'sharePart', part: name, on: e.target.checked })}><span>${label}${why ? html` <small>${why}</small>` : nothing}</span></label>`;
  return html`<fieldset><legend>${say.parts}</legend>
      <label class="part"><input type="checkbox" checked disabled><span>${say.source(Object.keys(state.document.files).length + 1)}</span></label>
      ${part('run', say.run(atOf(state)), share.noRun)}
      ${part('view', say.view, '')}
    </fieldset>
    ${others > 0 && share.run && !share.noRun ? html`<p class="warn" role="status">${say.branches(branchName(state, state.run?.position.branch ?? ''), others)}</p>` : nothing}
    ${share.error ? html`<p class="error" role="alert">${share.error}</p>` : nothing}
    ${share.tooBig ? html`<div class="buttons"><button type="button" class="primary" @click=${() => dispatch({ type: 'saveDocument' })}>${say.saveDocument}</button></div>` : nothing}
    ${forms ? html`${lengthOf(forms.link.length)}
      ${FORMS.map((form) => {
        const label = say.forms[form];
        return html`<div class="form"><label class="stack"><span>${label}</span>${form === 'code'
          ? html`<textarea readonly rows="4" spellcheck="false" .value=${forms[form]} @focus=${selectAll}></textarea>`
          : html`<input type="text" readonly ?data-autofocus=${form === 'link'} .value=${forms[form]} @focus=${selectAll}>`}</label>
          <button type="button" class=${form === 'link' ? 'primary' : ''} aria-label=${say.copyForm(label)} @click=${() => dispatch({ type: 'copyForm', form })}>${copied === form ? html`<span aria-hidden="true">✓ </span>` : nothing}${say.copy}</button></div>`;
      })}
      <div class="buttons">
        ${'share' in navigator ? html`<button type="button" @click=${() => dispatch({ type: 'sendLink' })}>${say.send}</button>` : nothing}
        <button type="button" @click=${() => dispatch({ type: 'saveDocument' })}>${say.saveDocument}</button>
        <span role="status">${copied === 'blocked' ? say.blocked : copied ? say.copied : ''}</span>
      </div>` : share.error ? nothing : html`<p class="quiet" role="status">${say.making}</p>`}
    <p class="quiet">${say.private}</p>`;
}

/** @param {number} length */
function lengthOf(length) {
  const say = words.share;
  if (length > VERY_LONG) return html`<p class="warn" role="status">${say.veryLong(length)}</p>`;
  return html`<p class="quiet" role="status">${length > LONG ? say.long(length) : say.length(length)}</p>`;
}

/** @param {Extract<State['share'], { kind: 'from' }>} share @param {Dispatch} dispatch */
function fromBody({ text, error }, dispatch) {
  const say = words.link;
  return html`<form @submit=${(/** @type {Event} */ e) => {
    e.preventDefault();
    dispatch({ type: 'openLink' });
  }}>
    <label class="stack"><span>${say.label}</span><input type="text" data-autofocus autocomplete="off" spellcheck="false" aria-describedby="link-help" aria-invalid=${error ? 'true' : 'false'} .value=${text}
      @input=${(/** @type {any} */ e) => dispatch({ type: 'typeLink', text: e.target.value })}></label>
    <p class="quiet" id="link-help">${say.help}</p>
    ${error ? html`<p class="error" role="alert">${error}</p>` : nothing}
    <div class="buttons"><button type="submit" class="primary">${say.open}</button></div>
  </form>`;
}

/** @param {FocusEvent & { target: any }} event */
const selectAll = (event) => event.target.select();

/** The position as it is counted. @param {State} state */
function atOf({ run }) {
  const { tick = 0, action = 0 } = run?.position ?? {};
  return action === 0 ? String(tick) : `${tick}.${action}`;
}
