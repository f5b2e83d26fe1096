// @ts-check
// Which parts of the page are shown: everything, the source, the drawing, or the run.

import { html } from 'lit';
import { words } from '../strings.js';
import { icon } from '../ui/icon.js';
import { LAYOUTS } from '../workspace/shell.js';

const ICONS = { split: 'split', code: 'code', diagram: 'diagram', run: 'play' };

/** @param {import('../workspace/store.js').State} state @param {(action: import('./actions.js').Action) => void} dispatch */
export function layoutSwitch({ shell }, dispatch) {
  return html`<div class="layouts" role="group" aria-label=${words.shell.layout}>${LAYOUTS.map((layout) => {
    const label = words.shell.commands.layout(words.shell.layouts[layout]);
    return html`<button type="button" data-layout-to=${layout} aria-pressed=${layout === shell.layout ? 'true' : 'false'} title=${label} aria-label=${label} @click=${() => dispatch({ type: 'layout', layout })}>${icon(ICONS[layout])}</button>`;
  })}</div>`;
}
