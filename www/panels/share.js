// @ts-check
// Share: the link, its length, and a box to copy from where the clipboard is closed.

import { html, nothing } from 'lit';
import { words } from '../strings.js';
import { icon } from '../ui/icon.js';

/** Links longer than this are cut by some chats. */
const LONG = 2_000;

/** @param {import('../store.js').State} state @param {(action: import('../page.js').Action) => void} dispatch */
export function sharePanel(state, dispatch) {
  const share = state.share;
  if (!share) return nothing;
  const files = Object.keys(state.document.files).length + 1;
  return html`<section class="share" role="dialog" aria-label=${words.share.title} @keydown=${(/** @type {KeyboardEvent} */ e) => e.key === 'Escape' && dispatch({ type: 'closeShare' })}>
    <div class="title-row"><h2>${words.share.title}</h2>
      <button type="button" class="bare" title=${words.share.close} aria-label=${words.share.close} @click=${() => dispatch({ type: 'closeShare' })}>${icon('close')}</button></div>
    ${share.error ? html`<p class="error" role="alert">${share.error}</p>` : html`
      <label class="stack"><span>${words.share.link}</span>
        <input type="text" readonly data-autofocus .value=${share.link} @focus=${(/** @type {any} */ e) => e.target.select()}></label>
      <p class="quiet">${share.link.length > LONG ? words.share.long(share.link.length) : words.share.length(share.link.length)} ${files > 1 ? words.share.sources(files) : words.share.source}</p>
      <div class="buttons"><button type="button" class="primary" @click=${() => dispatch({ type: 'copyLink' })}>${words.share.copy}</button>
        <span role="status">${share.copied ? words.share.copied : ''}</span></div>`}
  </section>`;
}
