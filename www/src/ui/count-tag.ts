// How many there are of something, as a sign for the eye and in words for the rest.

import { html } from 'lit';

/** @param name class */
export const countTag = (n: number, sign: string, said: string, name: string = 'tag') =>
  html`<span class=${name} title=${said}>${forTheEye(`${sign} ${n}`)}<span class="hidden">${said}</span></span>`;

const forTheEye = (text: string) => html`<span aria-hidden="true">${text}</span>`;
