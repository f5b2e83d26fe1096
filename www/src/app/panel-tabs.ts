// <tracklight-panel-tabs>: the tab bar of the panels. Tabs that do not fit go into More, the last one first; a panel
// chosen there has a tab until the next choice.

import { LitElement, html, nothing, type PropertyValues } from 'lit';
import { words } from '../strings.ts';
import { icon } from '../ui/icon.ts';
import { onTouchOutside } from '../ui/touch-beside.ts';
import type { PanelBadge, PanelId } from '../store/state.ts';
import { morePopover, type MoreEntry } from './more-popover.ts';
import { panelWords } from './panel-strings.ts';
import { badgeTag } from './panel-badge.ts';
import { fitting } from './tabs-fitting.ts';
import './styles/panel-tabs.css';

export interface PanelTab {
  id: PanelId;
  label: string;
  badge: PanelBadge | null;
}

/** Tabs have less padding in a bar that is narrower. */
const TIGHT_BAR_PX = 352;
/** Left and right of the tabs. */
const EDGES = { wide: 12, tight: 8 };

/** What is shown of a list; its functions do not count. */
const differ = (next: unknown, before: unknown) => JSON.stringify(next) !== JSON.stringify(before);

export class PanelTabs extends LitElement {
  static override properties = {
    tabs: { attribute: false, hasChanged: differ },
    more: { attribute: false, hasChanged: differ },
    chosen: { attribute: false },
    open: { state: true },
    query: { state: true },
    at: { state: true },
    over: { state: true },
  };

