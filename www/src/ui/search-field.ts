// The field of a dialog in which one searches: it has the focus when the dialog opens, except where that would bring a
// keyboard over what there is to read.

import { html } from 'lit';
import { onText } from './listeners.ts';

/** @param label its name, and what stands in it while it is empty */
export const searchField = (label: string, query: string, search: (query: string) => void) =>
  html`<input
    type="search"
    class="field"
    ?autofocus=${!matchMedia('(pointer: coarse)').matches}
    autocomplete="off"
    spellcheck="false"
    placeholder=${label}
    aria-label=${label}
    .value=${query}
    @input=${onText(search)}
  />`;
