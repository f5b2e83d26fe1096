// Help: first steps, every key with what changes it, and the guides.

import { html } from 'lit';
import { closeDialog } from '../../ui/dialog.ts';
import { icon } from '../../ui/icon.ts';
import { panel as shortcuts } from '../../workspace/shortcut-panel.ts';
import { shortcutStrings } from '../../workspace/shortcut-strings.ts';
import { helpStrings as say } from './strings.ts';
import './style.css';
import type { State, Action } from '../../workspace/state.ts';

const GUIDES = ['tour', 'language', 'runtime', 'contexts', 'agents', 'embed', 'keys', 'links'] as const;

export function panel(state: State, dispatch: (action: Action) => void) {
  // The other dialog opens when this one has gone, and gives the focus back to where it was.
  const open = (event: Event) => {
    const then = () => dispatch({ type: 'dialog', name: 'cheatSheet' });
    (event.currentTarget as Element).closest('dialog')?.addEventListener('close', then, { once: true });
    closeDialog(event, dispatch);
  };
  return html`<div class="help">
    <section>
      <h3>${say.first}</h3>
      <ol>
        ${say.steps.map((step) => html`<li>${step}</li>`)}
      </ol>
      <p>${say.agents}</p>
      <button type="button" class="button outlined cheat-button" @click=${open}>
        ${icon('book')}<span>${say.cheatSheet}</span>
      </button>
    </section>
    <section>
      <h3>${say.docs}</h3>
      <ul class="guides">
        ${GUIDES.map(
          (name) => html`<li><a href="docs/${name}.html" target="_blank" rel="noopener">${say.guides[name]}</a></li>`,
        )}
      </ul>
    </section>
    <section>
      <h3>${shortcutStrings.title}</h3>
      ${shortcuts(state, dispatch)}
    </section>
  </div>`;
}
