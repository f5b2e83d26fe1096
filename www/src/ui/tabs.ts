// A tab list with roving focus: arrows, Home and End choose.

import { html, nothing } from 'lit';
import { icon } from './icon.ts';

/**
 * Badges stand over the corners of their tabs, so that nothing moves when one comes. `image` stands for the label.
 */
export function tabs<Id extends string>({
  label,
  tabs: list,
  chosen,
  choose,
  controls,
}: {
  label: string;
  tabs: { id: Id; label: string; badge?: number; image?: string }[];
  chosen: Id;
  choose: (id: Id) => void;
  controls: string;
}) {
  const key = (event: KeyboardEvent) => {
    const at = list.findIndex((tab) => tab.id === chosen);
    const to = {
      ArrowRight: at + 1,
      ArrowDown: at + 1,
      ArrowLeft: at - 1,
      ArrowUp: at - 1,
      Home: 0,
      End: list.length - 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = list[(to + list.length) % list.length];
    if (!next) return;
    choose(next.id);
    const row = event.currentTarget as HTMLElement;
    queueMicrotask(() => (row.querySelector(`#tab-${next.id}`) as HTMLElement | null)?.focus());
  };
  return html`<div class="tabs" role="tablist" aria-label=${label} @keydown=${key}>
    ${list.map(
      (
        tab,
      ) => html`<button type="button" role="tab" id="tab-${tab.id}" aria-selected=${tab.id === chosen ? 'true' : 'false'} aria-controls=${controls}
      title=${tab.image ? tab.label : nothing} tabindex=${tab.id === chosen ? 0 : -1} @click=${() => choose(tab.id)}>${tab.image ? html`${icon(tab.image)}<span class="hidden">${tab.label}</span>` : tab.label}${tab.badge ? html`<span class="badge">${tab.badge}</span>` : nothing}</button>`,
    )}
  </div>`;
}
