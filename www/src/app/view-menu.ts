// What of the page is shown, and how: layouts, parts, theme.

import { html } from 'lit';
import { icon } from '../ui/icon.ts';
import { closeAround, menu, type Item } from '../ui/menu.ts';
import { commandStrings } from '../commands/strings.ts';
import { LAYOUTS } from '../store/shell.ts';
import type { Part } from '../store/shown.ts';
import type { State, Dispatch } from '../store/state.ts';
import { shellStrings as say } from './strings.ts';

const ICONS = { split: 'split', code: 'code', diagram: 'diagram', run: 'time' };
/** Below this width the panels are a drawer. */
const drawn = matchMedia('(max-width: 1023.98px)');

export function viewMenu(state: State, dispatch: Dispatch) {
  const { shell } = state;
  const part = (name: Part): Item => {
    const on = name === 'side' && drawn.matches ? shell.panelOpen : !shell.closed.includes(name);
    return {
      label: say.parts[name],
      on,
      act: () =>
        name === 'side' && drawn.matches
          ? dispatch({ type: 'panelOpen', open: !on })
          : dispatch({ type: 'part', part: name, on: !on }),
    };
  };
  return menu({
    name: 'view',
    label: say.view,
    image: 'split',
    text: say.view,
    look: 'button',
    items: [
      { title: say.layout },
      { part: tiles(state, dispatch) },
      part('side'),
      part('time'),
      { label: say.full, on: state.view.full, act: () => dispatch({ type: 'view', what: 'full' }) },
      { label: say.resetSizes, act: () => dispatch({ type: 'resetSizes' }) },
      'line',
      ...lookItems(state, dispatch),
    ],
  });
}

function tiles({ shell }: State, dispatch: Dispatch) {
  return html`<div class="layouts" role="group" aria-label=${say.layout}>
    ${LAYOUTS.map(
      (layout) =>
        html`<button
          type="button"
          data-layout-to=${layout}
          aria-pressed=${layout === shell.layout ? 'true' : 'false'}
          aria-label=${commandStrings.layout(commandStrings.layouts[layout])}
          @click=${(event: Event) => {
            closeAround(event);
            dispatch({ type: 'layout', layout });
          }}
        >
          ${icon(ICONS[layout])}<span>${commandStrings.layouts[layout]}</span>
        </button>`,
    )}
  </div>`;
}

/** How the page and the text look, in any window. */
export const lookItems = (state: State, dispatch: Dispatch): Item[] => [
  { title: say.theme },
  ...(['auto', 'light', 'dark'] as const).map((theme) => ({
    label: say.themes[theme],
    on: state.theme === theme,
    act: () => dispatch({ type: 'theme', theme }),
  })),
  'line',
  {
    label: say.inlineValues,
    on: state.settings.ghosts,
    act: () => dispatch({ type: 'setting', name: 'ghosts', value: !state.settings.ghosts }),
  },
  {
    label: say.wrap,
    on: state.settings.wrap,
    act: () => dispatch({ type: 'setting', name: 'wrap', value: !state.settings.wrap }),
  },
];
