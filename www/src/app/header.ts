// The header: the machine at the left, what can be done with it at the right, the palette between them.

import { html, nothing } from 'lit';
import { titleBar } from '../features/documents/title.ts';
import { exportItems, exportMenu } from '../features/export/menu.ts';
import { icon } from '../ui/icon.ts';
import { menu } from '../ui/menu.ts';
import type { State, Dispatch } from '../store/state.ts';
import { keyOf } from './key-of.ts';
import { shellStrings as say } from './strings.ts';
import { lookItems, viewMenu } from './view-menu.ts';

export function header(state: State, dispatch: Dispatch) {
  const { narrow } = state.shell;
  return html`<header class="top">
    <h1>
      <a class="brand" href="./" aria-label=${say.start}>${mark}<span>${say.name}</span></a>
    </h1>
    <span class="separator"></span>
    ${titleBar(state, dispatch)}
    <span class="spring"></span>
    ${paletteField(state, dispatch)}
    <span class="spring"></span>
    ${
      narrow
        ? nothing
        : html`<button
            type="button"
            class="button examples-button"
            @click=${() => dispatch({ type: 'dialog', name: 'open' })}
          >
            ${icon('book')}<span>${say.examples}</span></button
          >${viewMenu(state, dispatch)}${exportMenu(state, dispatch)}`
    }
    <button
      type="button"
      class="button outlined share-button"
      title=${say.share}
      aria-label=${say.share}
      @click=${() => dispatch({ type: 'share' })}
    >
      ${icon('share')}<span>${say.share}</span>
    </button>
    ${narrow ? moreMenu(state, dispatch) : lastButtons(state, dispatch)}
  </header>`;
}

const mark = html`<svg class="mark" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
  <path d="M4 6h9M4 18h9M16 12h4" />
  <circle cx="16" cy="6" r="2.6" />
  <circle cx="16" cy="18" r="2.6" />
  <circle class="lit" cx="7" cy="12" r="3.2" />
</svg>`;

/** A button that looks like the field it opens. */
function paletteField(state: State, dispatch: Dispatch) {
  const key = keyOf(state, 'palette');
  return html`<button
    type="button"
    class="button palette-field"
    title=${`${say.palette} (${key})`}
    aria-label=${say.palette}
    @click=${() => dispatch({ type: 'dialog', name: 'palette' })}
  >
    ${icon('find')}<span>${say.palette}</span><kbd aria-hidden="true" data-keys=${key}></kbd>
  </button>`;
}

function lastButtons(state: State, dispatch: Dispatch) {
  const button = (name: string, image: string, label: string, id: string, act: () => void) => {
    const key = keyOf(state, id);
    return html`<button
      type="button"
      class="button square muted ${name}"
      title=${key ? `${label} (${key})` : label}
      aria-label=${label}
      @click=${act}
    >
      ${icon(image)}
    </button>`;
  };
  return html`<span class="separator"></span> ${button('settings-button', 'gear', say.settings, 'settings', () =>
    dispatch({ type: 'dialog', name: 'settings' }),
  )}
    ${button('help-button', 'help', say.help, 'help', () => dispatch({ type: 'dialog', name: 'help' }))}`;
}

/** On a phone the header has room for one more button: all the rest. */
function moreMenu(state: State, dispatch: Dispatch) {
  return menu({
    name: 'more',
    label: say.more,
    image: 'more',
    look: 'button square',
    items: [
      { label: say.examples, act: () => dispatch({ type: 'dialog', name: 'open' }) },
      { label: say.settings, act: () => dispatch({ type: 'dialog', name: 'settings' }) },
      { label: say.help, act: () => dispatch({ type: 'dialog', name: 'help' }) },
      'line',
      ...lookItems(state, dispatch),
      'line',
      { title: say.export },
      ...exportItems(state, dispatch),
    ],
  });
}
