// Which parts of the page are shown: everything, the source, the drawing, or the run.

import { html } from 'lit';
import { words } from '../strings.ts';
import { icon } from '../ui/icon.ts';
import { LAYOUTS } from '../workspace/shell.ts';
import type { State, Action } from '../workspace/state.ts';

const ICONS = { split: 'split', code: 'code', diagram: 'diagram', run: 'play' };

export function layoutSwitch({ shell }: State, dispatch: (action: Action) => void) {
  return html`<div class="layouts" role="group" aria-label=${words.shell.layout}>${LAYOUTS.map((layout) => {
    const label = words.shell.commands.layout(words.shell.layouts[layout]);
    return html`<button type="button" data-layout-to=${layout} aria-pressed=${layout === shell.layout ? 'true' : 'false'} title=${label} aria-label=${label} @click=${() => dispatch({ type: 'layout', layout })}>${icon(ICONS[layout])}</button>`;
  })}</div>`;
}
