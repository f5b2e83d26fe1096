// Help: the guide, the documentation, first steps, and every key with what changes it.

import { html } from 'lit';
import { leaveDialog } from '../../ui/dialog.ts';
import { icon } from '../../ui/icon.ts';
import { docsHeading, docsItems } from '../../document/documentation.ts';
import { GUIDES } from '../../document/guides.ts';
import { panel as shortcuts } from '../../commands/shortcut-panel.ts';
import { shortcutStrings } from '../../commands/strings.ts';
import { helpStrings as say } from './strings.ts';
import './style.css';
import type { State, Action } from '../../store/state.ts';

export function panel(state: State, dispatch: (action: Action) => void) {
  const open = (action: Action) => (event: Event) => leaveDialog(event, dispatch, action);
  return html`<div class="help">
    <section>
      <h3>${say.guides}</h3>
      <ul class="pages">
        ${GUIDES.map(
          ({ id, title }) =>
            html`<li>
              <button type="button" class="link" @click=${open({ type: 'openGuide', page: id })}>${title}</button>
            </li>`,
        )}
      </ul>
      <button
        type="button"
        class="button outlined cheat-button"
        @click=${open({ type: 'dialog', name: 'cheatSheet', from: 'help' })}
      >
        ${icon('book')}<span>${say.cheatSheet}</span>
      </button>
    </section>
    <section>
      <h3>${docsHeading()}</h3>
      <ul class="pages">
        ${docsItems()}
      </ul>
    </section>
    <section>
      <h3>${say.first}</h3>
      <ol>
        ${say.steps.map((step) => html`<li>${step}</li>`)}
      </ol>
      <p>${say.agents}</p>
    </section>
    <section>
      <h3>${shortcutStrings.title}</h3>
      ${shortcuts(state, dispatch)}
    </section>
  </div>`;
}
