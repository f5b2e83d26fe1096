// <tracklight-panel-strip>: the buttons at the right edge of a wide window from which panels open, one at a time.

import { html, nothing } from 'lit';
import { words } from '../strings.ts';
import { icon } from '../ui/icon.ts';
import { toolbar } from '../ui/toolbar.ts';
import type { PanelId } from '../store/state.ts';
import { PanelBar, type PanelButton } from './panel-bar.ts';
import { panelWords } from './panel-strings.ts';
import { badgeTag } from './panel-badge.ts';
import { fitting } from './buttons-fitting.ts';
import './styles/more-panels.css';
import './styles/panel-strip.css';

/** Above the first button. */
const TOP_PX = 4;
/** Below the list of More. */
const WINDOW_EDGE_PX = 8;

export class PanelStrip extends PanelBar {
  protected room() {
    return Math.max(0, this.clientHeight - TOP_PX);
  }

  protected fit(shown: PanelButton[]) {
    const height = (selector: string) => this.querySelector(selector)?.getBoundingClientRect().height ?? 0;
    const fits = fitting(
      shown.map(({ id, badge }) => ({ size: height(`#panel-button-${id}`), badged: badge !== null })),
      this.room() - height('.more-button'),
      shown.findIndex(({ id }) => id === this.chosen),
    );
    return new Set(shown.filter((_, i) => fits.has(i)).map(({ id }) => id));
  }

  /** The list begins beside its button, and further up where it would be cut off. */
  protected override placeMore(list: HTMLElement) {
    const below = list.getBoundingClientRect().bottom - (innerHeight - WINDOW_EDGE_PX);
    if (below > 0) list.style.setProperty('translate', `0 ${-below}px`);
  }

  /** The popover was where the focus is: it goes into the panel. */
  protected takePanel(id: PanelId) {
    this.choose({ id, focus: true, toggles: false });
  }

  override render() {
    return html`<div
      class="strip"
      role="toolbar"
      aria-orientation="vertical"
      aria-label=${words.regions.panels}
      ${toolbar()}
    >
      <div class="panel-buttons">
        ${this.shown.map(
          ({ id, label, icon: image, badge }) =>
            html`<button
              type="button"
              id="panel-button-${id}"
              class=${this.over.has(id) ? 'over' : ''}
              aria-expanded=${id === this.chosen ? 'true' : 'false'}
              aria-controls="panel"
              @click=${({ detail }: MouseEvent) => this.choose({ id, focus: detail === 0, toggles: true })}
            >
              ${icon(image)}<span>${label}</span>${badge ? html` ${badgeTag(badge)}` : nothing}
            </button>`,
        )}
      </div>
      ${this.moreSlot(
        panelWords.morePanels,
        nothing,
        (waits) =>
          html`${icon('more')}<span>${panelWords.more}</span>${waits ? html`<span class="waits"></span>` : nothing}`,
      )}
    </div>`;
  }
}

customElements.define('tracklight-panel-strip', PanelStrip);