  /** Those with a tab of their own. */
  declare tabs: PanelTab[];
  /** What More offers beside the tabs that do not fit. */
  declare more: MoreEntry[];
  declare chosen: PanelId;
  declare open: boolean;
  declare query: string;
  /** The chosen row of More. */
  declare at: number;
  /** Tabs that do not fit. */
  declare over: ReadonlySet<PanelId>;
  #tabFromMore: PanelId | null = null;
  /** The tabs that More lists: its rows stay where they are while it is open. */
  #listed: ReadonlySet<PanelId> = new Set();
  #measuredFor = '';
  #moreClosed = new AbortController();
  /** Tabs grow without a new text too: with the reader's own font or spacing. */
  #resized = new ResizeObserver(() => {
    this.#measuredFor = '';
    this.#measure();
  });

  constructor() {
    super();
    this.tabs = [];
    this.more = [];
    this.chosen = 'contexts';
    this.open = false;
    this.query = '';
    this.at = 0;
    this.over = new Set();
  }

  override createRenderRoot() {
    return this;
  }

  override connectedCallback() {
    super.connectedCallback();
    this.#observe();
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.#resized.disconnect();
  }

  override willUpdate(changed: PropertyValues) {
    if (changed.has('chosen') && !this.tabs.some(({ id }) => id === this.chosen)) this.#tabFromMore = this.chosen;
  }

  override firstUpdated() {
    this.#observe();
  }

  #observe() {
    for (const part of [this, ...this.querySelectorAll('.panel-tabs, .more-tabs')]) this.#resized.observe(part);
  }

  override updated() {
    this.#measure();
  }

  /** The tabs of the bar: the own ones, and the one that was chosen under More. */
  #visibleTabs(): PanelTab[] {
    const extra = this.more.find(({ id }) => id === this.#tabFromMore);
    return extra ? [...this.tabs, { id: extra.id as PanelId, label: extra.label, badge: null }] : this.tabs;
  }

  /** Widths are read only when the tabs or the bar are others. */
  #measure() {
    const room = this.clientWidth;
    const shown = this.#visibleTabs();
    const key = `${room} ${this.chosen} ${shown.map(({ label, badge }) => `${label}${badge?.count ?? 0}`).join()}`;
    if (room === 0 || key === this.#measuredFor) return;
    this.#measuredFor = key;
    const width = (selector: string) => this.querySelector(selector)?.getBoundingClientRect().width ?? 0;
    const isTight = () => this.classList.contains('tight');
    const fit = () =>
      fitting(
        shown.map(({ id, badge }) => ({ width: width(`#tab-${id}`), badged: badge !== null })),
        room - width('.more-tabs') - EDGES[isTight() ? 'tight' : 'wide'],
        shown.findIndex(({ id }) => id === this.chosen),
      );
    this.classList.toggle('tight', room < TIGHT_BAR_PX || shown.some(({ badge }) => badge));
    let fits = fit();
    if (fits.size < shown.length && !isTight()) {
      this.classList.add('tight');
      fits = fit();
    }
    const over = new Set(shown.filter((_, i) => !fits.has(i)).map(({ id }) => id));
    if (over.size !== this.over.size || [...over].some((id) => !this.over.has(id))) this.over = over;
  }

  #choose(id: PanelId) {
    this.dispatchEvent(new CustomEvent('panel-choose', { detail: { id } }));
  }

  #focusTab(id: string) {
    void this.updateComplete.then(() => (this.querySelector(`#tab-${id}`) as HTMLElement | null)?.focus());
  }

  #key = (event: KeyboardEvent) => {
    const list = this.#visibleTabs().filter(({ id }) => !this.over.has(id));
    const at = list.findIndex(({ id }) => id === this.chosen);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: list.length - 1 }[event.key];
    const next = to === undefined ? undefined : list[(to + list.length) % list.length];
    if (!next) return;
    event.preventDefault();
    this.#choose(next.id);
    this.#focusTab(next.id);
  };

  #show(open: boolean) {
    this.open = open;
    this.#listed = this.over;
    this.query = '';
    this.at = 0;
    this.#moreClosed.abort();
    if (!open) return;
    this.#moreClosed = new AbortController();
    const slot = this.querySelector('.more-slot');
    if (slot) onTouchOutside(slot, () => this.#show(false), this.#moreClosed.signal);
    void this.updateComplete.then(() => (this.querySelector('.more-panels input') as HTMLElement | null)?.focus());
  }

  #take(entry: MoreEntry) {
    this.#show(false);
    entry.act();
    if (!entry.opensElsewhere) this.#focusTab(entry.id);
  }

  /** What More lists: tabs without room first. */
  #entries(): MoreEntry[] {
    const tabs = this.#visibleTabs().filter(({ id }) => this.#listed.has(id) && this.tabs.some((tab) => tab.id === id));
    return [
      ...tabs.map(({ id, label, badge }) => ({
        id,
        label,
        icon: 'panels',
        summary: '',
        note: badge ? String(badge.count) : '',
        act: () => this.#choose(id),
      })),
      ...this.more,
    ];
  }

  override render() {
    const shown = this.#visibleTabs();
    // A guide takes a tab as a panel of More does.
    const extra = shown.length > this.tabs.length || this.tabs.some(({ id }) => id === 'guide');
    const waits = this.tabs.some(({ id, badge }) => badge !== null && this.over.has(id));
    const more = (event: Event) => {
      event.preventDefault();
      this.#show(!this.open);
    };
    return html`<div class="panel-tabs" role="tablist" aria-label=${words.regions.panels} @keydown=${this.#key}>
        ${shown.map(
          ({ id, label, badge }) =>
            html`<button
              type="button"
              role="tab"
              id="tab-${id}"
              class=${this.over.has(id) ? 'over' : ''}
              aria-selected=${id === this.chosen ? 'true' : 'false'}
              aria-controls="panel"
              tabindex=${id === this.chosen ? 0 : -1}
              @click=${() => this.#choose(id)}
            >
              ${label}${badge ? html` ${badgeTag(badge)}` : nothing}
            </button>`,
        )}
      </div>
      <div
        class="more-slot"
        @focusout=${(event: FocusEvent) => {
          const { relatedTarget: to, currentTarget: slot } = event;
          if (this.open && !(to instanceof Node && (slot as Element).contains(to))) this.#show(false);
        }}
        @keydown=${(event: KeyboardEvent) => {
          if (event.key !== 'Escape' || !this.open) return;
          event.stopPropagation();
          this.#show(false);
          (this.querySelector('.more-tabs') as HTMLElement | null)?.focus();
        }}
      >
        <button
          type="button"
          class="more-tabs"
          aria-haspopup="dialog"
          aria-expanded=${this.open ? 'true' : 'false'}
          aria-label=${panelWords.morePanels}
          title=${extra ? panelWords.morePanels : nothing}
          @mousedown=${(event: Event) => this.open && event.preventDefault()}
          @click=${more}
        >
          ${extra ? nothing : panelWords.more}${waits ? html`<span class="waits"></span>` : nothing}${icon('down')}
        </button>
        ${
          this.open
            ? morePopover({
                entries: this.#entries(),
                query: this.query,
                at: this.at,
                type: (query) => {
                  this.query = query;
                  this.at = 0;
                },
                move: (at) => {
                  this.at = at;
                },
                take: (entry) => this.#take(entry),
              })
            : nothing
        }
      </div>`;
  }
}

customElements.define('tracklight-panel-tabs', PanelTabs);
