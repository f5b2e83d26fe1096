// The broker frame and what stands around it. What it shows and does is its own matter.

import { html, nothing } from 'lit';
import { rawAddress } from '../../link/raw-address.ts';
import { remoteStrings as words } from './strings.ts';
import '../../ui/over-page.css';
import './style.css';
import { iconButton } from '../../ui/icon-button.ts';
import { onText } from '../../ui/listeners.ts';
import type { State, Action } from '../../store/state.ts';
import type { OutsideState } from './index.ts';

type Dispatch = (action: Action) => void;

export function panel({ outside }: State, dispatch: Dispatch) {
  const { frame } = outside;
  if (!frame) return nothing;
  const remote = frame.kind === 'remote';
  const title = words[frame.kind];
  const leave = (type: 'outsideHide' | 'outsideClose') => {
    dispatch({ type });
    (document.querySelector(remote ? '.agent-mode' : '[data-menu="document"] summary') as HTMLElement | null)?.focus();
  };
  return html`<section
    class="share outside"
    role="dialog"
    aria-label=${title}
    ?hidden=${frame.hidden}
    @keydown=${(e: KeyboardEvent) => {
      if (e.key !== 'Escape') return;
      e.stopPropagation();
      leave(remote ? 'outsideHide' : 'outsideClose');
    }}
  >
    <div class="title-row">
      <h2>${title}</h2>
      <span class="spring"></span>
      ${remote ? iconButton('minus', words.hide, () => leave('outsideHide')) : nothing}
      ${iconButton('close', words.close, () => leave('outsideClose'))}
    </div>
    ${remote ? html`<p class="quiet">${words.about}</p>` : typed(outside, dispatch)}
    <iframe
      class=${frame.kind}
      sandbox="allow-scripts"
      title=${title}
      src=${frame.url}
      @load=${(e: Event) => dispatch({ type: 'outsideFrame', frame: e.currentTarget as HTMLIFrameElement })}
    ></iframe>
  </section>`;
}

function typed({ source, trouble }: OutsideState, dispatch: Dispatch) {
  const to = rawAddress(source);
  const wrong = 'why' in to ? words.why[to.why] : '';
  const own = !('why' in to) && new URL(to.url).origin === location.origin;
  return html`<label class="stack">
      <span>${words.label}</span>
      <input
        type="url"
        data-autofocus
        autocomplete="off"
        spellcheck="false"
        aria-describedby="source-help"
        aria-invalid=${wrong ? 'true' : 'false'}
        .value=${source}
        @input=${onText((address) => dispatch({ type: 'addressTyped', address }))}
      />
    </label>
    <p class="quiet" id="source-help">${!('why' in to) && to.rewritten ? words.raw(to.url) : words.help}</p>
    ${wrong || trouble ? html`<p class="error" role="alert">${wrong || trouble}</p>` : nothing}
    ${
      own
        ? html`<p>
          ${words.own}
          <button type="button" class="link" @click=${() => dispatch({ type: 'openAddress', address: source })}>
            ${words.openOwn}
          </button>
        </p>`
        : nothing
    }`;
}
