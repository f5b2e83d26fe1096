// The bar above the editor: the text looks like one of another format.

import { html, nothing } from 'lit';
import { FOREIGN_FORMAT } from '../../exchange/foreign-text.ts';
import type { Dispatch, State } from '../../store/state.ts';
import { importStrings as say } from './strings.ts';
import './style.css';

export function importBar(state: State, dispatch: Dispatch) {
  const { document, file, run, import: own } = state;
  const found = run.analysis?.diagnostics.find(({ code }) => code === FOREIGN_FORMAT);
  const isCurrent = run.analysis?.source === document.source && file === document.entry;
  if (!found || !isCurrent || document.locked || own.keptText === document.source) return nothing;
  const failure = own.failure?.text === document.source ? own.failure.message : '';
  return html`<div class="import-bar" role="group" aria-label=${say.bar}>
    <p role="status">${failure || say.looksLike(found.message)}</p>
    <span class="import-acts">
      <button
        type="button"
        class="button small filled"
        aria-disabled=${own.isConverting ? 'true' : 'false'}
        @click=${() => dispatch({ type: 'convertText' })}
      >
        ${own.isConverting ? say.converting : say.convert}
      </button>
      <button type="button" class="button small muted" @click=${() => dispatch({ type: 'keepText' })}>
        ${say.keep}
      </button>
    </span>
  </div>`;
}
