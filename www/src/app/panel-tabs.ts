// <tracklight-panel-tabs>: the tab bar of the panels, where they stand beside or under other regions.

import { html, nothing } from 'lit';
import { words } from '../strings.ts';
import { icon } from '../ui/icon.ts';
import type { PanelId } from '../store/state.ts';
import { PanelBar, type PanelButton } from './panel-bar.ts';
import { panelWords } from './panel-strings.ts';
import { badgeTag } from './panel-badge.ts';
import { fitting } from './buttons-fitting.ts';
import './styles/more-panels.css';
import './styles/panel-tabs.css';

/** Tabs have less padding in a bar that is narrower. */
const TIGHT_BAR_PX = 352;
/** Left and right of the tabs. */
const EDGES = { wide: 12, tight: 8 };

export class PanelTabs extends PanelBar {
  protected room() {
    return this.clientWidth;
  }

  protected fit(shown: PanelButton[]) {
    const width = (selector: string) => this.querySelector(selector)?.getBoundingClientRect().width ?? 0;
    const isTight = () => this.classList.contains('tight');
    const fit = () =>
      fitting(
        shown.map(({ id, badge }) => ({ size: width(`#panel-button-${id}`), badged: badge !== null })),
        this.room() - width('.more-button') - EDGES[isTight() ? 'tight' : 'wide'],
        shown.findIndex(({ id }) => id === this.chosen),
      );
    this.classList.toggle('tight', this.room() < TIGHT_BAR_PX || shown.some(({ badge }) => badge));
    let fits = fit();
    if (fits.size < shown.length && !isTight()) {
      this.classList.add('tight');
      fits = fit();
    }
    return new Set(shown.filter((_, i) => fits.has(i)).map(({ id }) => id));
  }

  protected takePanel(id: PanelId) {
    this.#chooseTab(id);
    this.focusButton(id);
  }

  #chooseTab(id: PanelId) {
    this.choose({ id, focus: false, toggles: false });
  }

  #key = (event: KeyboardEvent) => {
    const list = this.shown.filter(({ id }) => !this.over.has(id));
    const at = list.findIndex(({ id }) => id === this.chosen);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: list.length - 1 }[event.key];
    const next = to === undefined ? undefined : list[(to + list.length) % list.length];
    if (!next) return;
    event.preventDefault();
    this.#chooseTab(next.id);
    this.focusButton(next.id);
  };

  override render() {
    const { shown } = this;
    // A guide takes a tab as a panel of More does.
    const extra = shown.length > this.buttons.length || this.buttons.some(({ id }) => id === 'guide');
    return html`<div class="panel-buttons" role="tablist" aria-label=${words.regions.panels} @keydown=${this.#key}>
        ${shown.map(
          ({ id, label, badge }) =>
            html`<button
              type="button"
              role="tab"
              id="panel-button-${id}"
              class=${this.over.has(id) ? 'over' : ''}
              aria-selected=${id === this.chosen ? 'true' : 'false'}
              aria-controls="panel"
              tabindex=${id === this.chosen ? 0 : -1}
              @click=${() => this.#chooseTab(id)}
            >
              ${label}${badge ? html` ${badgeTag(badge)}` : nothing}
            </button>`,
        )}
      </div>
      ${this.moreSlot(panelWords.morePanels, extra ? panelWords.morePanels : nothing, (waits) => [
        extra ? '' : panelWords.more,
        waits ? html`<span class="waits"></span>` : nothing,
        icon('down'),
      ])}`;
  }
}

customElements.define('tracklight-panel-tabs', PanelTabs);
