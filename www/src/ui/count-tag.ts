// How many there are of something, as a sign for the eye and in words for the rest.

import { html } from 'lit';

/** @param name class */
export const countTag = (n: number, sign: string, spoken: string, name: string = 'tag') =>
  html`<span class=${name} title=${spoken}>${forTheEye(`${sign} ${n}`)}<span class="hidden">${spoken}</span></span>`;

const forTheEye = (text: string) => html`<span aria-hidden="true">${text}</span>`;
