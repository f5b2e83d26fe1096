// Three lines for the first minute, under the run bar. They go at the first use of what they name, or when closed.

import { html, nothing } from 'lit';
import { words } from '../strings.ts';
import { icon } from '../ui/icon.ts';
import type { State, Action } from '../workspace/state.ts';

export function hintStrip(state: State, dispatch: (action: Action) => void) {
  if (!state.hint || state.phase !== 'ready') return nothing;
  return html`<div class="hints"><ul>${words.shell.hints.map(([what, does]) => html`<li><b>${what}</b> ${does}</li>`)}</ul>
    <button type="button" class="bare" title=${words.run.hintClose} aria-label=${words.run.hintClose} @click=${() => dispatch({ type: 'closeHint' })}>${icon('close')}</button></div>`;
}
