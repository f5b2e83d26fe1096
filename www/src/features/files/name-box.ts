// The box a file's name is typed into. Enter takes it, Escape does not, and leaving takes a typed name that can be.

import { fileWords } from './strings.ts';
import { onText } from '../../ui/listeners.ts';
import { html, nothing } from 'lit';
import type { Naming, Action } from '../../store/state.ts';

export function nameBox(naming: Naming, dispatch: (action: Action) => void) {
  const { error, path, text } = naming;
  const key = (event: KeyboardEvent) => {
    if (event.key === 'Enter') dispatch({ type: 'takeName' });
    else if (event.key === 'Escape') dispatch({ type: 'cancelName' });
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return html`<span class="name-box">
    <input
      type="text"
      data-autofocus
      spellcheck="false"
      autocapitalize="off"
      autocomplete="off"
      size=${Math.max(14, Math.min(text.length + 1, 34))}
      aria-label=${path === null ? fileWords.newName : fileWords.nameOf(path)}
      aria-invalid=${error ? 'true' : 'false'}
      aria-describedby=${error ? 'name-error' : nothing}
      .value=${text}
      @input=${onText((text) => dispatch({ type: 'typeName', text }))}
      @keydown=${key}
      @blur=${() => dispatch({ type: 'leaveName' })}
    />
    ${error ? html`<span class="name-error" id="name-error" role="alert">${error}</span>` : nothing}
  </span>`;
}
