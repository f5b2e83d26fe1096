// How many there are of what a panel is about, as a digit and, where that is not enough, in words.

import { html } from 'lit';

/** @param kind color @param counts in words what is counted */
export const badgeOf = (n: number, kind: string = '', counts: string = '') =>
  counts === ''
    ? html`<span class="count ${kind}">${n}</span>`
    : html`<span class="count ${kind}" aria-hidden="true">${n}</span><span class="hidden">${counts}</span>`;
