// @ts-check
// The broker frame and what stands around it. What it shows and does is its own matter.

import { html, nothing } from 'lit';
import { rawAddress } from '../../link/raw-address.js';
import { icon } from '../../ui/icon.js';
import { outsideWords as words } from './strings.js';
import './style.css';

/** @typedef {(action: import('../../app/actions.js').Action) => void} Dispatch */

/** @param {import('../../workspace/store.js').State} state @param {Dispatch} dispatch */
export function panel({ outside }, dispatch) {
  const { frame } = outside;
  if (!frame) return nothing;
  const remote = frame.kind === 'remote';
  const title = words[frame.kind];
  const leave = (/** @type {'outsideHide' | 'outsideClose'} */ type) => {
    dispatch({ type });
    /** @type {HTMLElement | null} */ (document.querySelector(remote ? '.agent-mode' : '[data-menu="file"] summary'))?.focus();
  };
  return html`<section class="share outside" role="dialog" aria-label=${title} ?hidden=${frame.hidden} @keydown=${(/** @type {KeyboardEvent} */ e) => {
    if (e.key !== 'Escape') return;
    e.stopPropagation();
    leave(remote ? 'outsideHide' : 'outsideClose');
  }}>
    <div class="title-row"><h2>${title}</h2><span class="spring"></span>
      ${remote ? html`<button type="button" class="bare" title=${words.hide} aria-label=${words.hide} @click=${() => leave('outsideHide')}>${icon('minus')}</button>` : nothing}
      <button type="button" class="bare" title=${words.close} aria-label=${words.close} @click=${() => leave('outsideClose')}>${icon('close')}</button></div>
    ${remote ? html`<p class="quiet">${words.about}</p>` : typed(outside, dispatch)}
    <iframe class=${frame.kind} sandbox="allow-scripts" title=${words.remote} src=${frame.url} @load=${(/** @type {Event} */ e) => dispatch({ type: 'outsideFrame', frame: /** @type {HTMLIFrameElement} */ (e.currentTarget) })}></iframe>
  </section>`;
}

/** @param {import('./controller.js').OutsideState} outside @param {Dispatch} dispatch */
function typed({ source, trouble }, dispatch) {
  const to = rawAddress(source);
  const wrong = 'why' in to ? words.why[to.why] : '';
  const own = !('why' in to) && new URL(to.url).origin === location.origin;
  return html`<label class="stack"><span>${words.label}</span><input type="url" data-autofocus autocomplete="off" spellcheck="false" aria-describedby="source-help" aria-invalid=${wrong ? 'true' : 'false'} .value=${source}
      @input=${(/** @type {any} */ e) => dispatch({ type: 'outsideType', address: e.target.value })}></label>
    <p class="quiet" id="source-help">${!('why' in to) && to.rewritten ? words.raw(to.url) : words.help}</p>
    ${wrong || trouble ? html`<p class="error" role="alert">${wrong || trouble}</p>` : nothing}
    ${own ? html`<p>${words.own} <button type="button" class="link" @click=${() => dispatch({ type: 'outsideSource', address: source })}>${words.openOwn}</button></p>` : nothing}`;
}

/** Above the requests: how it stands with who answers from outside. @param {import('../../workspace/store.js').State} state @param {Dispatch} dispatch */
export function connection({ mode, outside }, dispatch) {
  if (mode === 'custom') return html`<p class="quiet">${words.custom}</p>`;
  if (mode !== 'remote') return nothing;
  const { frame } = outside;
  return html`<div class="connection" role="group" aria-label=${words.remote}>
    <p>${frame?.host ? words.on(frame.host, frame.calls, frame.cap) : words.off}</p>
    ${frame?.full ? html`<p class="reason">${words.full}</p>` : nothing}
    <div class="buttons">
      ${frame && !frame.hidden ? nothing : html`<button type="button" @click=${() => dispatch({ type: 'outsideShow' })}>${frame ? words.show : words.connect}</button>`}
      <button type="button" @click=${() => dispatch({ type: 'outsideClose' })}>${words.end}</button></div></div>`;
}

/** On the card of a request: whether it is asked, or why not. @param {import('../../workspace/store.js').State} state @param {Dispatch} dispatch @param {string} request */
export function asked({ outside }, dispatch, request) {
  const ask = outside.asks[request];
  if (!ask) return nothing;
  return html`<div class="asked">${ask.state === 'failed' ? html`<p class="error" role="alert">${ask.text}</p>` : html`<p role="status">${ask.text || (ask.state === 'asking' ? words.asking : words.waiting)}</p>`}
    ${ask.state === 'failed' ? html`<button type="button" @click=${() => dispatch({ type: 'outsideAgain', request })}>${words.again}</button>`
      : ask.state === 'asking' ? html`<button type="button" @click=${() => dispatch({ type: 'outsideCancel', request })}>${words.cancel}</button>` : nothing}</div>`;
}
