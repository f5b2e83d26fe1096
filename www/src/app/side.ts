// The region of the panels: their tabs, in a narrow window their list, and the one that is shown.

import { html, nothing } from 'lit';
import { openQuestions } from '../run/waiting.ts';
import { words } from '../strings.ts';
import { PANELS, isUnderMore, type PanelId } from '../store/panels.ts';
import { foundIn } from '../document/found.ts';
import { shownPanel } from '../store/shell.ts';
import type { Dispatch, State } from '../store/state.ts';
import { moreEntries } from './panel-entries.ts';
import { panelList } from './panel-list.ts';
import { PANEL_VIEWS } from './panels.ts';
import type { PanelTab } from './panel-tabs.ts';
import './panel-tabs.ts';
import { splitter } from './splitter.ts';

/** @param scrolled told how far the shown panel is scrolled */
export function side(state: State, dispatch: Dispatch, scrolled: (top: number) => void) {
  const found = state.announcedAnalysis && foundIn(state.announcedAnalysis);
  const badges: Partial<Record<PanelId, Partial<PanelTab>>> = {
    agent: { badge: state.run.snapshot?.pending.counts.agents ?? 0, kind: 'agent' },
    inbox: { badge: openQuestions(state.run.snapshot).length },
    // Suggestions alone make no badge.
    problems: found && found.worst !== 'info' ? { badge: found.count, kind: found.worst, counts: found.words } : {},
  };
  const shown = shownPanel(state);
  const list = PANELS.filter((id) => id !== 'guide' || id === shown).map((id) => ({
    id,
    label: words.panels[id],
    badge: 0,
    ...badges[id],
  }));
  const panel = PANEL_VIEWS[shown];
  const name = words.panels[shown];
  // A narrow window has a list in place of the tabs.
  const { narrow } = state.shell;
  return html`<aside class="side" aria-label=${words.regions.panels} data-region="panels">
    ${
      narrow
        ? panelList({ list, shown, name, state, dispatch: dispatch })
        : html`<tracklight-panel-tabs
          .tabs=${list.filter(({ id }) => !isUnderMore(id))}
          .more=${moreEntries(state, dispatch)}
          .chosen=${shown}
          @panel-choose=${(e: CustomEvent) => dispatch({ type: 'panel', panel: e.detail.id })}
        ></tracklight-panel-tabs>`
    }
    <div
      class="panel"
      id="panel"
      role=${narrow ? 'group' : 'tabpanel'}
      aria-label=${narrow ? name : nothing}
      aria-labelledby=${narrow ? nothing : `tab-${shown}`}
      tabindex="0"
      @scroll=${(e: Event) => scrolled((e.target as Element).scrollTop)}
    >
      <h2 class="hidden">${name}</h2>
      ${panel(state, dispatch)}
    </div>
    ${splitter('side', state.shell, dispatch)}
  </aside>`;
}
