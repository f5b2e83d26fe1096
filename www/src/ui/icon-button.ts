// A button that is only an icon.

import { html } from 'lit';
import { icon } from './icon.ts';

/** @param label is its name, and its tip */
export const iconButton = (name: string, label: string, act: (event: Event) => void, look = '') =>
  html`<button type="button" class="bare ${look}" title=${label} aria-label=${label} @click=${act}>
    ${icon(name)}
  </button>`;
