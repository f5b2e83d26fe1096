// A phone shows one pane at a time: the tabs at the bottom, and the button that opens the panels of wider windows.

import { html, nothing } from 'lit';
import { openQuestions } from '../run/waiting.ts';
import { words } from '../strings.ts';
import { icon } from '../ui/icon.ts';
import type { Dispatch, State } from '../store/state.ts';
import { shellStrings as say } from './strings.ts';

const PANES = ['code', 'diagram', 'run', 'panels'] as const;
const ICONS = { code: 'code', diagram: 'diagram', run: 'time', panels: 'panels' };

/** How many requests and questions wait for the user. */
const waiting = ({ run: { snapshot } }: State) =>
  (snapshot?.pending.counts.agents ?? 0) + openQuestions(snapshot).length;

export function panes(state: State, dispatch: Dispatch) {
  return html`<nav class="panes" aria-label=${words.regions.panes}>
    ${PANES.map(
      (id) =>
        html`<button
          type="button"
          aria-current=${id === state.pane ? 'page' : 'false'}
          @click=${() => dispatch({ type: 'pane', pane: id })}
        >
          ${icon(ICONS[id])}<span>${say.panes[id]}</span>${id === 'panels' ? count(waiting(state)) : nothing}
        </button>`,
    )}
  </nav>`;
}

/** Opens and closes the drawer of the panels, where a window has one. */
export function panelsButton(state: State, dispatch: Dispatch) {
  const { panelOpen } = state.shell;
  const label = panelOpen ? say.closePanels : say.openPanels;
  return html`<button
    type="button"
    class="button outlined drawer-button"
    aria-expanded=${panelOpen ? 'true' : 'false'}
    title=${label}
    aria-label=${label}
    @click=${() => dispatch({ type: 'panelOpen', open: !panelOpen })}
  >
    ${icon('panels')}<span>${say.panels}</span>${count(waiting(state))}
  </button>`;
}

const count = (n: number) =>
  n === 0
    ? nothing
    : html`<span class="count" title=${say.waiting(n)}>${n}<span class="hidden"> ${say.waiting(n)}</span></span>`;
