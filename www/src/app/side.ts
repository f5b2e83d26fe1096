// The region of the panels: what leads to them (a strip in a wide window, in a narrow one a list, else tabs), and the
// one that is shown.

import { html, nothing } from 'lit';
import { words } from '../strings.ts';
import { shownPanel } from '../store/panels.ts';
import type { Dispatch, PanelBadge, State } from '../store/state.ts';
import { moreEntries } from './panel-entries.ts';
import { rememberOpener } from './panel-focus.ts';
import { panelList } from './panel-list.ts';
import type { PanelButton, PanelChoice } from './panel-bar.ts';
import './panel-strip.ts';
import './panel-tabs.ts';
import { splitter } from './splitter.ts';

const visibleBadge = (badge: PanelBadge | null | undefined) => (badge && badge.count > 0 ? badge : null);

/** @param scrolled told how far the shown panel is scrolled */
export function side(state: State, dispatch: Dispatch, scrolled: (top: number) => void) {
  const shown = shownPanel(state);
  const list = state.panels
    .filter((panel) => panel.place !== 'whileShown' || panel === shown)
    .map(({ id, title, icon, place, badge }) => ({
      id,
      label: title,
      icon,
      place,
      badge: visibleBadge(badge?.(state)),
    }));
  const name = shown.title;
  const buttons = list.filter(({ place }) => place !== 'more');
  const { narrow, wide, panelOpen } = state.shell;
  const head = () => {
    if (narrow) return panelList({ list, shown: shown.id, name, state, dispatch });
    if (wide) return html`<h2 class="panel-head">${name}</h2>`;
    return html`<tracklight-panel-tabs
      .buttons=${buttons}
      .more=${moreEntries(state, dispatch)}
      .chosen=${shown.id}
      @panel-choose=${(e: CustomEvent<PanelChoice>) => dispatch({ type: 'panel', panel: e.detail.id })}
    ></tracklight-panel-tabs>`;
  };
  const column = () =>
    html`<div class="panel-column" @focusin=${rememberOpener}>
      ${head()}
      <div
        class="panel"
        id="panel"
        role=${narrow || wide ? 'group' : 'tabpanel'}
        aria-label=${narrow || wide ? name : nothing}
        aria-labelledby=${narrow || wide ? nothing : `panel-button-${shown.id}`}
        tabindex="0"
        @scroll=${(e: Event) => scrolled((e.target as Element).scrollTop)}
      >
        ${wide ? nothing : html`<h2 class="hidden">${name}</h2>`} ${shown.view(state, dispatch)}
      </div>
      ${splitter('side', state.shell, dispatch)}
    </div>`;
  return html`<aside class="side" aria-label=${words.regions.panels} data-region="panels">
    ${wide && !panelOpen ? nothing : column()} ${wide ? strip(state, dispatch, buttons) : nothing}
  </aside>`;
}

function strip(state: State, dispatch: Dispatch, buttons: PanelButton[]) {
  const open = state.shell.panelOpen ? state.panel : null;
  return html`<tracklight-panel-strip
    .buttons=${buttons}
    .more=${moreEntries(state, dispatch)}
    .chosen=${open}
    @panel-choose=${({ detail: { id, focus, toggles } }: CustomEvent<PanelChoice>) =>
      dispatch(toggles && id === open ? { type: 'panelOpen', open: false } : { type: 'panel', panel: id, focus })}
  ></tracklight-panel-strip>`;
}
