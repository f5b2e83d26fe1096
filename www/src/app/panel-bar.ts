// What the tab bar and the strip of the panels share: which panels have a button of their own, which of these fit, and
// More with the rest. A panel chosen under More has a button until the next choice there.

import { LitElement, html, nothing, type PropertyValues } from 'lit';
import { onTouchOutside } from '../ui/touch-beside.ts';
import type { PanelBadge, PanelId } from '../store/state.ts';
import { morePopover, type MoreEntry } from './more-popover.ts';

export interface PanelButton {
  id: PanelId;
  label: string;
  icon: string;
  badge: PanelBadge | null;
}

/** The detail of the event `panel-choose`. */
export interface PanelChoice {
  id: PanelId;
  /** The focus goes into the panel. */
  focus: boolean;
  /** Chosen again, an open panel closes. */
  toggles: boolean;
}

/** What is shown of a list; its functions do not count. */
const differ = (next: unknown, before: unknown) => JSON.stringify(next) !== JSON.stringify(before);

export abstract class PanelBar extends LitElement {
  static override properties = {
    buttons: { attribute: false, hasChanged: differ },
    more: { attribute: false, hasChanged: differ },
    chosen: { attribute: false },
    open: { state: true },
    query: { state: true },
    at: { state: true },
    over: { state: true },
  };

  /** Those that are always there. */
  declare buttons: PanelButton[];
  /** What More offers beside those that do not fit. */
  declare more: MoreEntry[];
  /** The panel that is shown; null where none is. */
  declare chosen: PanelId | null;
  declare open: boolean;
  declare query: string;
  /** The chosen row of More. */
  declare at: number;
  /** Panels whose buttons do not fit. */
  declare over: ReadonlySet<PanelId>;
  #shownFromMore: PanelId | null = null;
  /** The buttons that More lists: its rows stay where they are while it is open. */
  #listed: ReadonlySet<PanelId> = new Set();
  #measuredFor = '';
  #moreClosed = new AbortController();
  /** Buttons grow without a new text too: with the reader's own font or spacing. */
  #resized = new ResizeObserver(() => {
    this.#measuredFor = '';
    this.#measure();
  });

  constructor() {
    super();
    this.buttons = [];
    this.more = [];
    this.chosen = null;
    this.open = false;
    this.query = '';
    this.at = 0;
    this.over = new Set();
  }

  /** The room along the bar; 0 while it is not laid out. */
  protected abstract room(): number;
  /** The panels of a list whose buttons fit. */
  protected abstract fit(shown: PanelButton[]): ReadonlySet<PanelId>;
  /** An entry of More was taken that is a panel. */
  protected abstract takePanel(id: PanelId): void;

  /** More was opened: its list may move. */
  protected placeMore(_list: HTMLElement) {}

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
    const { chosen } = this;
    if (changed.has('chosen') && chosen && !this.buttons.some(({ id }) => id === chosen)) this.#shownFromMore = chosen;
  }

  override firstUpdated() {
    this.#observe();
  }

  override updated() {
    this.#measure();
  }

  #observe() {
    for (const part of [this, ...this.querySelectorAll('.panel-buttons, .more-button')]) this.#resized.observe(part);
  }

  /** The buttons there are, and the one of a panel that was chosen under More. */
  protected get shown(): PanelButton[] {
    const extra = this.more.find(({ id }) => id === this.#shownFromMore);
    return extra
      ? [...this.buttons, { id: extra.id as PanelId, label: extra.label, icon: extra.icon, badge: null }]
      : this.buttons;
  }

  /** Sizes are read only when the buttons or the bar are others. */
  #measure() {
    const room = this.room();
    const { shown } = this;
    const key = `${room} ${this.chosen} ${shown.map(({ label, badge }) => `${label}${badge?.count ?? 0}`).join()}`;
    if (room === 0 || key === this.#measuredFor) return;
    this.#measuredFor = key;
    const fits = this.fit(shown);
    const over = new Set(shown.map(({ id }) => id).filter((id) => !fits.has(id)));
    if (over.size !== this.over.size || [...over].some((id) => !this.over.has(id))) this.over = over;
  }

  protected choose(choice: PanelChoice) {
    this.dispatchEvent(new CustomEvent('panel-choose', { detail: choice }));
  }

  protected focusButton(id: string) {
    void this.updateComplete.then(() => (this.querySelector(`#panel-button-${id}`) as HTMLElement | null)?.focus());
  }

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
    void this.updateComplete.then(() => {
      const list = this.querySelector<HTMLElement>('.more-panels');
      if (list) this.placeMore(list);
      list?.querySelector('input')?.focus();
    });
  }

  #take(entry: MoreEntry) {
    this.#show(false);
    if (entry.act) entry.act();
    else this.takePanel(entry.id as PanelId);
  }

  /** What More lists: buttons without room first. */
  #entries(): MoreEntry[] {
    const hidden = this.buttons.filter(({ id }) => this.#listed.has(id));
    return [
      ...hidden.map(({ id, label, icon, badge }) => ({
        id,
        label,
        icon,
        summary: '',
        note: badge ? String(badge.count) : '',
      })),
      ...this.more,
    ];
  }

  /** @param button what stands in the button, by whether something waits under it that has no room */
  protected moreSlot(label: string, title: string | typeof nothing, button: (waits: boolean) => unknown) {
    const waits = this.buttons.some(({ id, badge }) => badge !== null && this.over.has(id));
    return html`<div
      class="more-slot"
      @focusout=${(event: FocusEvent) => {
        const { relatedTarget: to, currentTarget: slot } = event;
        if (this.open && !(to instanceof Node && (slot as Element).contains(to))) this.#show(false);
      }}
      @keydown=${(event: KeyboardEvent) => {
        if (event.key !== 'Escape' || !this.open) return;
        event.stopPropagation();
        this.#show(false);
        (this.querySelector('.more-button') as HTMLElement | null)?.focus();
      }}
    >
      <button
        type="button"
        class="more-button"
        aria-haspopup="dialog"
        aria-expanded=${this.open ? 'true' : 'false'}
        aria-label=${label}
        title=${title}
        @mousedown=${(event: Event) => this.open && event.preventDefault()}
        @click=${(event: Event) => {
          event.preventDefault();
          this.#show(!this.open);
        }}
      >
        ${button(waits)}
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
