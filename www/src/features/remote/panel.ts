// The broker frame and what stands around it. What it shows and does is its own matter.

import { html, nothing } from 'lit';
import { rawAddress } from '../../link/raw-address.ts';
import { icon } from '../../ui/icon.ts';
import { outsideWords as words } from './strings.ts';
import './style.css';
import type { State } from '../../workspace/store.ts';
import type { OutsideState } from './controller.ts';
import type { Action } from '../../app/actions.ts';

type Dispatch = (action: Action) => void;

export function panel({ outside }: State, dispatch: Dispatch) {
  const { frame } = outside;
  if (!frame) return nothing;
  const remote = frame.kind === 'remote';
  const title = words[frame.kind];
  const leave = (type: 'outsideHide' | 'outsideClose') => {
    dispatch({ type });
    (document.querySelector(remote ? '.agent-mode' : '[data-menu="file"] summary') as HTMLElement | null)?.focus();
  };
  return html`<section class="share outside" role="dialog" aria-label=${title} ?hidden=${frame.hidden} @keydown=${(e: KeyboardEvent) => {
    if (e.key !== 'Escape') return;
    e.stopPropagation();
    leave(remote ? 'outsideHide' : 'outsideClose');
  }}>
    <div class="title-row"><h2>${title}</h2><span class="spring"></span>
      ${remote ? html`<button type="button" class="bare" title=${words.hide} aria-label=${words.hide} @click=${() => leave('outsideHide')}>${icon('minus')}</button>` : nothing}
      <button type="button" class="bare" title=${words.close} aria-label=${words.close} @click=${() => leave('outsideClose')}>${icon('close')}</button></div>
    ${remote ? html`<p class="quiet">${words.about}</p>` : typed(outside, dispatch)}
    <iframe class=${frame.kind} sandbox="allow-scripts" title=${words.remote} src=${frame.url} @load=${(e: Event) => dispatch({ type: 'outsideFrame', frame: e.currentTarget as HTMLIFrameElement })}></iframe>
  </section>`;
}

function typed({ source, trouble }: OutsideState, dispatch: Dispatch) {
  const to = rawAddress(source);
  const wrong = 'why' in to ? words.why[to.why] : '';
  const own = !('why' in to) && new URL(to.url).origin === location.origin;
  return html`<label class="stack"><span>${words.label}</span><input type="url" data-autofocus autocomplete="off" spellcheck="false" aria-describedby="source-help" aria-invalid=${wrong ? 'true' : 'false'} .value=${source}
      @input=${(e: any) => dispatch({ type: 'outsideType', address: e.target.value })}></label>
    <p class="quiet" id="source-help">${!('why' in to) && to.rewritten ? words.raw(to.url) : words.help}</p>
    ${wrong || trouble ? html`<p class="error" role="alert">${wrong || trouble}</p>` : nothing}
    ${own ? html`<p>${words.own} <button type="button" class="link" @click=${() => dispatch({ type: 'outsideSource', address: source })}>${words.openOwn}</button></p>` : nothing}`;
}

/** Above the requests: how it stands with who answers from outside. */
export function connection({ mode, outside }: State, dispatch: Dispatch) {
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

/** On the card of a request: whether it is asked, or why not. */
export function asked({ outside }: State, dispatch: Dispatch, request: string) {
  const ask = outside.asks[request];
  if (!ask) return nothing;
  return html`<div class="asked">${ask.state === 'failed' ? html`<p class="error" role="alert">${ask.text}</p>` : html`<p role="status">${ask.text || (ask.state === 'asking' ? words.asking : words.waiting)}</p>`}
    ${ask.state === 'failed' ? html`<button type="button" @click=${() => dispatch({ type: 'outsideAgain', request })}>${words.again}</button>`
      : ask.state === 'asking' ? html`<button type="button" @click=${() => dispatch({ type: 'outsideCancel', request })}>${words.cancel}</button>` : nothing}</div>`;
}
