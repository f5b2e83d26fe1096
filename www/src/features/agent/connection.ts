// What Agent says of who answers from outside: the host's function, or a model behind the broker frame.

import { html, nothing } from 'lit';
import { agentWords } from './strings.ts';
import './connection.css';
import type { State } from '../../workspace/store.ts';
import type { Action } from '../../app/actions.ts';

type Dispatch = (action: Action) => void;

const say = agentWords.outside;

/** Above the requests: how it stands with who answers from outside. */
export function connection({ mode, outside }: State, dispatch: Dispatch) {
  if (mode === 'custom') return html`<p class="quiet">${say.custom}</p>`;
  if (mode !== 'remote') return nothing;
  const { frame } = outside;
  return html`<div class="connection" role="group" aria-label=${say.connection}>
    <p>${frame?.host ? say.on(frame.host, frame.calls, frame.cap) : say.off}</p>
    ${frame?.full ? html`<p class="reason">${say.full}</p>` : nothing}
    <div class="buttons">
      ${frame && !frame.hidden ? nothing : html`<button type="button" @click=${() => dispatch({ type: 'outsideShow' })}>${frame ? say.show : say.connect}</button>`}
      <button type="button" @click=${() => dispatch({ type: 'outsideClose' })}>${say.end}</button></div></div>`;
}

/** On the card of a request: whether it is asked, or why not. */
export function asked({ outside }: State, dispatch: Dispatch, request: string) {
  const ask = outside.asks[request];
  if (!ask) return nothing;
  return html`<div class="asked">${ask.state === 'failed' ? html`<p class="error" role="alert">${ask.text}</p>` : html`<p role="status">${ask.text || (ask.state === 'asking' ? say.asking : say.waiting)}</p>`}
    ${ask.state === 'failed' ? html`<button type="button" @click=${() => dispatch({ type: 'outsideAgain', request })}>${say.again}</button>`
      : ask.state === 'asking' ? html`<button type="button" @click=${() => dispatch({ type: 'outsideCancel', request })}>${say.cancel}</button>` : nothing}</div>`;
}
