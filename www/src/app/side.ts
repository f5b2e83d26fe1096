// The region of the panels: their tabs, in a narrow window their list, and the one that is shown.

import { html, nothing } from 'lit';
import { words } from '../strings.ts';
import { shownPanel } from '../store/panels.ts';
import type { Dispatch, PanelBadge, State } from '../store/state.ts';
import { moreEntries } from './panel-entries.ts';
import { panelList } from './panel-list.ts';
import './panel-tabs.ts';
import { splitter } from './splitter.ts';

const visibleBadge = (badge: PanelBadge | null | undefined) => (badge && badge.count > 0 ? badge : null);

/** @param scrolled told how far the shown panel is scrolled */
export function side(state: State, dispatch: Dispatch, scrolled: (top: number) => void) {
  const shown = shownPanel(state);
  const list = state.panels
    .filter((panel) => panel.place !== 'whileShown' || panel === shown)
    .map(({ id, title, place, badge }) => ({ id, label: title, place, badge: visibleBadge(badge?.(state)) }));
  const name = shown.title;
  // A narrow window has a list in place of the tabs.
  const { narrow } = state.shell;
  return html`<aside class="side" aria-label=${words.regions.panels} data-region="panels">
    ${
      narrow
        ? panelList({ list, shown: shown.id, name, state, dispatch })
        : html`<tracklight-panel-tabs
          .tabs=${list.filter(({ place }) => place !== 'more')}
          .more=${moreEntries(state, dispatch)}
          .chosen=${shown.id}
          @panel-choose=${(e: CustomEvent) => dispatch({ type: 'panel', panel: e.detail.id })}
        ></tracklight-panel-tabs>`
    }
    <div
      class="panel"
      id="panel"
      role=${narrow ? 'group' : 'tabpanel'}
      aria-label=${narrow ? name : nothing}
      aria-labelledby=${narrow ? nothing : `tab-${shown.id}`}
      tabindex="0"
      @scroll=${(e: Event) => scrolled((e.target as Element).scrollTop)}
    >
      <h2 class="hidden">${name}</h2>
      ${shown.view(state, dispatch)}
    </div>
    ${splitter('side', state.shell, dispatch)}
  </aside>`;
}
