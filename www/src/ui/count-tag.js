// @ts-check
// How many there are of something, as a sign for the eye and in words for the rest.

import { html } from 'lit';

/** @param {number} n @param {string} sign @param {string} said @param {string} [name] class */
export const countTag = (n, sign, said, name = 'tag') => html`<span class=${name} title=${said}><span aria-hidden="true">${sign} ${n}</span><span class="hidden">${said}</span></span>`;
